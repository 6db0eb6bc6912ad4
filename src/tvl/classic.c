// SPDX-License-Identifier: MIT
#include "tvl/classic.h"

#include "tvl/plan.h"

struct scope {
    const struct tvl_vocab *vocab;
    struct tvl_build *build;
    uint32_t n;
    uint32_t var[TVL_PLAN_VARS];  // by slot
    bool full;
};

static tvl_c make(struct arena *a, struct tvl_classic c) {
    return arena_copy(a, &c, sizeof c);
}

static tvl_c constant(struct arena *a, bool value) {
    return make(a, (struct tvl_classic){.op = value ? TVL_C_TRUE : TVL_C_FALSE});
}

static uint8_t slot_of(const struct scope *s, uint32_t var) {
    for (uint32_t i = s->n; i-- > 0;)
        if (s->var[i] == var) return (uint8_t)i;
    return 0;
}

static void push(struct scope *s, uint32_t var) {
    if (s->n + 1 >= TVL_PLAN_VARS) {
        s->full = true;
        s->n--;
    }
    s->var[s->n++] = var;
}

typedef VEC(tvl_c) list;

static void gather(enum tvl_cop op, const tvl_c *kid, uint32_t n, list *out) {
    for (uint32_t i = 0; i < n; i++)
        if (kid[i]->op == op)
            gather(op, kid[i]->kid, kid[i]->n_kids, out);
        else if (kid[i]->op != (op == TVL_C_AND ? TVL_C_TRUE : TVL_C_FALSE))
            vec_push(out, kid[i]);
}

tvl_c tvl_classic_join(struct arena *a, enum tvl_cop op, const tvl_c *kid, uint32_t n) {
    enum tvl_cop absorbing = op == TVL_C_AND ? TVL_C_FALSE : TVL_C_TRUE;
    list all = {0};
    gather(op, kid, n, &all);
    tvl_c result = NULL;
    for (uint32_t i = 0; i < all.n; i++)
        if (all.at[i]->op == absorbing) result = all.at[i];
    if (!result && all.n == 0) result = constant(a, op == TVL_C_AND);
    if (!result && all.n == 1) result = all.at[0];
    if (!result) {
        struct tvl_classic c = {.op = op, .n_kids = all.n, .kid = arena_copy(a, all.at, all.n * sizeof *all.at)};
        for (uint32_t i = 0; i < all.n; i++) c.mask |= all.at[i]->mask;
        result = make(a, c);
    }
    vec_free(&all);
    return result;
}

tvl_c tvl_classic_not(struct arena *a, tvl_c c) {
    struct tvl_classic r = *c;
    switch (c->op) {
    case TVL_C_TRUE: return constant(a, false);
    case TVL_C_FALSE: return constant(a, true);
    case TVL_C_AND:
    case TVL_C_OR:
        r.op = c->op == TVL_C_AND ? TVL_C_OR : TVL_C_AND;
        r.kid = ARENA_ARRAY(a, tvl_c, c->n_kids);
        for (uint32_t i = 0; i < c->n_kids; i++) r.kid[i] = tvl_classic_not(a, c->kid[i]);
        return make(a, r);
    default: r.neg = !c->neg; return make(a, r);
    }
}

static tvl_c literal(const struct scope *s, uint32_t pred, int truth, uint8_t v, uint8_t w) {
    const struct tvl_pred *p = &s->vocab->pred.at[pred];
    struct tvl_classic c = {.op = TVL_C_LIT, .arity = (uint8_t)p->arity, .plane = tvl_plane(s->vocab, pred, truth), .var = {v, w}};
    c.unique = truth == TVL_IS1 && (p->properties & TVL_UNIQUE);
    if (p->arity > 0) c.mask |= (uint64_t)1 << v;
    if (p->arity > 1) c.mask |= (uint64_t)1 << w;
    return make(s->build->arena, c);
}

static tvl_c equality(const struct scope *s, tvl_f f, bool negate) {
    uint8_t v = slot_of(s, f->var[0]), w = slot_of(s, f->var[1]);
    tvl_c same = make(s->build->arena,
                      (struct tvl_classic){.op = TVL_C_SAME, .neg = negate, .var = {v, w}, .mask = (uint64_t)1 << v | (uint64_t)1 << w});
    tvl_c both[2] = {same, literal(s, TVL_SM, TVL_IS0, v, 0)};
    return negate ? same : tvl_classic_join(s->build->arena, TVL_C_AND, both, 2);
}

static tvl_c convert(struct scope *s, tvl_f f);

static tvl_c exists(struct arena *a, uint8_t slot, tvl_c body) {
    struct tvl_classic c = {.op = TVL_C_EXISTS, .var = {slot, 0}, .n_kids = 1, .kid = ARENA_ARRAY(a, tvl_c, 1)};
    c.kid[0] = body;
    c.mask = body->mask & ~((uint64_t)1 << slot);
    return make(a, c);
}

static tvl_c quantifier(struct scope *s, tvl_f f) {
    struct arena *a = s->build->arena;
    uint8_t slot = (uint8_t)s->n;
    push(s, f->var[0]);
    tvl_c body = convert(s, f->a);
    tvl_c both[2] = {body, NULL};
    if (f->op == TVL_EXISTS && s->vocab->maybe) both[1] = literal(s, TVL_ACTIVE, TVL_IS1, slot, 0);
    s->n--;
    if (f->op == TVL_FORALL) return tvl_classic_not(a, exists(a, slot, tvl_classic_not(a, body)));
    return exists(a, slot, both[1] ? tvl_classic_join(a, TVL_C_AND, both, 2) : body);
}

// Where a path is definitely there, each step is, and so is each individual on it; where it is definitely not, no path of possible steps is.
static tvl_c closure(struct scope *s, tvl_f f, bool negate) {
    struct arena *a = s->build->arena;
    struct tvl_classic c = {.op = TVL_C_CLOSURE, .neg = negate, .var = {slot_of(s, f->var[0]), slot_of(s, f->var[1])}, .n_kids = 1};
    c.bound[0] = (uint8_t)s->n;
    push(s, f->bound[0]);
    c.bound[1] = (uint8_t)s->n;
    push(s, f->bound[1]);
    tvl_c body = convert(s, negate ? tvl_nnf(s->build, f->a, true) : f->a);
    if (negate) body = tvl_classic_not(a, body);
    if (!negate && s->vocab->maybe) {
        tvl_c both[2] = {literal(s, TVL_ACTIVE, TVL_IS1, c.bound[0], 0), body};
        body = tvl_classic_join(a, TVL_C_AND, both, 2);
    }
    s->n -= 2;
    c.kid = ARENA_ARRAY(a, tvl_c, 1);
    c.kid[0] = body;
    uint64_t inside = (uint64_t)1 << c.bound[0] | (uint64_t)1 << c.bound[1];
    c.mask = (body->mask & ~inside) | (uint64_t)1 << c.var[0] | (uint64_t)1 << c.var[1];
    return make(a, c);
}

static tvl_c convert(struct scope *s, tvl_f f) {
    bool negate = f->op == TVL_NOT;
    if (negate) f = f->a;
    switch (f->op) {
    case TVL_CONST: return constant(s->build->arena, f->value == (negate ? TVL_FALSE : TVL_TRUE));
    case TVL_PRED: {
        uint32_t arity = s->vocab->pred.at[f->pred].arity;
        return literal(s, f->pred, negate ? TVL_IS0 : TVL_IS1, arity > 0 ? slot_of(s, f->var[0]) : 0,
                       arity > 1 ? slot_of(s, f->var[1]) : 0);
    }
    case TVL_EQ: return equality(s, f, negate);
    case TVL_TC: return closure(s, f, negate);
    case TVL_EXISTS:
    case TVL_FORALL: return quantifier(s, f);
    default: {
        tvl_c both[2] = {convert(s, f->a), convert(s, f->b)};
        return tvl_classic_join(s->build->arena, f->op == TVL_AND ? TVL_C_AND : TVL_C_OR, both, 2);
    }
    }
}

tvl_c tvl_classic_make(const struct tvl_vocab *v, struct tvl_build *b, tvl_f f, const uint32_t *vars, uint32_t n) {
    struct scope s = {.vocab = v, .build = b};
    for (uint32_t i = 0; i < n; i++) push(&s, vars[i]);
    tvl_c c = convert(&s, f);
    return s.full ? NULL : c;
}
