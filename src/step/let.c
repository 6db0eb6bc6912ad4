// SPDX-License-Identifier: MIT
// Operators, comparisons, and what is learnt from their outcome.
#include <assert.h>

#include "step/step.h"

const uint8_t step_binary_of[IR_N_PURE] = {
    [IR_ADD_] = NUM_ADD + 1,         [IR_SUB_] = NUM_SUB + 1,         [IR_MUL_] = NUM_MUL + 1,         [IR_UDIV_] = NUM_UDIV + 1,
    [IR_SDIV_] = NUM_SDIV + 1,       [IR_UREM_] = NUM_UREM + 1,       [IR_SREM_] = NUM_SREM + 1,       [IR_SHL_] = NUM_SHL + 1,
    [IR_LSHR_] = NUM_LSHR + 1,       [IR_ASHR_] = NUM_ASHR + 1,       [IR_AND_] = NUM_AND + 1,         [IR_OR_] = NUM_OR + 1,
    [IR_XOR_] = NUM_XOR + 1,         [IR_UMIN_] = NUM_UMIN + 1,       [IR_UMAX_] = NUM_UMAX + 1,       [IR_SMIN_] = NUM_SMIN + 1,
    [IR_SMAX_] = NUM_SMAX + 1,       [IR_UADDSAT_] = NUM_UADDSAT + 1, [IR_SADDSAT_] = NUM_SADDSAT + 1, [IR_USUBSAT_] = NUM_USUBSAT + 1,
    [IR_SSUBSAT_] = NUM_SSUBSAT + 1,
};
const uint8_t step_test_of[IR_N_PURE] = {
    [IR_EQ_] = NUM_EQ + 1,       [IR_NE_] = NUM_NE + 1,       [IR_ULT_] = NUM_ULT + 1,     [IR_ULE_] = NUM_ULE + 1,
    [IR_SLT_] = NUM_SLT + 1,     [IR_SLE_] = NUM_SLE + 1,     [IR_UADDO_] = NUM_UADDO + 1, [IR_SADDO_] = NUM_SADDO + 1,
    [IR_USUBO_] = NUM_USUBO + 1, [IR_SSUBO_] = NUM_SSUBO + 1, [IR_UMULO_] = NUM_UMULO + 1, [IR_SMULO_] = NUM_SMULO + 1,
};

// ---- operators ---------------------------------------------------------------------------------------------------------------------

static bool arithmetic(struct step_run *r, void *d, const struct ir_instr *i, unsigned bits) {
    struct num_range a, b, result = num_range_full(bits);
    assert(bits && i->n_args);
    if (step_binary_of[i->pure] && i->n_args == 2) {
        if (!step_range(r, d, i->args[0], &a) || !step_range(r, d, i->args[1], &b)) return false;
        if (a.bits == bits && b.bits == bits) result = num_range_binary((enum num_binary)(step_binary_of[i->pure] - 1), a, b);
    }
    if (num_range_is_empty(result)) {
        step_give_up(r, "division by zero");
        return false;
    }
    step_give(r, d, i->dsts[0], result);
    return true;
}

// Of two conditions.
static bool connect(struct step_run *r, void *d, const struct ir_instr *i) {
    struct step_value a, b;
    if (!step_eval(r, d, i->args[0], &a) || !step_eval(r, d, i->args[1], &b)) return false;
    r->step->ops->connect(r, d, i->dsts[0], (enum ir_pure)i->pure, &a, &b);
    return true;
}

static bool equality(struct step_run *r, void *d, const struct ir_instr *i) {
    struct step_value a, b;
    assert(step_bits_of(r, i->args[0]) == step_bits_of(r, i->args[1]));
    if (!step_fits(r, ir_type_of(r->step->program, r->func, i->args[0]))) return false;
    if (!step_eval(r, d, i->args[0], &a) || !step_eval(r, d, i->args[1], &b)) return false;
    r->step->ops->equal(r, d, i->dsts[0], &a, &b, step_bits_of(r, i->args[0]), i->pure == IR_NE_);
    return true;
}

static bool test(struct step_run *r, void *d, const struct ir_instr *i) {
    struct num_range a, b;
    enum num_truth t = NUM_MAYBE;
    if (i->pure == IR_EQ_ || i->pure == IR_NE_) return equality(r, d, i);
    if (!step_range(r, d, i->args[0], &a) || !step_range(r, d, i->args[1], &b)) return false;
    if (step_test_of[i->pure] && a.bits == b.bits) t = num_range_test((enum num_test)(step_test_of[i->pure] - 1), a, b);
    step_give(r, d, i->dsts[0], num_range_truth(t));
    return true;
}

// A value of another width: one of {0, 1} stays what it is.
static bool resize(struct step_run *r, void *d, const struct ir_instr *i, unsigned bits) {
    struct num_range a;
    struct step_value x;
    if (!step_range(r, d, i->args[0], &a) || !step_eval(r, d, i->args[0], &x)) return false;
    assert(i->pure == IR_TRUNC_ ? bits <= a.bits : bits >= a.bits);
    bool two = a.bits <= 64 && num_range_leq(a, num_range_unsigned(a.bits, 0, 1));
    if (two && i->pure != IR_SEXT_)
        r->step->ops->assign(r, d, i->dsts[0], step_local_type(r, i->dsts[0]), &x);
    else
        step_give(r, d, i->dsts[0],
                  i->pure == IR_ZEXT_   ? num_range_zext(a, bits)
                  : i->pure == IR_SEXT_ ? num_range_sext(a, bits)
                                        : num_range_trunc(a, bits));
    return true;
}

static bool copy(struct step_run *r, void *d, const struct ir_instr *i, unsigned bits) {
    struct step_value x;
    if (step_bits_of(r, i->args[0]) != bits) return step_give_any(r, d, i->dsts[0]);
    if (!step_eval(r, d, i->args[0], &x)) return false;
    r->step->ops->assign(r, d, i->dsts[0], step_local_type(r, i->dsts[0]), &x);
    return true;
}

bool step_select(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    const struct step_ops *ops = r->step->ops;
    struct num_range range;
    num_word only;
    if (!step_fits(r, step_local_type(r, i->dsts[0])) || !step_decide(r, d, i->args[0], &range)) return false;
    bool known = num_range_is_const(range, &only), on = false;
    for (uint32_t k = 0; k < 2; k++) {
        if (known && (k == 0) != (only != 0)) continue;
        void *one = known || k ? d : ops->copy(r, d);
        struct step_value x;
        bool possible = step_assume(r, one, i->args[0], k == 0) && step_eval(r, one, i->args[1 + k], &x);
        if (possible) ops->assign(r, one, i->dsts[0], step_local_type(r, i->dsts[0]), &x);
        if (one == d)
            on = possible;
        else if (possible)
            vec_push(out, one);
        else
            ops->drop(r, one);
    }
    return on;
}

bool step_let(struct step_run *r, void *d, const struct ir_instr *i) {
    ir_type t = step_local_type(r, i->dsts[0]);
    unsigned bits = step_bits(t);
    assert(i->op == IR_LET && i->n_dsts == 1 && i->pure < IR_N_PURE);
    bool logic = i->pure == IR_AND_ || i->pure == IR_OR_ || i->pure == IR_XOR_;
    if (!step_fits(r, t)) return false;
    switch (ir_pures[i->pure].class) {
    case IR_CLASS_COPY:
    case IR_CLASS_CAST:
    case IR_CLASS_BITS: return copy(r, d, i, bits);
    case IR_CLASS_TEST: return test(r, d, i);
    case IR_CLASS_WIDEN:
    case IR_CLASS_NARROW: return resize(r, d, i, bits);
    case IR_CLASS_ARITH: return bits == 1 && logic && r->step->ops->connect ? connect(r, d, i) : arithmetic(r, d, i, bits);
    default: return step_give_any(r, d, i->dsts[0]);
    }
}

// ---- what an outcome tells ---------------------------------------------------------------------------------------------------------

static bool assigns(const struct ir_instr *i, uint32_t local) {
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (i->dsts[k] == local) return true;
    return (i->op == IR_ENTER || i->op == IR_LEAVE) && i->subject == ir_val_of(IR_LOCAL, local);
}

// The instruction before `at` of the same block that gave the local its value, or UINT32_MAX.
static uint32_t origin(const struct step_run *r, uint32_t at, uint32_t local) {
    while (at-- > 0 && ir_ops[r->func->instrs.at[at].op].group != IR_GROUP_END)
        if (assigns(&r->func->instrs.at[at], local)) return at;
    return UINT32_MAX;
}

// Has the local still the value that it had at that instruction?
static bool is_unchanged(const struct step_run *r, uint32_t from, uint32_t local) {
    for (uint32_t at = from + 1; at < r->at; at++)
        if (assigns(&r->func->instrs.at[at], local)) return false;
    return true;
}

static bool narrow_local(struct step_run *r, void *d, uint32_t local, struct num_range range) {
    struct step_value x;
    assert(!num_range_is_empty(range));
    r->step->ops->local(r, d, local, &x);
    struct num_range old = r->step->ops->range(r, d, &x, range.bits), new = num_range_meet(old, range);
    if (num_range_is_empty(new)) return false;
    return !num_range_leq(new, old) || r->step->ops->narrow(r, d, local, new);
}

// The value was in the range at `at`; and what it was copied from, or widened.
static bool narrow(struct step_run *r, void *d, ir_val v, struct num_range range, uint32_t at, uint32_t depth) {
    if (ir_tag(v) != IR_LOCAL) return true;
    assert(at <= r->at && range.bits == step_bits_of(r, v));
    uint32_t local = ir_index(v), from = origin(r, at, local);
    if (is_unchanged(r, at, local) && !narrow_local(r, d, local, range)) return false;
    const struct ir_instr *i = from == UINT32_MAX ? NULL : &r->func->instrs.at[from];
    if (!i || i->op != IR_LET || !depth) return true;
    if (i->pure == IR_COPY_) return narrow(r, d, i->args[0], range, from, depth - 1);
    if (ir_pures[i->pure].class != IR_CLASS_WIDEN || range.bits > 64) return true;
    unsigned bits = step_bits_of(r, i->args[0]);
    struct num_range all = num_range_full(bits);  // even if the wide value, a temporary, is forgotten already
    range = num_range_meet(range, i->pure == IR_SEXT_ ? num_range_sext(all, range.bits) : num_range_zext(all, range.bits));
    return !num_range_is_empty(range) && narrow(r, d, i->args[0], num_range_trunc(range, bits), from, depth - 1);
}

enum { ORIGINS = 3 };  // that are followed

bool step_narrow(struct step_run *r, void *d, ir_val v, struct num_range range) {
    return narrow(r, d, v, range, r->at, ORIGINS);
}

// The condition was a comparison of numbers in the same block: their ranges get smaller.
static bool learn(struct step_run *r, void *d, uint32_t local, bool outcome) {
    uint32_t at = origin(r, r->at, local);
    const struct ir_instr *i = at == UINT32_MAX ? NULL : &r->func->instrs.at[at];
    struct num_range range[2];
    if (!i || i->op != IR_LET || !step_test_of[i->pure]) return true;
    for (uint32_t k = 0; k < 2; k++) {
        unsigned bits = step_bits_of(r, i->args[k]);
        if (!bits || bits > 64) return true;
        range[k] = num_range_full(bits);
        bool still = ir_tag(i->args[k]) == IR_CONST || (ir_tag(i->args[k]) == IR_LOCAL && is_unchanged(r, at, ir_index(i->args[k])));
        if (still && !step_range(r, d, i->args[k], &range[k])) return false;
    }
    num_range_refine((enum num_test)(step_test_of[i->pure] - 1), outcome, &range[0], &range[1]);
    if (num_range_is_empty(range[0]) || num_range_is_empty(range[1])) return true;
    return narrow(r, d, i->args[0], range[0], at, ORIGINS) && narrow(r, d, i->args[1], range[1], at, ORIGINS);
}

bool step_assume(struct step_run *r, void *d, ir_val v, bool outcome) {
    struct step_value x;
    unsigned bits = step_bits_of(r, v);
    if (!step_fits(r, ir_type_of(r->step->program, r->func, v)) || !step_eval(r, d, v, &x)) return false;
    if (!r->step->ops->assume(r, d, &x, bits, outcome)) return false;
    return bits != 1 || ir_tag(v) != IR_LOCAL || r->step->ops->act || learn(r, d, ir_index(v), outcome);
}
