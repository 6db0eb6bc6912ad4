// SPDX-License-Identifier: MIT
#include "tvl/value.h"

#include <assert.h>

typedef enum tvl_kleene kleene;

static kleene k_not(kleene k) {
    return k == TVL_HALF ? k : k == TVL_TRUE ? TVL_FALSE : TVL_TRUE;
}

static kleene k_and(kleene k, kleene l) {
    return k == TVL_FALSE || l == TVL_FALSE ? TVL_FALSE : k == TVL_TRUE ? l : l == TVL_TRUE ? k : TVL_HALF;
}

static kleene k_or(kleene k, kleene l) {
    return k_not(k_and(k_not(k), k_not(l)));
}

uint32_t tvl_lookup(const struct tvl_env *env, uint32_t var) {
    while (env && env->var != var) env = env->outer;
    assert(env);
    return env->individual;
}

static kleene atom(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env) {
    uint32_t arity = v->pred.at[f->pred].arity;
    return tvl_get(v, d, f->pred, arity > 0 ? tvl_lookup(env, f->var[0]) : 0, arity > 1 ? tvl_lookup(env, f->var[1]) : 0);
}

static kleene equality(const struct tvl_draft *d, tvl_f f, const struct tvl_env *env) {
    uint32_t i = tvl_lookup(env, f->var[0]), j = tvl_lookup(env, f->var[1]);
    return i != j ? TVL_FALSE : tvl_sm(d) >> i & 1 ? TVL_HALF : TVL_TRUE;
}

static kleene exists(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env, bool negate) {
    kleene k = TVL_FALSE;
    for (uint32_t i = 0; i < d->n && k != TVL_TRUE; i++) {
        struct tvl_env in = {env, f->var[0], i};
        kleene body = tvl_value(v, d, f->a, &in);
        k = k_or(k, k_and(negate ? k_not(body) : body, tvl_get(v, d, TVL_ACTIVE, i, 0)));
    }
    return negate ? k_not(k) : k;
}

static kleene step(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env, uint32_t i, uint32_t j) {
    struct tvl_env first = {env, f->bound[0], i}, both = {&first, f->bound[1], j};
    return tvl_value(v, d, f->a, &both);
}

// The individuals reached from `from` by steps that are certain, from individuals that exist; or by steps that are possible.
static tvl_set reached(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env, uint32_t from,
                       bool certain) {
    tvl_set found = 0, fresh = TVL_BIT(from);
    while (fresh) {
        tvl_set next = 0;
        if (certain) fresh &= d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS1)];
        TVL_EACH(i, fresh)
        for (uint32_t j = 0; j < d->n; j++) {
            kleene k = step(v, d, f, env, (uint32_t)i, j);
            if (k == TVL_TRUE || (!certain && k == TVL_HALF)) next |= TVL_BIT(j);
        }
        fresh = next & ~found;
        found |= next;
    }
    return found;
}

static kleene closure(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env) {
    uint32_t from = tvl_lookup(env, f->var[0]), to = tvl_lookup(env, f->var[1]);
    if (!(reached(v, d, f, env, from, false) >> to & 1)) return TVL_FALSE;
    return reached(v, d, f, env, from, true) >> to & 1 ? TVL_TRUE : TVL_HALF;
}

kleene tvl_value(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env) {
    switch (f->op) {
    case TVL_CONST: return f->value;
    case TVL_PRED: return atom(v, d, f, env);
    case TVL_EQ: return equality(d, f, env);
    case TVL_NOT: return k_not(tvl_value(v, d, f->a, env));
    case TVL_AND: {
        kleene k = tvl_value(v, d, f->a, env);
        return k == TVL_FALSE ? k : k_and(k, tvl_value(v, d, f->b, env));
    }
    case TVL_OR: {
        kleene k = tvl_value(v, d, f->a, env);
        return k == TVL_TRUE ? k : k_or(k, tvl_value(v, d, f->b, env));
    }
    case TVL_EXISTS: return exists(v, d, f, env, false);
    case TVL_FORALL: return exists(v, d, f, env, true);
    case TVL_TC: return closure(v, d, f, env);
    case TVL_ITE: {
        kleene c = tvl_value(v, d, f->a, env), k = tvl_value(v, d, f->b, env), l = tvl_value(v, d, f->c, env);
        return c == TVL_TRUE ? k : c == TVL_FALSE ? l : k == l ? k : TVL_HALF;
    }
    case TVL_IFF: {
        kleene k = tvl_value(v, d, f->a, env), l = tvl_value(v, d, f->b, env);
        return k == TVL_HALF || l == TVL_HALF ? TVL_HALF : k == l ? TVL_TRUE : TVL_FALSE;
    }
    }
    return TVL_HALF;
}

static bool in_part(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env, struct tvl_culprit *out) {
    return tvl_value(v, d, f, env) == TVL_HALF && tvl_find_culprit(v, d, f, env, out);
}

static bool in_atom(const struct tvl_vocab *v, tvl_f f, const struct tvl_env *env, struct tvl_culprit *out) {
    uint32_t arity = v->pred.at[f->pred].arity;
    if (f->pred < TVL_N_BUILTIN) return false;
    *out = (struct tvl_culprit){f->pred, arity > 0 ? tvl_lookup(env, f->var[0]) : 0, arity > 1 ? tvl_lookup(env, f->var[1]) : 0};
    return true;
}

static bool in_quantifier(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env,
                          struct tvl_culprit *out) {
    for (uint32_t i = 0; i < d->n; i++) {
        struct tvl_env in = {env, f->var[0], i};
        if (in_part(v, d, f->a, &in, out)) return true;
        bool tells = tvl_value(v, d, f->a, &in) == (f->op == TVL_EXISTS ? TVL_TRUE : TVL_FALSE);
        *out = (struct tvl_culprit){TVL_ACTIVE, i, 0};
        if (tells && tvl_get(v, d, TVL_ACTIVE, i, 0) == TVL_HALF) return true;
    }
    return false;
}

bool tvl_find_culprit(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env, struct tvl_culprit *out) {
    switch (f->op) {
    case TVL_PRED: return in_atom(v, f, env, out);
    case TVL_NOT: return tvl_find_culprit(v, d, f->a, env, out);
    case TVL_AND:
    case TVL_OR:
    case TVL_IFF: return in_part(v, d, f->a, env, out) || in_part(v, d, f->b, env, out);
    case TVL_ITE: return in_part(v, d, f->a, env, out) || in_part(v, d, f->b, env, out) || in_part(v, d, f->c, env, out);
    case TVL_EXISTS:
    case TVL_FORALL: return in_quantifier(v, d, f, env, out);
    default: return false;
    }
}
