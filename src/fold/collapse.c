// SPDX-License-Identifier: MIT
// Widening by summarisation: heap nodes that the graph reaches from the same places outside the heap become one.  It is named by its role, so that
// the nodes of two states that play the same role are the same node.
#include <assert.h>

#include "fold/shape.h"

// Which roots reach a node: `words` words of bits for each node of the draft, in order.
struct reach {
    uint64_t *bits;
    uint32_t words;
};

// A root is a place outside the heap.  Edges of one place follow each other in no particular order, so places are numbered by their cells.
static void mark_roots(struct fold_base *f, const struct fold_draft *d, struct reach *r) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind != FOLD_EDGE || !fold_is_heap(f, k->target) || fold_is_heap(f, k->node)) continue;
        assert(fold_node(d, k->target));
        uint32_t target = fold_node_index(d, k->target);
        uint32_t root = (uint32_t)(fold_cell(d, (struct fold_place){k->node, k->at}) - d->cells.at);
        r->bits[(size_t)target * r->words + root / 64] |= UINT64_C(1) << root % 64;
    }
}

static bool spread(struct fold_base *f, const struct fold_draft *d, struct reach *r) {
    bool changed = false;
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind != FOLD_EDGE || !fold_is_link(f, k->node, k->at) || !fold_is_heap(f, k->target)) continue;
        uint64_t *from = &r->bits[(size_t)fold_node_index(d, k->node) * r->words];
        uint64_t *to = &r->bits[(size_t)fold_node_index(d, k->target) * r->words];
        for (uint32_t w = 0; w < r->words; w++) {
            changed |= (from[w] & ~to[w]) != 0;
            to[w] |= from[w];
        }
    }
    return changed;
}

// ---- roles -------------------------------------------------------------------------------------------------------------------------

// The role of each heap node: its size, and the places outside the heap that reach it.  Nodes of one role are summarised.
static uint32_t role_of(struct fold_base *f, const struct fold_draft *d, const struct reach *r, uint32_t i) {
    fold_list words = {0};
    vec_push(&words, (uint32_t)d->nodes.at[i].size);
    vec_push(&words, (uint32_t)(d->nodes.at[i].size >> 32));
    for (uint32_t k = 0; k < d->cells.n; k++) {
        if (!(r->bits[(size_t)i * r->words + k / 64] >> k % 64 & 1)) continue;
        vec_push(&words, d->cells.at[k].place.node);
        vec_push(&words, d->cells.at[k].place.at);
    }
    uint32_t role = dom_store_add(&f->roles, words.at, words.n);
    vec_free(&words);
    return role;
}

struct role {
    uint32_t node, role;
};
typedef VEC(struct role) roles;

static void find_roles(struct fold_base *f, const struct fold_draft *d, roles *out) {
    struct reach r = {.words = d->cells.n / 64 + 1};
    r.bits = calloc((size_t)d->nodes.n * r.words + 1, sizeof *r.bits);
    if (!r.bits) base_out_of_memory();
    mark_roots(f, d, &r);
    while (spread(f, d, &r)) continue;
    for (uint32_t i = 0; i < d->nodes.n; i++)
        if (fold_is_heap(f, d->nodes.at[i].node)) vec_push(out, (struct role){d->nodes.at[i].node, role_of(f, d, &r, i)});
    free(r.bits);
}

static uint32_t name_of_role(struct fold_base *f, const roles *all, uint32_t role) {
    struct fold_name n = {FOLD_HEAP, 0, 0, FOLD_ROLE + role};
    bool first = true;
    for (uint32_t i = 0; i < all->n; i++) {
        const struct fold_name *m = fold_name_of(f, all->at[i].node);
        if (all->at[i].role != role) continue;
        if (first)
            n.a = m->a, n.b = m->b;
        else if (n.a != m->a || n.b != m->b)
            n.a = n.b = FOLD_MANY_SITES;
        first = false;
    }
    return fold_name(f, n);
}

// All nodes of the role become one, as far as they fit.  What had the name of a role steps aside.
static void collapse_role(struct fold_base *f, struct fold_draft *d, roles *all, uint32_t first) {
    struct role *x = &all->at[first];
    for (uint32_t i = first + 1; i < all->n; i++)
        if (all->at[i].role == x->role && fold_summarise(f, d, x->node, all->at[i].node)) fold_prune(f, d);
    if (fold_name_of(f, x->node)->number < FOLD_ROLE) return;
    uint32_t aside = fold_fresh_like(f, d, x->node);
    fold_rename_node(f, d, x->node, aside);
    x->node = aside;
}

static bool is_first(const roles *all, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (all->at[k].role == all->at[i].role) return false;
    return true;
}

void fold_collapse(struct fold_base *f, struct fold_draft *d) {
    roles all = {0};
    fold_list names = {0};
    fold_prune(f, d);
    find_roles(f, d, &all);
    for (uint32_t i = 0; i < all.n; i++) vec_push(&names, name_of_role(f, &all, all.at[i].role));
    for (uint32_t i = 0; i < all.n; i++)
        if (is_first(&all, i)) collapse_role(f, d, &all, i);
    for (uint32_t i = 0; i < all.n; i++)
        if (is_first(&all, i) && !fold_node(d, names.at[i])) fold_rename_node(f, d, all.at[i].node, names.at[i]);
    vec_free(&all);
    vec_free(&names);
}
