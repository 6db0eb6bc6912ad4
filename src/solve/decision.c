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
