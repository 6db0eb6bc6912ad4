// SPDX-License-Identifier: MIT
// Two states made compatible, and joined.
#include <assert.h>

#include "fold/shape.h"

static bool same_frames(const struct fold_draft *a, const struct fold_draft *b) {
    return a->frames.n == b->frames.n && (!a->frames.n || !memcmp(a->frames.at, b->frames.at, a->frames.n * sizeof *a->frames.at));
}

// Nodes that both have, and globals, which are there anyway, can be made to have the same cells.
static bool level_nodes(struct fold_base *f, struct fold_draft *a, const struct fold_draft *b) {
    for (uint32_t i = 0; i < b->nodes.n; i++) {
        struct fold_node n = b->nodes.at[i], *m = fold_node(a, n.node);
        bool initial = n.rest == FOLD_REST_INITIAL || (m && m->rest == FOLD_REST_INITIAL);
        if (m && (m->size != n.size || (initial && m->rest != n.rest))) return false;
        if (m && m->rest != n.rest) m->rest = FOLD_REST_ANY;
        if (m || fold_name_of(f, n.node)->storage != FOLD_GLOBAL) continue;
        if (!initial) return false;  // filled as a whole: other pointers may be in it here
        fold_add_node(a, n);
    }
    return true;
}

// A register without value is one that nobody reads: as good as uninitialised.
static bool level_cells(struct fold_base *f, struct fold_draft *a, const struct fold_draft *b) {
    for (uint32_t i = 0; i < b->cells.n; i++) {
        struct fold_place p = b->cells.at[i].place;
        const struct fold_cell *c = fold_cell(a, p);
        if (c && c->size != b->cells.at[i].size) return false;
        if (c) continue;
        if (p.node <= FOLD_GONE)
            fold_put_uninit(f, a, p, b->cells.at[i].size, b->cells.at[i].range.bits);
        else if (fold_node(a, p.node) && !fold_make_cell(f, a, p, b->cells.at[i].size))
            return false;
    }
    return true;
}

static bool level_ranges(struct fold_base *f, struct fold_draft *a, struct fold_draft *b, bool widen) {
    for (uint32_t i = 0; i < a->cells.n; i++) {
        const struct fold_cell *x = &a->cells.at[i], *y = fold_cell(b, x->place);
        if (y && x->range.bits != y->range.bits) return false;
        if (y) fold_level_numbers(f, a, x->place, b, x->place, widen);
    }
    return true;
}

static void unite(struct fold_base *f, const struct fold_draft *a, const struct fold_draft *b, struct fold_draft *out) {
    fold_draft_copy(out, a);
    for (uint32_t i = 0; i < b->nodes.n; i++)
        if (!fold_node(out, b->nodes.at[i].node)) fold_add_node(out, b->nodes.at[i]);
    for (uint32_t i = 0; i < b->cells.n; i++)
        if (!fold_cell(out, b->cells.at[i].place)) fold_add_cell(out, b->cells.at[i].place, b->cells.at[i].size, b->cells.at[i].range);
    out->b = logic_or(f->logic, a->b, b->b);
}

bool fold_join(struct fold_base *f, struct fold_draft *a, struct fold_draft *b, bool widen, struct fold_draft *out) {
    if (!same_frames(a, b)) return false;
    if (!level_nodes(f, a, b) || !level_nodes(f, b, a)) return false;
    if (!level_cells(f, a, b) || !level_cells(f, b, a) || !level_ranges(f, a, b, widen)) return false;
    fold_want_all(f, a, &b->flags);
    fold_want_all(f, b, &a->flags);
    unite(f, a, b, out);
    return true;
}
