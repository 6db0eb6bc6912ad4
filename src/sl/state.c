// SPDX-License-Identifier: MIT
#include "sl/state.h"

#include <assert.h>

// The vectors of a draft, and how many elements more than it has there is room for, besides a quarter of them.
#define SL_VECTORS(X) \
    X(values, 16) X(objects, 4) X(begins, 4) X(fields, 8) X(links, 4) X(frames, 1) X(regs, 8) X(slots, 2) X(blocks, 1) X(results, 2) \
    X(apart, 4) X(relations, 4) X(terms, 2) X(trends, 2) X(made, 8)

static size_t padded(size_t size) {
    return (size + 15) & ~(size_t)15;
}

// Gives the draft a block with room for what the other has, and some more; its vectors are empty then.
static void lay_out(struct sl_draft *d, const struct sl_draft *like) {
    size_t size = 0;
    char *at;
#define SL_ROOM(v, more) (like->v.n + like->v.n / 4 + (more))
#define SL_MEASURE(v, more) size += padded(SL_ROOM(v, more) * sizeof *d->v.at);
#define SL_LEND(v, more)                        \
    vec_lend(&d->v, at, SL_ROOM(v, more));      \
    at += padded(SL_ROOM(v, more) * sizeof *d->v.at);
    SL_VECTORS(SL_MEASURE)
    if (size > UINT32_MAX) base_out_of_memory();
    d->pool = like->pool;
    d->block = at = pool_take(d->pool, size);
    d->size = d->used = (uint32_t)size;
    SL_VECTORS(SL_LEND)
#undef SL_ROOM
#undef SL_MEASURE
#undef SL_LEND
}

static void add_none(struct sl_draft *d) {
    (void)vec_add(&d->values);
    (void)vec_add(&d->objects);
    vec_push(&d->begins, 0);
}

void sl_draft_init(struct sl_draft *d) {
    *d = (struct sl_draft){0};
    add_none(d);
}

void sl_draft_init_like(struct sl_draft *d, const struct sl_draft *like) {
    *d = (struct sl_draft){0};
    lay_out(d, like);
    add_none(d);
}

void sl_draft_free(struct sl_draft *d) {
#define SL_FREE(v, more) vec_free(&d->v);
    SL_VECTORS(SL_FREE)
#undef SL_FREE
    pool_give(d->pool, d->closed, sizeof *d->closed);
    pool_give(d->pool, d->block, d->size);
    d->closed = NULL;
    d->block = NULL;
}

static void copy_closed(struct sl_draft *to, const struct sl_closed *from) {
    struct sl_closed *c = pool_take(to->pool, sizeof *c);
    c->key = from->key;
    c->relations = from->relations;
    c->reached = from->reached;
    num_diff_copy(&c->diff, &from->diff);
    to->closed = c;
}

// Do all vectors lie in the block, with some room left for what is most often added?
static bool is_whole(const struct sl_draft *d) {
    uint32_t lent = 1;
#define SL_IS_LENT(v, more) lent &= d->v.cap;
    SL_VECTORS(SL_IS_LENT)
#undef SL_IS_LENT
    return lent && d->values.cap - d->values.n >= 8;
}

static void copy_block(struct sl_draft *to, const struct sl_draft *from) {
    *to = *from;
    to->block = pool_take(from->pool, from->size);
    memcpy(to->block, from->block, from->used);
#define SL_MOVE(v, more) to->v.at = (void *)(to->block + ((char *)from->v.at - from->block));
    SL_VECTORS(SL_MOVE)
#undef SL_MOVE
}

static void copy_vectors(struct sl_draft *to, const struct sl_draft *from) {
    *to = *from;
    lay_out(to, from);
#define SL_COPY(v, more)                                                            \
    if (from->v.n) memcpy(to->v.at, from->v.at, from->v.n * sizeof *from->v.at);    \
    to->v.n = from->v.n;
    SL_VECTORS(SL_COPY)
#undef SL_COPY
}

void sl_draft_copy(struct sl_draft *to, const struct sl_draft *from) {
    assert(from->values.n && from->objects.n && to != from);
    if (is_whole(from))
        copy_block(to, from);
    else
        copy_vectors(to, from);
    to->closed = NULL;
    if (from->closed) copy_closed(to, from->closed);
}

void sl_draft_shrink(struct sl_draft *d, uint32_t values, uint32_t objects) {
    if (d->closed) d->closed->key = 0;
    assert(values && values <= d->values.n && objects && objects <= d->objects.n && d->begins.n == d->objects.n);
    if (objects < d->objects.n) d->fields.n = d->begins.at[objects];
    d->links.n = sl_first_link(d, objects);
    d->values.n = values;
    d->objects.n = d->begins.n = objects;
}

bool sl_same_frames(const struct sl_draft *a, const struct sl_draft *b) {
    if (a->frames.n != b->frames.n || a->regs.n != b->regs.n || a->slots.n != b->slots.n || a->blocks.n != b->blocks.n) return false;
    for (uint32_t i = 0; i < a->frames.n; i++)
        if (a->frames.at[i].func != b->frames.at[i].func) return false;
    for (uint32_t i = 0; i < a->blocks.n; i++)
        if (a->blocks.at[i].frame != b->blocks.at[i].frame) return false;
    return a->results.n == b->results.n;
}

uint32_t sl_add_value(struct sl_draft *d, struct sl_value v) {
    assert(v.object < d->objects.n && v.source < d->values.n && v.level <= SL_MOST_LEVEL + 1);
    assert(v.kind != SL_ADDR || v.object);
    vec_push(&d->values, v);
    return d->values.n - 1;
}

uint32_t sl_int(struct sl_draft *d, struct num_range r) {
    assert(!num_range_is_empty(r));
    return sl_add_value(d, (struct sl_value){.kind = SL_INT, .range = r});
}

uint32_t sl_const(struct sl_draft *d, unsigned bits, num_word x) {
    return sl_int(d, num_range_const(bits, x));
}

uint32_t sl_address(struct sl_draft *d, uint32_t object, unsigned pointer_bits, int64_t offset) {
    assert(object < d->objects.n);
    assert(object && object < d->objects.n);
    return sl_add_value(d, (struct sl_value){.kind = SL_ADDR, .object = object, .range = num_range_const(pointer_bits, (uint64_t)offset)});
}

uint32_t sl_fresh(struct sl_draft *d, enum sl_kind kind) {
    assert(kind == SL_UNINIT || kind == SL_ANY || kind == SL_CHARS);
    return sl_add_value(d, (struct sl_value){.kind = (uint8_t)kind});
}

uint32_t sl_unknown(struct sl_draft *d, ir_type t, unsigned pointer_bits) {
    bool number = ir_kind(t) == IR_INT && ir_bits(t) != pointer_bits && ir_bits(t) <= IR_MAX_INT;
    return number ? sl_int(d, num_range_full(ir_bits(t))) : sl_fresh(d, SL_ANY);
}

bool sl_has_zero(const struct sl_value *x) {
    num_word n;
    bool known = x->kind == SL_INT && num_range_is_const(x->range, &n), zero = x->kind == SL_CHARS;
    for (unsigned i = 0; known && !zero && i + 8 <= x->range.bits; i += 8) zero = !(n >> i & 255);
    return zero;
}

// Constants and exact addresses are equal by content, other values by identity.
bool sl_same(const struct sl_draft *d, uint32_t a, uint32_t b) {
    const struct sl_value *x = &d->values.at[a], *y = &d->values.at[b];
    if (a == b) return true;
    if (x->kind != y->kind || (x->kind != SL_INT && x->kind != SL_ADDR)) return false;
    if (x->kind == SL_ADDR && (x->object != y->object || x->end != y->end)) return false;
    return num_range_is_const(x->range, NULL) && num_range_same(x->range, y->range);
}

static bool disjoint(const struct sl_value *x, const struct sl_value *y) {
    if (x->kind != SL_INT || y->kind != SL_INT || x->range.bits != y->range.bits) return false;
    return num_range_test(NUM_EQ, x->range, y->range) == NUM_FALSE;
}

bool sl_differ(const struct sl_draft *d, uint32_t a, uint32_t b) {
    assert(a < d->values.n && b < d->values.n);
    if (disjoint(&d->values.at[a], &d->values.at[b])) return true;
    for (uint32_t i = 0; i < d->apart.n; i++) {
        struct sl_pair p = d->apart.at[i];
        if ((sl_same(d, p.a, a) && sl_same(d, p.b, b)) || (sl_same(d, p.a, b) && sl_same(d, p.b, a))) return true;
    }
    return false;
}

bool sl_is_ghost(const struct sl_draft *d, uint32_t v) {
    assert(v < d->values.n);
    bool ghosts = d->frames.n > 1 && d->frames.at[0].func == SL_GHOSTS;
    for (uint32_t i = 0; ghosts && d->values.at[v].kind == SL_ANY && i < d->frames.at[1].first_reg; i++)
        if (d->regs.at[i] == v) return true;
    return false;
}

void sl_keep_apart(struct sl_draft *d, uint32_t a, uint32_t b) {
    assert(a < d->values.n && b < d->values.n);
    if (a == b || sl_differ(d, a, b)) return;
    assert(a && b && d->values.at[a].kind && d->values.at[b].kind);
    vec_push(&d->apart, a < b ? (struct sl_pair){a, b} : (struct sl_pair){b, a});
}

// ---- where fields are -----------------------------------------------------------------------------------------------------------------

enum { FEW = 8 };  // fields that are looked at one by one

uint32_t sl_field_from(const struct sl_draft *d, uint32_t object, uint64_t offset) {
    assert(object < d->objects.n);
    uint32_t lo = d->begins.at[object], hi = sl_end_of_fields(d, object);
    assert(lo <= hi && hi <= d->fields.n);
    while (hi - lo > FEW) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (d->fields.at[mid].offset < offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    while (lo < hi && d->fields.at[lo].offset < offset) lo++;
    return lo;
}

uint32_t sl_field_at(const struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    uint32_t i = sl_field_from(d, object, offset);
    bool found = sl_has(d, i, object) && d->fields.at[i].offset == offset && d->fields.at[i].size == size;
    return found ? i : UINT32_MAX;
}

uint32_t sl_word_at(const struct sl_draft *d, uint32_t object, uint64_t offset, unsigned pointer_bits) {
    uint32_t i = sl_field_at(d, object, offset, pointer_bits / 8);
    return i == UINT32_MAX ? 0 : d->fields.at[i].value;
}

void sl_index_fields(struct sl_draft *d) {
    uint32_t i = 0;
    vec_reserve(&d->begins, d->objects.n);
    for (uint32_t o = 0; o < d->objects.n; o++) {
        while (i < d->fields.n && d->fields.at[i].object < o) i++;
        d->begins.at[o] = i;
    }
    d->begins.n = d->objects.n;
}

uint32_t sl_moved(struct sl_draft *d, uint32_t to, struct num_range r, int32_t at, unsigned bits) {
    struct sl_value y = d->values.at[to];
    struct num_range by = num_range_binary(NUM_SUB, r, num_range_const(bits, (uint64_t)(int64_t)at));
    num_word x;
    if (num_range_is_const(by, &x) && !x) return to;
    if (y.kind != SL_ADDR && y.kind != SL_INT) return sl_fresh(d, y.kind == SL_UNINIT ? SL_UNINIT : SL_ANY);
    y.range = num_range_binary(NUM_ADD, y.range, by);
    y.source = 0;
    return sl_add_value(d, y);
}
