// SPDX-License-Identifier: MIT
#include "solve/decision.h"

uint64_t solve_value(const struct solve_formulas *f, const struct exec_decision *d) {
    return f->record->nodes.at[d->node].value;
}

uint32_t solve_bits(const struct solve_formulas *f, const struct exec_decision *d) {
    return ir_bits(f->record->nodes.at[d->node].type);
}

// low <= x <= high, unsigned.
static Z3_ast between(struct solve_formulas *f, const struct exec_decision *d, uint64_t low, uint64_t high) {
    Z3_context c = f->context;
    Z3_ast x = solve_formula(f, d->node);
    Z3_ast from = solve_number(f, solve_bits(f, d), low), to = solve_number(f, solve_bits(f, d), high);
    if (low == high) return Z3_mk_eq(c, x, from);
    Z3_ast both[] = {Z3_mk_bvule(c, from, x), Z3_mk_bvule(c, x, to)};
    return Z3_mk_and(c, 2, both);
}

Z3_ast solve_in_case(struct solve_formulas *f, const struct ir_instr *i, const struct exec_decision *d, uint32_t way) {
    Z3_context c = f->context;
    if (way < i->n_cases) return between(f, d, i->cases[way].lo, i->cases[way].hi);
    VEC(Z3_ast) none = {0};
    for (uint32_t k = 0; k < i->n_cases; k++) vec_push(&none, Z3_mk_not(c, between(f, d, i->cases[k].lo, i->cases[k].hi)));
    Z3_ast all = none.n ? Z3_mk_and(c, none.n, none.at) : Z3_mk_true(c);
    vec_free(&none);
    return all;
}

// ---- wrapping around -----------------------------------------------------------------------------------------------------------------

enum { MOST_STEPS = 32 };  // of a computation

// Does the operator give less than it should?  NULL: it cannot.
static Z3_ast wraps(struct solve_formulas *f, const struct exec_node *n) {
    Z3_context c = f->context;
    uint32_t bits = ir_bits(n->type), from = ir_bits(n->arg_type);
    const struct exec_node *args = f->record->nodes.at, *second = &args[n->args[1]];
    bool subtracts = second->kind == EXEC_NODE_CONST && second->value >> (bits - 1);
    Z3_ast a = solve_formula(f, n->args[0]);
    switch (n->pure) {
    case IR_ADD_: return subtracts ? NULL : Z3_mk_not(c, Z3_mk_bvadd_no_overflow(c, a, solve_formula(f, n->args[1]), false));
    case IR_MUL_: return Z3_mk_not(c, Z3_mk_bvmul_no_overflow(c, a, solve_formula(f, n->args[1]), false));
    case IR_SHL_: return Z3_mk_not(c, Z3_mk_eq(c, Z3_mk_bvlshr(c, solve_formula(f, (uint32_t)(n - args)), solve_formula(f, n->args[1])), a));
    case IR_TRUNC_: return Z3_mk_not(c, Z3_mk_eq(c, Z3_mk_extract(c, from - 1, bits, a), solve_number(f, from - bits, 0)));
    default: return NULL;
    }
}

// One of the operators that the node is computed by wraps around, the last ones first; NULL: none can.
static Z3_ast wraps_inside(struct solve_formulas *f, uint32_t node) {
    VEC(uint32_t) open = {0};
    VEC(Z3_ast) any = {0};
    vec_push(&open, node);
    for (uint32_t i = 0; i < open.n && i < MOST_STEPS; i++) {
        const struct exec_node *n = &f->record->nodes.at[open.at[i]];
        bool pure = n->kind == EXEC_NODE_PURE;
        Z3_ast one = pure ? wraps(f, n) : NULL;
        if (one) vec_push(&any, one);
        if (pure || n->kind == EXEC_NODE_PART)
            for (uint32_t k = 0; k < solve_arity(n); k++) vec_push(&open, n->args[k]);
    }
    Z3_ast all = any.n ? Z3_mk_or(f->context, any.n, any.at) : NULL;
    vec_free(&open);
    vec_free(&any);
    return all;
}

Z3_ast solve_wrapped(struct solve_formulas *f, const struct exec_decision *d, uint64_t low, uint64_t high) {
    Z3_ast wrapped = wraps_inside(f, d->node);
    if (!wrapped) return NULL;
    Z3_ast both[] = {wrapped, between(f, d, low, high)};
    return Z3_mk_and(f->context, 2, both);
}

uint32_t solve_case(const struct solve_formulas *f, const struct ir_instr *i, const struct exec_decision *d) {
    uint64_t value = solve_value(f, d);
    for (uint32_t k = 0; k < i->n_cases; k++)
        if (i->cases[k].lo <= value && value <= i->cases[k].hi) return k;
    return i->n_cases;
}

Z3_ast solve_as_decided(struct solve_formulas *f, const struct ir_program *p, const struct exec_decision *d) {
    const struct ir_instr *i = &p->funcs.at[d->func].instrs.at[d->instr];
    switch (d->kind) {
    case EXEC_TRUTH: return solve_truth(f, d->node, solve_value(f, d) != 0);
    case EXEC_CASE: return solve_in_case(f, i, d, solve_case(f, i, d));
    case EXEC_INSIDE: return between(f, d, d->low, d->high);
    case EXEC_NUMBER: break;
    }
    return between(f, d, solve_value(f, d), solve_value(f, d));
}
