// SPDX-License-Identifier: MIT
// Copies between ranges that must be the same or apart (C17 7.24.2.1 and others; 6.5.16.1 for assignments).
#include <assert.h>

#include "sl/relate.h"
#include "sl/sl.h"
#include "sl/table.h"

struct ranges {
    const struct sl_draft *d;
    const struct sl_range *to, *from;
    int64_t ahead, behind;  // how far `to` begins behind `from` at most, and `from` behind `to`; SL_NO_BOUND: any
};

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// The same if both are so many times a number: elements of one array.
static int64_t farthest_elements(const struct sl_draft *d, uint32_t a, uint32_t b) {
    struct sl_form x, y;
    if (!a || !b || !sl_index_form(d, a, &x) || !sl_index_form(d, b, &y) || x.times != y.times) return SL_NO_BOUND;
    int64_t apart = sl_bound(d, sl_reading(d, x.value, true), sl_reading(d, y.value, true)), far;
    bool far_off = apart == SL_NO_BOUND || __builtin_mul_overflow(apart, x.times, &far) || __builtin_add_overflow(far, x.plus, &far);
    return far_off || __builtin_sub_overflow(far, y.plus, &far) ? SL_NO_BOUND : far;
}

// At most so far is the first behind the second.
static int64_t farthest(const struct sl_draft *d, const struct sl_range *a, const struct sl_range *b) {
    assert(a->place.object == b->place.object && a->place.lo <= a->place.hi && b->place.lo <= b->place.hi);
    bool told = a->value && b->value;
    int64_t far, known = told ? sl_bound(d, sl_reading(d, a->value, true), sl_reading(d, b->value, true)) : SL_NO_BOUND;
    known = smaller(known, farthest_elements(d, a->value, b->value));
    return __builtin_sub_overflow(a->place.hi, b->place.lo, &far) ? known : smaller(far, known);
}

// Is the end of a, which begins at one place, surely not behind the beginning of b?
static bool ends_before(const struct sl_draft *d, const struct sl_range *a, const struct sl_range *b) {
    const struct step_extent *n = &a->n;
    if (!n->number || n->times != 1 || n->other || a->place.lo != a->place.hi || !b->value) return false;
    struct num_var length = sl_reading(d, n->number, false);
    if (!length.is_signed) return false;  // as a number of bytes it is another one
    int64_t most = sl_bound(d, length, sl_reading(d, b->value, true));
    return most != SL_NO_BOUND && most <= -a->place.lo - n->plus;
}

static bool are_apart(const struct ranges *x) {
    bool before = x->to->n.hi <= INT64_MAX && x->ahead != SL_NO_BOUND && x->ahead <= -(int64_t)x->to->n.hi;
    bool behind = x->from->n.hi <= INT64_MAX && x->behind != SL_NO_BOUND && x->behind <= -(int64_t)x->from->n.hi;
    return before || behind || ends_before(x->d, x->to, x->from) || ends_before(x->d, x->from, x->to);
}

// They begin at different places, and the one that begins first surely reaches into the other.
static bool overlap_surely(const struct ranges *x) {
    uint64_t least = x->to->n.lo < x->from->n.lo ? x->to->n.lo : x->from->n.lo;
    bool close = x->ahead < (int64_t)smaller((int64_t)least, INT32_MAX) && x->behind < (int64_t)smaller((int64_t)least, INT32_MAX);
    return least <= INT64_MAX && close && (x->ahead < 0 || x->behind < 0);
}

// The object whose bytes these are.
static uint32_t whole_of(const struct sl_draft *d, uint32_t object) {
    assert(object && object < d->objects.n);
    return d->objects.at[object].storage == SL_PLACES ? sl_array_of(d, object) : object;
}

// Two places of one array that are told apart.
static bool are_places(const struct sl_draft *d, uint32_t a, uint32_t b) {
    return a != b && d->objects.at[a].shape.kind == SL_PLACE && d->objects.at[b].shape.kind == SL_PLACE && sl_array_of(d, a) == sl_array_of(d, b);
}

static bool may_share(const struct sl_draft *d, const struct sl_range *a, const struct sl_range *b) {
    if (are_places(d, a->place.object, b->place.object)) return false;
    uint32_t x = whole_of(d, a->place.object), y = whole_of(d, b->place.object);
    return x == y || (sl_is_shared(&d->objects.at[x]) && sl_is_shared(&d->objects.at[y]));
}

bool sl_apart(struct step_run *r, struct sl_draft *d, const struct sl_range *to, const struct sl_range *from, bool same) {
    assert(to->n.lo <= to->n.hi && from->n.lo <= from->n.hi);
    if (!to->n.hi || !from->n.hi || !may_share(d, to, from)) return true;
    struct ranges x = {d, to, from, SL_NO_BOUND, SL_NO_BOUND};
    if (to->place.object == from->place.object && !sl_is_shared(&d->objects.at[to->place.object])) {
        x.ahead = farthest(d, to, from);
        x.behind = farthest(d, from, to);
        if ((same && ((to->value && to->value == from->value) || (!x.ahead && !x.behind))) || are_apart(&x)) return true;
    }
    if (!step_is_asked(r->step, IR_RULE_OVERLAPPING_COPY)) {
        step_give_up(r, "a copy between ranges that may overlap");
        return false;
    }
    bool surely = overlap_surely(&x);
    step_fault(r, IR_RULE_OVERLAPPING_COPY, surely ? STEP_ALWAYS : STEP_GOES_ON, sl_allocation(r, d, to->place.object), "the ranges of a copy may overlap");
    return !surely;
}
