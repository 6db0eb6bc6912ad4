// SPDX-License-Identifier: MIT
#include "solve/formula.h"

#include <assert.h>

// Of one question, in the solver's own unit; of a context.
enum { MOST_WORK = 400000, MOST_TERMS = 1000000 };

// ---- terms of operators ------------------------------------------------------------------------------------------------------------

typedef Z3_ast (*binary)(Z3_context, Z3_ast, Z3_ast);
static const binary arithmetic[IR_N_PURE] = {
    [IR_ADD_] = Z3_mk_bvadd,   [IR_SUB_] = Z3_mk_bvsub,   [IR_MUL_] = Z3_mk_bvmul, [IR_UDIV_] = Z3_mk_bvudiv, [IR_SDIV_] = Z3_mk_bvsdiv,
    [IR_UREM_] = Z3_mk_bvurem, [IR_SREM_] = Z3_mk_bvsrem, [IR_SHL_] = Z3_mk_bvshl, [IR_LSHR_] = Z3_mk_bvlshr, [IR_ASHR_] = Z3_mk_bvashr,
    [IR_AND_] = Z3_mk_bvand,   [IR_OR_] = Z3_mk_bvor,     [IR_XOR_] = Z3_mk_bvxor,
};
static const binary tests[IR_N_PURE] = {
    [IR_EQ_] = Z3_mk_eq, [IR_ULT_] = Z3_mk_bvult, [IR_ULE_] = Z3_mk_bvule, [IR_SLT_] = Z3_mk_bvslt, [IR_SLE_] = Z3_mk_bvsle,
};
// The first argument is the result if this holds of both.
static const binary picks[IR_N_PURE] = {
    [IR_UMIN_] = Z3_mk_bvule,
    [IR_UMAX_] = Z3_mk_bvuge,
    [IR_SMIN_] = Z3_mk_bvsle,
    [IR_SMAX_] = Z3_mk_bvsge,
};

static const struct exec_node *node_of(const struct solve_formulas *f, uint32_t node) {
    return &f->record->nodes.at[node];
}

Z3_ast solve_number(struct solve_formulas *f, uint32_t bits, uint64_t value) {
    f->made++;
    return Z3_mk_unsigned_int64(f->context, value, Z3_mk_bv_sort(f->context, bits));
}

static Z3_ast term(const struct solve_formulas *f, const struct exec_node *n, uint32_t k) {
    assert(f->terms.at[n->args[k]]);
    return f->terms.at[n->args[k]];
}

// The condition that a test is, or NULL: no such test.
static Z3_ast condition(const struct solve_formulas *f, const struct exec_node *n) {
    if (n->kind != EXEC_NODE_PURE) return NULL;
    if (n->pure == IR_NE_) return Z3_mk_not(f->context, Z3_mk_eq(f->context, term(f, n, 0), term(f, n, 1)));
    return tests[n->pure] ? tests[n->pure](f->context, term(f, n, 0), term(f, n, 1)) : NULL;
}

static Z3_ast is_zero(struct solve_formulas *f, const struct exec_node *n, uint32_t k) {
    return Z3_mk_eq(f->context, term(f, n, k), solve_number(f, ir_bits(node_of(f, n->args[k])->type), 0));
}

static Z3_ast resized(const struct solve_formulas *f, Z3_ast x, uint32_t from, uint32_t to, bool sign) {
    if (to < from) return Z3_mk_extract(f->context, to - 1, 0, x);
    if (to == from) return x;
    return sign ? Z3_mk_sign_ext(f->context, to - from, x) : Z3_mk_zero_ext(f->context, to - from, x);
}

static Z3_ast pure(struct solve_formulas *f, const struct exec_node *n) {
    Z3_context c = f->context;
    uint32_t bits = ir_bits(n->type), from = ir_bits(n->arg_type);
    Z3_ast test = condition(f, n);
    if (test) return Z3_mk_ite(c, test, solve_number(f, 1, 1), solve_number(f, 1, 0));
    if (arithmetic[n->pure]) return arithmetic[n->pure](c, term(f, n, 0), term(f, n, 1));
    if (picks[n->pure]) return Z3_mk_ite(c, picks[n->pure](c, term(f, n, 0), term(f, n, 1)), term(f, n, 0), term(f, n, 1));
    switch (n->pure) {
    case IR_COPY_:
    case IR_BITS_: return term(f, n, 0);
    case IR_ZEXT_:
    case IR_CAST_:
    case IR_TRUNC_: return resized(f, term(f, n, 0), from, bits, false);
    case IR_SEXT_: return resized(f, term(f, n, 0), from, bits, true);
    case IR_SELECT_: return Z3_mk_ite(c, is_zero(f, n, 0), term(f, n, 2), term(f, n, 1));
    case IR_ABS_:
        return Z3_mk_ite(c, Z3_mk_bvslt(c, term(f, n, 0), solve_number(f, bits, 0)), Z3_mk_bvneg(c, term(f, n, 0)), term(f, n, 0));
    default: return solve_number(f, bits, n->value);
    }
}

static Z3_ast part(const struct solve_formulas *f, const struct exec_node *n) {
    uint32_t low = n->args[1], high = low + ir_bits(n->type), whole = ir_bits(node_of(f, n->args[0])->type);
    Z3_ast x = resized(f, term(f, n, 0), whole, high > whole ? high : whole, false);
    return Z3_mk_extract(f->context, high - 1, low, x);
}

static Z3_ast make(struct solve_formulas *f, const struct exec_node *n) {
    Z3_context c = f->context;
    switch ((enum exec_node_kind)n->kind) {
    case EXEC_NODE_INPUT: return Z3_mk_const(c, Z3_mk_int_symbol(c, (int)n->args[0]), Z3_mk_bv_sort(c, ir_bits(n->type)));
    case EXEC_NODE_PURE: return pure(f, n);
    case EXEC_NODE_PART: return part(f, n);
    case EXEC_NODE_PAIR: return Z3_mk_concat(c, term(f, n, 0), term(f, n, 1));
    case EXEC_NODE_CONST: break;
    }
    return solve_number(f, ir_bits(n->type), n->value);
}

uint32_t solve_arity(const struct exec_node *n) {
    switch ((enum exec_node_kind)n->kind) {
    case EXEC_NODE_PURE: return ir_pures[n->pure].arity;
    case EXEC_NODE_PART: return 1;
    case EXEC_NODE_PAIR: return 2;
    case EXEC_NODE_INPUT:
    case EXEC_NODE_CONST: break;
    }
    return 0;
}

// ---- the table ---------------------------------------------------------------------------------------------------------------------

// Misuse shows as a missing answer, which is no more than a proposal that is not made.
static void ignore_error(Z3_context c, Z3_error_code e) {
    (void)c, (void)e;
}

void solve_formulas_need(struct solve_formulas *f) {
    if (f->context) return;
    Z3_config config = Z3_mk_config();
    f->context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(f->context, ignore_error);
    f->solver = Z3_mk_simple_solver(f->context);
    Z3_solver_inc_ref(f->context, f->solver);
    Z3_params params = Z3_mk_params(f->context);
    Z3_params_inc_ref(f->context, params);
    Z3_params_set_uint(f->context, params, Z3_mk_string_symbol(f->context, "rlimit"), f->work ? f->work : MOST_WORK);
    Z3_solver_set_params(f->context, f->solver, params);
    Z3_params_dec_ref(f->context, params);
}

static void drop_context(struct solve_formulas *f) {
    if (!f->context) return;
    Z3_solver_dec_ref(f->context, f->solver);
    Z3_del_context(f->context);
    f->context = NULL;
    f->made = 0;
}

bool solve_formulas_full(const struct solve_formulas *f) {
    return f->made > MOST_TERMS;
}

void solve_formulas_about(struct solve_formulas *f, const struct exec_record *r) {
    if (solve_formulas_full(f)) drop_context(f);
    f->record = r;
    vec_clear(&f->terms);
    while (f->terms.n < r->nodes.n) vec_push(&f->terms, (Z3_ast)NULL);
}

void solve_formulas_free(struct solve_formulas *f) {
    drop_context(f);
    vec_free(&f->terms);
    vec_free(&f->stack);
}

// Arguments first.
Z3_ast solve_formula(struct solve_formulas *f, uint32_t node) {
    assert(f->context);
    vec_push(&f->stack, node);
    while (f->stack.n) {
        uint32_t number = f->stack.at[f->stack.n - 1], waiting = f->stack.n;
        const struct exec_node *n = node_of(f, number);
        for (uint32_t k = 0; k < solve_arity(n) && !f->terms.at[number]; k++)
            if (!f->terms.at[n->args[k]]) vec_push(&f->stack, n->args[k]);
        if (f->stack.n > waiting) continue;
        f->stack.n--;
        if (f->terms.at[number]) continue;
        f->terms.at[number] = make(f, n);
        f->made++;
    }
    return f->terms.at[node];
}

Z3_ast solve_truth(struct solve_formulas *f, uint32_t node, bool truth) {
    Z3_ast x = solve_formula(f, node), holds = condition(f, node_of(f, node));
    if (!holds) holds = Z3_mk_not(f->context, Z3_mk_eq(f->context, x, solve_number(f, ir_bits(node_of(f, node)->type), 0)));
    return truth ? holds : Z3_mk_not(f->context, holds);
}
