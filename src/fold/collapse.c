// SPDX-License-Identifier: MIT
// Widening by summarisation: heap nodes that the graph reaches from the same places outside the heap become one.
#include <assert.h>

#include "fold/shape.h"

// Which roots reach a node: `words` words of bits for each node of the draft, in order.
struct reach {
    uint64_t *bits;
    uint32_t words;
};

static uint32_t index_of(const struct fold_draft *d, uint32_t node) {
    const struct fold_node *n = fold_node(d, node);
    return n ? (uint32_t)(n - d->nodes.at) : UINT32_MAX;
}

static bool is_root(struct fold_base *f, const struct fold_flag *k) {
    return !fold_is_heap(f, k->node);
}

// A root is a place outside the heap.  Edges of one place follow each other in no particular order, so places are numbered by their cells.
static void mark_roots(struct fold_base *f, const struct fold_draft *d, struct reach *r) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        uint32_t target = k->kind == FOLD_EDGE && fold_is_heap(f, k->target) ? index_of(d, k->target) : UINT32_MAX;
        if (target == UINT32_MAX || !is_root(f, k)) continue;
        uint32_t root = (uint32_t)(fold_cell(d, (struct fold_place){k->node, k->at}) - d->cells.at);
        r->bits[(size_t)target * r->words + root / 64] |= UINT64_C(1) << root % 64;
    }
}

static bool spread(struct fold_base *f, const struct fold_draft *d, struct reach *r) {
    bool changed = false;
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind != FOLD_EDGE || !fold_is_heap(f, k->node) || !fold_is_heap(f, k->target)) continue;
        uint64_t *from = &r->bits[(size_t)index_of(d, k->node) * r->words], *to = &r->bits[(size_t)index_of(d, k->target) * r->words];
        for (uint32_t w = 0; w < r->words; w++) {
            changed |= (from[w] & ~to[w]) != 0;
            to[w] |= from[w];
        }
    }
    return changed;
}

// The first later node that goes with node i, or 0.
static uint32_t partner(struct fold_base *f, const struct fold_draft *d, const struct reach *r, uint32_t i) {
    const struct fold_node *n = &d->nodes.at[i];
    for (uint32_t k = i + 1; k < d->nodes.n; k++) {
        const struct fold_node *m = &d->nodes.at[k];
        bool same = !memcmp(&r->bits[(size_t)i * r->words], &r->bits[(size_t)k * r->words], r->words * sizeof *r->bits);
        if (fold_is_heap(f, m->node) && m->size == n->size && same) return k;
    }
    return 0;
}

static bool collapse_one(struct fold_base *f, struct fold_draft *d, const fold_list *refused) {
    struct reach r = {.words = d->cells.n / 64 + 1};
    uint32_t a = 0, b = 0;
    r.bits = calloc((size_t)d->nodes.n * r.words + 1, sizeof *r.bits);
    if (!r.bits) base_out_of_memory();
    mark_roots(f, d, &r);
    while (spread(f, d, &r)) continue;
    for (uint32_t i = 0; i < d->nodes.n && !b; i++) {
        bool skip = !fold_is_heap(f, d->nodes.at[i].node);
        for (uint32_t k = 0; k < refused->n; k++) skip |= refused->at[k] == d->nodes.at[i].node;
        uint32_t k = skip ? 0 : partner(f, d, &r, i);
        if (k) a = d->nodes.at[i].node, b = d->nodes.at[k].node;
    }
    free(r.bits);
    if (!b) return false;
    if (!fold_summarise(f, d, a, b)) vec_push((fold_list *)refused, a);
    return true;
}

void fold_collapse(struct fold_base *f, struct fold_draft *d) {
    fold_list refused = {0};
    fold_prune(f, d);
    while (d->b != LOGIC_FALSE && collapse_one(f, d, &refused)) fold_prune(f, d);
    vec_free(&refused);
}
