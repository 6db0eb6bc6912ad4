// SPDX-License-Identifier: MIT
#include "tvl/plan.h"

#include <assert.h>

#include "tvl/classic.h"

// `vec` is the variable whose values make the resulting set; the other variables are in `at`.
enum code {
    ALL,    // everything
    NONE,   // nothing
    FLAT,   // a nullary predicate, or a unary one of vec
    BIT,    // a unary predicate of x: everything or nothing
    ROW,    // p(x, vec)
    COL,    // p(vec, x)
    BIT2,   // p(x, y): everything or nothing
    SAME,   // vec is x
    SAME2,  // x is y: everything or nothing
    AND,    // kids
    OR,     // kids
    SOME,   // is there an individual for which the kid, a set of them, holds?
    LOOP,   // the union of the second kid over the individuals x of the first
    REACH,  // from x along the kid (from bound y to vec): one step or more
    EACH,   // the kid for every value of vec, which is x in it: everything or nothing each
};
struct node {
    uint8_t code, x, y;
    bool neg;     // FLAT to SAME2, SOME, LOOP, REACH: the complement
    bool to_vec;  // REACH: the end is a set (else: test whether y2 is in it)
    uint8_t y2;
    uint32_t plane;  // FLAT, BIT: plane; ROW, COL, BIT2: its first word
    uint32_t n_kids;
    const struct node **kid;
};
struct tvl_plan {
    const struct node *root;
};

enum { NO_VEC = TVL_PLAN_VARS - 1 };  // a slot that no variable has

typedef VEC(tvl_c) conjuncts;

static uint64_t bit(uint8_t slot) {
    return (uint64_t)1 << slot;
}

static struct node *leaf(struct arena *a, enum code code, uint8_t x, uint8_t y, bool neg, uint32_t plane) {
    struct node *n = ARENA_NEW(a, struct node);
    *n = (struct node){.code = (uint8_t)code, .x = x, .y = y, .neg = neg, .plane = plane};
    return n;
}

static struct node *branch(struct arena *a, enum code code, uint8_t x, bool neg, const struct node *k, const struct node *l) {
    struct node *n = leaf(a, code, x, 0, neg, 0);
    n->n_kids = l ? 2 : 1;
    n->kid = ARENA_ARRAY(a, const struct node *, 2);
    n->kid[0] = k;
    n->kid[1] = l;
    return n;
}

static const struct node *emit(struct arena *a, tvl_c c, uint8_t vec);

// The formula with vec as an ordinary variable, asked for each of its values.
static const struct node *each(struct arena *a, tvl_c c, uint8_t vec) {
    return branch(a, EACH, vec, false, emit(a, c, NO_VEC), NULL);
}

static const struct node *emit_literal(struct arena *a, tvl_c c, uint8_t vec) {
    uint8_t v = c->var[0], w = c->var[1];
    uint32_t at = c->plane * TVL_MAX;
    if (c->arity == 0 || (c->arity == 1 && v == vec)) return leaf(a, FLAT, 0, 0, c->neg, c->plane);
    if (c->arity == 1) return leaf(a, BIT, v, 0, c->neg, c->plane);
    if (v == vec && w == vec) return each(a, c, vec);
    if (w == vec) return leaf(a, ROW, v, 0, c->neg, at);
    if (v == vec) return leaf(a, COL, w, 0, c->neg, at);
    return leaf(a, BIT2, v, w, c->neg, at);
}

static const struct node *emit_same(struct arena *a, tvl_c c, uint8_t vec) {
    uint8_t v = c->var[0], w = c->var[1];
    if (v == w) return leaf(a, c->neg ? NONE : ALL, 0, 0, false, 0);
    if (v == vec || w == vec) return leaf(a, SAME, v == vec ? w : v, 0, c->neg, 0);
    return leaf(a, SAME2, v, w, c->neg, 0);
}

static const struct node *emit_closure(struct arena *a, tvl_c c, uint8_t vec) {
    uint8_t from = c->var[0], to = c->var[1];
    if ((from == vec && to == vec) || (c->kid[0]->mask & bit(vec) && vec != NO_VEC)) return each(a, c, vec);
    bool backward = from == vec;
    uint8_t step = backward ? c->bound[1] : c->bound[0], next = backward ? c->bound[0] : c->bound[1];
    struct node *n = branch(a, REACH, backward ? to : from, c->neg, emit(a, c->kid[0], next), NULL);
    n->y = step;
    n->to_vec = backward || to == vec;
    n->y2 = to;
    return n;
}

// How well an individual is pinned down by a guard: higher is better.
static int strength(tvl_c c) {
    if (c->op == TVL_C_SAME && !c->neg) return 5;
    if (c->op != TVL_C_LIT || c->neg) return 1;
    return c->unique ? 4 : c->arity == 2 ? 3 : 2;
}

// The best guard among the conjuncts for x: those that mention no other variable that is still to be found, nor vec.
static int guard_strength(const conjuncts *cs, uint8_t x, uint64_t open) {
    int best = 0;
    for (uint32_t i = 0; i < cs->n; i++)
        if ((cs->at[i]->mask & bit(x)) && !(cs->at[i]->mask & open & ~bit(x)) && strength(cs->at[i]) > best) best = strength(cs->at[i]);
    return best;
}

static const struct node *emit_list(struct arena *a, enum code code, const tvl_c *c, uint32_t n, uint8_t vec);
static const struct node *emit_exists(struct arena *a, uint64_t vars, const conjuncts *cs, uint8_t vec);

static void divide(const conjuncts *cs, uint64_t with, uint64_t without, conjuncts *in, conjuncts *out) {
    for (uint32_t i = 0; i < cs->n; i++)
        if ((!with || (cs->at[i]->mask & with)) && !(cs->at[i]->mask & without))
            vec_push(in, cs->at[i]);
        else
            vec_push(out, cs->at[i]);
}

static const struct node *emit_loop(struct arena *a, uint64_t vars, const conjuncts *cs, uint8_t vec) {
    uint64_t open = vars | (vec == NO_VEC ? 0 : bit(vec));
    int best = -1;
    uint8_t x = 0;
    for (uint8_t v = 0; v < TVL_PLAN_VARS; v++) {
        int strong = vars & bit(v) ? guard_strength(cs, v, open) : -1;
        if (strong > best) best = strong, x = v;
    }
    conjuncts guard = {0}, rest = {0};
    divide(cs, bit(x), open & ~bit(x), &guard, &rest);
    const struct node *g = emit_list(a, AND, guard.at, guard.n, x), *body = emit_exists(a, vars & ~bit(x), &rest, vec);
    vec_free(&guard);
    vec_free(&rest);
    return branch(a, LOOP, x, false, g, body);
}

// There are values of `vars` for which all of cs hold.
static const struct node *emit_exists(struct arena *a, uint64_t vars, const conjuncts *cs, uint8_t vec) {
    if (!vars) return emit_list(a, AND, cs->at, cs->n, vec);
    conjuncts in = {0}, out = {0};
    divide(cs, vars, 0, &in, &out);
    uint64_t used = 0;
    for (uint32_t i = 0; i < in.n; i++) used |= in.at[i]->mask;
    const struct node *n;
    if (__builtin_popcountll(vars) == 1 && (vec == NO_VEC || !(used & bit(vec)))) {
        uint8_t x = (uint8_t)__builtin_ctzll(vars);
        n = branch(a, SOME, 0, false, emit_list(a, AND, in.at, in.n, x), NULL);
    } else {
        n = emit_loop(a, vars, &in, vec);
    }
    if (out.n) {
        const struct node *o = emit_list(a, AND, out.at, out.n, vec);
        n = branch(a, AND, 0, false, o, n);
    }
    vec_free(&in);
    vec_free(&out);
    return n;
}

static const struct node *emit_quantifier(struct arena *a, tvl_c c, uint8_t vec);

static const struct node *emit_choice(struct arena *a, uint64_t vars, tvl_c body, uint8_t vec) {
    if (body->op == TVL_C_OR) {
        struct node *n = leaf(a, OR, 0, 0, false, 0);
        n->n_kids = body->n_kids;
        n->kid = ARENA_ARRAY(a, const struct node *, body->n_kids);
        for (uint32_t i = 0; i < body->n_kids; i++) n->kid[i] = emit_choice(a, vars, body->kid[i], vec);
        return n;
    }
    if (body->op == TVL_C_EXISTS && !body->neg) return emit_choice(a, vars | bit(body->var[0]), body->kid[0], vec);
    conjuncts cs = {0};
    if (body->op == TVL_C_AND)
        for (uint32_t i = 0; i < body->n_kids; i++) vec_push(&cs, body->kid[i]);
    else
        vec_push(&cs, body);
    const struct node *n = emit_exists(a, vars, &cs, vec);
    vec_free(&cs);
    return n;
}

static const struct node *emit_quantifier(struct arena *a, tvl_c c, uint8_t vec) {
    const struct node *n = emit_choice(a, bit(c->var[0]), c->kid[0], vec);
    return c->neg ? branch(a, AND, 0, true, n, NULL) : n;
}

static int cost(tvl_c c, uint8_t vec) {
    static const int by_op[] = {0, 0, 1, 1, 4, 4, 6, 8};
    return 2 * by_op[c->op] + (vec != NO_VEC && (c->mask & bit(vec)) ? 1 : 0);
}

static const struct node *emit_list(struct arena *a, enum code code, const tvl_c *c, uint32_t n, uint8_t vec) {
    if (n == 0) return leaf(a, code == AND ? ALL : NONE, 0, 0, false, 0);
    if (n == 1) return emit(a, c[0], vec);
    struct node *r = leaf(a, code, 0, 0, false, 0);
    r->n_kids = n;
    r->kid = ARENA_ARRAY(a, const struct node *, n);
    uint32_t done = 0;
    for (int price = 0; done < n; price++)
        for (uint32_t i = 0; i < n; i++)
            if (cost(c[i], vec) == price) r->kid[done++] = emit(a, c[i], vec);
    return r;
}

static const struct node *emit(struct arena *a, tvl_c c, uint8_t vec) {
    switch (c->op) {
    case TVL_C_TRUE: return leaf(a, ALL, 0, 0, false, 0);
    case TVL_C_FALSE: return leaf(a, NONE, 0, 0, false, 0);
    case TVL_C_LIT: return emit_literal(a, c, vec);
    case TVL_C_SAME: return emit_same(a, c, vec);
    case TVL_C_AND: return emit_list(a, AND, c->kid, c->n_kids, vec);
    case TVL_C_OR: return emit_list(a, OR, c->kid, c->n_kids, vec);
    case TVL_C_EXISTS: return emit_quantifier(a, c, vec);
    case TVL_C_CLOSURE: return emit_closure(a, c, vec);
    }
    return NULL;
}

struct tvl_plan *tvl_plan_make(const struct tvl_vocab *v, struct tvl_build *b, tvl_f f, int truth, const uint32_t *vars, uint32_t n) {
    tvl_c c = tvl_classic_make(v, b, tvl_nnf(b, f, truth == TVL_IS0), vars, n);
    if (!c) return NULL;
    struct tvl_plan *p = ARENA_NEW(b->arena, struct tvl_plan);
    p->root = emit(b->arena, c, n ? (uint8_t)(n - 1) : NO_VEC);
    return p;
}

static tvl_set spread(tvl_set bit0) {
    return -(bit0 & 1);
}

struct run {
    const struct tvl_draft *d;
    uint8_t *at;
};

static tvl_set eval(const struct run *r, const struct node *n);

static tvl_set eval_loop(const struct run *r, const struct node *n) {
    tvl_set found = 0, all = r->d->all;
    TVL_EACH(i, eval(r, n->kid[0]) & all) {
        r->at[n->x] = (uint8_t)i;
        found |= eval(r, n->kid[1]);
        if ((found & all) == all) return ~(tvl_set)0;
    }
    return found;
}

static tvl_set eval_reach(const struct run *r, const struct node *n) {
    tvl_set found = 0, fresh = TVL_BIT(r->at[n->x]);
    while (fresh) {
        tvl_set next = 0;
        TVL_EACH(i, fresh) {
            r->at[n->y] = (uint8_t)i;
            next |= eval(r, n->kid[0]) & r->d->all;
        }
        fresh = next & ~found;
        found |= next;
    }
    return n->to_vec ? found : spread(found >> r->at[n->y2]);
}

static tvl_set eval_each(const struct run *r, const struct node *n) {
    tvl_set found = 0;
    for (uint32_t i = 0; i < r->d->n; i++) {
        r->at[n->x] = (uint8_t)i;
        if (eval(r, n->kid[0])) found |= TVL_BIT(i);
    }
    return found;
}

static tvl_set eval_and(const struct run *r, const struct node *n) {
    tvl_set w = ~(tvl_set)0;
    for (uint32_t i = 0; i < n->n_kids && w; i++) w &= eval(r, n->kid[i]);
    return w;
}

static tvl_set eval_or(const struct run *r, const struct node *n) {
    tvl_set w = 0;
    for (uint32_t i = 0; i < n->n_kids && w != ~(tvl_set)0; i++) w |= eval(r, n->kid[i]);
    return w;
}

static tvl_set eval(const struct run *r, const struct node *n) {
    const struct tvl_draft *d = r->d;
    const uint8_t *at = r->at;
    tvl_set w = 0;
    switch ((enum code)n->code) {
    case ALL: return ~(tvl_set)0;
    case NONE: return 0;
    case FLAT: w = d->flat[n->plane]; break;
    case BIT: w = spread(d->flat[n->plane] >> at[n->x]); break;
    case ROW: w = d->row[n->plane + at[n->x]]; break;
    case COL: w = d->col[n->plane + at[n->x]]; break;
    case BIT2: w = spread(d->row[n->plane + at[n->x]] >> at[n->y]); break;
    case SAME: w = TVL_BIT(at[n->x]); break;
    case SAME2: w = spread(at[n->x] == at[n->y]); break;
    case AND: w = eval_and(r, n); break;
    case OR: w = eval_or(r, n); break;
    case SOME: w = eval(r, n->kid[0]) & d->all ? ~(tvl_set)0 : 0; break;
    case LOOP: w = eval_loop(r, n); break;
    case REACH: w = eval_reach(r, n); break;
    case EACH: w = eval_each(r, n); break;
    }
    return n->neg ? ~w : w;
}

tvl_set tvl_plan_run(const struct tvl_plan *p, const struct tvl_draft *d, uint8_t *at) {
    struct run r = {d, at};
    return eval(&r, p->root);
}
