// SPDX-License-Identifier: MIT
#include "solve/tree.h"

#include <assert.h>

#include "solve/decision.h"

// Of a question, in the solver's own unit: no answer, no proof.
enum { MOST_WORK = 4000000 };

struct level {  // a decision of the path
    struct exec_decision decision;
    uint64_t way;           // that the last run took
    Z3_ast holds;           // that a run takes it
    VEC(Z3_ast) others;     // ways that were taken before
};
struct solve_tree {
    const struct ir_program *program;
    struct solve_formulas formulas;
    VEC(struct level) levels;  // each with a scope of the solver; the last one without, if another way is asked for there
    bool asked;
    uint64_t questions;
};

struct solve_tree *solve_tree_new(const struct ir_program *p) {
    struct solve_tree *t = calloc(1, sizeof *t);
    if (!t) base_out_of_memory();
    t->program = p;
    t->formulas.work = MOST_WORK;
    return t;
}

void solve_tree_free(struct solve_tree *t) {
    for (uint32_t i = 0; i < t->levels.n; i++) vec_free(&t->levels.at[i].others);
    vec_free(&t->levels);
    solve_formulas_free(&t->formulas);
    free(t);
}

// ---- a run -------------------------------------------------------------------------------------------------------------------------

static uint64_t way_of(const struct solve_tree *t, const struct exec_decision *d) {
    const struct solve_formulas *f = &t->formulas;
    switch (d->kind) {
    case EXEC_TRUTH: return solve_value(f, d) != 0;
    case EXEC_CASE: return solve_case(f, &t->program->funcs.at[d->func].instrs.at[d->instr], d);
    case EXEC_NUMBER: return solve_value(f, d);
    case EXEC_INSIDE: break;
    }
    return 0;
}

static bool same_place(const struct exec_decision *a, const struct exec_decision *b) {
    return a->kind == b->kind && a->func == b->func && a->instr == b->instr && a->low == b->low && a->high == b->high;
}

// Another way at the last level: is it one that is new?
static bool turn(struct solve_tree *t, const struct exec_decision *d) {
    struct level *l = &vec_last(&t->levels);
    Z3_ast holds = solve_as_decided(&t->formulas, t->program, d);
    for (uint32_t i = 0; i < l->others.n; i++)
        if (l->others.at[i] == holds) return false;
    l->way = way_of(t, d);
    l->holds = holds;
    return same_place(&l->decision, d);
}

// Equal terms are one in the solver's memory.
static bool is_same(struct solve_tree *t, const struct level *l, const struct exec_decision *d) {
    return same_place(&l->decision, d) && l->way == way_of(t, d) && l->holds == solve_as_decided(&t->formulas, t->program, d);
}

static void enter(struct solve_tree *t, const struct level *l) {
    Z3_solver_push(t->formulas.context, t->formulas.solver);
    Z3_solver_assert(t->formulas.context, t->formulas.solver, l->holds);
}

bool solve_tree_grow(struct solve_tree *t, const struct exec_record *r) {
    uint32_t known = t->levels.n - t->asked;
    if (r->decisions.n < t->levels.n || solve_formulas_full(&t->formulas)) return false;
    solve_formulas_about(&t->formulas, r);
    if (r->decisions.n) solve_formulas_need(&t->formulas);
    for (uint32_t i = 0; i < known; i++)
        if (!is_same(t, &t->levels.at[i], &r->decisions.at[i])) return false;
    if (t->asked && !turn(t, &r->decisions.at[known])) return false;
    if (t->asked) enter(t, &t->levels.at[known]);
    t->asked = false;
    for (uint32_t i = t->levels.n; i < r->decisions.n; i++) {
        const struct exec_decision *d = &r->decisions.at[i];
        struct level l = {.decision = *d, .way = way_of(t, d), .holds = solve_as_decided(&t->formulas, t->program, d)};
        vec_push(&t->levels, l);
        enter(t, &l);
    }
    return true;
}

// ---- the next one ------------------------------------------------------------------------------------------------------------------

static void read_model(struct solve_tree *t, uint64_t *inputs, uint32_t n) {
    Z3_context c = t->formulas.context;
    Z3_model model = Z3_solver_get_model(c, t->formulas.solver);
    if (!model) return;
    Z3_model_inc_ref(c, model);
    for (uint32_t i = 1; i < t->formulas.record->nodes.n; i++) {
        const struct exec_node *node = &t->formulas.record->nodes.at[i];
        Z3_ast value = NULL;
        uint64_t number;
        if (node->kind != EXEC_NODE_INPUT || node->args[0] >= n) continue;
        if (Z3_model_eval(c, model, solve_formula(&t->formulas, i), true, &value) && value && Z3_get_numeral_uint64(c, value, &number))
            inputs[node->args[0]] = number;
    }
    Z3_model_dec_ref(c, model);
}

// In none of the ways taken at the last level.  The question stays in a scope of its own.
static enum solve_answer ask(struct solve_tree *t, uint64_t *inputs, uint32_t n) {
    Z3_context c = t->formulas.context;
    const struct level *l = &vec_last(&t->levels);
    Z3_solver_push(c, t->formulas.solver);
    for (uint32_t i = 0; i < l->others.n; i++) Z3_solver_assert(c, t->formulas.solver, Z3_mk_not(c, l->others.at[i]));
    t->questions++;
    Z3_lbool answer = Z3_solver_check(c, t->formulas.solver);
    if (answer == Z3_L_TRUE) read_model(t, inputs, n);
    return answer == Z3_L_TRUE ? SOLVE_YES : answer == Z3_L_FALSE ? SOLVE_NO : SOLVE_NO_ANSWER;
}

enum solve_answer solve_tree_next(struct solve_tree *t, uint64_t *inputs, uint32_t n, const struct solve_listener *listener) {
    assert(!t->asked);
    while (t->levels.n) {
        struct level *l = &vec_last(&t->levels);
        Z3_solver_pop(t->formulas.context, t->formulas.solver, 1);
        if (l->decision.kind != EXEC_INSIDE) {
            vec_push(&l->others, l->holds);
            enum solve_answer answer = ask(t, inputs, n);
            if (listener->heard) listener->heard(listener->self, t, answer);
            Z3_solver_pop(t->formulas.context, t->formulas.solver, 1);
            t->asked = answer == SOLVE_YES;
            if (answer != SOLVE_NO) return answer;
        }
        vec_free(&l->others);
        t->levels.n--;
    }
    return SOLVE_NO;
}

bool solve_tree_is_full(const struct solve_tree *t) {
    return solve_formulas_full(&t->formulas);
}

uint64_t solve_tree_questions(const struct solve_tree *t) {
    return t->questions;
}

uint64_t solve_tree_ways(const struct solve_tree *t) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < t->levels.n; i++) most = t->levels.at[i].others.n > most ? t->levels.at[i].others.n : most;
    return most;
}

void solve_tree_show(const struct solve_tree *t, enum solve_answer answer, struct buf *out) {
    static const char *const words[] = {[SOLVE_NO] = "unsat", [SOLVE_YES] = "sat", [SOLVE_NO_ANSWER] = "unknown"};
    Z3_context c = t->formulas.context;
    const struct level *last = &vec_last(&t->levels);
    VEC(Z3_ast) all = {0};
    for (uint32_t i = 0; i + 1 < t->levels.n; i++) vec_push(&all, t->levels.at[i].holds);
    for (uint32_t i = 0; i < last->others.n; i++) vec_push(&all, Z3_mk_not(c, last->others.at[i]));
    buf_str(out, "(reset)\n");  // in the terms that were given to the solver: what it made of them is its own affair
    buf_str(out, Z3_benchmark_to_smtlib_string(c, "a way not taken", "QF_BV", words[answer], "", all.n, all.at, Z3_mk_true(c)));
    vec_free(&all);
}
