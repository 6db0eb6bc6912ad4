// SPDX-License-Identifier: MIT
// Small concrete heaps, and whether a state stands for one: by definition, over every choice of representatives and ghosts.
//
// A heap has blocks of some cells and some variables.  Each holds nothing, a number (0 is null), a pointer to what was freed, or one to the start of
// a block.  Whoever includes this says before how many there are: HEAP_BLOCKS, HEAP_CELLS, HEAP_VARS.
#ifndef HP_TESTS_FOLD_HEAP_H
#define HP_TESTS_FOLD_HEAP_H
#include <stdlib.h>

#include "fold/fold.h"

enum { HEAP_NULL = -1, HEAP_DANGLING = -2, HEAP_UNINIT = -3, HEAP_NUMBER = -4 };  // -4, -5, ...: the numbers 1, 2, ...

static bool heap_is_number(int value) {
    return value == HEAP_NULL || value <= HEAP_NUMBER;
}

static uint32_t heap_number(int value) {
    return value == HEAP_NULL ? 0 : (uint32_t)(HEAP_NUMBER + 1 - value);
}
struct heap {
    bool alive[HEAP_BLOCKS];
    int cell[HEAP_BLOCKS][HEAP_CELLS];
    int var[HEAP_VARS];
};

static struct fold_place heap_var(uint32_t v) {
    return (struct fold_place){FOLD_REGS, v};
}

static uint32_t heap_node(struct fold_base *f, uint32_t number) {
    return fold_name(f, (struct fold_name){FOLD_HEAP, FOLD_MANY_SITES, FOLD_MANY_SITES, number});
}

static void put(struct fold_base *f, struct fold_draft *d, struct fold_place p, int value) {
    if (value == HEAP_UNINIT)
        fold_put_uninit(f, d, p, 8, 64);
    else if (heap_is_number(value))
        fold_put_number(f, d, p, 8, num_range_const(64, heap_number(value)));
    else
        fold_put_address(f, d, p, 8, value == HEAP_DANGLING ? FOLD_FREED : heap_node(f, (uint32_t)value), 0);
}

// The state with one node for each block.
static void heap_draft(struct fold_base *f, const struct heap *h, struct fold_draft *d) {
    *d = (struct fold_draft){.b = LOGIC_TRUE};
    vec_push(&d->frames, (struct fold_frame){0, 0});
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++) {
        if (!h->alive[i]) continue;
        fold_add_node(d, (struct fold_node){heap_node(f, i), FOLD_REST_UNINIT, 8 * HEAP_CELLS});
        fold_define(f, d, fold_node_flag(f, FOLD_EXISTS, heap_node(f, i)), LOGIC_TRUE);
    }
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++)
        for (uint32_t c = 0; h->alive[i] && c < HEAP_CELLS; c++) put(f, d, (struct fold_place){heap_node(f, i), 8 * c}, h->cell[i][c]);
    for (uint32_t v = 0; v < HEAP_VARS; v++) put(f, d, heap_var(v), h->var[v]);
}

static bool links(const struct fold_base *f, uint32_t cell) {
    return f->links == FOLD_ALL_LINK || (f->link == 8 * cell) == (f->links == FOLD_ONE_LINKS);
}

// Is every block reached from a variable, by links?
static bool heap_is_reached(const struct fold_base *f, const struct heap *h) {
    bool reached[HEAP_BLOCKS] = {0}, changed = true;
    for (uint32_t v = 0; v < HEAP_VARS; v++)
        if (h->var[v] >= 0) reached[h->var[v]] = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < HEAP_BLOCKS; i++)
            for (uint32_t c = 0; reached[i] && c < HEAP_CELLS; c++)
                if (links(f, c) && h->cell[i][c] >= 0 && !reached[h->cell[i][c]]) changed = reached[h->cell[i][c]] = true;
    }
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++)
        if (h->alive[i] && !reached[i]) return false;
    return true;
}

// ---- membership --------------------------------------------------------------------------------------------------------------------

struct trial {
    struct fold_base *f;
    const struct heap *h;
    const struct fold_draft *d;
    uint32_t nodes[16], n;      // heap nodes of d
    uint32_t at[HEAP_BLOCKS];   // index of each block's node
    int first[16], second[16];  // representative and ghost of each node, or -1
    bool *value;                // by flag
    uint32_t n_flags;
};

static int index_of(const struct trial *t, uint32_t node) {
    for (uint32_t i = 0; i < t->n; i++)
        if (t->nodes[i] == node) return (int)i;
    return -1;
}

static int held_by(const struct trial *t, struct fold_place p) {
    if (p.node == FOLD_REGS) return p.at < HEAP_VARS ? t->h->var[p.at] : HEAP_UNINIT;
    int i = index_of(t, p.node);
    return i < 0 || t->first[i] < 0 ? HEAP_NULL : t->h->cell[t->first[i]][p.at / 8];
}

static uint32_t count(const struct fold_base *f, const struct heap *h, int block) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++)
        for (uint32_t c = 0; h->alive[i] && c < HEAP_CELLS; c++) n += links(f, c) && h->cell[i][c] == block;
    return n > 3 ? 3 : n;
}

static bool is_true(const struct trial *t, const struct fold_flag *k) {
    struct fold_place p = {k->node, k->at};
    int i = index_of(t, k->node), self = i < 0 ? -1 : t->first[i], ghost = i < 0 ? -1 : t->second[i], v;
    switch (k->kind) {
    case FOLD_EDGE:
        v = held_by(t, p);
        if (k->offset || heap_is_number(v) || v == HEAP_UNINIT) return false;
        if (v == HEAP_DANGLING) return k->target == FOLD_FREED;
        return index_of(t, k->target) >= 0 && t->first[index_of(t, k->target)] == v;
    case FOLD_OUT: return !k->offset && self >= 0 && ghost >= 0 && t->h->cell[self][k->at / 8] == ghost;
    case FOLD_IN: return !k->offset && self >= 0 && ghost >= 0 && t->h->cell[ghost][k->at / 8] == self;
    case FOLD_POINTER: v = held_by(t, p); return v >= 0 || v == HEAP_DANGLING;
    case FOLD_UNINIT: return held_by(t, p) == HEAP_UNINIT && (p.node == FOLD_REGS || self >= 0);
    case FOLD_BIT:
    case FOLD_VALUE:
        v = held_by(t, p);
        return heap_is_number(v) && heap_number(v) == (k->kind == FOLD_BIT ? 1 : k->offset) && (p.node == FOLD_REGS || self >= 0);
    case FOLD_EXISTS: return self >= 0;
    case FOLD_MANY: return ghost >= 0;
    case FOLD_COUNT0: return self >= 0 && count(t->f, t->h, self) & 1;
    case FOLD_COUNT1: return self >= 0 && count(t->f, t->h, self) & 2;
    default: return false;
    }
}

// The flags of numbers are listed only while there are few of them.
static bool must_be_listed(const struct trial *t, const struct fold_flag *k) {
    struct num_range r = k->kind == FOLD_BIT || k->kind == FOLD_VALUE ? fold_cell(t->d, (struct fold_place){k->node, k->at})->range : num_range_full(1);
    bool two = !num_range_is_empty(r) && !num_range_is_const(r, NULL) && num_range_leq(r, num_range_unsigned(r.bits, 0, 1)), others = false;
    if (k->kind == FOLD_BIT) return two;
    for (uint32_t i = 0; i < t->d->flags.n; i++) {
        const struct fold_flag *m = fold_flag_of(t->f, t->d->flags.at[i]);
        others |= m->kind == FOLD_VALUE && m->node == k->node && m->at == k->at;
    }
    return k->kind != FOLD_VALUE || others;
}

// Is every fact of the heap that b could deny one of the listed flags?
static bool all_listed(const struct trial *t) {
    struct fold_base *f = t->f;
    for (uint32_t flag = 0; flag < t->n_flags; flag++) {
        const struct fold_flag *k = fold_flag_of(f, flag);
        bool counter = k->kind == FOLD_COUNT0 || k->kind == FOLD_COUNT1;
        if ((counter && f->switches.no_in) || (k->kind == FOLD_POINTER && f->switches.no_out)) continue;
        bool place = k->kind <= FOLD_BIT && !fold_cell(t->d, (struct fold_place){k->node, k->at});
        if (place || (k->node > FOLD_GONE && index_of(t, k->node) < 0)) continue;
        t->value[flag] = is_true(t, k);
        if (t->value[flag] && !fold_has(t->d, flag) && must_be_listed(t, k)) return false;
    }
    return true;
}

static bool in_range(const struct trial *t) {
    for (uint32_t i = 0; i < t->d->cells.n; i++) {
        const struct fold_cell *c = &t->d->cells.at[i];
        bool there = c->place.node == FOLD_REGS || (index_of(t, c->place.node) >= 0 && t->first[index_of(t, c->place.node)] >= 0);
        int v = there ? held_by(t, c->place) : HEAP_UNINIT;
        if (heap_is_number(v) && !num_range_has(c->range, heap_number(v))) return false;
    }
    for (uint32_t i = 0; i < t->n; i++)
        for (uint32_t c = 0; c < HEAP_CELLS && t->first[i] >= 0; c++) {  // what was not touched yet
            int v = t->h->cell[t->first[i]][c];
            uint32_t rest = fold_node(t->d, t->nodes[i])->rest;
            if (fold_cell(t->d, (struct fold_place){t->nodes[i], 8 * c})) continue;
            if (v != HEAP_UNINIT && (!heap_is_number(v) || rest == FOLD_REST_UNINIT)) return false;
        }
    return true;
}

// All choices from node i on; each must be a vector of b.
static bool choices(struct trial *t, uint32_t i) {
    if (i == t->n) return all_listed(t) && in_range(t) && logic_eval(t->d->b, t->value);
    int members[HEAP_BLOCKS];
    uint32_t n = 0;
    for (int k = 0; k < HEAP_BLOCKS; k++)
        if (t->h->alive[k] && t->at[k] == i) members[n++] = k;
    t->first[i] = t->second[i] = -1;
    if (n == 0) return choices(t, i + 1);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            if (n > 1 && a == b) continue;
            t->first[i] = members[a];
            t->second[i] = n > 1 ? members[b] : -1;
            if (!choices(t, i + 1)) return false;
        }
    return true;
}

static bool assignments(struct trial *t, int block, uint32_t node, int fixed) {
    if (block == HEAP_BLOCKS) return choices(t, 0);
    if (!t->h->alive[block]) return assignments(t, block + 1, node, fixed);
    for (uint32_t i = 0; i < t->n; i++) {
        if (node && (t->nodes[i] == node) != (block == fixed)) continue;
        bool taken = false;
        for (int k = 0; k < block; k++) taken |= t->h->alive[k] && t->at[k] == i;
        if (taken && !fold_is_summary(t->f, t->d, t->nodes[i])) continue;
        t->at[block] = i;
        if (assignments(t, block + 1, node, fixed)) return true;
    }
    return false;
}

// Does d stand for h?  If `node` is not 0: with `block` in that node.
static bool heap_is_in(struct fold_base *f, const struct heap *h, const struct fold_draft *d, uint32_t node, int block) {
    struct trial t = {.f = f, .h = h, .d = d, .value = calloc(f->flags.blocks.n + 1, sizeof *t.value), .n_flags = f->flags.blocks.n};
    if (!t.value) base_out_of_memory();
    for (uint32_t i = 0; i < d->nodes.n && t.n < 16; i++)
        if (fold_is_heap(f, d->nodes.at[i].node)) t.nodes[t.n++] = d->nodes.at[i].node;
    bool found = assignments(&t, 0, node, block);
    free(t.value);
    return found;
}
#endif
