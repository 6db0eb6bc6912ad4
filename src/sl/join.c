// SPDX-License-Identifier: MIT
// The partial join: two states are walked in step from their roots, and what each pair of values or objects has in common is built up.
//
// Objects are paired one to one.  A segment may be paired with an object (the segment, its least the smaller), and with nothing: where the
// other side has the segment's end instead, the result has a segment that may be empty.  Whatever does not fit: no join.
#include "sl/sl.h"

struct paired {
    uint32_t a, b, out;  // b or a is 0 for an object that one side does not have
};
struct absent {
    uint32_t object, value;  // a segment of one side, and the value that the other side has in its place
};
struct side {
    const struct sl_draft *d;
    VEC(struct absent) skipped;
};
struct join {
    struct sl *sl;
    struct side a, b;
    struct sl_draft *out;
    bool widen;
    bool broken;  // a try failed half way: what it left behind must not be used
    VEC(struct paired) values, objects;
};

static uint32_t join_value(struct join *j, uint32_t a, uint32_t b, bool nested);

// ---- numbers -----------------------------------------------------------------------------------------------------------------------

static uint32_t join_numbers(struct join *j, const struct sl_value *x, const struct sl_value *y, uint8_t level) {
    struct sl_value v = {.kind = SL_INT, .level = level};
    v.range = j->widen && !num_range_leq(y->range, x->range) ? num_range_widen(x->range, y->range, NULL, 0) : num_range_join(x->range, y->range);
    return sl_add_value(j->out, v);
}

static uint32_t add_kind(struct join *j, enum sl_kind kind, uint8_t level) {
    return sl_add_value(j->out, (struct sl_value){.kind = (uint8_t)kind, .level = level});
}

static uint32_t join_plain(struct join *j, const struct sl_value *x, const struct sl_value *y, uint8_t level) {
    if (x->kind == SL_INT && y->kind == SL_INT) return x->range.bits == y->range.bits ? join_numbers(j, x, y, level) : 0;
    if (x->kind == SL_UNINIT && y->kind == SL_UNINIT) return add_kind(j, SL_UNINIT, level);
    if (x->kind == SL_UNINIT || y->kind == SL_UNINIT) return 0;
    return add_kind(j, SL_ANY, level);
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static uint32_t find_pair(const struct join *j, uint32_t a, uint32_t b, bool *clash) {
    *clash = false;
    for (uint32_t i = 0; i < j->objects.n; i++) {
        const struct paired *p = &j->objects.at[i];
        if (p->a == a && p->b == b) return p->out;
        if ((a && p->a == a) || (b && p->b == b)) *clash = true;
    }
    return 0;
}

static uint32_t least_of(const struct sl_object *o) {
    return o->segment ? o->least : 1;
}

static bool shapes_fit(const struct sl_object *x, const struct sl_object *y) {
    bool same = x->storage == y->storage && x->life == y->life && x->size == y->size && x->rest == y->rest && x->more == y->more;
    if (!same || x->level != y->level) return false;
    if (x->storage != SL_HEAP && (x->tag != y->tag || x->func != y->func || x->instr != y->instr)) return false;
    if (x->segment && y->segment) return x->next == y->next && x->head == y->head;
    return (!x->segment && !y->segment) || x->storage == SL_HEAP;
}

static uint32_t rest_value(struct sl_draft *d, const struct sl_object *o, uint64_t size) {
    switch (o->rest) {
    case SL_REST_ZERO: return sl_const(d, size <= 16 ? (unsigned)size * 8 : 64, 0);
    case SL_REST_UNINIT: return sl_fresh(d, SL_UNINIT);
    default: return sl_fresh(d, SL_ANY);
    }
}

static bool overlapping(const struct sl_draft *d, uint32_t o, uint64_t offset, uint64_t size) {
    for (uint32_t i = sl_first_field(d, o); i < d->fields.n && d->fields.at[i].object == o; i++)
        if (d->fields.at[i].offset < offset + size && offset < d->fields.at[i].offset + d->fields.at[i].size) return true;
    return false;
}

// The value of one side that has no such field: as its rest says.  Drafts are private copies, so a value may be added.
static uint32_t field_of(const struct side *s, uint32_t o, uint64_t offset, uint64_t size) {
    struct sl_draft *d = (struct sl_draft *)s->d;
    uint32_t i = sl_field_at(d, o, offset, size);
    if (i != UINT32_MAX) return d->fields.at[i].value;
    return overlapping(d, o, offset, size) ? 0 : rest_value(d, &d->objects.at[o], size);
}

static bool join_field(struct join *j, uint32_t a, uint32_t b, uint32_t out, uint64_t offset, uint64_t size, bool nested) {
    uint32_t x = field_of(&j->a, a, offset, size), y = field_of(&j->b, b, offset, size);
    uint32_t v = x && y ? join_value(j, x, y, nested) : 0;
    if (!v) return false;
    if (sl_field_at(j->out, out, offset, size) == UINT32_MAX) sl_put(j->out, out, offset, size, v);
    return true;
}

static bool join_fields(struct join *j, uint32_t a, uint32_t b, uint32_t out) {
    const struct sl_object *o = &j->out->objects.at[out];
    bool segment = o->segment;
    uint64_t link = (uint64_t)o->next;
    for (int side = 0; side < 2; side++) {
        const struct sl_draft *d = side ? j->b.d : j->a.d;
        uint32_t of = side ? b : a;
        for (uint32_t i = sl_first_field(d, of); i < d->fields.n && d->fields.at[i].object == of; i++) {
            struct sl_field f = d->fields.at[i];
            bool done = side && sl_field_at(j->a.d, a, f.offset, f.size) != UINT32_MAX;
            if (!done && !join_field(j, a, b, out, f.offset, f.size, segment && f.offset != link)) return false;
        }
    }
    return true;
}

static uint32_t join_objects(struct join *j, uint32_t a, uint32_t b) {
    bool clash;
    uint32_t known = find_pair(j, a, b, &clash);
    if (known || clash) return known;
    const struct sl_object *x = &j->a.d->objects.at[a], *y = &j->b.d->objects.at[b];
    if (!shapes_fit(x, y)) return 0;
    struct sl_object o = x->segment || !y->segment ? *x : *y;
    if (o.segment) o.least = (uint8_t)(least_of(x) < least_of(y) ? least_of(x) : least_of(y));
    o.dirty |= x->dirty | y->dirty;
    o.escaped = x->escaped | y->escaped;
    o.text = x->text < y->text ? x->text : y->text;
    uint32_t out = sl_add_object(j->out, o);
    vec_push(&j->objects, (struct paired){a, b, out});
    if (o.life != SL_VALID) return out;
    return join_fields(j, a, b, out) ? out : 0;
}

// ---- a segment against nothing -------------------------------------------------------------------------------------------------------

static uint32_t skipped_as(const struct side *s, uint32_t object) {
    for (uint32_t i = 0; i < s->skipped.n; i++)
        if (s->skipped.at[i].object == object) return s->skipped.at[i].value;
    return 0;
}

// A segment whose last node links back to its first is never empty.
static bool is_cyclic(const struct sl_draft *d, uint32_t o) {
    for (uint32_t i = sl_first_field(d, o); i < d->fields.n && d->fields.at[i].object == o; i++) {
        const struct sl_value *v = &d->values.at[d->fields.at[i].value];
        if (v->kind == SL_ADDR && v->object == o) return true;
    }
    return false;
}

// The segment `o` of side s, where the other side has value `v`: v must be what the segment's link is.
static uint32_t join_absent(struct join *j, bool left, uint32_t o, uint32_t v) {
    struct side *s = left ? &j->a : &j->b, *t = left ? &j->b : &j->a;
    bool clash;
    uint32_t before = skipped_as(s, o), out = find_pair(j, left ? o : 0, left ? 0 : o, &clash);
    if (before) return sl_same(t->d, before, v) ? out : 0;
    if (clash || !j->sl->options.possibly_empty || is_cyclic(s->d, o)) return 0;
    vec_push(&s->skipped, (struct absent){o, v});
    struct sl_object x = s->d->objects.at[o];
    x.least = 0;
    out = sl_add_object(j->out, x);
    vec_push(&j->objects, (struct paired){left ? o : 0, left ? 0 : o, out});
    for (uint32_t i = sl_first_field(s->d, o); i < s->d->fields.n && s->d->fields.at[i].object == o; i++) {
        struct sl_field f = s->d->fields.at[i];
        bool link = f.offset == (uint64_t)x.next;
        uint32_t w = link ? (left ? join_value(j, f.value, v, false) : join_value(j, v, f.value, false)) : 0;
        if (!link) {
            struct sl_value copy = s->d->values.at[f.value];
            w = copy.kind == SL_ADDR ? 0 : sl_add_value(j->out, copy);  // structure of its own is not followed here
        }
        if (!w) {
            j->broken = true;
            return 0;
        }
        sl_put(j->out, out, f.offset, f.size, w);
    }
    return out;
}

static bool is_segment_head(const struct sl_draft *d, uint32_t v) {
    int64_t offset;
    if (d->values.at[v].kind != SL_ADDR || !sl_offset(d, v, &offset)) return false;
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    return o->segment && o->head == offset && o->level == 0;
}

static uint32_t address_in(struct join *j, uint32_t object, struct num_range offset, uint8_t level) {
    return sl_add_value(j->out, (struct sl_value){.kind = SL_ADDR, .level = level, .object = object, .range = offset});
}

static uint32_t join_with_absent(struct join *j, uint32_t a, uint32_t b) {
    uint32_t out = 0;
    if (is_segment_head(j->a.d, a) && (out = join_absent(j, true, j->a.d->values.at[a].object, b)))
        return address_in(j, out, j->a.d->values.at[a].range, 0);
    if (is_segment_head(j->b.d, b) && (out = join_absent(j, false, j->b.d->values.at[b].object, a)))
        return address_in(j, out, j->b.d->values.at[b].range, 0);
    return 0;
}

// ---- values ------------------------------------------------------------------------------------------------------------------------

static bool was_skipped(const struct join *j, uint32_t a, uint32_t b) {
    bool x = is_segment_head(j->a.d, a) && skipped_as(&j->a, j->a.d->values.at[a].object);
    return x || (is_segment_head(j->b.d, b) && skipped_as(&j->b, j->b.d->values.at[b].object));
}

static uint32_t join_new(struct join *j, uint32_t a, uint32_t b, bool nested) {
    struct sl_value x = j->a.d->values.at[a], y = j->b.d->values.at[b];
    uint8_t level = nested && (x.level || y.level);
    if (x.kind == SL_ADDR && y.kind == SL_ADDR && !was_skipped(j, a, b)) {
        if (!num_range_same(x.range, y.range) || x.level != y.level) return join_with_absent(j, a, b);
        const struct sl_object *o = &j->a.d->objects.at[x.object], *p = &j->b.d->objects.at[y.object];
        bool clash;
        bool fits = shapes_fit(o, p) && (find_pair(j, x.object, y.object, &clash) || !clash);
        if (!fits) return join_with_absent(j, a, b);
        uint32_t out = join_objects(j, x.object, y.object);
        return out ? address_in(j, out, x.range, x.level) : 0;
    }
    if (x.kind == SL_ADDR || y.kind == SL_ADDR) return join_with_absent(j, a, b);
    return join_plain(j, &x, &y, level);
}

static uint32_t join_value(struct join *j, uint32_t a, uint32_t b, bool nested) {
    for (uint32_t i = 0; i < j->values.n; i++)
        if (j->values.at[i].a == a && j->values.at[i].b == b) return j->values.at[i].out;
    uint32_t out = join_new(j, a, b, nested);
    if (out) vec_push(&j->values, (struct paired){a, b, out});
    return out;
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------

static bool same_frames(const struct sl_draft *a, const struct sl_draft *b) {
    if (a->frames.n != b->frames.n || a->regs.n != b->regs.n || a->slots.n != b->slots.n || a->blocks.n != b->blocks.n) return false;
    for (uint32_t i = 0; i < a->frames.n; i++)
        if (a->frames.at[i].func != b->frames.at[i].func) return false;
    for (uint32_t i = 0; i < a->blocks.n; i++)
        if (a->blocks.at[i].frame != b->blocks.at[i].frame) return false;
    return a->results.n == b->results.n;
}

static bool differs_from(const struct side *s, uint32_t v, struct num_range constant) {
    struct sl_draft *d = (struct sl_draft *)s->d;  // a private copy
    return sl_differ(d, v, sl_int(d, constant));
}

// Success and failure: a result that is zero on one side and another number on the other is worth two states.
static bool differ_in_status(struct join *j, uint32_t x, uint32_t y) {
    if (j->widen || j->a.d->values.at[x].kind != SL_INT || j->b.d->values.at[y].kind != SL_INT) return false;
    struct num_range a = j->a.d->values.at[x].range, b = j->b.d->values.at[y].range;
    if (a.bits != b.bits || a.bits > 64) return false;
    struct num_range zero = num_range_const(a.bits, 0);
    return (sl_is_null(j->a.d, x) && differs_from(&j->b, y, zero)) || (sl_is_null(j->b.d, y) && differs_from(&j->a, x, zero));
}

static bool may_be_status(struct join *j, uint32_t reg) {
    struct sl_frame f = vec_last(&j->a.d->frames);
    return reg >= f.first_reg && sl_facts(j->sl, f.func)->status[reg - f.first_reg];
}

static bool join_roots(struct join *j) {
    const struct sl_draft *a = j->a.d, *b = j->b.d;
    for (uint32_t i = 0; i < a->regs.n; i++) {
        uint32_t x = a->regs.at[i], y = b->regs.at[i], v = 0;
        if (!x != !y) return false;
        if (x && may_be_status(j, i) && differ_in_status(j, x, y)) return false;
        if (x && !(v = join_value(j, x, y, false))) return false;
        vec_push(&j->out->regs, v);
    }
    for (uint32_t i = 0; i < a->results.n; i++) {
        bool status = differ_in_status(j, a->results.at[i], b->results.at[i]);
        uint32_t v = status ? 0 : join_value(j, a->results.at[i], b->results.at[i], false);
        if (!v) return false;
        vec_push(&j->out->results, v);
    }
    for (uint32_t i = 0; i < a->slots.n; i++) {
        uint32_t x = a->slots.at[i], y = b->slots.at[i], o = 0;
        if (!x != !y) return false;
        if (x && !(o = join_objects(j, x, y))) return false;
        vec_push(&j->out->slots, o);
    }
    for (uint32_t i = 0; i < a->blocks.n; i++) {
        uint32_t o = join_objects(j, a->blocks.at[i].object, b->blocks.at[i].object);
        if (!o) return false;
        vec_push(&j->out->blocks, (struct sl_block){a->blocks.at[i].frame, o});
    }
    return true;
}

static uint32_t global_object(const struct sl_draft *d, uint32_t tag) {
    for (uint32_t i = 1; i < d->objects.n; i++)
        if (d->objects.at[i].storage == SL_GLOBAL && d->objects.at[i].tag == tag) return i;
    return 0;
}

// A global that only one side has an object for is as it was at the start on the other: both get one.
static bool join_globals(struct join *j) {
    for (int side = 0; side < 2; side++) {
        const struct sl_draft *d = side ? j->b.d : j->a.d;
        for (uint32_t i = 1; i < d->objects.n; i++) {
            if (d->objects.at[i].storage != SL_GLOBAL || !d->objects.at[i].dirty) continue;
            uint32_t x = global_object(j->a.d, d->objects.at[i].tag), y = global_object(j->b.d, d->objects.at[i].tag);
            if (!x || !y || !join_objects(j, x, y)) return false;
        }
    }
    return true;
}

// Side s has u apart from w: so has the result where the other side has, too.
static void join_fact(struct join *j, bool left, uint32_t u, uint32_t w) {
    const struct side *s = left ? &j->a : &j->b, *t = left ? &j->b : &j->a;
    struct num_range constant = s->d->values.at[w].range;
    for (uint32_t i = 0; i < j->values.n; i++) {
        const struct paired *p = &j->values.at[i];
        if (!sl_same(s->d, left ? p->a : p->b, u) || j->out->values.at[p->out].level) continue;
        uint32_t other = left ? p->b : p->a;
        if (sl_is_const(s->d, w, NULL)) {
            if (differs_from(t, other, constant)) sl_keep_apart(j->out, p->out, sl_int(j->out, constant));
            continue;
        }
        for (uint32_t k = 0; k < j->values.n; k++) {
            const struct paired *q = &j->values.at[k];
            if (!sl_same(s->d, left ? q->a : q->b, w) || j->out->values.at[q->out].level) continue;
            if (sl_differ(t->d, other, left ? q->b : q->a)) sl_keep_apart(j->out, p->out, q->out);
        }
    }
}

// A number that is zero on neither side is not zero, though the range of both has it.
static void join_nonzero(struct join *j) {
    for (uint32_t i = 0; i < j->values.n; i++) {
        const struct paired *p = &j->values.at[i];
        const struct sl_value *v = &j->out->values.at[p->out];
        if (v->kind != SL_INT || v->level || v->range.bits > 64 || !num_range_has(v->range, 0)) continue;
        struct num_range zero = num_range_const(v->range.bits, 0);
        if (differs_from(&j->a, p->a, zero) && differs_from(&j->b, p->b, zero)) sl_keep_apart(j->out, p->out, sl_int(j->out, zero));
    }
}

static void join_apart(struct join *j) {
    join_nonzero(j);
    for (uint32_t i = 0, n = j->a.d->apart.n; i < n; i++) {
        join_fact(j, true, j->a.d->apart.at[i].a, j->a.d->apart.at[i].b);
        join_fact(j, true, j->a.d->apart.at[i].b, j->a.d->apart.at[i].a);
    }
    for (uint32_t i = 0, n = j->b.d->apart.n; i < n; i++) {
        join_fact(j, false, j->b.d->apart.at[i].a, j->b.d->apart.at[i].b);
        join_fact(j, false, j->b.d->apart.at[i].b, j->b.d->apart.at[i].a);
    }
}

bool sl_join(struct sl *s, const struct sl_draft *a, const struct sl_draft *b, bool widen, struct sl_draft *out) {
    if (!same_frames(a, b)) return false;
    struct join j = {.sl = s, .a = {.d = a}, .b = {.d = b}, .out = out, .widen = widen};
    sl_draft_init(out);
    for (uint32_t i = 0; i < a->frames.n; i++) vec_push(&out->frames, a->frames.at[i]);
    bool good = join_roots(&j) && join_globals(&j) && !j.broken;
    if (good) join_apart(&j);
    vec_free(&j.a.skipped);
    vec_free(&j.b.skipped);
    vec_free(&j.values);
    vec_free(&j.objects);
    if (!good) sl_draft_free(out);
    return good;
}
