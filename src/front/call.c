// SPDX-License-Identifier: MIT
// Calls: arguments by value in memory are copied by the caller, variadic ones laid out in a block of their own.
#include <string.h>

#include "front/translate.h"

struct call {
    VEC(ir_val) args;
    VEC(ir_val) slots;  // scoped slots that live during the call
};

static ir_val temporary_slot(struct front_fn *f, struct call *c, const char *name, uint64_t size, uint32_t align) {
    ir_val slot = ir_val_of(IR_SLOT, ir_build_slot(&f->b, name, size, align, IR_NO_TYPE, IR_SCOPED));
    ir_build_enter(&f->b, slot);
    vec_push(&c->slots, slot);
    return slot;
}

static LLVMTypeRef by_value(struct front_fn *f, LLVMValueRef i, unsigned arg) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(i, arg + 1, f->tr->byval);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

// Of an argument by value in memory; its C type may ask for more than its LLVM type.
static uint32_t alignment(struct front_fn *f, LLVMValueRef i, unsigned arg, LLVMTypeRef object) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(i, arg + 1, f->tr->align);
    return a ? (uint32_t)LLVMGetEnumAttributeValue(a) : LLVMABIAlignmentOfType(f->tr->layout, object);
}

static const struct ir_func *known_callee(struct front_fn *f, ir_val callee) {
    return ir_tag(callee) == IR_FUNC ? &f->tr->program->funcs.at[ir_index(callee)] : NULL;
}

static bool is_external(struct front_fn *f, ir_val callee) {
    const struct ir_func *g = known_callee(f, callee);
    return g && g->flags & IR_EXTERN;
}

static void add_argument(struct front_fn *f, struct call *c, LLVMValueRef i, unsigned k, bool copies) {
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    LLVMValueRef arg = LLVMGetOperand(i, k);
    LLVMTypeRef object = copies ? by_value(f, i, k) : NULL;
    if (!front_flatten(f->tr, LLVMTypeOf(arg), &p)) {
        ir_build_unmodelled(&f->b, "argument with too many parts");
        return;
    }
    front_operands(f, arg, parts, p.n);
    if (object) {
        uint64_t size = front_size(f->tr, object);
        struct ir_addr from = front_address(f, arg), to;
        to = front_addr_of(temporary_slot(f, c, "byval", size, alignment(f, i, k, object)), 0);
        if (size) ir_build_copy(&f->b, &to, &from, front_int(f, ir_word(f->tr->program), size), 0);
        parts[0] = to.base;
    }
    for (uint32_t n = 0; n < p.n; n++) vec_push(&c->args, parts[n]);
}

// ---- the block of variadic arguments: what the ABI would put on the stack ----------------------------------------------------------

struct piece {
    uint64_t offset;
    ir_val value;      // stored here; or
    uint64_t n_bytes;  // copied from `value` if not 0
};
struct layout {
    VEC(struct piece) pieces;
    uint64_t size;
    uint32_t align;
};

static void place_piece(struct front_fn *f, struct layout *l, ir_val v, uint64_t size, uint32_t align, uint64_t n_bytes) {
    uint32_t word = f->tr->program->pointer_bits / 8;
    if (align < word) align = word;
    if (align > l->align) l->align = align;
    l->size = (l->size + align - 1) & ~(uint64_t)(align - 1);
    vec_push(&l->pieces, (struct piece){l->size, v, n_bytes});
    l->size += (size + word - 1) & ~(uint64_t)(word - 1);
}

static void place_argument(struct front_fn *f, struct layout *l, LLVMValueRef i, unsigned k) {
    struct front_parts p;
    ir_val parts[FRONT_MAX_PARTS];
    LLVMValueRef arg = LLVMGetOperand(i, k);
    LLVMTypeRef object = by_value(f, i, k);
    if (object) {
        uint64_t size = front_size(f->tr, object);
        place_piece(f, l, front_operand(f, arg), size, alignment(f, i, k, object), size);
        return;
    }
    if (!front_flatten(f->tr, LLVMTypeOf(arg), &p)) return;  // said by add_argument
    front_operands(f, arg, parts, p.n);
    bool wide_words = f->tr->program->pointer_bits == 64;
    for (uint32_t n = 0; n < p.n; n++)
        place_piece(f, l, parts[n], ir_bytes(p.at[n].type), wide_words && ir_bits(p.at[n].type) > 64 ? 16 : 0, 0);
}

static ir_val variadic_block(struct front_fn *f, struct call *c, LLVMValueRef i, unsigned fixed, unsigned n) {
    struct layout l = {.align = 16};
    for (unsigned k = fixed; k < n; k++) place_argument(f, &l, i, k);
    ir_val slot = temporary_slot(f, c, "varargs", l.size, l.align);
    for (uint32_t k = 0; k < l.pieces.n; k++) {
        struct piece *p = &l.pieces.at[k];
        struct ir_addr to = front_addr_of(slot, (int64_t)p->offset), from = front_addr_of(p->value, 0);
        if (p->n_bytes)
            ir_build_copy(&f->b, &to, &from, front_int(f, ir_word(f->tr->program), p->n_bytes), 0);
        else
            ir_build_store(&f->b, p->value, &to, 0);
    }
    vec_free(&l.pieces);
    return slot;
}

// ------------------------------------------------------------------------------------------------------------------------------------

static void emit(struct front_fn *f, LLVMValueRef i, struct call *c, ir_val callee, ir_val varargs) {
    struct front_parts p;
    uint32_t dsts[FRONT_MAX_PARTS];
    ir_val parts[FRONT_MAX_PARTS];
    if (!front_flatten(f->tr, LLVMTypeOf(i), &p)) {
        front_unmodelled(f, i, "result with too many parts");
        return;
    }
    if (p.n == 1) {
        dsts[0] = front_destination(f, i, p.at[0].type);
    } else {
        for (uint32_t k = 0; k < p.n; k++) {
            dsts[k] = ir_build_local(&f->b, NULL, p.at[k].type, IR_NO_TYPE, IR_TEMP);
            parts[k] = ir_val_of(IR_LOCAL, dsts[k]);
        }
        front_bind_parts(f, i, parts, p.n);
    }
    ir_build_call(&f->b, dsts, p.n, callee, c->args.at, c->args.n, varargs);
    if (p.n == 1) front_promise_result(f, i, ir_val_of(IR_LOCAL, dsts[0]));
}

// A call without prototype looks variadic with no fixed argument: its arguments are ordinary ones, unless the function itself is f(...).
static bool is_all_variadic(LLVMValueRef callee) {
    LLVMTypeRef type = LLVMIsAFunction(callee) ? LLVMGlobalGetValueType(callee) : NULL;
    return type && !LLVMIsDeclaration(callee) && LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) == 0;
}

static void ordinary_call(struct front_fn *f, LLVMValueRef i) {
    struct call c = {0};
    LLVMTypeRef type = LLVMGetCalledFunctionType(i);
    unsigned n = LLVMGetNumArgOperands(i), fixed = LLVMCountParamTypes(type);
    ir_val callee = front_operand(f, LLVMGetCalledValue(i));
    bool external = is_external(f, callee);
    bool variadic = LLVMIsFunctionVarArg(type) && !external && (fixed || is_all_variadic(LLVMGetCalledValue(i)));
    for (unsigned k = 0; k < n; k++) add_argument(f, &c, i, k, !external && !(variadic && k >= fixed));
    ir_val varargs = variadic ? variadic_block(f, &c, i, fixed, n) : IR_NOTHING;
    emit(f, i, &c, callee, varargs);
    for (uint32_t k = c.slots.n; k-- > 0;) ir_build_leave(&f->b, c.slots.at[k]);
    vec_free(&c.args);
    vec_free(&c.slots);
}

void front_call(struct front_fn *f, LLVMValueRef i) {
    LLVMValueRef callee = LLVMGetCalledValue(i);
    uint32_t symbol;
    if (LLVMIsAInlineAsm(callee)) {
        front_asm(f, i);
    } else if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) && !ptrmap_get(&f->tr->symbols, callee, &symbol)) {
        front_intrinsic(f, i, callee);
    } else {
        ordinary_call(f, i);
    }
}
