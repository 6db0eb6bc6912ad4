// SPDX-License-Identifier: MIT
// One function: its blocks in reverse postorder, so that a definition is translated before its uses; edges carry phis and scopes.
#include "front/translate.h"

enum { MOST_PASSED = 8 };  // blocks on one edge

// ---- order of blocks ---------------------------------------------------------------------------------------------------------------

struct visit {
    LLVMBasicBlockRef block;
    unsigned next;
};

// Depth-first search from the entry; f->order is left in reverse postorder and f->blocks maps to it.
static void find_order(struct front_fn *f) {
    VEC(struct visit) stack = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->value);
    ptrmap_set(&f->blocks, entry, 0);
    vec_push(&stack, (struct visit){entry, 0});
    while (stack.n) {
        struct visit *v = &vec_last(&stack);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(v->block);
        unsigned n = LLVMGetNumSuccessors(end);
        if (v->next == n) {
            vec_push(&f->order, v->block);
            stack.n--;
            continue;
        }
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, n - 1 - v->next++);
        uint32_t seen;
        if (ptrmap_get(&f->blocks, to, &seen)) continue;
        ptrmap_set(&f->blocks, to, 0);
        vec_push(&stack, (struct visit){to, 0});
    }
    vec_free(&stack);
    for (uint32_t i = 0, j = f->order.n - 1; i < j; i++, j--) {
        LLVMBasicBlockRef b = f->order.at[i];
        f->order.at[i] = f->order.at[j];
        f->order.at[j] = b;
    }
    for (uint32_t i = 0; i < f->order.n; i++) ptrmap_set(&f->blocks, f->order.at[i], i);
}

static bool has_address(LLVMBasicBlockRef b) {
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u))
        if (LLVMIsABlockAddress(LLVMGetUser(u))) return true;
    return false;
}

static void declare_blocks(struct front_fn *f) {
    for (uint32_t i = 0; i < f->order.n; i++) {
        const char *name = LLVMGetBasicBlockName(f->order.at[i]);
        vec_push(&f->block_ids, ir_build_block(&f->b, *name ? name : NULL));
    }
}

// Labels whose address is taken; one that no jump reaches gets a block that stops.
static void declare_labels(struct front_fn *f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b; b = LLVMGetNextBasicBlock(b)) {
        uint32_t i;
        if (!has_address(b)) continue;
        bool reached = ptrmap_get(&f->blocks, b, &i);
        uint32_t id = reached ? f->block_ids.at[i] : ir_build_block(&f->b, LLVMGetBasicBlockName(b));
        ptrmap_set(&f->tr->labels, b, ir_label(f->tr->program, f->b.func, id));
    }
}

static void stop_unreached_labels(struct front_fn *f) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b; b = LLVMGetNextBasicBlock(b)) {
        uint32_t i, label;
        if (!ptrmap_get(&f->tr->labels, b, &label) || ptrmap_get(&f->blocks, b, &i)) continue;
        ir_build_at(&f->b, f->tr->program->labels.at[ir_index(label)].block);
        ir_build_stop(&f->b, "label that no jump reaches");
    }
}

uint32_t front_block(struct front_fn *f, LLVMBasicBlockRef b) {
    uint32_t i = 0;
    ptrmap_get(&f->blocks, b, &i);
    return f->block_ids.at[i];
}

// ---- edges -------------------------------------------------------------------------------------------------------------------------

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static bool is_phi_of(LLVMValueRef v, LLVMBasicBlockRef b) {
    return LLVMIsAPHINode(v) && LLVMGetInstructionParent(v) == b;
}

// All phis of a block take their values at once: what is itself a phi of the block is saved before any is assigned.
static void assign_phis(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    VEC(ir_val) sources = {0};
    VEC(uint32_t) targets = {0};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        struct front_parts p;
        ir_val in[FRONT_MAX_PARTS], out[FRONT_MAX_PARTS];
        LLVMValueRef v = incoming(phi, from);
        if (!v || !front_flatten(f->tr, LLVMTypeOf(phi), &p)) continue;
        front_operands(f, v, in, p.n);
        front_operands(f, phi, out, p.n);
        for (uint32_t i = 0; i < p.n; i++) {
            bool save = is_phi_of(v, to) && v != phi;
            if (save) in[i] = ir_build_let_temp(&f->b, p.at[i].type, IR_COPY_, in[i], IR_NOTHING, IR_NOTHING);
            vec_push(&sources, in[i]);
            vec_push(&targets, ir_index(out[i]));
        }
    }
    for (uint32_t i = 0; i < targets.n; i++)
        if (sources.at[i] != ir_val_of(IR_LOCAL, targets.at[i]))
            ir_build_let(&f->b, targets.at[i], IR_COPY_, sources.at[i], IR_NOTHING, IR_NOTHING);
    vec_free(&sources);
    vec_free(&targets);
}

static void edge_work(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    front_scope_edge(f, from, to, false);
    assign_phis(f, from, to);
}

// The value of v at the end of a path: a phi of a block on it is what came in.
static LLVMValueRef value_on(const LLVMBasicBlockRef *path, uint32_t n, LLVMValueRef v) {
    for (uint32_t k = n - 1; v && k > 0; k--)
        if (is_phi_of(v, path[k])) v = incoming(v, path[k - 1]);
    return v;
}

// Where the last block of a path leads, if it does nothing but jump there; else NULL.
static LLVMBasicBlockRef next_on(const LLVMBasicBlockRef *path, uint32_t n, bool *decided) {
    LLVMValueRef i = LLVMGetFirstInstruction(path[n - 1]);
    while (LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
    if (!LLVMIsABranchInst(i)) return NULL;
    *decided = LLVMIsConditional(i);
    if (!*decided) return LLVMGetSuccessor(i, 0);
    LLVMValueRef v = value_on(path, n, LLVMGetCondition(i));
    return v && LLVMIsAConstantInt(v) ? LLVMGetSuccessor(i, LLVMConstIntGetZExtValue(v) ? 0 : 1) : NULL;
}

// The blocks that an edge passes: conditions made of && and || end in blocks that do nothing but branch on a phi.  Where it is constant the edge leads on
// to where they branch; else one would have to know there how the phi and the operands go together.
static uint32_t pass(const struct front_fn *f, LLVMBasicBlockRef *path) {
    uint32_t passed = 2;
    for (uint32_t n = 2; n < MOST_PASSED && !f->unmarked.n; n++) {
        bool decided;
        path[n] = next_on(path, n, &decided);
        if (!path[n]) break;
        if (decided) passed = n + 1;
    }
    return passed;
}

// Does the work of an edge; yields the block that it leads to.
static uint32_t go(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMBasicBlockRef path[MOST_PASSED] = {from, to};
    uint32_t n = pass(f, path);
    for (uint32_t k = 1; k < n; k++) edge_work(f, path[k - 1], path[k]);
    return front_block(f, path[n - 1]);
}

static bool has_work(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    return LLVMIsAPHINode(LLVMGetFirstInstruction(to)) || front_scope_edge(f, from, to, true);
}

uint32_t front_edge(struct front_fn *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to, bool alone) {
    if (!has_work(f, from, to)) return front_block(f, to);
    if (alone) return go(f, from, to);
    for (uint32_t i = 0; i < f->edges.n; i++)
        if (f->edges.at[i].to == to) return f->edges.at[i].id;
    uint32_t id = ir_build_block(&f->b, "edge");
    vec_push(&f->edges, (struct front_edge_block){to, id});
    return id;
}

// Fills the blocks of the edges that leave `from`, once its own block is closed.
static void fill_edges(struct front_fn *f, LLVMBasicBlockRef from) {
    for (uint32_t i = 0; i < f->edges.n; i++) {
        ir_build_at(&f->b, f->edges.at[i].id);
        ir_build_jump(&f->b, go(f, from, f->edges.at[i].to));
    }
    vec_clear(&f->edges);
}

// ---- blocks ------------------------------------------------------------------------------------------------------------------------

static void place(struct front_fn *f, LLVMValueRef i) {
    struct ir_loc loc = front_loc(f->tr, i);
    if (loc.line) f->b.loc = loc;
}

static void step_scope(struct front_fn *f, LLVMValueRef i, LLVMMetadataRef *scope) {
    LLVMMetadataRef now = f->unmarked.n ? front_scope_of(f, i) : NULL;
    if (!now) return;
    front_scope_change(f, *scope, now, false);
    *scope = now;
}

// What makes the whole function unknown: a variable whose scope nothing tells, a body that is assembly alone.
static void refuse(struct front_fn *f) {
    if (f->undeclared) {
        const char *name = f->undeclared[0] ? arena_printf(&f->tr->program->arena, "'%s'", f->undeclared) : "a variable";
        ir_build_unmodelled(&f->b, arena_printf(&f->tr->program->arena, "scope of %s", name));
    }
    if (LLVMGetEnumAttributeAtIndex(f->value, LLVMAttributeFunctionIndex, f->tr->naked)) ir_build_unmodelled(&f->b, "naked function");
}

static void translate_block(struct front_fn *f, uint32_t k) {
    LLVMBasicBlockRef block = f->order.at[k];
    LLVMMetadataRef scope = f->unmarked.n ? f->scope_start.at[k] : NULL;
    ir_build_at(&f->b, f->block_ids.at[k]);
    if (k == 0) refuse(f);
    if (k == 0) front_promise_params(f);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAPHINode(i) || i == f->done) continue;
        place(f, i);
        step_scope(f, i, &scope);
        if (f->keepers.n && ptrmap_get(&f->keepers, i, &(uint32_t){0}))
            ir_build_unmodelled(&f->b, "a pointer to a temporary object that is kept");
        if (LLVMIsATerminatorInst(i)) {
            front_terminator(f, block, i);
            continue;
        }
        front_instruction(f, i);
        front_consume(f, i);
    }
    fill_edges(f, block);
}

static void free_function(struct front_fn *f) {
    ptrmap_free(&f->map);
    vec_free(&f->bindings);
    vec_free(&f->parts);
    vec_free(&f->lazy);
    ptrmap_free(&f->blocks);
    vec_free(&f->order);
    vec_free(&f->block_ids);
    ptrmap_free(&f->debug);
    ptrmap_free(&f->keepers);
    vec_free(&f->variables);
    vec_free(&f->unmarked);
    vec_free(&f->scope_start);
    vec_free(&f->scope_end);
    vec_free(&f->edges);
}

void front_function(struct front_tr *t, LLVMValueRef value, uint32_t func) {
    struct front_fn f = {.tr = t, .value = value};
    ir_build_begin(&f.b, t->program, func);
    f.b.loc = t->program->funcs.at[func].loc;
    if (front_open_order(t, value)) {
        t->program->funcs.at[func].flags |= IR_OPEN_ORDER;
        t->open = true;
    }
    find_order(&f);
    front_variables(&f);
    front_find_unmarked(&f);
    front_find_temporaries(&f);
    declare_blocks(&f);
    declare_labels(&f);
    for (uint32_t k = 0; k < f.order.n; k++) translate_block(&f, k);
    stop_unreached_labels(&f);
    if (!ir_build_end(&f.b)) {
        buf_printf(&t->messages->text, "error: internal error: function '%s': %s\n", t->program->funcs.at[func].name, f.b.error);
        t->failed = true;
    }
    free_function(&f);
}
