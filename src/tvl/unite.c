// SPDX-License-Identifier: MIT
#include "tvl/unite.h"

struct united {
    const struct tvl_vocab *v;
    const struct tvl_draft *a, *b;
    uint32_t n;
    uint8_t of_a[TVL_MAX], of_b[TVL_MAX];  // the individual of each side, or NOBODY
};
enum { NOBODY = 255 };

// The order that blur sorts by: at the first plane in which the two differ, the one that is not in it comes first.
static int compare(const struct united *u, uint32_t i, uint32_t j) {
    for (uint32_t k = 0; k < u->v->abs_unary.n; k++) {
        uint32_t plane = 2 * u->v->abs_unary.at[k];
        for (int t = TVL_IS1; t >= TVL_IS0; t--) {
            int x = u->a->flat[plane + (uint32_t)t] >> i & 1, y = u->b->flat[plane + (uint32_t)t] >> j & 1;
            if (x != y) return x - y;
        }
    }
    return 0;
}

static bool match(struct united *u) {
    uint32_t i = 0, j = 0;
    while (i < u->a->n || j < u->b->n) {
        int order = i == u->a->n ? 1 : j == u->b->n ? -1 : compare(u, i, j);
        if (u->n == TVL_MAX) return false;
        u->of_a[u->n] = order <= 0 ? (uint8_t)i++ : NOBODY;
        u->of_b[u->n++] = order >= 0 ? (uint8_t)j++ : NOBODY;
    }
    return true;
}

// Where one side has no such individuals, the other's value holds; where neither has, none needs to.
static enum tvl_kleene join(const struct united *u, uint32_t p, uint32_t i, uint32_t j, bool pair) {
    bool in_a = u->of_a[i] != NOBODY && (!pair || u->of_a[j] != NOBODY), in_b = u->of_b[i] != NOBODY && (!pair || u->of_b[j] != NOBODY);
    enum tvl_kleene x = in_a ? tvl_get(u->v, u->a, p, u->of_a[i], pair ? u->of_a[j] : 0) : TVL_HALF;
    enum tvl_kleene y = in_b ? tvl_get(u->v, u->b, p, u->of_b[i], pair ? u->of_b[j] : 0) : TVL_HALF;
    return in_a && in_b ? (x == y ? x : TVL_HALF) : in_a ? x : y;
}

static void fill(const struct united *u, struct tvl_draft *out, uint32_t p) {
    uint32_t arity = u->v->pred.at[p].arity;
    if (arity == 0) {
        enum tvl_kleene x = tvl_get(u->v, u->a, p, 0, 0), y = tvl_get(u->v, u->b, p, 0, 0);
        tvl_put(u->v, out, p, 0, 0, x == y ? x : TVL_HALF);
        return;
    }
    for (uint32_t i = 0; i < u->n; i++)
        for (uint32_t j = 0; j < (arity == 2 ? u->n : 1); j++) tvl_put(u->v, out, p, i, j, join(u, p, i, j, arity == 2));
}

bool tvl_unite(const struct tvl_vocab *v, const struct tvl_draft *a, const struct tvl_draft *b, struct tvl_draft *out) {
    struct united u = {.v = v, .a = a, .b = b};
    if (!match(&u)) return false;
    tvl_draft_clear(v, out, u.n);
    for (uint32_t p = 0; p < v->pred.n; p++)
        if (!v->pred.at[p].hidden) fill(&u, out, p);
    for (uint32_t i = 0; i < u.n; i++)
        if (u.of_a[i] == NOBODY || u.of_b[i] == NOBODY) tvl_put(v, out, TVL_ACTIVE, i, 0, TVL_HALF);
    return true;
}
