// SPDX-License-Identifier: MIT
#include "tvheap/tvheap.h"

#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

// ---- drafts ------------------------------------------------------------------------------------------------------------------------------

struct tvheap_draft *tvheap_table_copy(const struct tvheap_draft *from) {
    struct tvheap_draft *to = calloc(1, sizeof *to);
    if (!to) base_out_of_memory();
    vec_append(&to->frames, from->frames.at, from->frames.n);
    vec_append(&to->values, from->values.at, from->values.n);
    vec_append(&to->results, from->results.at, from->results.n);
    return to;
}

void tvheap_table_free(struct tvheap_draft *d) {
    vec_free(&d->frames);
    vec_free(&d->values);
    vec_free(&d->results);
}

void tvheap_draft_free(struct tvheap_vocabulary *v, struct tvheap_draft *d) {
    tvheap_table_free(d);
    if (d->heap) tvl_give(&v->machine, d->heap);
    free(d);
}

// ---- names -------------------------------------------------------------------------------------------------------------------------------

uint32_t tvheap_names_held(const struct tvheap_draft *d) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < tvheap_n_values(d); i++)
        if (tvheap_value(d, i)->kind == TVHEAP_POINTER) set |= 1u << tvheap_value(d, i)->name;
    return set;
}

uint32_t tvheap_name_free(const struct tvheap_draft *d, uint32_t not) {
    uint32_t taken = tvheap_names_held(d) | not, k = 0;
    while (k < TVHEAP_NAMES && taken >> k & 1) k++;
    return k;
}

static void swap_planes(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t a, uint32_t b) {
    for (int truth = TVL_IS0; truth <= TVL_IS1; truth++) {
        tvl_set *x = &d->flat[tvl_plane(v, a, truth)], *y = &d->flat[tvl_plane(v, b, truth)], t = *x;
        *x = *y;
        *y = t;
    }
}

static void swap_in_heap(struct tvheap_vocabulary *v, struct tvl_draft *d, uint32_t a, uint32_t b) {
    swap_planes(v->machine.vocab, d, v->name[a], v->name[b]);
    for (uint32_t i = 0; i < v->n_groups; i++) swap_planes(v->machine.vocab, d, v->group[i].reach[a], v->group[i].reach[b]);
}

void tvheap_swap(struct tvheap_vocabulary *v, struct tvheap_draft *d, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap_in_heap(v, d->heap, a, b);
    for (uint32_t i = 0; i < tvheap_n_values(d); i++) {
        struct step_value *x = tvheap_value(d, i);
        if (x->kind != TVHEAP_POINTER) continue;
        if (x->name == a)
            x->name = (uint8_t)b;
        else if (x->name == b)
            x->name = (uint8_t)a;
    }
}

uint32_t tvheap_individual(const struct tvheap_vocabulary *v, const struct tvheap_draft *d, uint32_t name) {
    tvl_set at = d->heap->flat[tvl_plane(v->machine.vocab, v->name[name], TVL_IS1)];
    assert(at && !(at & (at - 1)));
    return (uint32_t)__builtin_ctzll(at);
}

static void clear_plane(struct tvheap_vocabulary *v, struct tvl_draft *d, uint32_t pred) {
    d->flat[tvl_plane(v->machine.vocab, pred, TVL_IS0)] = d->all;
    d->flat[tvl_plane(v->machine.vocab, pred, TVL_IS1)] = 0;
}

void tvheap_release(struct tvheap_vocabulary *v, struct tvheap_draft *d, uint32_t name) {
    clear_plane(v, d->heap, v->name[name]);
    for (uint32_t i = 0; i < v->n_groups; i++) clear_plane(v, d->heap, v->group[i].reach[name]);
}

// Names in the order of their first use in the table.
static void order_names(struct tvheap_vocabulary *v, struct tvheap_draft *d) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < tvheap_n_values(d); i++) {
        const struct step_value *x = tvheap_value(d, i);
        if (x->kind != TVHEAP_POINTER || x->name < next) continue;
        tvheap_swap(v, d, x->name, next++);
    }
}

// ---- sealing -----------------------------------------------------------------------------------------------------------------------------

// Words of a sealed state: frames, values, results, individuals; then these.
enum { HEAD = 4, FRAME_WORDS = sizeof(struct tvheap_frame) / 4, VALUE_WORDS = sizeof(struct step_value) / 4 };
struct sealed {
    uint32_t n_frames, n_values, n_results, n;
    const struct tvheap_frame *frames;
    const uint32_t *values;  // and results, VALUE_WORDS each
    const uint32_t *heap;    // words of tvl_set, not aligned
    uint32_t n_words;        // of tvl_set
};

static uint32_t heap_words(const struct tvheap *s, uint32_t n) {
    return tvl_sealed_words(s->vocabulary.machine.vocab, n);
}

static struct sealed open_state(const struct tvheap *s, dom_state state) {
    const uint32_t *w = dom_store_get(&s->store, state)->words;
    struct sealed x = {w[0], w[1], w[2], w[3], NULL, NULL, NULL, heap_words(s, w[3])};
    x.frames = (const struct tvheap_frame *)(const void *)(w + HEAD);
    x.values = w + HEAD + x.n_frames * FRAME_WORDS;
    x.heap = w + HEAD + x.n_frames * FRAME_WORDS + (x.n_values + x.n_results) * VALUE_WORDS;
    return x;
}

static struct tvheap_draft *open_table(const struct sealed *x) {
    struct tvheap_draft *d = tvheap_table_copy(&(struct tvheap_draft){0});
    vec_append(&d->frames, x->frames, x->n_frames);
    vec_append(&d->values, (const void *)x->values, x->n_values);
    vec_append(&d->results, (const void *)(x->values + x->n_values * VALUE_WORDS), x->n_results);
    return d;
}

static dom_state add_state(struct tvheap *s, const struct tvheap_draft *d, const tvl_set *heap, uint32_t n) {
    VEC(uint32_t) w = {0};
    uint32_t head[HEAD] = {d->frames.n, d->values.n, d->results.n, n};
    vec_reserve(&w, HEAD + d->frames.n * FRAME_WORDS + tvheap_n_values(d) * VALUE_WORDS + 2 * (size_t)heap_words(s, n));
    vec_append(&w, head, HEAD);
    vec_append(&w, (const void *)d->frames.at, d->frames.n * FRAME_WORDS);
    vec_append(&w, (const void *)d->values.at, d->values.n * VALUE_WORDS);
    vec_append(&w, (const void *)d->results.at, d->results.n * VALUE_WORDS);
    vec_append(&w, (const void *)heap, 2 * heap_words(s, n));
    dom_state state = dom_store_add(&s->store, w.at, w.n);
    vec_free(&w);
    return state;
}

// Sealed words of a structure, in memory of its own.
static struct tvl_structure *structure_room(const struct tvheap *s, uint32_t n) {
    struct tvl_structure *t = calloc(1, sizeof *t + (heap_words(s, n) + 1) * sizeof(tvl_set));
    if (!t) base_out_of_memory();
    return t;
}

dom_state tvheap_seal(struct tvheap *s, struct tvheap_draft *d) {
    struct tvheap_vocabulary *v = &s->vocabulary;
    order_names(v, d);
    tvl_blur(&v->machine, d->heap, TVL_NONE);
    struct tvl_structure *t = structure_room(s, d->heap->n);
    tvl_seal_into(v->machine.vocab, d->heap, t);
    dom_state state = add_state(s, d, t->word, d->heap->n);
    free(t);
    return state;
}

struct tvheap_draft *tvheap_unseal(struct tvheap *s, dom_state state) {
    struct sealed x = open_state(s, state);
    struct tvheap_draft *d = open_table(&x);
    struct tvl_structure *t = structure_room(s, x.n);
    t->n = x.n;
    t->n_words = x.n_words;
    memcpy(t->word, x.heap, x.n_words * sizeof(tvl_set));
    d->heap = tvl_take(&s->vocabulary.machine);
    tvl_unseal(s->vocabulary.machine.vocab, t, d->heap);
    free(t);
    return d;
}

// ---- order -------------------------------------------------------------------------------------------------------------------------------

static struct step_value value_of(const struct sealed *x, uint32_t i) {
    struct step_value v;
    memcpy(&v, x->values + i * VALUE_WORDS, sizeof v);
    return v;
}

static tvl_set word_of(const struct sealed *x, uint32_t i) {
    tvl_set w;
    memcpy(&w, x->heap + 2 * (size_t)i, sizeof w);
    return w;
}

// Is it a local that chooses among elements which may hold pointers?
static bool is_index(const struct tvheap *s, const struct sealed *x, uint32_t value) {
    for (uint32_t i = x->n_frames; i-- > 0;) {
        const struct tvheap_frame *f = &x->frames[i];
        if (value < f->first) continue;
        const struct ir_program *p = s->scan.program;
        bool local = value < x->n_values && f->func < p->funcs.n && value - f->first < p->funcs.at[f->func].locals.n;
        return local && s->scan.index[s->scan.first_local[f->func] + value - f->first];
    }
    return false;
}

// What tells states apart in a number: nothing, but small constants of indices are.
static struct num_range kept_range(const struct tvheap *s, const struct sealed *x, uint32_t i, struct num_range range) {
    enum { SMALL = 16 };
    num_word only;
    bool small = num_range_is_const(range, &only) && only <= SMALL;
    return small && is_index(s, x, i) ? range : num_range_full(range.bits);
}

// The values number i are the same but for the ranges of numbers.
static bool like(const struct tvheap *s, const struct sealed *x, const struct sealed *y, uint32_t i) {
    struct step_value a = value_of(x, i), b = value_of(y, i);
    if (a.kind != b.kind || (a.kind == TVHEAP_NUMBER && a.range.bits != b.range.bits)) return false;
    if (a.kind == TVHEAP_NUMBER) return num_range_same(kept_range(s, x, i, a.range), kept_range(s, y, i, b.range));
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_names(const struct tvheap *s, const struct sealed *a, const struct sealed *b) {
    const struct tvl_vocab *v = s->vocabulary.machine.vocab;
    for (uint32_t i = 0; i < v->abs_unary.n; i++)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t plane = 2 * v->abs_unary.at[i] + k;
            if (word_of(a, plane) != word_of(b, plane)) return false;
        }
    return true;
}

static bool comparable(const struct tvheap *s, const struct sealed *a, const struct sealed *b) {
    if (a->n_frames != b->n_frames || a->n_values != b->n_values || a->n_results != b->n_results || a->n != b->n) return false;
    if (a->n_frames && memcmp(a->frames, b->frames, a->n_frames * sizeof *a->frames) != 0) return false;
    for (uint32_t i = 0; i < a->n_values + a->n_results; i++)
        if (!like(s, a, b, i)) return false;
    return same_names(s, a, b);
}

uint64_t tvheap_group(void *self, dom_state state) {
    const struct tvheap *s = self;
    struct sealed x = open_state(s, state);
    const struct tvl_vocab *v = s->vocabulary.machine.vocab;
    uint64_t h = XXH3_64bits(x.frames, x.n_frames * sizeof *x.frames) + x.n;
    for (uint32_t i = 0; i < x.n_values + x.n_results; i++) {
        struct step_value y = value_of(&x, i);
        if (y.kind == TVHEAP_NUMBER) y.range = kept_range(s, &x, i, y.range);
        h = XXH3_64bits_withSeed(&y, sizeof y, h);
    }
    for (uint32_t i = 0; i < v->abs_unary.n; i++)
        for (uint32_t k = 0; k < 2; k++) {
            tvl_set w = word_of(&x, 2 * v->abs_unary.at[i] + k);
            h = XXH3_64bits_withSeed(&w, sizeof w, h);
        }
    return h;
}

bool tvheap_leq(void *self, dom_state a, dom_state b) {
    const struct tvheap *s = self;
    if (a == b) return true;
    struct sealed x = open_state(s, a), y = open_state(s, b);
    if (!comparable(s, &x, &y)) return false;
    for (uint32_t i = 0; i < x.n_values + x.n_results; i++) {
        struct step_value p = value_of(&x, i), q = value_of(&y, i);
        if (p.kind == TVHEAP_NUMBER && !num_range_leq(p.range, q.range)) return false;
    }
    for (uint32_t i = 0; i < x.n_words; i++)
        if (word_of(&y, i) & ~word_of(&x, i)) return false;
    return true;
}

static dom_state join(struct tvheap *s, dom_state a, dom_state b, bool widen) {
    struct sealed x = open_state(s, a), y = open_state(s, b);
    if (!comparable(s, &x, &y)) return DOM_NONE;
    struct tvheap_draft *d = open_table(&x);
    for (uint32_t i = 0; i < tvheap_n_values(d); i++) {
        struct num_range *p = &tvheap_value(d, i)->range, q = value_of(&y, i).range;
        if (tvheap_value(d, i)->kind == TVHEAP_NUMBER) *p = widen ? num_range_widen(*p, q, NULL, 0) : num_range_join(*p, q);
    }
    struct tvl_structure *t = structure_room(s, x.n);
    for (uint32_t i = 0; i < x.n_words; i++) t->word[i] = word_of(&x, i) & word_of(&y, i);
    dom_state result = add_state(s, d, t->word, x.n);
    free(t);
    tvheap_draft_free(&s->vocabulary, d);
    return result;
}

dom_state tvheap_join(void *self, dom_state a, dom_state b) {
    return join(self, a, b, false);
}

dom_state tvheap_widen(void *self, dom_state a, dom_state b) {
    return join(self, a, b, true);
}

// ---- drafts in the hands of the driver ----------------------------------------------------------------------------------------------------

void *tvheap_op_open(struct step_run *r, dom_state s) {
    return tvheap_unseal(tvheap_of(r), s);
}

void *tvheap_op_copy(struct step_run *r, const void *draft) {
    const struct tvheap_draft *from = draft;
    struct tvheap_draft *d = tvheap_table_copy(from);
    d->heap = tvl_take(&tvheap_vocabulary_of(r)->machine);
    tvl_draft_copy(tvheap_vocabulary_of(r)->machine.vocab, d->heap, from->heap);
    return d;
}

void tvheap_op_drop(struct step_run *r, void *draft) {
    tvheap_draft_free(tvheap_vocabulary_of(r), draft);
}
