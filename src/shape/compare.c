// SPDX-License-Identifier: MIT
// Operators, comparisons, and what is learnt from their outcome.
#include "shape/shape.h"

// ---- equality ----------------------------------------------------------------------------------------------------------------------------

static bool is_pointer(const struct shape_value *v) {
    return v->kind == SHAPE_POINTER || v->kind == SHAPE_ADDRESS || v->kind == SHAPE_CODE;
}

static uint64_t object_size(const struct shape_run *r, const struct shape_draft *d, const struct shape_value *v) {
    const struct ir_program *p = r->shape->program;
    if (v->object < p->globals.n) return p->globals.at[v->object].flags & IR_UNSIZED ? 0 : p->globals.at[v->object].size;
    uint32_t func = d->frames.at[v->frame].func;
    return p->funcs.at[func].slots.at[v->object - r->shape->scan.first_slot[func]].size;
}

// An address inside an object that is there, and that no other object has.
static bool is_solid(const struct shape_run *r, const struct shape_draft *d, const struct shape_value *v) {
    const struct ir_program *p = r->shape->program;
    uint64_t size = 0;
    if (v->kind == SHAPE_CODE) return !(p->funcs.at[v->object].flags & (IR_WEAK | IR_EXTERN));
    if (v->kind == SHAPE_POINTER && !shape_size_of(r, d, v->name, &size)) return false;
    if (v->kind == SHAPE_ADDRESS) size = object_size(r, d, v);
    bool merged =
        v->kind == SHAPE_ADDRESS && v->object < p->globals.n && p->globals.at[v->object].flags & (IR_WEAK | IR_EXTERN | IR_READONLY);
    return !merged && v->offset >= 0 && (uint64_t)v->offset < size;
}

static bool same_object(const struct shape_value *a, const struct shape_value *b) {
    if (a->kind != b->kind) return false;
    return a->kind == SHAPE_POINTER ? a->name == b->name : a->object == b->object && a->frame == b->frame;
}

enum num_truth shape_equal(const struct shape_run *r, const struct shape_draft *d, const struct shape_value *a,
                           const struct shape_value *b) {
    num_word x;
    if (a->kind == SHAPE_NUMBER && b->kind == SHAPE_NUMBER)
        return a->range.bits == b->range.bits ? num_range_test(NUM_EQ, a->range, b->range) : NUM_MAYBE;
    if (is_pointer(a) && is_pointer(b)) {
        if (same_object(a, b)) return a->offset == b->offset ? NUM_TRUE : NUM_FALSE;
        return is_solid(r, d, a) && is_solid(r, d, b) ? NUM_FALSE : NUM_MAYBE;
    }
    const struct shape_value *pointer = is_pointer(a) ? a : b, *number = is_pointer(a) ? b : a;
    bool null = number->kind == SHAPE_NUMBER && num_range_is_const(number->range, &x) && !x;
    if (!is_pointer(pointer) || !null) return NUM_MAYBE;
    bool start = pointer->kind == SHAPE_POINTER && !pointer->offset;
    return start || is_solid(r, d, pointer) ? NUM_FALSE : NUM_MAYBE;
}

// ---- operators ---------------------------------------------------------------------------------------------------------------------------

static const int8_t binary_of[IR_N_PURE] = {
    [IR_ADD_] = NUM_ADD + 1,   [IR_SUB_] = NUM_SUB + 1,   [IR_MUL_] = NUM_MUL + 1, [IR_UDIV_] = NUM_UDIV + 1, [IR_SDIV_] = NUM_SDIV + 1,
    [IR_UREM_] = NUM_UREM + 1, [IR_SREM_] = NUM_SREM + 1, [IR_SHL_] = NUM_SHL + 1, [IR_LSHR_] = NUM_LSHR + 1, [IR_ASHR_] = NUM_ASHR + 1,
    [IR_AND_] = NUM_AND + 1,   [IR_OR_] = NUM_OR + 1,     [IR_XOR_] = NUM_XOR + 1, [IR_UMIN_] = NUM_UMIN + 1, [IR_UMAX_] = NUM_UMAX + 1,
    [IR_SMIN_] = NUM_SMIN + 1, [IR_SMAX_] = NUM_SMAX + 1,
};
static const int8_t test_of[IR_N_PURE] = {
    [IR_EQ_] = NUM_EQ + 1,   [IR_NE_] = NUM_NE + 1,   [IR_ULT_] = NUM_ULT + 1,
    [IR_ULE_] = NUM_ULE + 1, [IR_SLT_] = NUM_SLT + 1, [IR_SLE_] = NUM_SLE + 1,
};

static unsigned bits_of(const struct shape_run *r, ir_val v) {
    return shape_bits(ir_type_of(r->shape->program, r->func, v));
}

static bool range_of(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range *out) {
    struct shape_value x;
    unsigned bits = bits_of(r, v);
    if (!bits || !shape_eval(r, d, v, &x)) return false;
    *out = shape_range(&x, bits);
    return true;
}

static bool give(struct shape_draft *d, const struct ir_instr *i, struct num_range range) {
    *shape_local(d, i->dsts[0]) = shape_number(range);
    return true;
}

static bool arithmetic(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, unsigned bits) {
    struct num_range a, b;
    if (!binary_of[i->pure] || i->n_args != 2) return give(d, i, num_range_full(bits));
    if (!range_of(r, d, i->args[0], &a) || !range_of(r, d, i->args[1], &b)) return false;
    if (a.bits != bits || b.bits != bits) return give(d, i, num_range_full(bits));
    struct num_range result = num_range_binary((enum num_binary)(binary_of[i->pure] - 1), a, b);
    if (num_range_is_empty(result)) shape_give_up(r, "division by zero");
    return !num_range_is_empty(result) && give(d, i, result);
}

static bool test(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i) {
    struct shape_value a, b;
    unsigned bits = bits_of(r, i->args[0]);
    if (!bits || !shape_eval(r, d, i->args[0], &a) || !shape_eval(r, d, i->args[1], &b)) return false;
    enum num_truth t = NUM_MAYBE;
    if (i->pure == IR_EQ_ || i->pure == IR_NE_) {
        t = shape_equal(r, d, &a, &b);
        if (i->pure == IR_NE_) t = (t & NUM_TRUE ? NUM_FALSE : 0) | (t & NUM_FALSE ? NUM_TRUE : 0);
    } else if (test_of[i->pure] && a.kind == SHAPE_NUMBER && b.kind == SHAPE_NUMBER && a.range.bits == b.range.bits) {
        t = num_range_test((enum num_test)(test_of[i->pure] - 1), a.range, b.range);
    }
    return give(d, i, num_range_truth(t));
}

static bool resize(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, unsigned bits) {
    struct num_range a;
    if (!range_of(r, d, i->args[0], &a)) return false;
    return give(d, i,
                i->pure == IR_ZEXT_   ? num_range_zext(a, bits)
                : i->pure == IR_SEXT_ ? num_range_sext(a, bits)
                                      : num_range_trunc(a, bits));
}

static bool copy(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, unsigned bits) {
    struct shape_value x;
    if (bits_of(r, i->args[0]) != bits) return give(d, i, num_range_full(bits));
    if (!shape_eval(r, d, i->args[0], &x)) return false;
    *shape_local(d, i->dsts[0]) = x;
    return true;
}

static bool select_one(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    for (uint32_t k = 0; k < 2; k++) {
        struct shape_draft one;
        struct shape_value x;
        shape_draft_copy(r->vocabulary, &one, d);
        if (shape_assume(r, &one, i->args[0], k == 0) && shape_eval(r, &one, i->args[1 + k], &x)) {
            *shape_local(&one, i->dsts[0]) = x;
            vec_push(out, one);
        } else {
            shape_discard(r, &one);
        }
    }
    return false;
}

bool shape_let(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    unsigned bits = shape_bits(r->func->locals.at[i->dsts[0]].type);
    if (!bits) {
        shape_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        return false;
    }
    switch (ir_pures[i->pure].class) {
    case IR_CLASS_COPY:
    case IR_CLASS_CAST:
    case IR_CLASS_BITS: return copy(r, d, i, bits);
    case IR_CLASS_TEST: return test(r, d, i);
    case IR_CLASS_WIDEN:
    case IR_CLASS_NARROW: return resize(r, d, i, bits);
    case IR_CLASS_SELECT: return select_one(r, d, i, out);
    case IR_CLASS_ARITH: return arithmetic(r, d, i, bits);
    default: return give(d, i, num_range_full(bits));
    }
}

// ---- what an outcome tells -----------------------------------------------------------------------------------------------------------------

static bool assigns(const struct ir_instr *i, uint32_t local) {
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (i->dsts[k] == local) return true;
    return (i->op == IR_ENTER || i->op == IR_LEAVE) && i->subject == ir_val_of(IR_LOCAL, local);
}

// The instruction before `at` of the same block that gave the local its value, or UINT32_MAX.
static uint32_t origin(const struct shape_run *r, uint32_t at, uint32_t local) {
    while (at-- > 0 && ir_ops[r->func->instrs.at[at].op].group != IR_GROUP_END)
        if (assigns(&r->func->instrs.at[at], local)) return at;
    return UINT32_MAX;
}

// Has the local still the value that it had at that instruction?
static bool is_unchanged(const struct shape_run *r, uint32_t from, uint32_t local) {
    for (uint32_t at = from + 1; at < r->at; at++)
        if (assigns(&r->func->instrs.at[at], local)) return false;
    return true;
}

static bool narrow(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range range, uint32_t at, uint32_t depth) {
    if (ir_tag(v) != IR_LOCAL) return true;
    uint32_t local = ir_index(v), from = origin(r, at, local);
    struct shape_value *x = shape_local(d, local);
    if (is_unchanged(r, at, local) && x->kind == SHAPE_NUMBER && x->range.bits == range.bits) {
        struct num_range new = num_range_meet(x->range, range);
        if (num_range_is_empty(new)) return false;
        if (num_range_leq(new, x->range)) x->range = new;
    }
    const struct ir_instr *i = from == UINT32_MAX ? NULL : &r->func->instrs.at[from];
    if (!i || i->op != IR_LET || !depth) return true;
    if (i->pure == IR_COPY_) return narrow(r, d, i->args[0], range, from, depth - 1);
    if (ir_pures[i->pure].class != IR_CLASS_WIDEN || range.bits > 64) return true;
    return narrow(r, d, i->args[0], num_range_trunc(range, bits_of(r, i->args[0])), from, depth - 1);
}

bool shape_narrow(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range range) {
    return narrow(r, d, v, range, r->at, 3);
}

// The condition was a comparison of numbers in the same block: their ranges get smaller.
static bool learn(struct shape_run *r, struct shape_draft *d, uint32_t local, bool outcome) {
    uint32_t at = origin(r, r->at, local);
    const struct ir_instr *i = at == UINT32_MAX ? NULL : &r->func->instrs.at[at];
    struct num_range range[2];
    if (!i || i->op != IR_LET || !test_of[i->pure]) return true;
    for (uint32_t k = 0; k < 2; k++) {
        unsigned bits = bits_of(r, i->args[k]);
        if (!bits || bits > 64) return true;
        range[k] = num_range_full(bits);
        bool still = ir_tag(i->args[k]) == IR_CONST || (ir_tag(i->args[k]) == IR_LOCAL && is_unchanged(r, at, ir_index(i->args[k])));
        if (still && !range_of(r, d, i->args[k], &range[k])) return false;
    }
    num_range_refine((enum num_test)(test_of[i->pure] - 1), outcome, &range[0], &range[1]);
    if (num_range_is_empty(range[0]) || num_range_is_empty(range[1])) return true;
    return narrow(r, d, i->args[0], range[0], at, 3) && narrow(r, d, i->args[1], range[1], at, 3);
}

bool shape_assume(struct shape_run *r, struct shape_draft *d, ir_val v, bool outcome) {
    struct shape_value x;
    unsigned bits = bits_of(r, v);
    if (!bits || !shape_eval(r, d, v, &x)) return false;
    struct shape_value zero = shape_number(num_range_const(bits, 0));
    enum num_truth t = shape_equal(r, d, &x, &zero);
    if (!(t & (outcome ? NUM_FALSE : NUM_TRUE))) return false;
    return bits != 1 || ir_tag(v) != IR_LOCAL || learn(r, d, ir_index(v), outcome);
}
