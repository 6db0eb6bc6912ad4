// SPDX-License-Identifier: MIT
#include "tvl/formula.h"

#include <assert.h>

static tvl_f make(struct tvl_build *b, struct tvl_formula f) {
    return arena_copy(b->arena, &f, sizeof f);
}

tvl_f tvl_const(struct tvl_build *b, enum tvl_kleene value) {
    return make(b, (struct tvl_formula){.op = TVL_CONST, .value = value});
}

tvl_f tvl_atom(struct tvl_build *b, uint32_t pred, uint32_t v, uint32_t w) {
    return make(b, (struct tvl_formula){.op = TVL_PRED, .pred = pred, .var = {v, w}});
}

tvl_f tvl_eq(struct tvl_build *b, uint32_t v, uint32_t w) {
    return v == w ? tvl_const(b, TVL_TRUE) : make(b, (struct tvl_formula){.op = TVL_EQ, .var = {v, w}});
}

bool tvl_is_const(tvl_f f, enum tvl_kleene value) {
    return f->op == TVL_CONST && f->value == value;
}

tvl_f tvl_not(struct tvl_build *b, tvl_f f) {
    static const enum tvl_kleene negated[] = {TVL_TRUE, TVL_FALSE, TVL_HALF};
    if (f->op == TVL_NOT) return f->a;
    if (f->op == TVL_CONST) return tvl_const(b, negated[f->value]);
    return make(b, (struct tvl_formula){.op = TVL_NOT, .a = f});
}

tvl_f tvl_and(struct tvl_build *b, tvl_f f, tvl_f g) {
    if (tvl_is_const(f, TVL_FALSE) || tvl_is_const(g, TVL_TRUE)) return f;
    if (tvl_is_const(g, TVL_FALSE) || tvl_is_const(f, TVL_TRUE) || tvl_equal(f, g)) return g;
    return make(b, (struct tvl_formula){.op = TVL_AND, .a = f, .b = g});
}

tvl_f tvl_or(struct tvl_build *b, tvl_f f, tvl_f g) {
    if (tvl_is_const(f, TVL_TRUE) || tvl_is_const(g, TVL_FALSE)) return f;
    if (tvl_is_const(g, TVL_TRUE) || tvl_is_const(f, TVL_FALSE) || tvl_equal(f, g)) return g;
    return make(b, (struct tvl_formula){.op = TVL_OR, .a = f, .b = g});
}

tvl_f tvl_ite(struct tvl_build *b, tvl_f c, tvl_f f, tvl_f g) {
    if (tvl_is_const(c, TVL_TRUE) || tvl_equal(f, g)) return f;
    if (tvl_is_const(c, TVL_FALSE)) return g;
    return make(b, (struct tvl_formula){.op = TVL_ITE, .a = c, .b = f, .c = g});
}

tvl_f tvl_iff(struct tvl_build *b, tvl_f f, tvl_f g) {
    return make(b, (struct tvl_formula){.op = TVL_IFF, .a = f, .b = g});
}

// A quantifier over a constant is kept: the universe may be empty.
tvl_f tvl_quant(struct tvl_build *b, enum tvl_op op, uint32_t v, tvl_f f) {
    assert(op == TVL_EXISTS || op == TVL_FORALL);
    if (tvl_is_const(f, op == TVL_EXISTS ? TVL_FALSE : TVL_TRUE)) return f;
    return make(b, (struct tvl_formula){.op = op, .var = {v, TVL_NONE}, .a = f});
}

tvl_f tvl_tc(struct tvl_build *b, uint32_t from, uint32_t to, uint32_t v, uint32_t w, tvl_f f) {
    if (tvl_is_const(f, TVL_FALSE)) return f;
    return make(b, (struct tvl_formula){.op = TVL_TC, .var = {from, to}, .bound = {v, w}, .a = f});
}

uint32_t tvl_fresh(struct tvl_build *b) {
    return b->fresh++;
}

// The variables bound on the way down, outermost first, of two formulas that are compared.
struct pairs {
    const struct pairs *outer;
    uint32_t v, w;
};

static bool same_var(const struct pairs *p, uint32_t v, uint32_t w) {
    for (; p; p = p->outer)
        if (p->v == v || p->w == w) return p->v == v && p->w == w;
    return v == w;
}

static bool same(tvl_f f, tvl_f g, const struct pairs *p) {
    if (f == g && !p) return true;
    if (f->op != g->op) return false;
    struct pairs in = {p, f->var[0], g->var[0]}, first = {p, f->bound[0], g->bound[0]}, both = {&first, f->bound[1], g->bound[1]};
    switch (f->op) {
    case TVL_CONST: return f->value == g->value;
    case TVL_PRED: return f->pred == g->pred && same_var(p, f->var[0], g->var[0]) && same_var(p, f->var[1], g->var[1]);
    case TVL_EQ: return same_var(p, f->var[0], g->var[0]) && same_var(p, f->var[1], g->var[1]);
    case TVL_NOT: return same(f->a, g->a, p);
    case TVL_AND:
    case TVL_OR:
    case TVL_IFF: return same(f->a, g->a, p) && same(f->b, g->b, p);
    case TVL_ITE: return same(f->a, g->a, p) && same(f->b, g->b, p) && same(f->c, g->c, p);
    case TVL_EXISTS:
    case TVL_FORALL: return same(f->a, g->a, &in);
    case TVL_TC: return same_var(p, f->var[0], g->var[0]) && same_var(p, f->var[1], g->var[1]) && same(f->a, g->a, &both);
    }
    return false;
}

bool tvl_equal(tvl_f f, tvl_f g) {
    return same(f, g, NULL);
}

static bool listed(const tvl_vars *vars, uint32_t v) {
    for (uint32_t i = 0; i < vars->n; i++)
        if (vars->at[i] == v) return true;
    return false;
}

static void collect(tvl_f f, tvl_vars *bound, tvl_vars *out) {
    if (!f || f->op == TVL_CONST) return;
    uint32_t before = bound->n;
    if (f->op == TVL_PRED || f->op == TVL_EQ || f->op == TVL_TC)
        for (int i = 0; i < 2; i++)
            if (f->var[i] != TVL_NONE && !listed(bound, f->var[i]) && !listed(out, f->var[i])) vec_push(out, f->var[i]);
    if (f->op == TVL_EXISTS || f->op == TVL_FORALL) vec_push(bound, f->var[0]);
    if (f->op == TVL_TC) {
        vec_push(bound, f->bound[0]);
        vec_push(bound, f->bound[1]);
    }
    collect(f->a, bound, out);
    collect(f->b, bound, out);
    collect(f->c, bound, out);
    bound->n = before;
}

void tvl_free_vars(tvl_f f, tvl_vars *out) {
    tvl_vars bound = {0};
    collect(f, &bound, out);
    vec_free(&bound);
}

bool tvl_occurs(tvl_f f, uint32_t v) {
    tvl_vars open = {0};
    tvl_free_vars(f, &open);
    bool found = listed(&open, v);
    vec_free(&open);
    return found;
}

static tvl_f rename_binder(struct tvl_build *b, const struct tvl_formula *f, uint32_t v, uint32_t w) {
    struct tvl_formula r = *f;
    if (f->var[0] == v) return f;
    if (f->var[0] == w) {
        r.var[0] = tvl_fresh(b);
        r.a = tvl_rename(b, f->a, w, r.var[0]);
    }
    r.a = tvl_rename(b, r.a, v, w);
    return make(b, r);
}

static tvl_f rename_closure(struct tvl_build *b, const struct tvl_formula *f, uint32_t v, uint32_t w) {
    struct tvl_formula r = *f;
    for (int i = 0; i < 2; i++) {
        if (r.var[i] == v) r.var[i] = w;
        if (r.bound[i] != w) continue;
        r.bound[i] = tvl_fresh(b);
        r.a = tvl_rename(b, r.a, w, r.bound[i]);
    }
    if (f->bound[0] != v && f->bound[1] != v) r.a = tvl_rename(b, r.a, v, w);
    return make(b, r);
}

tvl_f tvl_rename(struct tvl_build *b, tvl_f f, uint32_t v, uint32_t w) {
    if (v == w || f->op == TVL_CONST) return f;
    struct tvl_formula r = *f;
    switch (f->op) {
    case TVL_PRED:
    case TVL_EQ:
        for (int i = 0; i < 2; i++)
            if (r.var[i] == v) r.var[i] = w;
        return f->op == TVL_EQ ? tvl_eq(b, r.var[0], r.var[1]) : make(b, r);
    case TVL_EXISTS:
    case TVL_FORALL: return rename_binder(b, f, v, w);
    case TVL_TC: return rename_closure(b, f, v, w);
    default:
        r.a = tvl_rename(b, f->a, v, w);
        if (f->b) r.b = tvl_rename(b, f->b, v, w);
        if (f->c) r.c = tvl_rename(b, f->c, v, w);
        return make(b, r);
    }
}

void tvl_preds_of(tvl_f f, uint8_t *set) {
    if (!f) return;
    if (f->op == TVL_PRED) set[f->pred] = 1;
    if (f->op == TVL_EQ) set[TVL_SM] = 1;
    tvl_preds_of(f->a, set);
    tvl_preds_of(f->b, set);
    tvl_preds_of(f->c, set);
}

tvl_f tvl_nnf(struct tvl_build *b, tvl_f f, bool negate) {
    enum tvl_op dual = f->op == TVL_EXISTS ? TVL_FORALL : TVL_EXISTS;
    switch (f->op) {
    case TVL_NOT: return tvl_nnf(b, f->a, !negate);
    case TVL_AND:
    case TVL_OR: {
        tvl_f l = tvl_nnf(b, f->a, negate), r = tvl_nnf(b, f->b, negate);
        return (f->op == TVL_AND) != negate ? tvl_and(b, l, r) : tvl_or(b, l, r);
    }
    case TVL_EXISTS:
    case TVL_FORALL: return tvl_quant(b, negate ? dual : f->op, f->var[0], tvl_nnf(b, f->a, negate));
    case TVL_ITE: {
        tvl_f c = tvl_nnf(b, f->a, false), d = tvl_nnf(b, f->a, true), l = tvl_nnf(b, f->b, negate), r = tvl_nnf(b, f->c, negate);
        return tvl_or(b, tvl_or(b, tvl_and(b, c, l), tvl_and(b, d, r)), tvl_and(b, l, r));
    }
    case TVL_IFF: {
        tvl_f l = tvl_nnf(b, f->a, false), nl = tvl_nnf(b, f->a, true), r = tvl_nnf(b, f->b, negate), nr = tvl_nnf(b, f->b, !negate);
        return tvl_or(b, tvl_and(b, l, r), tvl_and(b, nl, nr));
    }
    case TVL_TC: {
        tvl_f t = tvl_tc(b, f->var[0], f->var[1], f->bound[0], f->bound[1], tvl_nnf(b, f->a, false));
        return negate ? tvl_not(b, t) : t;
    }
    default: return negate ? tvl_not(b, f) : f;
    }
}

static void show_var(uint32_t v, struct buf *out) {
    buf_printf(out, "v%u", (unsigned)v);
}

static void show_pair(const struct tvl_vocab *v, tvl_f f, const char *op, struct buf *out) {
    buf_char(out, '(');
    tvl_formula_show(v, f->a, out);
    buf_printf(out, " %s ", op);
    tvl_formula_show(v, f->b, out);
    buf_char(out, ')');
}

static void show_atom(const struct tvl_vocab *v, tvl_f f, struct buf *out) {
    uint32_t arity = v->pred.at[f->pred].arity;
    buf_printf(out, "%s(", v->pred.at[f->pred].name);
    for (uint32_t i = 0; i < arity; i++) {
        if (i) buf_str(out, ", ");
        show_var(f->var[i], out);
    }
    buf_char(out, ')');
}

void tvl_formula_show(const struct tvl_vocab *v, tvl_f f, struct buf *out) {
    static const char *const values[] = {"0", "1", "1/2"};
    switch (f->op) {
    case TVL_CONST: buf_str(out, values[f->value]); break;
    case TVL_PRED: show_atom(v, f, out); break;
    case TVL_EQ: buf_printf(out, "v%u == v%u", (unsigned)f->var[0], (unsigned)f->var[1]); break;
    case TVL_NOT:
        buf_str(out, "!(");
        tvl_formula_show(v, f->a, out);
        buf_char(out, ')');
        break;
    case TVL_AND: show_pair(v, f, "&", out); break;
    case TVL_OR: show_pair(v, f, "|", out); break;
    case TVL_IFF: show_pair(v, f, "<->", out); break;
    case TVL_EXISTS:
    case TVL_FORALL:
        buf_printf(out, "%s(v%u) ", f->op == TVL_EXISTS ? "E" : "A", (unsigned)f->var[0]);
        tvl_formula_show(v, f->a, out);
        break;
    case TVL_TC:
        buf_printf(out, "TC(v%u, v%u)(v%u, v%u) ", (unsigned)f->var[0], (unsigned)f->var[1], (unsigned)f->bound[0], (unsigned)f->bound[1]);
        tvl_formula_show(v, f->a, out);
        break;
    case TVL_ITE:
        buf_char(out, '(');
        tvl_formula_show(v, f->a, out);
        buf_str(out, " ? ");
        tvl_formula_show(v, f->b, out);
        buf_str(out, " : ");
        tvl_formula_show(v, f->c, out);
        buf_char(out, ')');
        break;
    }
}
