// SPDX-License-Identifier: MIT
// Finite differencing: instrumentation predicates keep the value of their definition through an action that says nothing about them.
//
// For a formula f, plus(f) is where an action makes it true, minus(f) where it makes it false, by rules on its structure (Reps, Sagiv, Loginov: Finite
// differencing of logical formulas for static analysis, 2003).  The value afterwards is "f ? !minus(f) : plus(f)", which is as sharp as the old value of f, where evaluating the
// definition anew would be 1/2.  The change of each predicate is computed once, into hidden predicates, before what depends on it.
#include "tvl/machine.h"

enum change { UNKNOWN, SAME, CHANGED, BUSY };
struct run {
    struct tvl_machine *m;
    struct tvl_build *b;
    struct tvl_code *code;
    enum change *change;  // by predicate
    uint32_t pred;        // whose definition is in hand; its old value is the old value of
    tvl_f definition;
};
struct delta {
    tvl_f plus, minus;
};

static bool is_zero(tvl_f f) {
    return tvl_is_const(f, TVL_FALSE);
}

static tvl_f zero(const struct run *r) {
    return tvl_const(r->b, TVL_FALSE);
}

static struct delta delta_of(struct run *r, tvl_f f);
static void resolve(struct run *r, uint32_t p);

// f as it was: the predicate that is being differenced stands for its definition.
static tvl_f old(const struct run *r, tvl_f f) {
    const struct tvl_pred *p = &r->m->vocab->pred.at[r->pred];
    return r->definition && tvl_equal(f, r->definition) ? tvl_atom(r->b, r->pred, p->var[0], p->var[1]) : f;
}

static tvl_f after(struct run *r, tvl_f f, struct delta d) {
    if (is_zero(d.plus) && is_zero(d.minus)) return f;
    if (is_zero(d.plus)) return tvl_and(r->b, f, tvl_not(r->b, d.minus));
    if (is_zero(d.minus)) return tvl_or(r->b, f, d.plus);
    return tvl_ite(r->b, f, tvl_not(r->b, d.minus), d.plus);
}

// ---- changes of predicates ------------------------------------------------------------------------------------------------------------

// Which of v and w can have one value only where f holds, by unique and functional predicates.
static void pin(const struct run *r, tvl_f f, uint32_t v, uint32_t w, bool *one_v, bool *one_w) {
    if (f->op == TVL_AND) {
        for (int i = 0; i < 2; i++) {
            pin(r, f->a, v, w, one_v, one_w);
            pin(r, f->b, v, w, one_v, one_w);
        }
    }
    if (f->op != TVL_PRED) return;
    const struct tvl_pred *p = &r->m->vocab->pred.at[f->pred];
    if (p->arity == 1 && (p->properties & TVL_UNIQUE)) {
        *one_v = *one_v || f->var[0] == v;
        *one_w = *one_w || f->var[0] == w;
    }
    if (p->hidden && p->unit && f->var[0] == v && f->var[1] == w) *one_v = *one_w = true;
    if (p->arity == 2 && f->var[0] == v && f->var[1] == w) {
        *one_w = *one_w || (*one_v && (p->properties & TVL_FUNCTION));
        *one_v = *one_v || (*one_w && (p->properties & TVL_INVFUNCTION));
    }
}

// Does f hold for one pair (v, w) at most?
static bool is_unit(const struct run *r, tvl_f change, uint32_t v, uint32_t w) {
    bool one_v = false, one_w = false;
    pin(r, change, v, w, &one_v, &one_w);
    return one_v && one_w;
}

static void assign(struct run *r, uint32_t pred, tvl_f f, uint32_t v, uint32_t w, uint32_t into) {
    struct tvl_assign a = {.pred = pred, .into = into};
    tvl_vars vars = {0};
    for (uint32_t i = 0; i < r->code->free.n; i++) vec_push(&vars, r->code->free.at[i]);
    if (v != TVL_NONE) vec_push(&vars, v);
    if (w != TVL_NONE) vec_push(&vars, w);
    if (v == TVL_NONE) vec_push(&vars, tvl_fresh(r->b));
    tvl_query_make(r->m, &a.value, f, &vars);
    vec_free(&vars);
    vec_push(&r->code->assign, a);
}

static uint32_t hidden(struct run *r, uint32_t p, size_t field, const char *what) {
    uint32_t *h = (uint32_t *)((char *)&r->m->vocab->pred.at[p] + field);
    if (*h) return *h;
    uint32_t made = tvl_vocab_hidden(r->m->vocab, p, what);
    return *(uint32_t *)((char *)&r->m->vocab->pred.at[p] + field) = made;
}
#define HIDDEN(r, p, field) hidden(r, p, offsetof(struct tvl_pred, field), #field)

// p changes by d; the values go into hidden predicates and, at the end, into p.
static void record(struct run *r, uint32_t p, uint32_t v, uint32_t w, struct delta d, tvl_f next) {
    tvl_f plus = zero(r), minus = zero(r);
    if (!is_zero(d.plus)) {
        assign(r, HIDDEN(r, p, plus), d.plus, v, w, TVL_NONE);
        plus = tvl_atom(r->b, HIDDEN(r, p, plus), v, w);
        r->m->vocab->pred.at[plus->pred].unit = is_unit(r, d.plus, v, w);
    }
    if (!is_zero(d.minus)) {
        assign(r, HIDDEN(r, p, minus), d.minus, v, w, TVL_NONE);
        minus = tvl_atom(r->b, HIDDEN(r, p, minus), v, w);
        r->m->vocab->pred.at[minus->pred].unit = is_unit(r, d.minus, v, w);
    }
    if (!next) next = after(r, tvl_atom(r->b, p, v, w), (struct delta){plus, minus});
    assign(r, HIDDEN(r, p, next), next, v, w, p);
    r->change[p] = CHANGED;
}

// The change that an update formula states: p | x, p & x, (c ? x : p), or else.
static struct delta stated(struct run *r, const struct tvl_update *u) {
    struct tvl_build *b = r->b;
    tvl_f p = tvl_atom(b, u->pred, u->var[0], u->var[1]), no = tvl_not(b, p), f = u->value;
    if (f->op == TVL_OR && tvl_equal(f->a, p)) return (struct delta){tvl_and(b, f->b, no), zero(r)};
    if (f->op == TVL_OR && tvl_equal(f->b, p)) return (struct delta){tvl_and(b, f->a, no), zero(r)};
    if (f->op == TVL_AND && tvl_equal(f->a, p)) return (struct delta){zero(r), tvl_and(b, tvl_not(b, f->b), p)};
    if (f->op == TVL_AND && tvl_equal(f->b, p)) return (struct delta){zero(r), tvl_and(b, tvl_not(b, f->a), p)};
    if (f->op == TVL_ITE && tvl_equal(f->c, p))
        return (struct delta){tvl_and(b, tvl_and(b, f->a, f->b), no), tvl_and(b, tvl_and(b, f->a, tvl_not(b, f->b)), p)};
    return (struct delta){tvl_and(b, f, no), tvl_and(b, tvl_not(b, f), p)};
}

static const struct tvl_update *update_of(const struct run *r, uint32_t p) {
    for (uint32_t i = 0; i < r->code->action->update.n; i++)
        if (r->code->action->update.at[i].pred == p) return &r->code->action->update.at[i];
    return NULL;
}

// ---- closure --------------------------------------------------------------------------------------------------------------------------

static tvl_f with_next(struct run *r, tvl_f f) {
    if (f->op == TVL_CONST || f->op == TVL_EQ) return f;
    if (f->op == TVL_PRED) {
        resolve(r, f->pred);
        return r->change[f->pred] == CHANGED ? tvl_atom(r->b, HIDDEN(r, f->pred, next), f->var[0], f->var[1]) : f;
    }
    struct tvl_formula g = *f;
    if (f->a) g.a = with_next(r, f->a);
    if (f->b) g.b = with_next(r, f->b);
    if (f->c) g.c = with_next(r, f->c);
    return arena_copy(r->b->arena, &g, sizeof g);
}

// A formula whose change is not followed: evaluated with the new values.
static struct delta anew(struct run *r, tvl_f f) {
    tvl_f next = with_next(r, f);
    if (tvl_equal(next, f)) return (struct delta){zero(r), zero(r)};
    tvl_f was = old(r, f);
    return (struct delta){tvl_and(r->b, next, tvl_not(r->b, was)), tvl_and(r->b, was, tvl_not(r->b, next))};
}

// A path from v to w over an edge of `change`: E(x, y) reach(v, x) & change(x, y) & reach(y, w)
static tvl_f through(struct run *r, tvl_f reach, uint32_t from, uint32_t to, uint32_t change, uint32_t v, uint32_t w) {
    struct tvl_build *b = r->b;
    uint32_t x = tvl_fresh(b), y = tvl_fresh(b), t = tvl_fresh(b);
    tvl_f first = tvl_rename(b, tvl_rename(b, tvl_rename(b, reach, to, t), from, v), t, x);
    tvl_f last = tvl_rename(b, tvl_rename(b, tvl_rename(b, reach, to, t), from, y), t, w);
    tvl_f f = tvl_and(b, tvl_and(b, first, tvl_atom(b, change, x, y)), last);
    return tvl_quant(b, TVL_EXISTS, x, tvl_quant(b, TVL_EXISTS, y, f));
}

// Removing one edge of a graph without cycles whose paths are not unique: what is still reached by at most three stretches that avoid it (Dong and Su).
static tvl_f detour(struct run *r, tvl_f reach, uint32_t from, uint32_t to, uint32_t edge, uint32_t gone) {
    struct tvl_build *b = r->b;
    uint32_t v = from, w = to, x = tvl_fresh(b), y = tvl_fresh(b), trust = HIDDEN(r, edge, trust);
    tvl_f kept = tvl_and(b, reach, tvl_not(b, through(r, reach, from, to, gone, v, w)));
    tvl_f step = tvl_and(b, tvl_atom(b, edge, v, w), tvl_not(b, tvl_atom(b, gone, v, w)));
    assign(r, trust, tvl_or(b, kept, step), v, w, TVL_NONE);
    tvl_f f = tvl_and(b, tvl_and(b, tvl_atom(b, trust, v, x), tvl_atom(b, trust, x, y)), tvl_atom(b, trust, y, w));
    return tvl_quant(b, TVL_EXISTS, x, tvl_quant(b, TVL_EXISTS, y, f));
}

// f is v == w | TC(v, w)(x, y) p(x, y)?
static bool is_reach(tvl_f f) {
    if (f->op != TVL_OR || f->a->op != TVL_EQ || f->b->op != TVL_TC) return false;
    tvl_f t = f->b, e = f->a;
    return t->a->op == TVL_PRED && t->a->var[0] == t->bound[0] && t->a->var[1] == t->bound[1] &&
           ((e->var[0] == t->var[0] && e->var[1] == t->var[1]) || (e->var[1] == t->var[0] && e->var[0] == t->var[1]));
}

// Closing a cycle breaks the assumption that there is none: told after the update, when the change is known.
static void watch_cycle(struct run *r, uint32_t edge, uint32_t plus, tvl_f reach, uint32_t v, uint32_t w) {
    struct tvl_build *b = r->b;
    uint32_t x = tvl_fresh(b), y = tvl_fresh(b);
    tvl_f back = tvl_rename(b, tvl_rename(b, reach, v, y), w, x);
    tvl_f f = tvl_quant(b, TVL_EXISTS, x, tvl_quant(b, TVL_EXISTS, y, tvl_and(b, tvl_atom(b, plus, x, y), back)));
    struct tvl_report *report = vec_add(&r->code->closing);
    report->text = arena_printf(&r->m->arena, "a cycle of %s may be closed", r->m->vocab->pred.at[edge].name);
    tvl_vars vars = {0};
    for (uint32_t i = 0; i < r->code->free.n; i++) vec_push(&vars, r->code->free.at[i]);
    vec_push(&vars, tvl_fresh(b));
    tvl_query_make(r->m, &report->when, f, &vars);
    vec_free(&vars);
}

static struct delta delta_atom(struct run *r, tvl_f f);

static struct delta delta_reach(struct run *r, tvl_f f) {
    struct tvl_build *b = r->b;
    uint32_t edge = f->b->a->pred, v = f->b->var[0], w = f->b->var[1];
    struct delta d = delta_atom(r, tvl_atom(b, edge, v, w));
    if (is_zero(d.plus) && is_zero(d.minus)) return d;
    struct tvl_pred p = r->m->vocab->pred.at[edge];
    tvl_f was = old(r, f);
    bool acyclic = (p.properties & TVL_ACYCLIC) != 0;
    if (is_zero(d.minus) && r->m->vocab->pred.at[p.plus].unit) {
        if (acyclic) watch_cycle(r, edge, p.plus, was, v, w);
        return (struct delta){tvl_and(b, through(r, was, v, w, p.plus, v, w), tvl_not(b, was)), zero(r)};
    }
    if (is_zero(d.plus) && acyclic && r->m->vocab->pred.at[p.minus].unit) {
        if (p.properties & (TVL_FUNCTION | TVL_INVFUNCTION))
            return (struct delta){zero(r), tvl_and(b, was, through(r, was, v, w, p.minus, v, w))};
        return (struct delta){zero(r), tvl_and(b, was, tvl_not(b, detour(r, was, v, w, edge, p.minus)))};
    }
    return anew(r, f);
}

// ---- formulas -------------------------------------------------------------------------------------------------------------------------

static struct delta delta_atom(struct run *r, tvl_f f) {
    resolve(r, f->pred);
    const struct tvl_pred *p = &r->m->vocab->pred.at[f->pred];
    struct delta d = {zero(r), zero(r)};
    if (r->change[f->pred] != CHANGED) return d;
    bool plus = false, minus = false;
    for (uint32_t i = 0; i < r->code->assign.n; i++) {
        plus = plus || r->code->assign.at[i].pred == p->plus;
        minus = minus || r->code->assign.at[i].pred == p->minus;
    }
    if (plus && p->plus) d.plus = tvl_atom(r->b, p->plus, f->var[0], f->var[1]);
    if (minus && p->minus) d.minus = tvl_atom(r->b, p->minus, f->var[0], f->var[1]);
    return d;
}

// The value afterwards; for an atom the hidden predicate itself.
static tvl_f future(struct run *r, tvl_f f, struct delta d) {
    if (f->op == TVL_PRED && r->change[f->pred] == CHANGED) return tvl_atom(r->b, HIDDEN(r, f->pred, next), f->var[0], f->var[1]);
    return after(r, old(r, f), d);
}

static struct delta delta_or(struct run *r, tvl_f f) {
    struct tvl_build *b = r->b;
    struct delta x = delta_of(r, f->a), y = delta_of(r, f->b);
    struct delta d = {tvl_or(b, tvl_and(b, x.plus, tvl_not(b, f->b)), tvl_and(b, tvl_not(b, f->a), y.plus)), zero(r)};
    d.minus = tvl_or(b, tvl_and(b, x.minus, tvl_not(b, future(r, f->b, y))), tvl_and(b, tvl_not(b, future(r, f->a, x)), y.minus));
    return d;
}

static struct delta delta_and(struct run *r, tvl_f f) {
    struct tvl_build *b = r->b;
    struct delta x = delta_of(r, f->a), y = delta_of(r, f->b);
    struct delta d = {zero(r), tvl_or(b, tvl_and(b, x.minus, f->b), tvl_and(b, f->a, y.minus))};
    d.plus = tvl_or(b, tvl_and(b, x.plus, future(r, f->b, y)), tvl_and(b, future(r, f->a, x), y.plus));
    return d;
}

static struct delta delta_exists(struct run *r, tvl_f f) {
    struct tvl_build *b = r->b;
    struct delta x = delta_of(r, f->a), d = {zero(r), zero(r)};
    uint32_t v = f->var[0];
    if (!is_zero(x.plus)) d.plus = tvl_and(b, tvl_quant(b, TVL_EXISTS, v, x.plus), tvl_not(b, old(r, f)));
    if (!is_zero(x.minus)) {
        tvl_f still = tvl_quant(b, TVL_EXISTS, v, future(r, f->a, x));
        d.minus = tvl_and(b, tvl_quant(b, TVL_EXISTS, v, x.minus), tvl_not(b, still));
    }
    return d;
}

static struct delta delta_forall(struct run *r, tvl_f f) {
    struct tvl_build *b = r->b;
    struct delta x = delta_of(r, f->a), d = {zero(r), zero(r)};
    uint32_t v = f->var[0];
    if (!is_zero(x.minus)) d.minus = tvl_and(b, tvl_quant(b, TVL_EXISTS, v, x.minus), old(r, f));
    if (!is_zero(x.plus)) d.plus = tvl_and(b, tvl_quant(b, TVL_EXISTS, v, x.plus), tvl_quant(b, TVL_FORALL, v, future(r, f->a, x)));
    return d;
}

static struct delta delta_of(struct run *r, tvl_f f) {
    struct tvl_build *b = r->b;
    switch (f->op) {
    case TVL_CONST:
    case TVL_EQ: return (struct delta){zero(r), zero(r)};
    case TVL_PRED: return delta_atom(r, f);
    case TVL_NOT: {
        struct delta d = delta_of(r, f->a);
        return (struct delta){d.minus, d.plus};
    }
    case TVL_OR: return is_reach(f) ? delta_reach(r, f) : delta_or(r, f);
    case TVL_AND: return delta_and(r, f);
    case TVL_EXISTS: return delta_exists(r, f);
    case TVL_FORALL: return delta_forall(r, f);
    case TVL_TC: return anew(r, f);
    case TVL_ITE: {
        tvl_f g = tvl_or(b, tvl_and(b, f->a, f->b), tvl_and(b, tvl_not(b, f->a), f->c));
        return delta_of(r, g);
    }
    case TVL_IFF: {
        tvl_f g = tvl_or(b, tvl_and(b, f->a, f->b), tvl_and(b, tvl_not(b, f->a), tvl_not(b, f->b)));
        return delta_of(r, g);
    }
    }
    return anew(r, f);
}

// ---- an action ------------------------------------------------------------------------------------------------------------------------

static void derive(struct run *r, uint32_t p) {
    struct tvl_pred pred = r->m->vocab->pred.at[p];
    uint32_t outer = r->pred;
    tvl_f outer_definition = r->definition;
    r->change[p] = BUSY;
    r->pred = p;
    r->definition = pred.definition;
    struct delta d = delta_of(r, pred.definition);
    r->pred = outer;
    r->definition = outer_definition;
    r->change[p] = SAME;
    if (r->code->action->makes) {  // new individuals get the value of the definition
        tvl_f old_value = after(r, tvl_atom(r->b, p, pred.var[0], pred.var[1]), d);
        tvl_f next = tvl_ite(r->b, tvl_atom(r->b, TVL_IS_NEW, pred.var[0], TVL_NONE), with_next(r, pred.definition), old_value);
        record(r, p, pred.var[0], pred.var[1], d, next);
    } else if (!is_zero(d.plus) || !is_zero(d.minus)) {
        record(r, p, pred.var[0], pred.var[1], d, NULL);
    }
}

// How p changes, and, if it does, what it is made of, is known afterwards.
static void resolve(struct run *r, uint32_t p) {
    if (r->change[p] != UNKNOWN) return;
    const struct tvl_update *u = update_of(r, p);
    bool derived = (r->m->options.differencing && !r->code->action->makes && !r->code->action->retain) || r->m->vocab->pred.at[p].always;
    r->change[p] = SAME;
    if (u) {
        if (tvl_equal(u->value, tvl_atom(r->b, p, u->var[0], u->var[1]))) return;
        record(r, p, u->var[0], u->var[1], stated(r, u), u->value);
    } else if (r->m->vocab->pred.at[p].definition && derived) {
        derive(r, p);
    }
}

// What nothing needs is not computed.
static void prune(struct tvl_machine *m, struct tvl_code *code) {
    uint8_t *used = calloc(m->vocab->pred.n, 1);
    if (!used) base_out_of_memory();
    for (uint32_t i = 0; i < code->closing.n; i++) tvl_preds_of(code->closing.at[i].when.formula, used);
    uint32_t kept = code->assign.n;
    for (uint32_t i = code->assign.n; i-- > 0;) {
        struct tvl_assign a = code->assign.at[i];
        if (a.into == TVL_NONE && !used[a.pred]) continue;
        tvl_preds_of(a.value.formula, used);
        code->assign.at[--kept] = a;
    }
    if (kept) memmove(code->assign.at, code->assign.at + kept, (code->assign.n - kept) * sizeof *code->assign.at);
    code->assign.n -= kept;
    free(used);
}

void tvl_difference(struct tvl_machine *m, struct tvl_code *code) {
    uint32_t n = m->vocab->pred.n;
    struct run r = {.m = m, .b = &m->spec->build, .code = code, .change = calloc(n + 1, sizeof(enum change))};
    if (!r.change) base_out_of_memory();
    for (uint32_t p = 0; p < n; p++)
        if (!m->vocab->pred.at[p].hidden) resolve(&r, p);
    prune(m, code);
    free(r.change);
}
