// SPDX-License-Identifier: MIT
#include "ir/live.h"

#include <assert.h>

#include "ir/operand.h"

#define NO_BIT UINT32_MAX

// The local that operand k reads, if it is one.
static bool reads(const struct ir_instr *i, uint32_t k, uint32_t *local) {
    ir_val v = ir_operand(i, k);
    *local = ir_index(v);
    return ir_tag(v) == IR_LOCAL;
}

// What ends the life of a local's value without reading it: the k-th destination, or the subject of ENTER and LEAVE.
static uint32_t n_kills(const struct ir_instr *i) {
    bool scope = (i->op == IR_ENTER || i->op == IR_LEAVE) && ir_tag(i->subject) == IR_LOCAL;
    return i->n_dsts + scope;
}

static uint32_t kill_of(const struct ir_instr *i, uint32_t k) {
    return k < i->n_dsts ? i->dsts[k] : ir_index(i->subject);
}

static bool has(const uint64_t *set, uint32_t bit) {
    return set[bit / 64] >> (bit % 64) & 1;
}

static void insert(uint64_t *set, uint32_t bit) {
    set[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static uint64_t *set_of(const struct ir_live *l, uint64_t *sets, uint32_t block) {
    return sets + (size_t)block * l->words;
}

static void *zeroed(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

// A local is read in block b before it is killed there: it is live at b's start.
static void mark_exposed(const struct ir_func *f, bool *exposed) {
    uint32_t *killed = zeroed(f->locals.n, sizeof *killed), x;  // b + 1: killed in b
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        const struct ir_block *block = &f->blocks.at[b];
        for (const struct ir_instr *i = &f->instrs.at[block->first], *end = i + block->n; i < end; i++) {
            for (uint32_t k = 0; k < ir_n_operands(i); k++)
                if (reads(i, k, &x) && killed[x] != b + 1) exposed[x] = true;
            for (uint32_t k = 0; k < n_kills(i); k++) killed[kill_of(i, k)] = b + 1;
        }
    }
    free(killed);
}

static void number_crossing(struct ir_live *l) {
    uint32_t n = l->func->locals.n;
    bool *exposed = zeroed(n, sizeof *exposed);
    mark_exposed(l->func, exposed);
    l->bit = ARENA_ARRAY(&l->arena, uint32_t, n);
    for (uint32_t x = 0; x < n; x++) l->bit[x] = exposed[x] ? l->n_crossing++ : NO_BIT;
    l->crossing = ARENA_ARRAY(&l->arena, uint32_t, l->n_crossing);
    for (uint32_t x = 0; x < n; x++)
        if (exposed[x]) l->crossing[l->bit[x]] = x;
    l->words = (l->n_crossing + 63) / 64;
    free(exposed);
}

// in gets what the block reads first, kill what it kills.
static void summarise(const struct ir_live *l, uint32_t b, uint64_t *in, uint64_t *kill) {
    const struct ir_block *block = &l->func->blocks.at[b];
    uint32_t x;
    for (const struct ir_instr *i = &l->func->instrs.at[block->first], *end = i + block->n; i < end; i++) {
        for (uint32_t k = 0; k < ir_n_operands(i); k++)
            if (reads(i, k, &x) && l->bit[x] != NO_BIT && !has(kill, l->bit[x])) insert(in, l->bit[x]);
        for (uint32_t k = 0; k < n_kills(i); k++)
            if (l->bit[kill_of(i, k)] != NO_BIT) insert(kill, l->bit[kill_of(i, k)]);
    }
}

static bool flow(const struct ir_live *l, uint32_t b, const uint64_t *kill) {
    uint64_t *in = set_of(l, l->in, b), *out = set_of(l, l->out, b);
    const struct ir_instr *end = ir_end(l->func, b);
    bool changed = false;
    for (uint32_t k = 0; k < end->n_succs; k++) {
        const uint64_t *next = set_of(l, l->in, end->succs[k]);
        for (uint32_t w = 0; w < l->words; w++) out[w] |= next[w];
    }
    for (uint32_t w = 0; w < l->words; w++) {
        uint64_t old = in[w];
        in[w] |= out[w] & ~kill[w];
        changed |= in[w] != old;
    }
    return changed;
}

static void solve(struct ir_live *l, const struct ir_cfg *c) {
    size_t n = (size_t)c->n * l->words;
    l->in = ARENA_ARRAY(&l->arena, uint64_t, n);
    l->out = ARENA_ARRAY(&l->arena, uint64_t, n);
    uint64_t *kill = zeroed(n, sizeof *kill);
    for (uint32_t b = 0; b < c->n; b++) summarise(l, b, set_of(l, l->in, b), set_of(l, kill, b));
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = c->n_order; i-- > 0;) changed |= flow(l, c->order[i], set_of(l, kill, c->order[i]));
        for (uint32_t b = c->n; b-- > 0;)
            if (!ir_reachable(c, b)) changed |= flow(l, b, set_of(l, kill, b));
    }
    free(kill);
}

bool ir_live_in(const struct ir_live *l, uint32_t block, uint32_t local) {
    assert(local < l->func->locals.n);
    return l->bit[local] != NO_BIT && has(set_of(l, l->in, block), l->bit[local]);
}

bool ir_live_out(const struct ir_live *l, uint32_t block, uint32_t local) {
    assert(local < l->func->locals.n);
    return l->bit[local] != NO_BIT && has(set_of(l, l->out, block), l->bit[local]);
}

bool ir_live_after(const struct ir_live *l, uint32_t block, uint32_t instr, uint32_t local) {
    const struct ir_block *b = &l->func->blocks.at[block];
    uint32_t x;
    assert(instr >= b->first && instr - b->first < b->n);
    for (uint32_t at = instr + 1; at < b->first + b->n; at++) {
        const struct ir_instr *i = &l->func->instrs.at[at];
        for (uint32_t k = 0; k < ir_n_operands(i); k++)
            if (reads(i, k, &x) && x == local) return true;
        for (uint32_t k = 0; k < n_kills(i); k++)
            if (kill_of(i, k) == local) return false;
    }
    return ir_live_out(l, block, local);
}

static void set_live(const struct ir_live *l, const uint64_t *set, bool *live, bool value) {
    for (uint32_t w = 0; w < l->words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1) live[l->crossing[w * 64 + (uint32_t)__builtin_ctzll(rest)]] = value;
}

static void step_back(const struct ir_instr *i, bool *live) {
    uint32_t x;
    for (uint32_t k = 0; k < n_kills(i); k++) live[kill_of(i, k)] = false;
    for (uint32_t k = 0; k < ir_n_operands(i); k++)
        if (reads(i, k, &x)) live[x] = true;
}

void ir_live_walk_begin(struct ir_live_walk *w, const struct ir_live *l, uint32_t block) {
    const struct ir_block *b = &l->func->blocks.at[block];
    *w = (struct ir_live_walk){.live_of = l, .block = block, .at = b->first + b->n, .live = zeroed(l->func->locals.n, sizeof(bool))};
    set_live(l, set_of(l, l->out, block), w->live, true);
}

const struct ir_instr *ir_live_walk_back(struct ir_live_walk *w) {
    const struct ir_func *f = w->live_of->func;
    if (w->at == f->blocks.at[w->block].first) return NULL;
    const struct ir_instr *i = &f->instrs.at[--w->at];
    step_back(i, w->live);
    return i;
}

void ir_live_walk_end(struct ir_live_walk *w) {
    free(w->live);
    *w = (struct ir_live_walk){0};
}

struct death {
    uint32_t at, local;  // at: an instruction or a block
};
typedef VEC(struct death) deaths;

static int by_place(const void *a, const void *b) {
    const struct death *d = a, *e = b;
    if (d->at != e->at) return d->at < e->at ? -1 : 1;
    return d->local < e->local ? -1 : d->local > e->local;
}

// Lists by place, ascending, without repetitions.
static void file_deaths(struct ir_live *l, deaths *d, uint32_t n_places, uint32_t **first, uint32_t **list) {
    if (d->n) qsort(d->at, d->n, sizeof *d->at, by_place);
    *first = ARENA_ARRAY(&l->arena, uint32_t, (size_t)n_places + 1);
    *list = ARENA_ARRAY(&l->arena, uint32_t, d->n);
    uint32_t n = 0;
    for (uint32_t k = 0; k < d->n; k++) {
        if (k && !by_place(&d->at[k - 1], &d->at[k])) continue;
        (*list)[n++] = d->at[k].local;
        (*first)[d->at[k].at + 1] = n;
    }
    for (uint32_t k = 0; k < n_places; k++)
        if ((*first)[k + 1] < (*first)[k]) (*first)[k + 1] = (*first)[k];
    vec_free(d);
}

static void note_deaths(const struct ir_instr *i, uint32_t at, const bool *live, deaths *d) {
    uint32_t x;
    for (uint32_t k = 0; k < ir_n_operands(i); k++)
        if (reads(i, k, &x) && !live[x]) vec_push(d, (struct death){at, x});
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (!live[i->dsts[k]]) vec_push(d, (struct death){at, i->dsts[k]});
}

// `live` is all false before and after each block: what is true at a block's start is its `in`.
static void deaths_after_instructions(struct ir_live *l) {
    const struct ir_func *f = l->func;
    bool *live = zeroed(f->locals.n, sizeof *live);
    deaths d = {0};
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        const struct ir_block *block = &f->blocks.at[b];
        set_live(l, set_of(l, l->out, b), live, true);
        for (uint32_t at = block->first + block->n; at-- > block->first;) {
            note_deaths(&f->instrs.at[at], at, live, &d);
            step_back(&f->instrs.at[at], live);
        }
        set_live(l, set_of(l, l->in, b), live, false);
    }
    free(live);
    file_deaths(l, &d, f->instrs.n, &l->death_first, &l->deaths);
}

// `out` (scratch, all zero before and after): what is live at the end of some predecessor.
static void note_entry(const struct ir_live *l, const struct ir_cfg *c, uint32_t block, uint64_t *out, deaths *d) {
    const uint64_t *in = set_of(l, l->in, block);
    for (uint32_t k = c->pred_first[block]; k < c->pred_first[block + 1]; k++)
        for (uint32_t w = 0; w < l->words; w++) out[w] |= set_of(l, l->out, c->preds[k])[w];
    for (uint32_t w = 0; w < l->words; out[w++] = 0)
        for (uint64_t rest = out[w] & ~in[w]; rest; rest &= rest - 1)
            vec_push(d, (struct death){block, l->crossing[w * 64 + (uint32_t)__builtin_ctzll(rest)]});
}

static void deaths_at_entry(struct ir_live *l, const struct ir_cfg *c) {
    uint64_t *out = zeroed(l->words, sizeof *out);
    deaths d = {0};
    for (uint32_t x = 0; x < l->func->n_params; x++)
        if (!ir_live_in(l, 0, x)) vec_push(&d, (struct death){0, x});
    for (uint32_t b = 0; b < c->n; b++) note_entry(l, c, b, out, &d);
    free(out);
    file_deaths(l, &d, c->n, &l->entry_first, &l->entry_deaths);
}

void ir_live_build(struct ir_live *l, const struct ir_func *f, const struct ir_cfg *c) {
    assert(c->n == f->blocks.n);
    *l = (struct ir_live){.func = f};
    number_crossing(l);
    solve(l, c);
    deaths_after_instructions(l);
    deaths_at_entry(l, c);
}

void ir_live_free(struct ir_live *l) {
    arena_free(&l->arena);
    *l = (struct ir_live){0};
}
