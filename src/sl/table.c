// SPDX-License-Identifier: MIT
#include "sl/table.h"

#include <assert.h>

#include "sl/module.h"
#include "sl/relate.h"
#include "sl/uses.h"

bool sl_is_table(const struct sl_draft *d, uint32_t object) {
    assert(object < d->objects.n);
    return sl_linked(d, object, SL_RUNS, 0);
}

bool sl_table_read(const struct sl_draft *d, uint32_t object, struct sl_table *t) {
    assert(object < d->objects.n);
    *t = (struct sl_table){.array = object};
    for (uint32_t i = sl_first_link(d, object); sl_has_link(d, i, object); i++) {
        const struct sl_link *l = &d->links.at[i];
        uint32_t part = d->values.at[l->value].object;
        if (l->role == SL_RUNS && l->index < SL_MOST_RUNS) t->n_runs++, t->runs[l->index] = part;
        if (l->role == SL_SINGLES && l->index < SL_MOST_SINGLE) t->n_single++, t->single[l->index] = part;
        if (l->role == SL_RUNS || l->role == SL_SINGLES) {
            t->base = d->objects.at[part].shape.place.base;
            t->count = d->objects.at[part].shape.place.count;
            t->stride = d->objects.at[part].size;
        }
    }
    return t->stride;
}

void sl_table_write(struct sl_draft *d, const struct sl_table *t, unsigned bits) {
    assert(t->array < d->objects.n && t->stride && t->n_runs && t->n_runs <= SL_MOST_RUNS && t->n_single <= SL_MOST_SINGLE);
    sl_drop_links(d, t->array);
    for (uint32_t i = 0; i < t->n_runs; i++) sl_set_link(d, t->array, SL_RUNS, i, sl_address(d, t->runs[i], bits, 0));
    for (uint32_t i = 0; i < t->n_single; i++) sl_set_link(d, t->array, SL_SINGLES, i, sl_address(d, t->single[i], bits, 0));
    d->sized = true;
}

uint32_t sl_part_index(const struct sl_draft *d, uint32_t part) {
    assert(part < d->objects.n);
    return sl_linked(d, part, SL_INDEX, 0);
}

uint32_t sl_array_of(const struct sl_draft *d, uint32_t part) {
    assert(part < d->objects.n);
    for (uint32_t i = 0; i < d->links.n; i++) {
        const struct sl_link *l = &d->links.at[i];
        if ((l->role == SL_RUNS || l->role == SL_SINGLES) && d->values.at[l->value].object == part) return l->object;
    }
    return 0;
}

bool sl_owns_blocks(const struct sl_draft *d, uint32_t run) {
    assert(run < d->objects.n);
    for (uint32_t i = sl_first_field(d, run); sl_has(d, i, run); i++) {
        const struct sl_value *v = &d->values.at[d->fields.at[i].value];
        const struct sl_object *o = &d->objects.at[v->object];
        if (v->kind == SL_ADDR && o->storage == SL_HEAP && o->life == SL_VALID && !o->foreign && o->level > d->objects.at[run].level)
            return true;
    }
    return false;
}

uint32_t sl_table_end(struct sl_draft *d, const struct sl_table *t, unsigned bits) {
    assert(t->array && t->array < d->objects.n && t->stride);
    const struct sl_object *o = &d->objects.at[t->array];
    if (t->count) return sl_const(d, bits, t->count);
    if (!o->more) return sl_const(d, bits, (o->size - t->base) / t->stride);
    return o->unit && o->scale == t->stride && o->plus == (int64_t)t->base ? o->unit : 0;
}

// ---- making ------------------------------------------------------------------------------------------------------------------------

// What a table will be made of: fields that lie in places of their own, or one that covers them all.
struct contents {
    uint64_t end;
    struct sl_field fields[SL_MOST_OWN_PLACES * 4];
    uint32_t n;
    uint8_t rest;
};

static bool rest_of(const struct sl_draft *d, uint32_t v, uint8_t *rest) {
    if (d->values.at[v].kind == SL_UNINIT) *rest = SL_REST_UNINIT;
    if (d->values.at[v].kind == SL_ANY) *rest = SL_REST_ANY;
    if (sl_is_null(d, v)) *rest = SL_REST_ZERO;
    return d->values.at[v].kind == SL_UNINIT || d->values.at[v].kind == SL_ANY || sl_is_null(d, v);
}

static bool look_at(const struct sl_draft *d, uint32_t object, const struct sl_table *t, struct contents *c) {
    const struct sl_object *o = &d->objects.at[object];
    c->end = t->count ? t->base + t->count * t->stride : UINT64_MAX;
    c->rest = o->rest;
    for (uint32_t i = sl_first_field(d, object); sl_has(d, i, object); i++) {
        struct sl_field f = d->fields.at[i];
        uint64_t end = f.offset + f.size;
        if (end <= t->base || f.offset >= c->end) continue;
        bool all = t->count ? f.offset <= t->base && end >= c->end : f.offset == t->base && end == o->size + o->more;
        if (all && f.size > t->stride) return rest_of(d, f.value, &c->rest);
        bool whole = f.offset >= t->base && end <= c->end && (f.offset - t->base) / t->stride == (end - 1 - t->base) / t->stride;
        if (!whole || c->n == sizeof c->fields / sizeof *c->fields) return false;
        c->fields[c->n++] = f;
    }
    return c->rest != SL_REST_STRINGS;
}

static uint32_t new_part(struct sl_draft *d, const struct sl_table *t, uint8_t rest, enum sl_shape_kind kind) {
    assert(t->stride && t->base <= INT32_MAX && t->count <= INT32_MAX && (kind == SL_RUN || kind == SL_PLACE));
    struct sl_object o = {.storage = SL_PLACES, .rest = rest, .shape.kind = (uint8_t)kind, .size = t->stride};
    o.shape.place.base = (uint32_t)t->base;
    o.shape.place.count = (uint32_t)t->count;
    return sl_add_object(d, o);
}

// Does every place hold the same constant, and nothing else?
static bool is_uniform(const struct sl_draft *d, const struct sl_table *t, const struct contents *c) {
    const struct sl_field *first = &c->fields[0];
    if (!t->count || c->n != t->count) return false;
    for (uint32_t i = 0; i < c->n; i++) {
        const struct sl_field *f = &c->fields[i];
        bool alike = f->size == first->size && f->offset == first->offset + i * t->stride && sl_same(d, f->value, first->value);
        if (!alike || !sl_is_const(d, f->value, NULL)) return false;
    }
    return true;
}

static bool add_fields(struct sl_draft *d, struct sl_table *t, const struct contents *c, unsigned bits) {
    uint64_t last = UINT64_MAX;
    for (uint32_t i = 0; i < c->n; i++) {
        uint64_t k = (c->fields[i].offset - t->base) / t->stride;
        if (k != last && sl_exceeds(&d->reached, SL_LIMIT_OWN_PLACES, t->n_single + 1)) return false;
        if (k != last) {
            t->single[t->n_single] = new_part(d, t, c->rest, SL_PLACE);
            sl_set_link(d, t->single[t->n_single++], SL_INDEX, 0, sl_const(d, bits, k));
        }
        sl_put(d, t->single[t->n_single - 1], (c->fields[i].offset - t->base) % t->stride, c->fields[i].size, c->fields[i].value);
        last = k;
    }
    return true;
}

// Bytes before the places that have no field say themselves what they are.
static void fill_gaps(struct sl_draft *d, uint32_t object, uint64_t end) {
    for (uint64_t at = 0; at < end;) {
        uint64_t next = end, skip = 0;
        for (uint32_t i = sl_first_field(d, object); sl_has(d, i, object) && !skip; i++) {
            const struct sl_field *f = &d->fields.at[i];
            if (f->offset <= at && at < f->offset + f->size) skip = f->offset + f->size;
            if (f->offset > at && f->offset < next) next = f->offset;
        }
        if (!skip) sl_put(d, object, at, next - at, sl_rest_value(d, object, next - at));
        at = skip ? skip : next;
    }
}

bool sl_table_make(struct sl_draft *d, uint32_t object, uint64_t base, uint64_t stride, uint64_t count, unsigned bits) {
    assert(stride && object && d->objects.at[object].storage != SL_PLACES);
    assert(object < d->objects.n);
    struct sl_table t = {.array = object, .base = base, .stride = stride, .count = count};
    struct contents c = {0};
    uint32_t objects = d->objects.n;
    bool lost = d->lost;
    if (base > INT32_MAX || count > INT32_MAX || !look_at(d, object, &t, &c)) return false;
    bool uniform = is_uniform(d, &t, &c);
    if (!uniform && !add_fields(d, &t, &c, bits)) {
        sl_draft_shrink(d, d->values.n, objects);
        return false;
    }
    t.runs[t.n_runs++] = new_part(d, &t, c.rest, SL_RUN);
    if (uniform) sl_put(d, t.runs[0], c.fields[0].offset - base, c.fields[0].size, c.fields[0].value);
    if (count) {
        sl_put(d, object, base, count * stride, sl_fresh(d, SL_ANY));
    } else {
        fill_gaps(d, object, base);
        sl_drop_fields_from(d, object, base);
        d->objects.at[object].rest = SL_REST_ANY;
        if (d->objects.at[object].storage == SL_GLOBAL) d->objects.at[object].dirty = 1;
    }
    sl_open_text(d, object);
    sl_table_write(d, &t, bits);
    d->lost = lost;
    return true;
}

void sl_table_move(struct sl_draft *d, struct sl_table *t, uint32_t to, uint32_t end, unsigned bits) {
    assert(!t->count && t->n_runs < SL_MOST_RUNS && to != t->array && !sl_is_table(d, to));
    uint32_t behind = new_part(d, t, SL_REST_UNINIT, SL_RUN);
    if (t->base) sl_copy_bytes(d, to, 0, t->array, 0, t->base);
    sl_drop_links(d, t->array);
    d->objects.at[to].rest = SL_REST_ANY;
    sl_set_link(d, behind, SL_INDEX, 0, end);
    t->runs[t->n_runs++] = behind;
    t->array = to;
    sl_table_write(d, t, bits);
}

// ---- overwriting --------------------------------------------------------------------------------------------------------------------------

static void escape_part(struct sl_draft *d, uint32_t part) {
    d->objects.at[part].escaped = 1;
    for (uint32_t i = sl_first_field(d, part); sl_has(d, i, part); i++) sl_escape(d, d->fields.at[i].value);
}

void sl_table_overwritten(struct sl_draft *d, uint32_t object, uint64_t offset, uint64_t size) {
    assert(object < d->objects.n);
    struct sl_table t;
    if (!d->links.n || !sl_table_read(d, object, &t)) return;
    const struct sl_object *o = &d->objects.at[object];
    uint64_t end = t.count ? t.base + t.count * t.stride : o->size + o->more;
    if (offset + size <= t.base || offset >= end) return;
    bool whole = offset <= t.base && offset + size >= end;
    for (uint32_t i = 0; i < t.n_runs && !whole; i++) escape_part(d, t.runs[i]);
    for (uint32_t i = 0; i < t.n_single; i++) {
        if (!whole) escape_part(d, t.single[i]);
        d->objects.at[t.single[i]].life = SL_DEAD;
    }
    sl_drop_links(d, object);
    d->lost = true;
}

// ---- what variables say of indices ---------------------------------------------------------------------------------------------------

// May anything but its range tell where the number lies to others?
static bool is_related(const struct sl_draft *d, uint32_t v) {
    if (d->values.at[v].source || sl_is_const(d, v, NULL)) return true;
    for (uint32_t i = 1; i < d->values.n; i++)
        if (d->values.at[i].source == v) return true;
    for (uint32_t i = 0; i < d->relations.n; i++)
        if (d->relations.at[i].a.id == v || d->relations.at[i].b.id == v) return true;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind != SL_LOADED && (t->value == v || t->a == v || t->b == v)) return true;
    }
    SL_EACH_USE(u, d, SL_NUMBERS)
        if (sl_used(&u) == v) return true;
    for (uint32_t i = 0; i < d->links.n; i++)
        if (d->links.at[i].value == v && sl_is_measure(d->links.at[i].role)) return true;
    return false;
}

bool sl_is_distance(const struct sl_draft *d, uint32_t a, uint32_t b, int64_t by) {
    assert(a < d->values.n && b < d->values.n);
    if (!b || d->values.at[b].kind != SL_INT || d->values.at[b].range.bits > 64 || d->values.at[b].level) return false;
    if (a != b && !(is_related(d, a) && is_related(d, b))) return false;
    return sl_bound(d, sl_reading(d, b, false), sl_reading(d, a, false)) <= by &&
           sl_bound(d, sl_reading(d, a, false), sl_reading(d, b, false)) <= -by;
}

// The next variable from *at on that holds a value which is `by` more than v; 0: there is none.  What nodes hold is their own business.
static uint32_t next_holder(const struct sl_draft *d, uint32_t v, int64_t by, uint32_t *at) {
    assert(v < d->values.n && *at <= d->regs.n + d->fields.n);
    for (; *at < d->regs.n; ++*at)
        if (sl_is_distance(d, v, d->regs.at[*at], by)) return d->regs.at[(*at)++];
    for (; *at < d->regs.n + d->fields.n; ++*at) {
        const struct sl_field *f = &d->fields.at[*at - d->regs.n];
        const struct sl_object *o = &d->objects.at[f->object];
        bool holds = o->life == SL_VALID && (o->storage == SL_STACK || o->storage == SL_GLOBAL) && f->size <= 8;
        if (holds && sl_is_distance(d, v, f->value, by)) return ++*at, f->value;
    }
    return 0;
}

uint32_t sl_held_behind(const struct sl_draft *d, uint32_t v, int64_t by) {
    assert(v < d->values.n);
    uint32_t at = 0;
    return next_holder(d, v, by, &at);
}

// Does a variable, besides one that holds the number of places, hold where run k begins?  A constant may be either; where a loop begins it is
// taken for its counter if the run is the last one.
static bool is_told(struct sl_draft *d, const struct sl_table *t, uint32_t k, enum sl_where where, unsigned bits) {
    bool counts = where == SL_AT_LOOP && k == t->n_runs - 1;
    uint32_t index = sl_part_index(d, t->runs[k]), end = sl_table_end(d, t, bits), at = 0, n = 0, v;
    while ((v = next_holder(d, index, 0, &at))) n += v != end;
    return n > (!counts && sl_is_const(d, index, NULL) ? 1u : 0u);
}

// ---- runs that have no places --------------------------------------------------------------------------------------------------------

static bool is_empty(struct sl_draft *d, const struct sl_table *t, uint32_t k, unsigned bits) {
    assert(k < t->n_runs);
    uint32_t from = k ? sl_part_index(d, t->runs[k]) : sl_const(d, bits, 0);
    uint32_t to = k + 1 < t->n_runs ? sl_part_index(d, t->runs[k + 1]) : sl_table_end(d, t, bits);
    return to && sl_bound(d, sl_reading(d, to, false), sl_reading(d, from, false)) <= 0;
}

static bool drop_one(struct sl_draft *d, struct sl_table *t, enum sl_where where, unsigned bits) {
    for (uint32_t k = 0; k < t->n_runs && t->n_runs > 1; k++) {
        if (!is_empty(d, t, k, bits) || (where != SL_AT_END && k && is_told(d, t, k, where, bits))) continue;
        if (!k) sl_set_link(d, t->runs[1], SL_INDEX, 0, 0);
        d->objects.at[t->runs[k]].life = SL_DEAD;
        memmove(&t->runs[k], &t->runs[k + 1], (t->n_runs - k - 1) * sizeof *t->runs);
        t->n_runs--;
        sl_table_write(d, t, bits);
        return true;
    }
    return false;
}

// A table without places holds nothing.
static void clear_only_run(struct sl_draft *d, struct sl_table *t, unsigned bits) {
    assert(t->n_runs == 1);
    d->objects.at[t->runs[0]].life = SL_DEAD;
    t->runs[0] = new_part(d, t, SL_REST_UNINIT, SL_RUN);
    sl_table_write(d, t, bits);
}

static void drop_all(struct sl_draft *d, uint32_t object, enum sl_where where) {
    struct sl_table t;
    if (d->objects.at[object].life != SL_VALID || !sl_table_read(d, object, &t)) return;
    unsigned bits = d->values.at[sl_linked(d, object, SL_RUNS, 0)].range.bits;
    while (drop_one(d, &t, where, bits)) continue;
    if (where == SL_AT_END && is_empty(d, &t, 0, bits) && t.n_runs == 1) clear_only_run(d, &t, bits);
}

void sl_drop_empty_runs(struct sl_draft *d, enum sl_where where) {
    assert(where <= SL_AT_END);
    for (uint32_t o = 1; d->sized && o < d->objects.n; o++) drop_all(d, o, where);
}

// ---- ends --------------------------------------------------------------------------------------------------------------------------

void sl_table_ends(struct sl_draft *d, uint32_t object, enum sl_life life) {
    assert(life != SL_VALID);
    assert(object < d->objects.n);
    struct sl_table t;
    drop_all(d, object, SL_AT_END);
    sl_table_read(d, object, &t);
    for (uint32_t i = 0; i < t.n_single; i++) d->objects.at[t.single[i]].life = (uint8_t)life;
}

// ---- validity ------------------------------------------------------------------------------------------------------------------------

// Of a part whose array the state shows.
static bool valid(const struct sl_draft *d, uint32_t part, unsigned bits, struct buf *why) {
    const struct sl_object *o = &d->objects.at[part];
    uint32_t index = sl_part_index(d, part);
    struct sl_table t;
    bool run = false;
    (void)bits;
    if (!sl_table_read(d, sl_array_of(d, part), &t)) return true;
    if (!t.n_runs || t.n_runs > SL_MOST_RUNS || t.n_single > SL_MOST_SINGLE)
        return sl_complain(why, "a table without runs, or with too many");
    for (uint32_t i = 0; i < t.n_runs; i++) run |= t.runs[i] == part;
    if (o->life != SL_VALID || o->level || (o->shape.kind == SL_RUN) != run) return sl_complain(why, "a part of a table that is none");
    if (o->size != t.stride || o->shape.place.base != t.base || o->shape.place.count != t.count)
        return sl_complain(why, "parts of another table");
    if (!index != (t.runs[0] == part)) return sl_complain(why, "a part without index, or a first run with one");
    return !index || d->values.at[index].kind == SL_INT || sl_complain(why, "an index that is no number");
}

const struct sl_module sl_part = {.valid = valid};
