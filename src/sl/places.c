// SPDX-License-Identifier: MIT
// The place of a table that an index leads to: it is taken out of its run.
#include <assert.h>

#include "sl/length.h"
#include "sl/sl.h"
#include "sl/table.h"

struct finding {
    struct step_run *run;
    struct sl_draft *d;
    struct sl_table table;
    uint32_t index;   // a value: the place
    uint64_t inside;  // offset in it
};

static bool make_table(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t object, bool pointer) {
    struct sl_table t = {.array = object};
    return sl_array_extent(r, d, a, pointer, &t) && sl_table_make(d, object, t.base, t.stride, t.count, sl_of(r)->bits);
}

// ---- which place ---------------------------------------------------------------------------------------------------------------------

// Splits an offset in the object into place and rest.
static bool split_offset(struct finding *f, int64_t offset, int64_t *place) {
    int64_t from = offset - (int64_t)f->table.base, stride = (int64_t)f->table.stride, rest = from % stride;
    if (rest < 0) rest += stride;
    *place = (from - rest) / stride;
    f->inside = (uint64_t)rest;
    return true;
}

static bool find_index(struct finding *f, uint32_t v) {
    struct sl_form form;
    int64_t offset, place;
    unsigned bits = sl_of(f->run)->bits;
    if (sl_offset(f->d, v, &offset)) return split_offset(f, offset, &place) && (f->index = sl_const(f->d, bits, (uint64_t)place));
    if (!sl_index_form(f->d, v, &form) || form.times != (int64_t)f->table.stride || !split_offset(f, form.plus, &place)) return false;
    f->index = place ? sl_wide_sum(f->d, form.value, bits, place) : form.value;
    return true;
}

static struct num_var reading(const struct sl_draft *d, uint32_t v) {
    return sl_reading(d, v, false);
}

static bool are_one(const struct sl_draft *d, uint32_t a, uint32_t b) {
    if (a == b || d->values.at[b].kind != SL_INT) return a == b;
    return sl_bound(d, reading(d, a), reading(d, b)) <= 0 && sl_bound(d, reading(d, b), reading(d, a)) <= 0;
}

// Are two numbers apart that are surely these?
static bool differ(const struct sl_draft *d, uint32_t a, uint32_t b) {
    if (d->values.at[a].range.bits == d->values.at[b].range.bits && sl_differ(d, a, b)) return true;
    for (uint32_t i = 0; i < d->apart.n; i++) {
        const struct sl_pair *p = &d->apart.at[i];
        if ((are_one(d, a, p->a) && are_one(d, b, p->b)) || (are_one(d, a, p->b) && are_one(d, b, p->a))) return true;
    }
    return false;
}

static enum num_truth are_equal(const struct sl_draft *d, uint32_t a, uint32_t b) {
    if (sl_same(d, a, b)) return NUM_TRUE;
    int64_t there = sl_bound(d, reading(d, a), reading(d, b)), back = sl_bound(d, reading(d, b), reading(d, a));
    if (there < 0 || back < 0) return NUM_FALSE;
    return there <= 0 && back <= 0 ? NUM_TRUE : differ(d, a, b) ? NUM_FALSE : NUM_MAYBE;
}

// Numbers made from one that has become known are known, too: the state keeps them, but not how they were made.
static bool hand_on(struct sl_draft *d) {
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        const struct sl_value *s = &d->values.at[x->source];
        bool made = x->kind == SL_INT && s->kind == SL_INT && x->times <= 1 && num_range_is_const(s->range, NULL);
        if (!made || num_range_is_const(x->range, NULL)) continue;
        unsigned bits = x->range.bits;
        struct num_range r = s->range.bits == bits ? num_range_binary(NUM_ADD, s->range, num_range_const(bits, x->delta))
                             : s->range.bits > bits ? num_range_trunc(s->range, bits)
                             : x->delta             ? num_range_sext(s->range, bits)
                                                    : num_range_zext(s->range, bits);
        x->range = num_range_meet(x->range, r);
        if (num_range_is_empty(x->range)) return false;
    }
    return true;
}

static bool assume_equal(struct finding *f, struct sl_draft *d, uint32_t b) {
    bool alike = d->values.at[f->index].range.bits == d->values.at[b].range.bits;
    if (alike && !sl_assume(f->run, d, IR_EQ_, f->index, b, true)) return false;
    return sl_assume_bound(d, reading(d, f->index), reading(d, b), 0) && sl_assume_bound(d, reading(d, b), reading(d, f->index), 0) &&
           hand_on(d);
}

// Another draft, in which the index is that of the place; in this one it is not.
static bool fork_equal(struct finding *f, uint32_t at) {
    struct sl_draft *d = f->d, *other = step_fork(f->run, d, true);
    bool possible = assume_equal(f, other, at);
    if (!possible) step_unfork(f->run);
    if (possible && are_equal(other, f->index, at) != NUM_TRUE) {
        step_unfork(f->run);
        step_give_up(f->run, "two indices of an array that are not told apart");
    }
    if (d->values.at[f->index].range.bits == d->values.at[at].range.bits) sl_keep_apart(d, f->index, at);
    if (sl_bound(d, reading(d, f->index), reading(d, at)) == 0) return sl_assume_bound(d, reading(d, f->index), reading(d, at), -1);
    if (sl_bound(d, reading(d, at), reading(d, f->index)) == 0) return sl_assume_bound(d, reading(d, at), reading(d, f->index), -1);
    return true;
}

// Does the place lie in run k or behind?  MAYBE is decided: the other case is another draft.
static bool is_behind(struct finding *f, uint32_t k, bool *impossible) {
    struct sl_draft *d = f->d;
    uint32_t from = sl_part_index(d, f->table.runs[k]);
    if (sl_bound(d, reading(d, from), reading(d, f->index)) <= 0) return true;
    if (sl_bound(d, reading(d, f->index), reading(d, from)) < 0) return false;
    struct sl_draft *other = step_fork(f->run, d, true);
    bool possible = sl_assume_bound(other, reading(other, from), reading(other, f->index), 0);
    if (!possible || sl_bound(other, reading(other, from), reading(other, f->index)) > 0) {
        step_unfork(f->run);
        if (possible) step_give_up(f->run, "an index of an array that is not told from the counter of a loop");
    }
    *impossible = !sl_assume_bound(d, reading(d, f->index), reading(d, from), -1);
    return false;
}

static uint32_t take_out(struct finding *f, uint32_t run) {
    assert(run && run < f->d->objects.n && f->d->objects.at[run].shape.kind == SL_RUN);
    struct sl_draft *d = f->d;
    bool lost = d->lost;
    uint32_t place = sl_copy_node(d, run);
    sl_set_link(d, place, SL_INDEX, 0, f->index);
    f->table.single[f->table.n_single++] = place;
    sl_table_write(d, &f->table, sl_of(f->run)->bits);
    d->lost = lost;
    return place;
}

// The object of the place; 0: the path ended.
static uint32_t locate(struct finding *f) {
    for (uint32_t i = 0; i < f->table.n_single; i++) {
        uint32_t at = sl_part_index(f->d, f->table.single[i]);
        enum num_truth t = are_equal(f->d, f->index, at);
        if (t == NUM_TRUE) return f->table.single[i];
        if (t == NUM_MAYBE && !fork_equal(f, at)) return 0;
    }
    if (sl_exceeds(&f->d->reached, SL_LIMIT_SINGLE, f->table.n_single + 1)) {
        step_give_up(f->run, "an array of pointers in which many places differ");
        return 0;
    }
    bool impossible = false;
    uint32_t k = f->table.n_runs - 1;
    while (k && !is_behind(f, k, &impossible) && !impossible) k--;
    return impossible ? 0 : take_out(f, f->table.runs[k]);
}

static uint64_t end_of_places(const struct sl_draft *d, const struct sl_table *t) {
    const struct sl_object *o = &d->objects.at[t->array];
    return t->count ? t->base + t->count * t->stride : o->size + o->more;
}

// Do n bytes at p lie beside the places, wherever p is?
static bool is_beside(const struct sl_draft *d, const struct sl_table *t, const struct sl_place *p, uint64_t n) {
    return p->hi + (int64_t)n <= (int64_t)t->base || (p->lo >= 0 && (uint64_t)p->lo >= end_of_places(d, t));
}

// Do they lie in the places?
static bool is_inside(const struct sl_draft *d, const struct sl_table *t, const struct sl_place *p, uint64_t n) {
    uint64_t end = end_of_places(d, t);
    return p->lo >= (int64_t)t->base && n <= end && (uint64_t)p->hi <= end - n;
}

enum sl_found sl_find_place(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t v, uint64_t n, bool pointer,
                            struct sl_place *p) {
    struct finding f = {.run = r, .d = d};
    if (!sl_is_table(d, p->object) && !make_table(r, d, a, p->object, pointer)) return SL_ELSEWHERE;
    sl_table_read(d, p->object, &f.table);
    if (is_beside(d, &f.table, p, n)) return SL_ELSEWHERE;
    if (!is_inside(d, &f.table, p, n)) {
        step_give_up(r, "access of an array of pointers at an index that may lie outside of it");
        return SL_ENDED;
    }
    if (!find_index(&f, v) || f.inside + n > f.table.stride) {
        step_give_up(r, "access of an array of pointers at a place that is not followed");
        return SL_ENDED;
    }
    uint32_t place = locate(&f);
    *p = (struct sl_place){place, (int64_t)f.inside, (int64_t)f.inside};
    return place ? SL_FOUND : SL_ENDED;
}

// ---- addresses -----------------------------------------------------------------------------------------------------------------------

// An address behind the last place is none of a place.
static bool is_within(const struct sl_draft *d, uint32_t v, uint64_t n) {
    const struct sl_value *x = &d->values.at[v];
    const struct sl_object *o = &d->objects.at[x->object];
    int64_t lo = num_range_smin(x->range), hi = num_range_smax(x->range);
    return lo >= 0 && (((uint64_t)hi <= o->size && o->size - (uint64_t)hi >= n) || sl_fits_bytes(d, v, n));
}

enum sl_found sl_address_of_place(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, uint32_t to, uint32_t *v) {
    const struct sl_value *x = &d->values.at[*v];
    struct sl_place p = {.object = x->object};
    if (x->kind != SL_ADDR || !a->n_terms || d->objects.at[p.object].life != SL_VALID || !is_within(d, *v, 1)) return SL_ELSEWHERE;
    p.lo = num_range_smin(x->range);
    p.hi = num_range_smax(x->range);
    uint64_t end = d->objects.at[p.object].size + d->objects.at[p.object].more;
    if (p.hi > 0 && (uint64_t)p.hi >= end) p.hi = (int64_t)end - 1;  // it is within
    enum sl_found found = sl_find_place(r, d, a, *v, 1, sl_leads_to_pointer(r, to), &p);
    if (found == SL_FOUND) *v = sl_address(d, p.object, sl_of(r)->bits, p.lo);
    return found;
}
