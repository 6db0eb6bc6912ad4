// SPDX-License-Identifier: MIT
// What an LLVM value is to us: bindings, their lazy evaluation, operands and addresses.
#include <assert.h>

#include "front/translate.h"

static uint32_t count_uses(LLVMValueRef v) {
    uint32_t n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) n++;
    return n;
}

struct front_binding *front_bind(struct front_fn *f, LLVMValueRef v, enum front_bind kind) {
    struct front_binding *b = vec_add(&f->bindings);
    b->value = v;
    b->kind = kind;
    b->n = 1;
    b->uses = count_uses(v);
    ptrmap_set(&f->map, v, f->bindings.n - 1);
    return b;
}

struct front_binding *front_bound(struct front_fn *f, LLVMValueRef v) {
    uint32_t i;
    return ptrmap_get(&f->map, v, &i) ? &f->bindings.at[i] : NULL;
}

void front_bind_value(struct front_fn *f, LLVMValueRef v, ir_val scalar) {
    front_bind(f, v, FRONT_VALUE)->scalar = scalar;
}

void front_bind_parts(struct front_fn *f, LLVMValueRef v, const ir_val *parts, uint32_t n) {
    struct front_binding *b = front_bind(f, v, FRONT_VALUE);
    b->n = n;
    b->scalar = n == 1 ? parts[0] : IR_NOTHING;
    b->first = f->parts.n;
    for (uint32_t i = 0; i < n; i++) vec_push(&f->parts, parts[i]);
}

void front_bind_lazy(struct front_fn *f, LLVMValueRef v, ir_val variable) {
    front_bind_value(f, v, variable);
    vec_push(&f->lazy, f->bindings.n - 1);
}

void front_bind_address(struct front_fn *f, LLVMValueRef v, struct ir_addr a) {
    front_bind(f, v, FRONT_ADDRESS)->addr = a;
    vec_push(&f->lazy, f->bindings.n - 1);
}

ir_val front_int(struct front_fn *f, ir_type type, uint64_t value) {
    return ir_const_int(f->tr->program, type, value);
}

struct ir_addr front_addr_of(ir_val base, int64_t offset) {
    return (struct ir_addr){.base = base, .offset = offset};
}

// ---- making lazy bindings real -----------------------------------------------------------------------------------------------------

static ir_val address_value(struct front_fn *f, const struct ir_addr *a) {
    if (!a->offset && !a->n_terms) return a->base;
    uint32_t dst = ir_build_local(&f->b, NULL, ir_ptr(f->tr->program), IR_NO_TYPE, IR_TEMP);
    ir_build_addr(&f->b, dst, a);
    return ir_val_of(IR_LOCAL, dst);
}

static bool is_variable(struct front_fn *f, ir_val v) {
    if (ir_tag(v) != IR_LOCAL) return false;
    return !(f->tr->program->funcs.at[f->b.func].locals.at[ir_index(v)].flags & IR_TEMP);
}

static ir_val copy_of(struct front_fn *f, ir_val v) {
    ir_type type = ir_type_of(f->tr->program, &f->tr->program->funcs.at[f->b.func], v);
    return ir_build_let_temp(&f->b, type, IR_COPY_, v, IR_NOTHING, IR_NOTHING);
}

// The place of a slot is another one each time the slot is born: an address in it is computed where it is used.
static bool is_in_slot(const struct front_binding *b) {
    return b->kind == FRONT_ADDRESS && ir_tag(b->addr.base) == IR_SLOT;
}

static void settle_terms(struct front_fn *f, struct ir_addr *a) {
    struct ir_term *terms = ARENA_ARRAY(&f->tr->program->arena, struct ir_term, a->n_terms);
    for (uint32_t i = 0; i < a->n_terms; i++) {
        terms[i] = a->terms[i];
        if (is_variable(f, terms[i].index)) terms[i].index = copy_of(f, terms[i].index);
    }
    a->terms = terms;
}

// The binding no longer refers to variables: what it stands for now is in a temporary.
static void settle(struct front_fn *f, struct front_binding *b) {
    if (is_in_slot(b)) {
        if (b->addr.n_terms) settle_terms(f, &b->addr);
        return;
    }
    ir_val v = b->kind == FRONT_ADDRESS ? address_value(f, &b->addr) : b->scalar;
    if (is_variable(f, v)) v = copy_of(f, v);
    b->kind = FRONT_VALUE;
    b->scalar = v;
}

static bool refers_to(const struct front_binding *b, ir_val variable) {
    if (b->kind == FRONT_VALUE) return b->scalar == variable;
    if (b->addr.base == variable) return true;
    for (uint32_t i = 0; i < b->addr.n_terms; i++)
        if (b->addr.terms[i].index == variable) return true;
    return false;
}

void front_settle_variable(struct front_fn *f, ir_val variable) {
    for (uint32_t i = 0; i < f->lazy.n; i++) {
        struct front_binding *b = &f->bindings.at[f->lazy.at[i]];
        if (b->uses && refers_to(b, variable)) settle(f, b);
    }
}

void front_settle_all(struct front_fn *f) {
    for (uint32_t i = 0; i < f->lazy.n; i++) {
        struct front_binding *b = &f->bindings.at[f->lazy.at[i]];
        if (b->uses) settle(f, b);
    }
    vec_clear(&f->lazy);
}

void front_consume(struct front_fn *f, LLVMValueRef i) {
    if (f->consumed == i) return;
    f->consumed = i;
    for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
        struct front_binding *b = front_bound(f, LLVMGetOperand(i, (unsigned)k));
        if (b && b->uses) b->uses--;
    }
}

// ---- constants as operands ---------------------------------------------------------------------------------------------------------

static enum ir_pure expression_operator(LLVMValueRef c) {
    switch (LLVMGetConstOpcode(c)) {
    case LLVMAdd: return IR_ADD_;
    case LLVMSub: return IR_SUB_;
    case LLVMXor: return IR_XOR_;
    case LLVMTrunc: return IR_TRUNC_;
    case LLVMPtrToInt:
    case LLVMIntToPtr: return IR_CAST_;
    case LLVMBitCast: return IR_BITS_;
    default: return IR_COPY_;
    }
}

static bool is_blob(struct front_fn *f, LLVMValueRef v) {
    return ir_kind(front_scalar(f->tr, LLVMTypeOf(v))) == IR_BLOB;
}

static ir_val expression_value(struct front_fn *f, LLVMValueRef c, ir_type type) {
    bool scalar = LLVMIsAConstantExpr(c) && !is_blob(f, c) && !is_blob(f, LLVMGetOperand(c, 0));
    enum ir_pure pure = scalar ? expression_operator(c) : IR_COPY_;
    if (pure == IR_COPY_) {
        uint32_t dst = ir_build_local(&f->b, NULL, type, IR_NO_TYPE, IR_TEMP);
        ir_build_any(&f->b, dst, "constant expression");
        return ir_val_of(IR_LOCAL, dst);
    }
    ir_val a = front_operand(f, LLVMGetOperand(c, 0));
    ir_val b = ir_pures[pure].arity > 1 ? front_operand(f, LLVMGetOperand(c, 1)) : IR_NOTHING;
    return ir_build_let_temp(&f->b, type, pure, a, b, IR_NOTHING);
}

static ir_val vector_constant(struct front_fn *f, LLVMValueRef c, ir_type type) {
    unsigned __int128 bits = 0;
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(c)), width = ir_bits(type) / (n ? n : 1);
    if (ir_bits(type) > 128) return IR_NOTHING;
    for (unsigned i = n; i-- > 0;) {
        struct front_constant e = front_constant(f->tr, LLVMGetAggregateElement(c, i));
        if (!e.known || e.target || width > 64) return IR_NOTHING;
        bits = bits << (width < 128 ? width : 0) | e.lo;
    }
    return ir_const_wide(f->tr->program, type, (uint64_t)bits, (uint64_t)(bits >> 64));
}

static ir_val constant_value(struct front_fn *f, LLVMValueRef c) {
    ir_type type = front_scalar(f->tr, LLVMTypeOf(c));
    struct front_constant k = front_constant(f->tr, c);
    if (k.known && k.undef) return ir_const_undef(f->tr->program, type);
    if (k.known && !k.target) return ir_const_wide(f->tr->program, type, k.lo, k.hi);
    if (k.known && ir_kind(type) != IR_BLOB) {
        struct ir_addr a = front_addr_of(k.target, k.addend);
        ir_val v = address_value(f, &a);
        return ir_kind(type) == IR_PTR ? v : ir_build_let_temp(&f->b, type, IR_CAST_, v, IR_NOTHING, IR_NOTHING);
    }
    ir_val v = LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMVectorTypeKind ? vector_constant(f, c, type) : IR_NOTHING;
    return v ? v : expression_value(f, c, type);
}

// ---- operands ----------------------------------------------------------------------------------------------------------------------

void front_bind_copies(struct front_fn *f, LLVMValueRef v, ir_val *parts, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (is_variable(f, parts[i])) parts[i] = copy_of(f, parts[i]);
    front_bind_parts(f, v, parts, n);
}

ir_val front_operand(struct front_fn *f, LLVMValueRef v) {
    struct front_binding *b = front_bound(f, v);
    if (!b) return constant_value(f, v);
    if (b->kind == FRONT_ADDRESS) {
        if (is_in_slot(b) || (!b->addr.offset && !b->addr.n_terms)) return address_value(f, &b->addr);
        settle(f, b);
    }
    assert(b->kind == FRONT_SLOT || (b->kind == FRONT_VALUE && b->n == 1));
    return b->scalar;
}

static uint32_t constant_parts(struct front_fn *f, LLVMValueRef c, ir_val *out, uint32_t n) {
    LLVMTypeRef type = LLVMTypeOf(c);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) {
        if (n) out[0] = front_operand(f, c);
        return n ? 1 : 0;
    }
    uint64_t count = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    uint32_t used = 0;
    for (uint64_t i = 0; i < count; i++) used += constant_parts(f, LLVMGetAggregateElement(c, (unsigned)i), out + used, n - used);
    return used;
}

void front_operands(struct front_fn *f, LLVMValueRef v, ir_val *out, uint32_t n) {
    struct front_binding *b = front_bound(f, v);
    if (!b) {
        uint32_t used = constant_parts(f, v, out, n);
        assert(used == n);
        (void)used;
    } else if (b->kind == FRONT_VALUE && b->n != 1) {
        assert(b->n == n);
        for (uint32_t i = 0; i < n; i++) out[i] = f->parts.at[b->first + i];
    } else if (n) {
        out[0] = front_operand(f, v);
    }
}

static ir_val unknown_pointer(struct front_fn *f, const char *why) {
    uint32_t dst = ir_build_local(&f->b, NULL, ir_ptr(f->tr->program), IR_NO_TYPE, IR_TEMP);
    ir_build_unmodelled(&f->b, why);
    ir_build_any(&f->b, dst, why);
    return ir_val_of(IR_LOCAL, dst);
}

struct ir_addr front_address(struct front_fn *f, LLVMValueRef pointer) {
    struct front_binding *b = front_bound(f, pointer);
    if (b && b->kind == FRONT_ADDRESS) return b->addr;
    if (ir_kind(front_scalar(f->tr, LLVMTypeOf(pointer))) != IR_PTR) return front_addr_of(unknown_pointer(f, "address space"), 0);
    if (b) return front_addr_of(front_operand(f, pointer), 0);
    struct front_constant k = front_constant(f->tr, pointer);
    if (k.known && k.target) return front_addr_of(k.target, k.addend);
    return front_addr_of(front_operand(f, pointer), 0);
}

ir_val front_word(struct front_fn *f, ir_val v) {
    ir_type type = ir_type_of(f->tr->program, &f->tr->program->funcs.at[f->b.func], v), word = ir_word(f->tr->program);
    const struct ir_const *c = ir_const_of(f->tr->program, v);
    if (type == word || ir_kind(type) != IR_INT) return v;
    if (c && !c->undef) return ir_const_int(f->tr->program, word, c->lo);
    return ir_build_let_temp(&f->b, word, ir_bits(type) < ir_bits(word) ? IR_ZEXT_ : IR_TRUNC_, v, IR_NOTHING, IR_NOTHING);
}

// ---- destinations ------------------------------------------------------------------------------------------------------------------

static bool is_marker(LLVMValueRef i) {
    return LLVMIsADbgInfoIntrinsic(i) != NULL;
}

// The promoted variable to which the next instruction stores v, if that is v's only use.
static struct front_binding *stored_next(struct front_fn *f, LLVMValueRef v, LLVMValueRef *store) {
    LLVMUseRef use = LLVMGetFirstUse(v);
    if (!use || LLVMGetNextUse(use)) return NULL;
    LLVMValueRef next = LLVMGetNextInstruction(v);
    while (next && is_marker(next)) next = LLVMGetNextInstruction(next);
    if (!next || !LLVMIsAStoreInst(next) || LLVMGetOperand(next, 0) != v) return NULL;
    if (f->unmarked.n && front_scope_of(f, next) != front_scope_of(f, v)) return NULL;  // a variable may be born in between
    struct front_binding *b = front_bound(f, LLVMGetOperand(next, 1));
    *store = next;
    return b && b->kind == FRONT_VARIABLE ? b : NULL;
}

uint32_t front_destination(struct front_fn *f, LLVMValueRef v, ir_type type) {
    LLVMValueRef store = NULL;
    front_consume(f, v);
    struct front_binding *b = stored_next(f, v, &store);
    if (b) {
        ir_val variable = b->scalar;
        front_settle_variable(f, variable);
        f->done = store;
        return ir_index(variable);
    }
    uint32_t dst = ir_build_local(&f->b, NULL, type, IR_NO_TYPE, IR_TEMP);
    front_bind_value(f, v, ir_val_of(IR_LOCAL, dst));
    return dst;
}

void front_let(struct front_fn *f, LLVMValueRef v, ir_type type, enum ir_pure pure, ir_val a, ir_val b, ir_val c) {
    uint32_t dst = front_destination(f, v, type);
    ir_build_let(&f->b, dst, pure, a, b, c);
}

void front_any(struct front_fn *f, LLVMValueRef v, const char *why) {
    struct front_parts p;
    ir_val out[FRONT_MAX_PARTS];
    if (!front_flatten(f->tr, LLVMTypeOf(v), &p)) {
        ir_build_unmodelled(&f->b, "value with too many parts");
        p.n = 0;
    }
    for (uint32_t i = 0; i < p.n; i++) {
        uint32_t dst = ir_build_local(&f->b, NULL, p.at[i].type, IR_NO_TYPE, IR_TEMP);
        ir_build_any(&f->b, dst, why);
        out[i] = ir_val_of(IR_LOCAL, dst);
    }
    front_bind_parts(f, v, out, p.n);
}

void front_unmodelled(struct front_fn *f, LLVMValueRef v, const char *name) {
    ir_build_unmodelled(&f->b, name);
    front_any(f, v, name);
}
