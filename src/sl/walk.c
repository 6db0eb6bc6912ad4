// SPDX-License-Identifier: MIT
#include <assert.h>

#include "sl/length.h"
#include "sl/table.h"
#include "sl/uses.h"
#include "sl/walk.h"

enum { TABLE_SIZE = 64 };  // bytes
// A walk without detours meets each value about once: it may have so many steps, and some times the number of values.
enum { FIRST_STEPS = 100 };

// The vectors of a walk, the widest first, so that each is aligned; and how many elements there is room for: few walks need more.
#define SL_VECTORS(X) \
    X(later, SOME) X(values, values) X(objects, objects) X(copied, SOME) X(skipped, SOME) X(ends, 2 * SOME) X(chain, chain) \
    X(pair[0], pair[0]) X(pair[1], pair[1])

static void lend_vectors(struct sl_walk *w) {
    enum { SOME = 5 };
    const struct sl_draft *a = w->side[0], *b = w->side[1];
    uint32_t values = (a->values.n > b->values.n ? a : b)->values.n + SOME, objects = (a->objects.n > b->objects.n ? a : b)->objects.n + SOME;
    uint32_t chain = a->values.n | 1, pair[] = {a->objects.n | 1, b->objects.n | 1};
#define SL_MEASURE(v, room) w->size += (room) * sizeof *w->v.at;
#define SL_LEND(v, room) (vec_lend(&w->v, at, (room)), at += (room) * sizeof *w->v.at);
    SL_VECTORS(SL_MEASURE)
    char *at = w->block = pool_take(a->pool, w->size);
    SL_VECTORS(SL_LEND)
#undef SL_MEASURE
#undef SL_LEND
    assert(at == (char *)w->block + w->size);
    memset(w->chain.at, 0, (size_t)(at - (char *)w->chain.at));
    w->chain.n = chain;
    w->pair[0].n = pair[0];
    w->pair[1].n = pair[1];
}

void sl_walk_begin(struct sl_walk *w, struct sl *s, const struct sl_precision *p, struct sl_draft *a, struct sl_draft *b, struct sl_draft *out) {
    assert(a && b && out && s && p);
    *w = (struct sl_walk){.sl = s, .precision = p, .side = {a, b}, .out = out, .richer = -1};
    w->steps = FIRST_STEPS + SL_MOST_DETOURS * (a->values.n + b->values.n);
    lend_vectors(w);
}

void sl_walk_end(struct sl_walk *w) {
#define SL_FREE(v, room) vec_free(&w->v);
    SL_VECTORS(SL_FREE)
#undef SL_FREE
    vec_free(&w->thresholds);
    for (uint32_t i = 0; i < w->lifted.n; i++) sl_draft_free(&w->lifted.at[i].before);
    vec_free(&w->lifted);
    pool_give(w->side[0]->pool, w->block, w->size);
    sl_counts_free(&w->counts[0]);
    sl_counts_free(&w->counts[1]);
}

// ---- pairs -------------------------------------------------------------------------------------------------------------------------

static uint32_t pair_of(const struct sl_walk *w, int side, uint32_t object) {
    return object < w->pair[side].n ? w->pair[side].at[object] : 0;
}

static void set_pair(struct sl_walk *w, int side, uint32_t object, uint32_t pair) {
    assert(object && object < w->side[side]->objects.n && pair <= w->objects.n);
    while (w->pair[side].n <= object) vec_push(&w->pair[side], 0);
    w->pair[side].at[object] = pair;
}

void sl_walk_pair(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, uint32_t around) {
    assert((a || b) && out < w->out->objects.n && around < w->out->objects.n && around != out);
    vec_push(&w->objects, (struct sl_met){{a, b}, out, around});
    if (a) set_pair(w, 0, a, w->objects.n);
    if (b) set_pair(w, 1, b, w->objects.n);
}

uint32_t sl_walk_paired(const struct sl_walk *w, int side, uint32_t object) {
    uint32_t p = pair_of(w, side, object);
    return p ? w->objects.at[p - 1].out : 0;
}

// What stands for the two objects if they are paired; *clash: one of them is paired otherwise.
static uint32_t find_pair(const struct sl_walk *w, uint32_t a, uint32_t b, bool *clash) {
    uint32_t p = pair_of(w, 0, a), q = pair_of(w, 1, b);
    *clash = p != q;
    return p && p == q ? w->objects.at[p - 1].out : 0;
}

static uint32_t find_value(const struct sl_walk *w, uint32_t a, uint32_t b, uint8_t level) {
    assert(a < w->side[0]->values.n && b < w->side[1]->values.n);
    uint32_t i = a < w->chain.n ? w->chain.at[a] : 0;
    for (; i; i = w->values.at[i - 1].next) {
        const struct sl_met *m = &w->values.at[i - 1];
        if (m->of[1] == b && w->out->values.at[m->out].level <= level) return m->out;
    }
    return 0;
}

static void add_value(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out) {
    assert(a < w->side[0]->values.n && b < w->side[1]->values.n && out && out < w->out->values.n);
    while (w->chain.n <= a) vec_push(&w->chain, 0);
    vec_push(&w->values, (struct sl_met){{a, b}, out, w->chain.at[a]});
    w->chain.at[a] = w->values.n;
}

// ---- a try that failed ---------------------------------------------------------------------------------------------------------------

struct mark {
    uint32_t values, objects, skipped, ends, later, copied, out_values, out_objects, lifted;
    enum sl_loss loses;
    int8_t richer;
    bool lax;
};

static struct mark here(const struct sl_walk *w) {
    return (struct mark){w->values.n, w->objects.n,     w->skipped.n,      w->ends.n, w->later.n,
                         w->copied.n, w->out->values.n, w->out->objects.n, w->lifted.n, w->loses,  w->richer, w->out->lax};
}

// Everything since the mark is undone: all of it was added behind what was there, but for ends of skipped segments that were met.
static void go_back(struct sl_walk *w, struct mark m) {
    assert(m.values <= w->values.n && m.objects <= w->objects.n && m.out_values <= w->out->values.n && m.out_objects <= w->out->objects.n);
    while (w->values.n > m.values) {
        struct sl_met v = vec_pop(&w->values);
        w->chain.at[v.of[0]] = v.next;
    }
    while (w->objects.n > m.objects) {
        struct sl_met o = vec_pop(&w->objects);
        for (int k = 0; k < 2; k++)
            if (o.of[k]) set_pair(w, k, o.of[k], 0);
    }
    while (w->ends.n > m.ends) {
        uint32_t e = vec_pop(&w->ends);
        w->skipped.at[e / 2].other[e % 2] = w->skipped.at[e / 2].link[e % 2] = 0;
    }
    if (w->lifted.n > m.lifted) sl_walk_lower(w, m.lifted);
    w->skipped.n = m.skipped;
    w->later.n = m.later;
    w->copied.n = m.copied;
    sl_draft_shrink(w->out, m.out_values, m.out_objects);
    w->loses = m.loses;
    w->richer = m.richer;
    w->out->lax = m.lax;
}

// ---- numbers -----------------------------------------------------------------------------------------------------------------------

void sl_walk_lose(struct sl_walk *w, enum sl_loss what) {
    if (w->loses < what) w->loses = what;
}

static void look_for_loss(struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    if (x->kind != y->kind) {
        sl_walk_lose(w, SL_BLURS);
    } else if (x->kind == SL_INT) {
        bool nested = x->range.bits == y->range.bits && (num_range_leq(x->range, y->range) || num_range_leq(y->range, x->range));
        int constants = num_range_is_const(x->range, NULL) + num_range_is_const(y->range, NULL);
        bool told = w->precision->values && !constants;  // by relations, of which the ranges are what is left
        if ((!nested && !told) || constants) sl_walk_lose(w, constants == 2 ? SL_MIXES : SL_BLURS);
        w->tells |= constants == 2;
        w->tagged |= sl_walk_tags(w, x, y, at);
    }
}

// A constant that the nodes of one list hold and those of another do not: rather two lists in a row than one of both.  And tags of single nodes.
static bool is_telling(const struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    bool constant = num_range_is_const(x->range, NULL) || num_range_is_const(y->range, NULL);
    if (!sl_walk_in_one(w) && !w->judges && sl_walk_tags(w, x, y, at)) return true;
    return !w->precision->coarse && !sl_walk_in_one(w) && !w->widen && at->inside && !at->place && constant &&
           num_range_test(NUM_EQ, x->range, y->range) == NUM_FALSE;
}

static struct num_range widened(const struct sl_walk *w, struct num_range x, struct num_range y) {
    return num_range_widen(x, y, w->thresholds.at, w->thresholds.n);
}

static uint32_t generalise(struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    struct sl_value v = {.kind = SL_ANY, .level = at->out};
    if (sl_walk_in_one(w) || w->judges) look_for_loss(w, x, y, at);
    if (x->kind == SL_INT && y->kind == SL_INT) {
        if (x->range.bits != y->range.bits) return sl_walk_veto(w, SL_VETO_WIDTH);
        if (is_telling(w, x, y, at)) return sl_walk_veto(w, SL_VETO_DATA);
        v.kind = SL_INT;
        bool widens = w->widen && !num_range_leq(y->range, x->range);
        v.range = widens ? widened(w, x->range, y->range) : num_range_join(x->range, y->range);
        if (w->precision->coarse && at->inside) v.range = num_range_full(v.range.bits);
    } else if (sl_has_zero(x) && sl_has_zero(y)) {
        v.kind = SL_CHARS;
    } else if (x->kind == SL_UNINIT && y->kind == SL_UNINIT) {
        v.kind = SL_UNINIT;
    } else if (x->kind == SL_UNINIT || y->kind == SL_UNINIT) {
        bool matters = !at->table && (!at->outer || (!sl_walk_in_one(w) && !w->widen));  // of a variable it does
        if (matters) return sl_walk_veto(w, SL_VETO_UNINITIALISED);
        v.kind = SL_UNINIT;
    }
    return sl_add_value(w->out, v);
}

// ---- places ------------------------------------------------------------------------------------------------------------------------

static const struct sl_value *value_of(const struct sl_walk *w, int side, uint32_t v) {
    assert(v < w->side[side]->values.n);
    return &w->side[side]->values.at[v];
}

// From the innermost node outwards: where do the two values belong?  An address where the other side has a number is a node's own if it
// can be: a structure that some nodes have and others have not.
static const struct sl_place_in *place_of(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    const struct sl_value *u = value_of(w, 0, a), *v = value_of(w, 1, b);
    uint8_t x = u->level, y = v->level;
    bool alone_x = u->kind == SL_ADDR && v->kind != SL_ADDR, alone_y = v->kind == SL_ADDR && u->kind != SL_ADDR;
    for (; at->outer; at = at->outer) {
        bool own_x = x == at->level[0], own_y = y == at->level[1];
        if ((own_x && (alone_x || !at->open[0])) || (own_y && (alone_y || !at->open[1]))) return at;
        if (own_x && own_y && sl_walk_in_one(w) && !sl_same(w->side[0], a, b)) return at;
    }
    return at;
}

// Inside the nodes of the segment `out` that stands for a and b.
static struct sl_place_in inside_of(const struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at) {
    assert(a < w->side[0]->objects.n && b < w->side[1]->objects.n && at->out < SL_MOST_LEVEL);
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    struct sl_place_in in = {.outer = at, .out = (uint8_t)(at->out + 1), .node = {a, b}, .segment = out, .open = {!sl_is_segment(x), !sl_is_segment(y)}};
    in.level[0] = (uint8_t)(x->level + !in.open[0]);
    in.level[1] = (uint8_t)(y->level + !in.open[1]);
    return in;
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static bool segments_fit(const struct sl_walk *w, uint32_t a, uint32_t b) {
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if (!sl_is_segment(x) || !sl_is_segment(y)) return true;
    return sl_may_be(w->side[0], a, &y->shape, w->sl->bits) || sl_may_be(w->side[1], b, &x->shape, w->sl->bits);
}

// Is the size one number, and kept nowhere else?
static bool is_lone(const struct sl_draft *d, const struct sl_object *o) {
    return sl_is_const(d, o->count, NULL) && !sl_is_held(d, o->count) && !(o->unit && sl_is_held(d, o->unit));
}

// Data without pointers: where exactly in it an address leads matters little.
static bool is_own_data(const struct sl_draft *d, uint32_t o) {
    if (sl_is_segment(&d->objects.at[o]) && d->objects.at[o].shape.kind != SL_OPTION) return false;
    return !sl_holds_address(d, o);
}

static bool is_data(const struct sl_draft *d, uint32_t o) {
    return !sl_is_segment(&d->objects.at[o]) && is_own_data(d, o);
}

// Both have a count, which can be told of what stands for them.
static bool are_sized(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if (!x->count || !y->count || sl_walk_in_one(w) || at->out || sl_is_segment(x) || sl_is_segment(y)) return false;
    if (x->rest != y->rest && !(is_data(w->side[0], a) && is_data(w->side[1], b))) return false;
    return w->precision->coarse || (x->size == y->size && x->more == y->more) || (!is_lone(w->side[0], x) && !is_lone(w->side[1], y));
}

// Blocks without addresses, of different sizes or rests, that nodes own: what stands for them is of any size between, and holds anything.
static bool are_blurred(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if (x->storage != SL_HEAP || y->storage != SL_HEAP || x->life != y->life || (!at->out && !w->precision->coarse)) return false;
    return (x->size != y->size || x->more != y->more || x->rest != y->rest) && is_own_data(w->side[0], a) && is_own_data(w->side[1], b);
}

static bool shapes_fit(struct sl_walk *w, uint32_t a, uint32_t b, bool sized) {
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if (x->storage != y->storage || x->life != y->life) return sl_walk_veto(w, SL_VETO_MEMORY);
    if (!sized && (x->rest != y->rest || x->size != y->size || x->more != y->more)) return sl_walk_veto(w, SL_VETO_SIZE);
    if (x->storage == SL_PLACES)
        return sl_same_shape(&x->shape, &y->shape) || sl_walk_veto(w, SL_VETO_TABLE);
    if (x->storage != SL_HEAP) return (x->tag == y->tag && x->func == y->func && x->instr == y->instr) || sl_walk_veto(w, SL_VETO_MEMORY);
    return (segments_fit(w, a, b) && sl_walk_same_level(w, a, b)) || sl_walk_veto(w, SL_VETO_LINKS);
}

// Where strings end on both sides; by zeros at one place, which stay, nothing need be said.
static uint32_t common_text(const struct sl_walk *w, uint32_t a, uint32_t b) {
    uint32_t x = w->side[0]->objects.at[a].text, y = w->side[1]->objects.at[b].text;
    uint32_t known_x = sl_text_of(w->side[0], a), known_y = sl_text_of(w->side[1], b);
    if (known_x == known_y && x < known_x && y < known_y) return x < y ? x : y;
    return known_x < known_y ? known_x : known_y;
}

// What has the links of both.
static struct sl_object common_shape(const struct sl_object *x, const struct sl_object *y, uint32_t text) {
    assert(x->life == y->life && x->storage == y->storage);
    struct sl_object o = sl_shapes[y->shape.kind].rank > sl_shapes[x->shape.kind].rank ? *y : *x;
    if (sl_is_segment(&o)) o.shape.least = (uint8_t)(sl_least(x) < sl_least(y) ? sl_least(x) : sl_least(y));
    if (o.shape.least > sl_shapes[o.shape.kind].least) o.shape.least = sl_shapes[o.shape.kind].least;
    o.dirty = x->dirty | y->dirty;
    o.escaped = x->escaped | y->escaped;
    sl_own(&o, x, y);
    o.text = text;
    o.wide = x->wide < y->wide ? x->wide : y->wide;
    sl_forget_numbers(&o);
    return o;
}

// The value of a side that has no such field: as its rest says.
static uint32_t field_of(struct sl_draft *d, uint32_t o, uint64_t offset, uint64_t size) {
    uint32_t i = sl_field_at(d, o, offset, size);
    if (i != UINT32_MAX) return d->fields.at[i].value;
    return sl_has_fields(d, o, offset, size) ? 0 : sl_rest_value(d, o, size);
}

enum { LONG_ARRAY = 1024 };  // bytes: below, each element is followed on its own

static bool has_address(const struct sl_draft *d, uint32_t o, const struct sl_field *f) {
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        const struct sl_field *x = &d->fields.at[i];
        if (x->offset < f->offset + f->size && f->offset < x->offset + x->size && d->values.at[x->value].kind == SL_ADDR) return true;
    }
    return false;
}

// Is it a string on both sides that something was read of?
static bool is_read(const struct sl_object *x, const struct sl_object *y) {
    return (x->ends || y->ends) && (x->ends || x->text) && (y->ends || y->text);
}

// Elements of an array that is being filled: some have a number, others none yet.  On the way to a fixpoint they become anything.  So do bytes
// of a string that one side has read.
static bool may_be_anything(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_field *f, bool open) {
    const struct sl_object *x = &w->side[0]->objects.at[a];
    const struct sl_object *y = &w->side[1]->objects.at[b];
    bool sized = (x->count && y->count) || (open && is_read(x, y)), known = !w->widen || x->size <= LONG_ARRAY;
    if (sl_walk_in_one(w) || sl_is_segment(x) || (known && !sized)) return false;
    return !has_address(w->side[0], a, f) && !has_address(w->side[1], b, f);
}

enum { WIDE = 16 };

// Bytes of which nothing is known on one side, whatever is known of pieces of them on the other.
static bool is_wide_open(const struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_field *f, int side) {
    const struct sl_object *o = &w->out->objects.at[out];
    uint32_t other = side ? a : b;
    if (f->size < WIDE || w->side[side]->values.at[f->value].kind != SL_ANY || sl_walk_in_one(w) || sl_is_segment(o) || o->level || o->shape.kind) return false;
    return !has_address(w->side[!side], other, f) && !sl_walk_lacks(w, !side, other, f);
}

static bool walk_field(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_field *f, int side,
                       const struct sl_place_in *at) {
    uint32_t x = field_of(w->side[0], a, f->offset, f->size), y = x ? field_of(w->side[1], b, f->offset, f->size) : 0;
    if (!y && sl_walk_characters(w, a, b, out, *f, at)) return true;
    if (!y && is_wide_open(w, a, b, out, f, side)) {
        sl_put(w->out, out, f->offset, f->size, sl_fresh(w->out, SL_ANY));
        return true;
    }
    if (!y) sl_walk_veto(w, SL_VETO_BYTES);
    if (y && at->outer && w->sl->trees.n && !sl_walk_goes_on(w, 0, x, at) && !sl_walk_goes_on(w, 1, y, at) && sl_walk_branches(w, &w->out->objects.at[out], f->offset, x, y, at)) return sl_walk_veto(w, SL_VETO_BRANCHES);
    bool behind = y && sl_walk_is_behind(w, a, b, f, x, y);
    uint32_t v = y && !behind ? sl_walk_value(w, x, y, at) : 0;
    bool open = f->size == 1 || w->side[side]->values.at[f->value].kind == SL_ANY;
    bool anything = !v && (behind || may_be_anything(w, a, b, f, open));
    if (anything) v = sl_add_value(w->out, (struct sl_value){.kind = SL_ANY, .level = at->out});
    if (!v) return false;
    if (anything) w->out->lax |= sl_walk_lacks(w, 0, a, f) || sl_walk_lacks(w, 1, b, f);
    sl_put(w->out, out, f->offset, f->size, v);
    return true;
}

static bool walk_seconds(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at);

// The links of a segment of pairs are those of its ends: of a plain pair, the second node has the next one.
static bool walk_next(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_field *f, int side,
                      const struct sl_place_in *at) {
    uint32_t end[2] = {a, b};
    for (int k = 0; k < 2; k++)
        if (!sl_is_segment(&w->side[k]->objects.at[end[k]])) end[k] = w->side[k]->values.at[sl_walk_second(w, k, end[k], out)].object;
    return walk_field(w, end[0], end[1], out, f, side, at);
}

// Of two parts of tables.
static bool walk_index(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at) {
    uint32_t x = sl_part_index(w->side[0], a), y = sl_part_index(w->side[1], b), v = x && y ? sl_walk_value(w, x, y, at) : 0;
    if (v) sl_set_link(w->out, out, SL_INDEX, 0, v);
    return v || (!x && !y);
}

// Does one field hold all these bytes?  If there is one, it is at the offset, or the last before it.
static bool is_held(const struct sl_draft *d, uint32_t o, const struct sl_field *f) {
    uint32_t i = sl_field_from(d, o, f->offset);
    if ((!sl_has(d, i, o) || d->fields.at[i].offset > f->offset) && i-- == sl_first_field(d, o)) return false;
    return f->offset + f->size <= d->fields.at[i].offset + d->fields.at[i].size;
}

bool sl_walk_fields(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at, bool links) {
    assert(a < w->side[0]->objects.n && b < w->side[1]->objects.n && out < w->out->objects.n);
    struct sl_object o = w->out->objects.at[out];
    struct sl_place_in inside = inside_of(w, a, b, out, at), here = *at;
    here.table = (o.size >= TABLE_SIZE || o.count) && is_data(w->side[0], a) && is_data(w->side[1], b);
    inside.place = o.shape.kind == SL_RUN;
    here.block = inside.block = o.storage == SL_HEAP;
    uint64_t pair_link = o.shape.kind == SL_SECOND ? (uint64_t)o.shape.second.next : UINT64_MAX;
    if (sl_are_pairs(&o.shape)) pair_link = sl_link_at(&o.shape, 0);
    if (sl_are_pairs(&o.shape) && !walk_seconds(w, a, b, out, &inside)) return false;
    if (sl_are_mixed(&o.shape) && !sl_walk_mixed(w, a, b, out, &inside)) return false;
    if (sl_is_tree(&o.shape) && links && !sl_walk_tree(w, a, b, out, at)) return false;
    for (int side = 0; side < 2; side++) {
        struct sl_draft *d = w->side[side];
        uint32_t of = side ? b : a;
        for (uint32_t i = sl_first_field(d, of), n = w->moved; sl_has(d, i, of); i++) {
            struct sl_field f = d->fields.at[i];
            bool link = sl_is_link(&o, f.offset), next = f.offset == pair_link;
            if ((link && !links) || (next && !link) || is_held(w->out, out, &f)) continue;
            here.offset = inside.offset = f.offset;
            here.behind = link && sl_are_mixed(&o.shape);
            if (!(next ? walk_next : walk_field)(w, a, b, out, &f, side, sl_is_segment(&o) && !link ? &inside : &here)) return false;
            if (w->moved != n) i = sl_field_from(d, of, f.offset), n = w->moved;
        }
        if (!side && links && o.storage == SL_PLACES && !walk_index(w, a, b, out, &here)) return false;
    }
    return true;
}

// Were no bytes of it given anything that is known?
static bool is_bare(const struct sl_draft *d, uint32_t o) {
    bool bare = d->objects.at[o].rest == SL_REST_UNINIT && !d->objects.at[o].text && !d->objects.at[o].wide;
    for (uint32_t i = sl_first_field(d, o); bare && sl_has(d, i, o); i++) bare = d->values.at[d->fields.at[i].value].kind == SL_UNINIT;
    return bare;
}

// Were all of them?
static bool is_given(const struct sl_draft *d, uint32_t o) {
    uint64_t n = 0;
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        if (d->values.at[d->fields.at[i].value].kind == SL_UNINIT) return false;
        n += d->fields.at[i].size;
    }
    return d->objects.at[o].rest != SL_REST_UNINIT || n == d->objects.at[o].size + d->objects.at[o].more;
}

// What stands for the bytes of two blocks of which none is kept by itself.  Arrays whose size is a number may be on the way to be filled.
static uint8_t common_rest(struct sl_walk *w, uint32_t a, uint32_t b, bool sized) {
    assert(is_own_data(w->side[0], a) && is_own_data(w->side[1], b));
    if (!sized && (is_bare(w->side[0], a) || is_bare(w->side[1], b))) return SL_REST_UNINIT;
    w->out->lax |= !is_given(w->side[0], a) || !is_given(w->side[1], b);
    return SL_REST_ANY;
}

// Of data that is not alike otherwise: the numbers in front that both have, such as a header's.
static bool walk_header(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at) {
    struct sl_place_in here = *at;
    here.table = true;
    for (uint32_t i = sl_first_field(w->side[0], a); sl_has(w->side[0], i, a); i++) {
        struct sl_field f = w->side[0]->fields.at[i];
        uint32_t k = sl_field_at(w->side[1], b, f.offset, f.size);
        if (k == UINT32_MAX || f.offset + f.size > w->out->objects.at[out].size) continue;
        if (w->side[0]->values.at[f.value].kind != SL_INT || w->side[1]->values.at[w->side[1]->fields.at[k].value].kind != SL_INT) continue;
        if (!walk_field(w, a, b, out, &f, 0, &here)) return false;
    }
    return true;
}

static uint32_t walk_object(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at, const struct sl_object *of_pairs) {
    sl_walk_level_tables(w, a, b);
    const struct sl_object *x = &w->side[0]->objects.at[a], *y = &w->side[1]->objects.at[b];
    if (sl_walk_in_one(w) && x->storage != SL_HEAP) return sl_walk_veto(w, SL_VETO_MEMORY);
    if (sl_walk_in_one(w) && (pair_of(w, 1, a) || pair_of(w, 0, b))) return sl_walk_veto(w, SL_VETO_PAIRED);  // no node's own is the other's, too
    bool variant = x->shape.kind == SL_VARIANT, ranged = variant && x->more && y->more && x->rest == y->rest;
    bool sized = !of_pairs && are_sized(w, a, b, at), blurred = !of_pairs && !sized && !variant && are_blurred(w, a, b, at);
    if (!shapes_fit(w, a, b, sized || blurred || ranged)) return 0;
    if (x->level != at->level[0] || y->level != at->level[1] || sl_exceeds(&w->sl->reached, SL_LIMIT_LEVEL, at->out + 1u))
        return sl_walk_veto(w, SL_VETO_OWNER);
    bool plain = !x->shape.kind && !y->shape.kind && x->storage == SL_HEAP && x->life == SL_VALID;
    if (plain && !at->outer && !sl_walk_in_one(w) && sl_walk_lose_children(w, a, b)) return sl_walk_veto(w, SL_VETO_BOTH_EMPTY);
    if (!of_pairs && (x->shape.kind == SL_SECOND || y->shape.kind == SL_SECOND)) return sl_walk_veto(w, SL_VETO_LINKS);
    if (sl_are_mixed(&x->shape) != sl_are_mixed(&y->shape) || (!w->judges && (x->shape.kind == SL_VARIANT || y->shape.kind == SL_VARIANT)))
        return sl_walk_veto(w, SL_VETO_LINKS);
    struct sl_object o = common_shape(x, y, common_text(w, a, b));
    o.level = at->out;
    if (of_pairs) o.shape = (struct sl_shape){.kind = SL_SECOND, .second.next = of_pairs->shape.list.next};
    if (sl_walk_in_one(w) && sl_least(x) != sl_least(y) && !sl_walk_is_lower(w, 0, a, &o.shape, at)) sl_walk_lose(w, SL_BLURS);
    if (sized && !sl_walk_size(w, x, y, &o)) return 0;
    if (!sized) sl_walk_own_size(w, x, y, &o, at);
    sl_walk_string(w, a, b, &o);
    if (blurred && sl_walk_in_one(w)) sl_walk_lose(w, SL_BLURS);
    w->differ |= blurred;
    if (blurred || ranged) sl_walk_extent(w, x, y, &o);
    bool same_rest = x->rest == y->rest && !blurred;
    if (!same_rest) o.rest = common_rest(w, a, b, sized);
    uint32_t out = sl_add_object(w->out, o);  // which may be on the side of x and y: they are gone
    sl_walk_pair(w, a, b, out, at->segment);
    if (o.life == SL_VALID && !same_rest && sized) return walk_header(w, a, b, out, at) ? out : 0;
    if (o.life != SL_VALID || !same_rest) return out;
    if (!sl_walk_fields(w, a, b, out, at, true) || !sl_walk_parts(w, a, b, out)) return 0;
    return o.storage != SL_PLACES || sl_walk_arrays(w, a, b) ? out : 0;
}

uint32_t sl_walk_object(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    assert(a < w->side[0]->objects.n && b < w->side[1]->objects.n);
    bool clash;
    uint32_t known = find_pair(w, a, b, &clash);
    if (clash) return sl_walk_veto(w, SL_VETO_PAIRED);
    if (!known) return walk_object(w, a, b, at, NULL);
    return w->out->objects.at[known].level == at->out ? known : sl_walk_veto(w, SL_VETO_OWNER);
}

// ---- pairs of nodes ------------------------------------------------------------------------------------------------------------------

// The address of the second node of a pair that begins with this one, if the two are alike in how they are linked; or 0.
uint32_t sl_walk_second(const struct sl_walk *w, int side, uint32_t first, uint32_t out) {
    const struct sl_draft *d = w->side[side];
    const struct sl_object *s = &w->out->objects.at[out];
    int64_t at;
    bool segment = sl_is_segment(&d->objects.at[first]);
    uint32_t v = segment ? sl_linked(d, first, SL_SECONDS, 0) : sl_word_at(d, first, sl_link_at(&s->shape, 0), w->sl->bits);
    if (!sl_offset(d, v, &at) || at != s->shape.list.head) return 0;
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    return o->storage == SL_HEAP && o->life == SL_VALID && o->shape.kind == (segment ? SL_SECOND : SL_PLAIN) ? v : 0;
}

// The second nodes are walked before all else that pairs have: nothing else leads to them for the first time, then.
static bool walk_seconds(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at) {
    struct sl_object o = w->out->objects.at[out];
    uint32_t x = sl_walk_second(w, 0, a, out), y = x ? sl_walk_second(w, 1, b, out) : 0;
    if (!y) return sl_walk_veto(w, SL_VETO_LINKS);
    struct sl_value v = {.kind = SL_ADDR, .level = at->out, .range = value_of(w, 0, x)->range};
    uint32_t of[2] = {value_of(w, 0, x)->object, value_of(w, 1, y)->object};
    if (pair_of(w, 0, of[0]) || pair_of(w, 1, of[1])) return sl_walk_veto(w, SL_VETO_PAIRED);
    if (!(v.object = walk_object(w, of[0], of[1], at, &o))) return false;
    uint32_t second = sl_add_value(w->out, v);
    add_value(w, x, y, second);
    sl_set_link(w->out, out, SL_SECONDS, 0, second);
    return true;
}

// ---- kinds of nodes ------------------------------------------------------------------------------------------------------------------

uint32_t sl_walk_variants(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at, enum sl_loss most) {
    struct sl_shape x = w->side[0]->objects.at[a].shape, y = w->side[1]->objects.at[b].shape;
    struct mark m = here(w);
    bool judged = w->judges;
    w->judges = true;
    w->loses = SL_KEEPS;
    uint32_t out = sl_same_shape(&x, &y) && !pair_of(w, 0, a) && !pair_of(w, 1, b) ? walk_object(w, a, b, at, NULL) : 0;
    bool good = out && w->loses <= most;
    w->judges = judged;
    if (!good) go_back(w, m);
    if (good && w->loses < m.loses) w->loses = m.loses;
    return good ? out : 0;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

// Which node of `out` is meant, given what each side means; -1: not the same.
static int common_end(const struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, uint32_t out) {
    bool plain_x = sl_walk_is_one(w, 0, x->object), plain_y = sl_walk_is_one(w, 1, y->object);
    if (!sl_is_segment(&w->out->objects.at[out])) return SL_FIRST;
    if (sl_are_pairs(&w->out->objects.at[out].shape) && plain_x != plain_y && (plain_x ? y : x)->end == SL_LAST) return -1;  // a first node
    if (plain_x) return y->end;
    return plain_y || x->end == y->end ? x->end : -1;
}

// Both lead to nodes that the walk is in, and to these themselves.
static uint32_t to_own_node(struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    bool clash;
    uint32_t out = find_pair(w, x->object, y->object, &clash);
    if (!out || !sl_is_segment(&w->out->objects.at[out]) || w->out->objects.at[out].level >= at->out || !num_range_same(x->range, y->range))
        return 0;
    bool each_x = x->end == SL_EACH || !sl_is_segment(&w->side[0]->objects.at[x->object]);
    bool each_y = y->end == SL_EACH || !sl_is_segment(&w->side[1]->objects.at[y->object]);
    if (!each_x || !each_y) return 0;
    struct sl_value v = {
        .kind = SL_ADDR, .level = (uint8_t)(w->out->objects.at[out].level + 1), .end = SL_EACH, .object = out, .range = x->range};
    return sl_add_value(w->out, v);
}

static uint32_t to_paired(struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    struct num_range range = x->range;
    if (!num_range_same(x->range, y->range)) {
        const struct sl_object *o = &w->side[0]->objects.at[x->object], *t = &w->side[1]->objects.at[y->object];
        bool sized = !sl_walk_in_one(w) && ((o->count && t->count) || is_read(o, t));
        if ((!w->widen && !sized) || !is_data(w->side[0], x->object) || !is_data(w->side[1], y->object)) return sl_walk_veto(w, SL_VETO_OFFSET);
        range = w->widen ? num_range_widen(x->range, y->range, NULL, 0) : num_range_join(x->range, y->range);
    }
    uint32_t out = sl_walk_object(w, x->object, y->object, at);
    if (!out) return 0;
    int end = common_end(w, x, y, out);
    if (end < 0) return sl_walk_veto(w, SL_VETO_END);
    return sl_add_value(w->out, (struct sl_value){.kind = SL_ADDR, .level = at->out, .end = (uint8_t)end, .object = out, .range = range});
}

// One side leads to the last node of a segment of pairs, the other to a plain node that may be the second of such a pair.
static uint32_t to_last_of_pairs(struct sl_walk *w, const struct sl_value *x, const struct sl_value *y, const struct sl_place_in *at) {
    int plain = sl_is_segment(&w->side[0]->objects.at[x->object]);
    const struct sl_value *node = plain ? y : x, *last = plain ? x : y;
    const struct sl_shape *s = &w->side[!plain]->objects.at[last->object].shape;
    int64_t offset;
    if (last->end != SL_LAST || !sl_are_pairs(s) || sl_is_segment(&w->side[plain]->objects.at[node->object])) return 0;
    uint32_t back = sl_word_at(w->side[plain], node->object, sl_link_at(s, 1), w->sl->bits);
    if (!sl_offset(w->side[plain], back, &offset) || offset != sl_link_to(s, 1)) return 0;
    uint32_t first = value_of(w, plain, back)->object;
    uint32_t out = plain ? sl_walk_object(w, last->object, first, at) : sl_walk_object(w, first, last->object, at);
    if (!out || !sl_are_pairs(&w->out->objects.at[out].shape) || !num_range_same(x->range, y->range)) return 0;
    uint32_t second = sl_walk_second(w, plain, first, out);
    if (!second || value_of(w, plain, second)->object != node->object) return 0;
    return sl_add_value(w->out, (struct sl_value){.kind = SL_ADDR, .level = at->out, .end = SL_LAST, .object = out, .range = x->range});
}

// Lists of which each has nodes of another kind, by a tag and by what they own, become a mixed one.  Only where states are widened: else they
// are kept apart.
static uint32_t to_mixed(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    struct mark m = here(w);
    struct sl_value x = *value_of(w, 0, a), y = *value_of(w, 1, b);
    bool judged = w->judges, tells = w->tells, differ = w->differ, tagged = w->tagged;
    w->judges = true;
    w->tells = w->differ = w->tagged = false;
    uint32_t out = to_paired(w, &x, &y, at);
    bool told = sl_walk_told(w);
    w->judges = judged;
    w->tells = tells;
    w->differ = differ;
    w->tagged = tagged;
    if (out && !told) return out;
    go_back(w, m);
    bool mixed = sl_walk_mix(w, a, b);
    x = *value_of(w, 0, a);
    y = *value_of(w, 1, b);
    out = mixed ? to_paired(w, &x, &y, at) : 0;
    if (!out) go_back(w, m);
    return out;
}

static uint32_t walk_addresses(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    struct mark m = here(w);
    sl_walk_level_mixed(w, a, b);
    struct sl_value x = *value_of(w, 0, a), y = *value_of(w, 1, b);
    bool skipped = sl_walk_is_skipped(w, 0, x.object) || sl_walk_is_skipped(w, 1, y.object);
    uint32_t out;
    if (skipped) return sl_walk_veto(w, SL_VETO_PAIRED);
    if (at->outer && (out = to_own_node(w, &x, &y, at))) return out;
    if (sl_is_inner(&x) || sl_is_inner(&y)) return sl_walk_veto(w, SL_VETO_OWNER);
    struct mark level = here(w);
    if ((out = to_last_of_pairs(w, &x, &y, at))) return out;
    go_back(w, level);
    if (w->widen && !w->precision->coarse && sl_is_list(&w->side[0]->objects.at[x.object]) && (out = to_mixed(w, a, b, at))) return out;
    if ((out = to_paired(w, &x, &y, at))) return out;
    go_back(w, m);
    return 0;
}

// Different functions in nodes: one of them.
static uint32_t walk_functions(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at, const struct sl_place_in *in) {
    sl_func_set one[2] = {0};
    const sl_func_set *x = at->outer ? sl_funcs(w->sl, w->side[0], a, &one[0]) : NULL;
    const sl_func_set *y = x ? sl_funcs(w->sl, w->side[1], b, &one[1]) : NULL;
    bool exact = value_of(w, 0, a)->kind == SL_ADDR && value_of(w, 1, b)->kind == SL_ADDR && x && y && x->at[0] == y->at[0];
    uint32_t out = 0;
    if (x && y && !exact) {
        uint32_t least = x->n < y->n ? x->n : y->n;
        struct num_range set = {.lo = sl_func_union(w->sl, x, y), .kind = NUM_FULL};
        out = sl_add_value(w->out, (struct sl_value){.kind = SL_FUNCS, .level = in->out, .range = set});
        if (w->sl->func_sets.at[set.lo].n > least) sl_walk_lose(w, SL_MIXES);
        w->tells |= w->sl->func_sets.at[set.lo].n > least;
    }
    vec_free(&one[0]);
    vec_free(&one[1]);
    return out;
}

static uint32_t walk_new(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    const struct sl_place_in *in = place_of(w, a, b, at);
    bool x = value_of(w, 0, a)->kind == SL_ADDR, y = value_of(w, 1, b)->kind == SL_ADDR, shared = sl_walk_in_one(w) && !in->outer;
    uint32_t out = 0;
    if ((out = sl_walk_after(w, a, b, at))) return out;
    if (shared && sl_same(w->side[0], a, b)) return a;
    if ((out = walk_functions(w, a, b, at, shared ? at : in))) return out;
    if (!x && !y) {
        struct sl_value u = *value_of(w, 0, a), v = *value_of(w, 1, b);
        struct sl_place_in where = *(shared ? at : in);
        where.inside = at->outer != NULL;
        where.table = at->table;
        where.place = at->place;
        where.block = at->block;
        where.offset = at->offset;
        return generalise(w, &u, &v, &where);
    }
    if (shared) in = at;  // not the same, so perhaps each node's own
    if (x && y && (out = walk_addresses(w, a, b, in))) return out;
    struct mark m = here(w);
    enum sl_veto why = w->veto;
    for (int k = 0, first = sl_walk_lower_side(w, a, b, in); k < 2; k++) {
        int side = k ? !first : first;
        if ((side ? y : x) && (out = sl_walk_absent(w, side, side ? b : a, side ? a : b, in))) return out;
        go_back(w, m);
    }
    return x && y ? sl_walk_veto(w, why) : 0;
}

static bool is_constant(const struct sl_walk *w, uint32_t a, uint32_t b, num_word *x) {
    num_word y;
    bool both = sl_is_const(w->side[0], a, x) && sl_is_const(w->side[1], b, &y) && *x == y;
    return both && value_of(w, 0, a)->range.bits == value_of(w, 1, b)->range.bits;
}

uint32_t sl_walk_value(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    assert(a < w->side[0]->values.n && b < w->side[1]->values.n);
    num_word x;
    uint32_t out = find_value(w, a, b, at->out);
    if (out) return out;
    if (sl_exceeds(&w->sl->reached, SL_LIMIT_DETOURS, w->steps ? 0 : UINT64_MAX)) return sl_walk_veto(w, SL_VETO_STEPS);
    w->steps--;
    w->sl->compared++;
    out = is_constant(w, a, b, &x) ? sl_const(w->out, value_of(w, 0, a)->range.bits, x) : walk_new(w, a, b, at);
    if (out) add_value(w, a, b, out);
    return out;
}

// ---- two nodes of one state ------------------------------------------------------------------------------------------------------------

void sl_trial_begin(struct sl_trial *t, struct sl *s, const struct sl_precision *p, struct sl_draft *d, struct sl_object o) {
    *t = (struct sl_trial){.values = d->values.n, .objects = d->objects.n, .lost = d->lost, .lax = d->lax};
    sl_walk_begin(&t->walk, s, p, d, d, d);
    t->out = sl_add_object(d, o);
}

bool sl_trial_walk(struct sl_trial *t, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    assert(a && b && a != b);
    sl_walk_pair(&t->walk, a, b, t->out, 0);
    return sl_walk_fields(&t->walk, a, b, t->out, at, false) && sl_walk_settle(&t->walk);
}

void sl_trial_end(struct sl_trial *t, bool keep) {
    struct sl_draft *d = t->walk.out;
    for (uint32_t i = 0; keep && i < t->walk.objects.n; i++)
        for (int k = 0; k < 2; k++)
            if (t->walk.objects.at[i].of[k]) d->objects.at[t->walk.objects.at[i].of[k]].life = SL_DEAD;
    if (!keep) sl_draft_shrink(d, t->values, t->objects);
    if (!keep) d->lax = t->lax;
    d->lost = t->lost;
    sl_walk_end(&t->walk);
}
