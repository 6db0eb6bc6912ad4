// SPDX-License-Identifier: MIT
// For tests: a small vocabulary, random formulas and random structures over it.
#ifndef HP_TESTS_TVL_RANDOM_H
#define HP_TESTS_TVL_RANDOM_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tvl/embed.h"
#include "tvl/machine.h"
#include "tvl/value.h"

struct world {
    struct tvl_spec spec;
    uint32_t z, a, b, n, m;  // predicates: nullary, two unary, two binary
    uint64_t seed;
};

static inline uint32_t draw(struct world *w, uint32_t below) {
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(w->seed >> 33) % below;
}

static inline void world_init(struct world *w, uint64_t seed) {
    tvl_spec_init(&w->spec);
    w->seed = seed;
    w->z = tvl_vocab_add(&w->spec.vocab, "z", 0, 0);
    w->a = tvl_vocab_add(&w->spec.vocab, "a", 1, 0);
    w->b = tvl_vocab_add(&w->spec.vocab, "b", 1, 0);
    w->n = tvl_vocab_add(&w->spec.vocab, "n", 2, 0);
    w->m = tvl_vocab_add(&w->spec.vocab, "m", 2, 0);
    w->spec.vocab.maybe = true;
}

// A formula over the variables 0 .. vars-1, of the given depth.
static inline tvl_f random_formula(struct world *w, uint32_t depth, uint32_t vars) {
    struct tvl_build *b = &w->spec.build;
    uint32_t v = draw(w, vars), u = draw(w, vars);
    if (depth == 0 || draw(w, 5) == 0) {
        switch (draw(w, 7)) {
        case 0: return tvl_atom(b, w->z, TVL_NONE, TVL_NONE);
        case 1: return tvl_atom(b, w->a, v, TVL_NONE);
        case 2: return tvl_atom(b, w->b, v, TVL_NONE);
        case 3: return tvl_atom(b, w->n, v, u);
        case 4: return tvl_atom(b, w->m, v, u);
        case 5: return v == u ? tvl_atom(b, w->a, v, TVL_NONE) : tvl_eq(b, v, u);
        default: return tvl_const(b, (enum tvl_kleene)draw(w, 3));
        }
    }
    switch (draw(w, 8)) {
    case 0: return tvl_not(b, random_formula(w, depth - 1, vars));
    case 1: return tvl_and(b, random_formula(w, depth - 1, vars), random_formula(w, depth - 1, vars));
    case 2: return tvl_or(b, random_formula(w, depth - 1, vars), random_formula(w, depth - 1, vars));
    case 3: return tvl_quant(b, TVL_EXISTS, vars, random_formula(w, depth - 1, vars + 1));
    case 4: return tvl_quant(b, TVL_FORALL, vars, random_formula(w, depth - 1, vars + 1));
    case 5: return tvl_ite(b, random_formula(w, depth - 1, vars), random_formula(w, depth - 1, vars), random_formula(w, depth - 1, vars));
    case 6: return tvl_iff(b, random_formula(w, depth - 1, vars), random_formula(w, depth - 1, vars));
    default: return tvl_tc(b, v, u, vars, vars + 1, random_formula(w, depth - 1, vars + 2));
    }
}

// Values of every predicate; `half`: how many of ten are 1/2.
static inline void random_structure(struct world *w, struct tvl_draft *d, uint32_t n, uint32_t half) {
    const struct tvl_vocab *v = &w->spec.vocab;
    tvl_draft_clear(v, d, n);
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        if (v->pred.at[p].hidden) continue;
        for (uint32_t i = 0; i < (v->pred.at[p].arity > 0 ? n : 1); i++)
            for (uint32_t j = 0; j < (v->pred.at[p].arity > 1 ? n : 1); j++)
                tvl_put(v, d, p, i, j, draw(w, 10) < half ? TVL_HALF : draw(w, 3) == 0 ? TVL_TRUE : TVL_FALSE);
    }
}

static inline void random_absence(struct world *w, struct tvl_draft *d) {
    for (uint32_t i = 0; i < d->n; i++) {
        if (draw(w, 3) == 0) tvl_put(&w->spec.vocab, d, TVL_SM, i, 0, TVL_HALF);
        if (draw(w, 5) == 0) tvl_put(&w->spec.vocab, d, TVL_ACTIVE, i, 0, TVL_HALF);
    }
}

// An individual that may be absent, with any values.
static inline void random_ghost(struct world *w, struct tvl_draft *d) {
    const struct tvl_vocab *v = &w->spec.vocab;
    uint32_t g = tvl_draft_add(v, d);
    tvl_put(v, d, TVL_ACTIVE, g, 0, TVL_HALF);
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        if (v->pred.at[p].hidden || v->pred.at[p].arity == 0) continue;
        for (uint32_t i = 0; i < (v->pred.at[p].arity == 2 ? d->n : 1); i++) {
            tvl_put(v, d, p, g, i, (enum tvl_kleene)draw(w, 3));
            if (v->pred.at[p].arity == 2) tvl_put(v, d, p, i, g, (enum tvl_kleene)draw(w, 3));
        }
    }
}

// A structure that describes d: individuals merged by a random map, some values forgotten.
static inline void random_abstraction(struct world *w, const struct tvl_draft *d, struct tvl_draft *out, uint32_t forget) {
    const struct tvl_vocab *v = &w->spec.vocab;
    uint32_t map[TVL_MAX], classes = 0, size[TVL_MAX] = {0}, sure[TVL_MAX] = {0};
    for (uint32_t i = 0; i < d->n; i++) {
        map[i] = draw(w, classes + 1);
        classes += map[i] == classes;
        size[map[i]]++;
        sure[map[i]] += tvl_get(v, d, TVL_ACTIVE, i, 0) == TVL_TRUE;
    }
    tvl_draft_clear(v, out, classes);
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        uint32_t arity = v->pred.at[p].arity;
        if (v->pred.at[p].hidden) continue;
        for (uint32_t i = 0; i < (arity > 0 ? classes : 1); i++)
            for (uint32_t j = 0; j < (arity > 1 ? classes : 1); j++) {
                bool any[3] = {false};
                for (uint32_t x = 0; x < (arity > 0 ? d->n : 1); x++)
                    for (uint32_t y = 0; y < (arity > 1 ? d->n : 1); y++)
                        if ((arity < 1 || map[x] == i) && (arity < 2 || map[y] == j)) any[tvl_get(v, d, p, x, y)] = true;
                bool half = any[TVL_HALF] || (any[0] && any[1]) || draw(w, 10) < forget;
                tvl_put(v, out, p, i, j, half ? TVL_HALF : any[1] ? TVL_TRUE : TVL_FALSE);
            }
    }
    for (uint32_t i = 0; i < classes; i++) {
        if (size[i] > 1 || draw(w, 4) == 0) tvl_put(v, out, TVL_SM, i, 0, TVL_HALF);
        if (!sure[i]) tvl_put(v, out, TVL_ACTIVE, i, 0, TVL_HALF);
    }
    if (v->maybe && draw(w, 3) == 0) random_ghost(w, out);
}
#endif
