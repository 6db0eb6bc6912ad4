// SPDX-License-Identifier: MIT
// The ends of blocks.  A terminator's operand is read before what is lazy is settled, so that it needs no copy.
#include <stdlib.h>

#include "front/translate.h"

static void close_block(struct front_fn *f, LLVMValueRef i) {
    front_consume(f, i);
    front_settle_all(f);
}

static void branch(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i) {
    if (!LLVMIsConditional(i)) {
        close_block(f, i);
        ir_build_jump(&f->b, front_edge(f, block, LLVMGetSuccessor(i, 0), true));
        return;
    }
    ir_val c = front_operand(f, LLVMGetCondition(i));
    close_block(f, i);
    uint32_t yes = front_edge(f, block, LLVMGetSuccessor(i, 0), false), no = front_edge(f, block, LLVMGetSuccessor(i, 1), false);
    if (yes == no)
        ir_build_jump(&f->b, yes);
    else
        ir_build_branch(&f->b, c, yes, no);
}

static uint32_t successor(struct front_fn *f, LLVMBasicBlockRef block, LLVMBasicBlockRef to, uint32_t *succs, uint32_t *n) {
    uint32_t id = front_edge(f, block, to, false);
    for (uint32_t k = 0; k < *n; k++)
        if (succs[k] == id) return k;
    succs[*n] = id;
    return (*n)++;
}

// A value too wide for the cases of our SWITCH: one comparison after another.
static void wide_switch(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i, ir_val v) {
    unsigned n = LLVMGetNumSuccessors(i);
    for (unsigned k = 1; k < n; k++) {
        ir_val same = ir_build_let_temp(&f->b, IR_I1, IR_EQ_, v, front_operand(f, LLVMGetOperand(i, 2 * k)), IR_NOTHING);
        uint32_t next = ir_build_block(&f->b, "case");
        ir_build_branch(&f->b, same, front_edge(f, block, LLVMGetSuccessor(i, k), false), next);
        ir_build_at(&f->b, next);
    }
    ir_build_jump(&f->b, front_edge(f, block, LLVMGetSuccessor(i, 0), false));
}

static void switch_(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i) {
    ir_val v = front_operand(f, LLVMGetOperand(i, 0));
    unsigned n = LLVMGetNumSuccessors(i);
    VEC(struct ir_case) cases = {0};
    close_block(f, i);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0))) > 64) {
        wide_switch(f, block, i, v);
        return;
    }
    uint32_t *succs = malloc(n * sizeof *succs), n_succs = 0;
    if (!succs) base_out_of_memory();
    successor(f, block, LLVMGetSuccessor(i, 0), succs, &n_succs);
    for (unsigned k = 1; k < n; k++) {
        uint64_t value = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k));
        uint32_t to = successor(f, block, LLVMGetSuccessor(i, k), succs, &n_succs);
        if (to) vec_push(&cases, (struct ir_case){value, value, to});
    }
    ir_build_switch(&f->b, v, succs, n_succs, cases.at, cases.n);
    free(succs);
    vec_free(&cases);
}

static void computed_goto(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i) {
    ir_val v = front_operand(f, LLVMGetOperand(i, 0));
    unsigned n = LLVMGetNumSuccessors(i);
    uint32_t *succs = calloc(n + 1, sizeof *succs);
    if (!succs) base_out_of_memory();
    close_block(f, i);
    bool work = false;
    for (unsigned k = 0; k < n; k++) {
        succs[k] = front_edge(f, block, LLVMGetSuccessor(i, k), false);
        work |= succs[k] != front_block(f, LLVMGetSuccessor(i, k));
    }
    if (work) ir_build_unmodelled(&f->b, "computed goto into another scope");  // a label's own block must be the target
    for (unsigned k = 0; work && k < n; k++) succs[k] = front_block(f, LLVMGetSuccessor(i, k));
    ir_build_goto(&f->b, v, succs, n);
    free(succs);
}

// asm goto: any of its targets.
static void asm_goto(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i) {
    unsigned n = LLVMGetNumSuccessors(i);
    front_asm(f, i);
    close_block(f, i);
    for (unsigned k = 1; k < n; k++) {
        uint32_t chosen = ir_build_local(&f->b, NULL, IR_I1, IR_NO_TYPE, IR_TEMP), next = ir_build_block(&f->b, "asm");
        ir_build_any(&f->b, chosen, "asm goto");
        ir_build_branch(&f->b, ir_val_of(IR_LOCAL, chosen), front_edge(f, block, LLVMGetSuccessor(i, k), false), next);
        ir_build_at(&f->b, next);
    }
    ir_build_jump(&f->b, front_edge(f, block, LLVMGetSuccessor(i, 0), false));
}

static void return_(struct front_fn *f, LLVMValueRef i) {
    struct front_parts p = {0};
    ir_val parts[FRONT_MAX_PARTS];
    LLVMValueRef v = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    if (v && !front_flatten(f->tr, LLVMTypeOf(v), &p)) {
        ir_build_unmodelled(&f->b, "result with too many parts");
        p.n = 0;
    }
    if (v) front_operands(f, v, parts, p.n);
    if (p.n == 1) front_promise_return(f, parts[0]);
    close_block(f, i);
    ir_build_ret(&f->b, parts, p.n);
}

void front_terminator(struct front_fn *f, LLVMBasicBlockRef block, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMBr: branch(f, block, i); return;
    case LLVMSwitch: switch_(f, block, i); return;
    case LLVMIndirectBr: computed_goto(f, block, i); return;
    case LLVMRet: return_(f, i); return;
    case LLVMUnreachable:
        close_block(f, i);
        front_promise_unreachable(f, i);
        ir_build_stop(&f->b, "unreachable code");
        return;
    case LLVMCallBr: asm_goto(f, block, i); return;
    case LLVMInvoke:
        front_call(f, i);
        close_block(f, i);
        ir_build_jump(&f->b, front_edge(f, block, LLVMGetNormalDest(i), true));
        return;
    default:
        front_unmodelled(f, i, "exception");
        close_block(f, i);
        ir_build_stop(&f->b, "not modelled");
        return;
    }
}
