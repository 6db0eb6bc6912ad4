// SPDX-License-Identifier: MIT
#include "sl/relate.h"

#include <assert.h>

#include "sl/length.h"
#include "sl/term.h"
#include "sl/uses.h"

// ---- what is worth keeping -----------------------------------------------------------------------------------------------------------

static bool has_relation(const struct sl_draft *d, uint32_t v) {
    for (uint32_t i = 0; i < d->links.n; i++)
        if (d->links.at[i].value == v && sl_is_told(d, &d->links.at[i])) return true;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if ((t->kind == SL_SUM || t->kind == SL_QUOTIENT) && (t->value == v || t->a == v || t->b == v)) return true;
    }
    return sl_is_used(d, v, SL_RELATIONS | SL_NUMBERS);
}

// Was a size, or what is divided, made from it?
static bool makes_size(const struct sl_draft *d, uint32_t v) {
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].count && sl_is_made_from(d, d->objects.at[o].count, v)) return true;
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind == SL_QUOTIENT && sl_is_made_from(d, d->terms.at[i].a, v)) return true;
    return false;
}

// Does v, or what it was made from, lead to the size of an object?
static bool leads_to_size(const struct sl_draft *d, uint32_t v) {
    for (; sl_is_number(d, v); v = d->values.at[v].source)
        if (has_relation(d, v) || makes_size(d, v)) return true;
    return false;
}

static bool matter(const struct sl_draft *d, uint32_t a, uint32_t b) {
    if (!d->sized || !sl_is_number(d, a) || !sl_is_number(d, b)) return false;
    return leads_to_size(d, a) || leads_to_size(d, b);
}

// ---- tests ---------------------------------------------------------------------------------------------------------------------------

static bool is_equality(enum num_test t) {
    return t == NUM_EQ || t == NUM_NE;
}

static bool is_signed_test(enum num_test t) {
    return t == NUM_SLT || t == NUM_SLE || is_equality(t);
}

// By a - b <= there and b - a <= back.
static enum num_truth decide(enum num_test test, int64_t there, int64_t back) {
    bool below = there < 0, above = back < 0, same = there <= 0 && back <= 0;
    switch (test) {
    case NUM_EQ: return below || above ? NUM_FALSE : same ? NUM_TRUE : NUM_MAYBE;
    case NUM_NE: return below || above ? NUM_TRUE : same ? NUM_FALSE : NUM_MAYBE;
    case NUM_ULT:
    case NUM_SLT: return below ? NUM_TRUE : back <= 0 ? NUM_FALSE : NUM_MAYBE;
    case NUM_ULE:
    case NUM_SLE: return there <= 0 ? NUM_TRUE : above ? NUM_FALSE : NUM_MAYBE;
    default: return NUM_MAYBE;
    }
}

enum num_truth sl_compare(const struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b) {
    assert(a < d->values.n && b < d->values.n);
    if (test > NUM_SLE || !matter(d, a, b)) return NUM_MAYBE;
    struct num_var x = sl_reading(d, a, is_signed_test(test)), y = sl_reading(d, b, is_signed_test(test));
    return decide(test, sl_bound(d, x, y), sl_bound(d, y, x));
}

// They differ: then what is not above is below.
static void learn_unequal(struct sl_draft *d, struct num_var x, struct num_var y) {
    if (sl_bound(d, x, y) == 0) sl_relate(d, x, y, -1);
    if (sl_bound(d, y, x) == 0) sl_relate(d, y, x, -1);
}

void sl_learn_order(struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b, bool outcome, bool early) {
    assert(a < d->values.n && b < d->values.n);
    early &= sl_is_number(d, a) && sl_is_number(d, b);
    if (test > NUM_SLE || (!early && !matter(d, a, b))) return;
    d->sized |= early;
    bool strict = test == NUM_ULT || test == NUM_SLT;
    struct num_var x = sl_reading(d, a, is_signed_test(test)), y = sl_reading(d, b, is_signed_test(test));
    if (is_equality(test)) {
        if (outcome == (test == NUM_NE)) learn_unequal(d, x, y);
    } else if (outcome) {
        sl_relate(d, x, y, -strict);
    } else {
        sl_relate(d, y, x, strict - 1);
    }
}

// ---- results -------------------------------------------------------------------------------------------------------------------------

// v is x + y (or x - y), and it does not wrap: it is as far from x as y can be.
static void learn_sum(struct sl_draft *d, bool minus, struct num_var v, struct num_var x, struct num_var y) {
    num_sword lo = minus ? -sl_highest(d, y) : sl_lowest(d, y), hi = minus ? -sl_lowest(d, y) : sl_highest(d, y);
    num_sword top = (num_sword)(num_mask(v.bits) >> v.is_signed), bottom = v.is_signed ? -top - 1 : 0;
    if (sl_lowest(d, x) + lo < bottom || sl_highest(d, x) + hi > top || lo <= INT64_MIN || hi >= INT64_MAX) return;
    sl_relate(d, v, x, (int64_t)hi);
    sl_relate(d, x, v, -(int64_t)lo);
}

// v is x - y, which lies between these.
static void learn_rest(struct sl_draft *d, uint32_t v, struct num_var x, struct num_var y) {
    int64_t over = sl_bound(d, x, y), under = sl_bound(d, y, x);
    num_sword hi = sl_highest(d, x) - sl_lowest(d, y), lo = sl_lowest(d, x) - sl_highest(d, y), top = (num_sword)(num_mask(x.bits) >> 1);
    if (over != SL_NO_BOUND && over < hi) hi = over;
    if (under != SL_NO_BOUND && -(num_sword)under > lo) lo = -(num_sword)under;
    if (hi > top || lo < -top - 1 || lo > hi) return;  // it may wrap, or cannot be
    struct num_range *range = &d->values.at[v].range, r = num_range_meet(*range, num_range_signed(x.bits, (int64_t)lo, (int64_t)hi));
    if (!num_range_is_empty(r)) *range = r;
    if (sl_lowest(d, y) > INT64_MIN) sl_relate(d, sl_reading(d, v, true), x, -(int64_t)sl_lowest(d, y));
}

// Is it a mask of all but the lowest bits?
static bool is_rounding(const struct sl_draft *d, uint32_t mask, uint64_t *below) {
    num_word x;
    if (!sl_is_const(d, mask, &x)) return false;
    *below = ~(uint64_t)x & (uint64_t)num_mask(d->values.at[mask].range.bits);
    return (*below & (*below + 1)) == 0 && *below < INT64_MAX;
}

// v is x without its lowest bits, if y is a mask of the others: less by no more than these.
static void learn_rounded(struct sl_draft *d, struct num_var v, struct num_var x, uint32_t y) {
    uint64_t below;
    if (is_rounding(d, y, &below)) sl_relate(d, x, v, (int64_t)below);
}

// v is x * y, and it does not wrap: not below x if y is not 0.
static void learn_product(struct sl_draft *d, struct num_var v, struct num_var x, struct num_var y) {
    if (sl_lowest(d, x) < 0 || sl_lowest(d, y) < 1 || sl_highest(d, x) > INT64_MAX || sl_highest(d, y) > INT64_MAX) return;
    if (sl_highest(d, x) * sl_highest(d, y) <= (num_sword)(num_mask(v.bits) >> v.is_signed)) sl_relate(d, x, v, 0);
}

// v is x * y, and the size t->value is z * y: where x is below z, v is not above what is left of the size without y.
static void learn_row(struct sl_draft *d, uint32_t v, uint32_t a, uint32_t b, struct sl_term t) {
    uint32_t z = t.b == b ? t.a : t.a == b ? t.b : 0;
    if (t.kind != SL_PRODUCT || !z || sl_reading(d, t.value, false).is_signed == false) return;
    struct num_var u = sl_reading(d, t.value, true), x = sl_reading(d, a, true), y = sl_reading(d, b, true), whole = sl_reading(d, z, true);
    bool plain = sl_lowest(d, x) >= 0 && sl_lowest(d, y) >= 0 && sl_lowest(d, whole) >= 0;
    unsigned bits = d->values.at[v].range.bits;  // not more than those of the size
    if (!plain || sl_highest(d, whole) * sl_highest(d, y) > (num_sword)num_mask(bits) || sl_bound(d, x, whole) >= 0) return;
    uint32_t rest = sl_int(d, num_range_signed(u.bits, 0, (int64_t)sl_highest(d, u)));
    sl_tell_sum(d, t.value, rest, b, 0);
    sl_relate(d, sl_reading(d, v, true), sl_reading(d, rest, true), 0);
}

// Rows of a matrix.
static void learn_rows(struct sl_draft *d, uint32_t v, uint32_t a, uint32_t b) {
    for (uint32_t i = 0, n = d->terms.n; i < n; i++) {
        learn_row(d, v, a, b, d->terms.at[i]);
        learn_row(d, v, b, a, d->terms.at[i]);
    }
}

// v is x divided by `by`, without rest: v is what it is times that, but for the rest.
static void learn_quotient(struct sl_draft *d, uint32_t v, uint32_t x, num_word by) {
    if (by > 1 && by <= INT32_MAX) sl_tell_quotient(d, (struct sl_term){v, x, 0, SL_QUOTIENT, 0, (uint32_t)by, (uint32_t)by - 1});
}

// The number that x is divided by, in the way of numbers without sign, or 0.
static num_word divisor(const struct sl_draft *d, enum num_binary op, struct num_var x, uint32_t b) {
    num_word k;
    if (!sl_is_const(d, b, &k) || ((op == NUM_SDIV || op == NUM_ASHR) && sl_lowest(d, sl_reading(d, x.id, true)) < 0)) return 0;
    if (op == NUM_UDIV || op == NUM_SDIV) return k;
    return (op == NUM_LSHR || op == NUM_ASHR) && k < 31 ? (num_word)1 << k : 0;
}

void sl_learn_result(struct sl_draft *d, enum num_binary op, uint32_t v, uint32_t a, uint32_t b, bool early) {
    assert(v < d->values.n && a < d->values.n && b < d->values.n);
    uint64_t below;
    early |= d->sized && op == NUM_AND && is_rounding(d, b, &below);  // what is rounded will be compared with what is left
    early &= sl_is_number(d, a) && sl_is_number(d, b);
    if ((!early && !matter(d, a, b)) || !sl_is_number(d, v)) return;
    d->sized |= early;
    struct num_var u = sl_reading(d, v, false), x = sl_reading(d, a, false), y = sl_reading(d, b, false);
    bool positive = x.is_signed && y.is_signed && u.is_signed;
    if (divisor(d, op, x, b)) learn_quotient(d, v, a, divisor(d, op, x, b));
    switch (op) {
    case NUM_UREM: sl_relate(d, u, y, -1); break;
    case NUM_SREM:
        if (positive && sl_lowest(d, y) > 0) sl_relate(d, u, y, -1);
        break;
    case NUM_SDIV:
        if (positive && sl_lowest(d, y) > 0) sl_relate(d, u, x, -(sl_lowest(d, y) > 1 && sl_lowest(d, x) > 0));
        break;
    case NUM_UMIN:
    case NUM_AND:
        sl_relate(d, u, y, 0);
        sl_relate(d, u, x, 0);
        if (op == NUM_AND) learn_rounded(d, u, x, b);
        break;
    case NUM_UMAX:
    case NUM_OR:
        sl_relate(d, x, u, 0);
        sl_relate(d, y, u, 0);
        break;
    case NUM_MUL:
        if (sl_is_known(d, a) || sl_is_known(d, b)) break;  // kept as the source of v
        learn_product(d, u, x, y);
        learn_product(d, u, y, x);
        learn_rows(d, v, a, b);
        if (early) sl_tell_product(d, v, a, b);
        break;
    case NUM_UDIV: sl_relate(d, u, x, -(sl_lowest(d, y) > 1 && sl_lowest(d, x) > 0)); break;  // half of something is less
    case NUM_LSHR:
        if (sl_highest(d, y) < u.bits) sl_relate(d, u, x, -(sl_lowest(d, y) > 0 && sl_lowest(d, x) > 0));
        break;
    case NUM_ADD:
    case NUM_SUB:
        if (sl_is_known(d, a) || sl_is_known(d, b)) break;  // kept as the source of v
        u = sl_reading(d, v, true), x = sl_reading(d, a, true), y = sl_reading(d, b, true);
        if (op == NUM_SUB) learn_rest(d, v, x, y);
        learn_sum(d, op == NUM_SUB, u, x, y);
        if (op == NUM_ADD) learn_sum(d, false, u, y, x);
        if (!(d->values.at[v].level | d->values.at[a].level | d->values.at[b].level))
            sl_tell_sum(d, op == NUM_ADD ? v : a, op == NUM_ADD ? a : v, b, 0);
        break;
    default: break;
    }
}

// ---- sizes -----------------------------------------------------------------------------------------------------------------------------

bool sl_is_held(const struct sl_draft *d, uint32_t v) {
    return sl_is_used(d, v, SL_ONLY(REG) | SL_FIELDS);
}

bool sl_is_in_block(const struct sl_draft *d, uint32_t v) {
    for (; sl_is_number(d, v); v = d->values.at[v].source)
        SL_EACH_USE(u, d, SL_ONLY(FIELD))
            if (sl_used(&u) == v && d->objects.at[sl_user(&u)].storage == SL_HEAP) return true;
    return false;
}

// What the size v is a multiple of: a number that something holds, by as few multiplications as possible; otherwise by the last.
static struct sl_form unit_of(const struct sl_draft *d, uint32_t v) {
    struct sl_form f = {v, 1, 0}, found = {0};
    while (sl_step_down(d, &f))
        if (f.times > 1 && (!found.value || f.times == found.times) && sl_is_held(d, f.value)) found = f;
    return found.value ? found : sl_as_multiple(d, (struct sl_form){v, 1, 0});
}

static void tell_by(struct sl_object *o, struct sl_form unit) {
    assert(unit.value && unit.times > 0);
    o->unit = unit.value;
    o->scale = (uint32_t)unit.times;
    o->plus = unit.plus;
}

void sl_give_size(struct sl_draft *d, uint32_t object, uint32_t v) {
    assert(object < d->objects.n && v < d->values.n);
    struct sl_object *o = &d->objects.at[object];
    if (!sl_is_number(d, v) || num_range_smin(d->values.at[v].range) < 0) return;
    struct sl_form unit = unit_of(d, v);
    d->sized = true;
    o->count = v;
    o->unit = o->scale = 0;
    o->plus = 0;
    if (unit.times > 1) tell_by(o, unit);
    sl_give_parts(d, o);
}

// Is w a multiple of the unit, plus something, so that the size is one of w?
static bool is_made_of_unit(const struct sl_draft *d, uint32_t w, const struct sl_object *o, struct sl_form *out) {
    struct sl_form f = {w, 1, 0};
    while (sl_step_down(d, &f))
        if (f.value == o->unit && o->scale % f.times == 0) {
            int64_t scale = o->scale / f.times;
            num_sword plus = (num_sword)o->plus - (num_sword)scale * f.plus;
            *out = (struct sl_form){w, scale, (int64_t)plus};
            return plus == out->plus;
        }
    return false;
}

// Places of a table are counted whole.
static bool splits_places(const struct sl_draft *d, uint32_t array, int64_t scale) {
    uint32_t run = sl_linked(d, array, SL_RUNS, 0);
    return run && scale % (int64_t)d->objects.at[d->values.at[run].object].size;
}

void sl_retell_sizes(struct sl_draft *d, uint32_t v, uint32_t w) {
    assert(v < d->values.n && w < d->values.n);
    struct sl_form f;
    for (uint32_t o = 1; v && o < d->objects.n; o++) {
        struct sl_object *x = &d->objects.at[o];
        bool told = x->unit == v && !x->level && x->life == SL_VALID;
        if (told && is_made_of_unit(d, w, x, &f) && f.times < x->scale && !splits_places(d, o, f.times)) tell_by(x, f);
    }
}

uint32_t sl_held_at(const struct sl_draft *d, uint32_t u, int64_t k) {
    assert(u < d->values.n);
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        bool fits = r->b.id == u && r->most == k && r->a.is_signed && r->b.is_signed && sl_is_reading(d, r->a) && sl_is_reading(d, r->b);
        if (fits && d->values.at[r->a.id].kind == SL_INT && sl_told_bound(d, r->b, r->a) == -k && sl_is_held(d, r->a.id)) return r->a.id;
    }
    return 0;
}

// ---- what follows ----------------------------------------------------------------------------------------------------------------------

// By value: a variable or a field holds it.
static uint8_t *find_placed(const struct sl_draft *d) {
    uint8_t *held = calloc(d->values.n, 1);
    if (!held) base_out_of_memory();
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS)
        if (sl_use_counts(&u)) held[sl_used(&u)] = 1;
    held[0] = 0;
    return held;
}

void sl_tell_products(struct sl_draft *d) {
    if (!d->sized) return;
    uint8_t *held = find_placed(d);
    sl_tell_multiples(d, held);
    free(held);
}

// The same, or it is what sizes and ends are told by.
static uint8_t *find_held(const struct sl_draft *d) {
    uint8_t *held = find_placed(d);
    SL_EACH_USE(u, d, SL_NUMBERS) {  // what is known of the unit is known of the count
        bool by_unit = u.kind == SL_USE_COUNT && d->objects.at[sl_user(&u)].unit;
        if (sl_use_counts(&u) && !by_unit) held[sl_used(&u)] = 1;
    }
    for (uint32_t v = 1; v < d->values.n; v++) {  // except by addresses
        const struct sl_value *x = &d->values.at[v];
        if (held[v] && x->kind == SL_ADDR && !sl_is_known(d, v)) held[d->objects.at[x->object].count] = 1;
    }
    held[0] = 0;
    return held;
}

static bool meets(const struct sl_draft *d, const struct num_diff *k, uint32_t v) {
    for (; v; v = d->values.at[v].source)
        if (num_diff_has(k, sl_reading(d, v, true)) || num_diff_has(k, sl_reading(d, v, false))) return true;
    return false;
}

// An address in an object with a unit, made from an index with the same factor: as far from the end as the index is from the unit.
static void add_element(const struct sl_draft *d, struct num_diff *k, uint32_t v) {
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    struct sl_form at;
    if (d->values.at[v].kind != SL_ADDR || !o->unit || !sl_multiple_of(d, v, &at)) return;
    at = at.times == o->scale ? at : sl_as_multiple(d, at);
    struct num_var i = sl_reading(d, at.value, true), unit = sl_reading(d, o->unit, true);
    sl_closed_bring(d, k, i);
    int64_t b = at.times == o->scale && i.bits ? sl_closed_bound(d, k, i, unit) : SL_NO_BOUND;
    num_sword c = (num_sword)at.times * b + at.plus - o->plus;
    if (b != SL_NO_BOUND && c > INT64_MIN && c < INT64_MAX)
        sl_closed_add(d, k, sl_reading(d, v, true), sl_reading(d, o->count, true), (int64_t)c);
}

// Is there a size that has become one number?  Then no relation leads there, but how indices lie to each other still matters.
static bool has_settled_size(const struct sl_draft *d) {
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].count && !d->objects.at[o].level && d->objects.at[o].life == SL_VALID && sl_is_known(d, d->objects.at[o].count)) return true;
    return false;
}

// Was it made from a number that is held as well?
static bool is_from_held(const struct sl_draft *d, const uint8_t *held, uint32_t v) {
    for (v = d->values.at[v].source; v && !(held[v] && sl_is_number(d, v) && !sl_is_known(d, v));) v = d->values.at[v].source;
    return v;
}

static void bring_held(const struct sl_draft *d, struct num_diff *k, const uint8_t *held) {
    bool settled = d->valued || has_settled_size(d);
    for (uint32_t v = 1; v < d->values.n; v++) {
        if (!held[v] || d->values.at[v].level || !d->values.at[v].source || !sl_is_number(d, v)) continue;
        if (!meets(d, k, v) && !(settled && is_from_held(d, held, v))) continue;
        sl_closed_bring(d, k, sl_reading(d, v, true));
        sl_closed_bring(d, k, sl_reading(d, v, false));
        add_element(d, k, v);
    }
}

static bool is_kept(const struct sl_draft *d, const uint8_t *held, struct num_var x) {
    assert(x.id < d->values.n);
    return held[x.id] && !d->values.at[x.id].level && !sl_is_known(d, x.id);
}

// x is at least lo and at most hi; bounds that no number of its width has say nothing.
static void meet_range(struct sl_draft *d, struct num_var x, num_sword lo, num_sword hi) {
    assert(x.bits && x.bits <= 64 && !num_range_is_empty(d->values.at[x.id].range));
    struct num_range *range = &d->values.at[x.id].range, r;
    if (lo <= sl_lowest(d, x) && hi >= sl_highest(d, x)) return;
    if (lo < sl_lowest(d, x)) lo = sl_lowest(d, x);
    if (hi > sl_highest(d, x)) hi = sl_highest(d, x);
    if (lo > hi) return;
    r = x.is_signed ? num_range_signed(x.bits, (int64_t)lo, (int64_t)hi) : num_range_unsigned(x.bits, (uint64_t)lo, (uint64_t)hi);
    r = num_range_meet(*range, r);
    if (num_range_is_empty(r)) return;
    *range = r;
    if (num_range_is_const(r, NULL)) d->values.at[x.id].level = 0;  // what all nodes hold
}

bool sl_assume_bound(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most) {
    assert(a.id < d->values.n && b.id < d->values.n);
    if (sl_bound(d, b, a) < -most) return false;
    sl_relate(d, a, b, most);
    meet_range(d, a, sl_lowest(d, a), sl_highest(d, b) + most);
    meet_range(d, b, sl_lowest(d, a) - most, sl_highest(d, b));
    return true;
}

// By the bytes of the object; if the address is one number, its size is above that.
static void learn_fits_bytes(struct sl_draft *d, const struct sl_object *o, uint32_t v, uint64_t n) {
    int64_t at;
    if (!o->count || n > INT64_MAX) return;
    (void)sl_assume_bound(d, sl_reading(d, v, true), sl_reading(d, o->count, true), -(int64_t)n);
    if (!o->unit || !sl_offset(d, v, &at)) return;
    num_sword need = (num_sword)at + n - o->plus, scale = o->scale;
    meet_range(d, sl_reading(d, o->unit, true), need > 0 ? (need + scale - 1) / scale : need / scale, sl_highest(d, sl_reading(d, o->unit, true)));
}

void sl_learn_fits(struct sl_draft *d, uint32_t v, uint64_t n) {
    assert(v < d->values.n);
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    struct sl_form at;
    bool counted = o->unit && sl_multiple_of(d, v, &at) && at.times == o->scale;
    if (!counted) {
        learn_fits_bytes(d, o, v, n);
        return;
    }
    num_sword rest = (num_sword)o->plus - at.plus - (num_sword)n, most = rest / at.times - (rest % at.times < 0);
    if (most > INT64_MIN && most < INT64_MAX) sl_relate(d, sl_reading(d, at.value, true), sl_reading(d, o->unit, true), (int64_t)most);
}

// What the unit and the bounds of the size tell of the count.
static void narrow_count(struct sl_draft *d, const struct sl_object *o) {
    assert(o->count);
    struct num_var count = sl_reading(d, o->count, true), unit = sl_reading(d, o->unit, true);
    if (!count.bits) return;
    meet_range(d, count, (num_sword)o->size, (num_sword)o->size + o->more);
    if (unit.bits) meet_range(d, count, o->scale * sl_lowest(d, unit) + o->plus, o->scale * sl_highest(d, unit) + o->plus);
}

// A size that has become one number is the object's; it need not be told from other numbers if the object is a node, and not a table.  That of a block
// that grows is rather a multiple than a sum: whatever it grew by, it is told in the same way.
static void settle_size(struct sl_draft *d, uint32_t object) {
    struct sl_object *o = &d->objects.at[object];
    num_word x;
    if (!sl_is_const(d, o->count, &x)) return;
    o->size = (uint64_t)x;
    o->more = 0;
    bool table = sl_linked(d, object, SL_RUNS, 0);
    if (o->storage == SL_HEAP && sl_holds_address(d, object) && !table) o->count = o->unit = 0;
    if (o->storage != SL_HEAP || !table || !o->unit || !o->plus || o->plus % (int64_t)o->scale) return;
    o->unit = sl_const(d, d->values.at[o->unit].range.bits, o->size / o->scale);
    o->plus = 0;
}

// A unit that only the size is known by, where the count is in use: nobody will ask for it.
static void drop_unit(struct sl_draft *d, struct sl_object *o) {
    if (o->unit && sl_is_held(d, o->count) && !sl_is_held(d, o->unit)) o->unit = 0;
}

// A size that was computed where another function is: a number may be held here that it is a multiple of.
static void give_unit(const struct sl_draft *d, struct sl_object *o) {
    if (o->unit || o->life != SL_VALID || !d->values.at[o->count].source || !sl_is_number(d, o->count)) return;
    struct sl_form f = unit_of(d, o->count);
    uint32_t from = d->values.at[f.value].source;  // or one that it was extended from
    bool wider = from && d->values.at[from].range.bits < d->values.at[f.value].range.bits;
    if (f.times > 1 && !sl_is_known(d, f.value) && (sl_is_held(d, f.value) || (wider && sl_is_held(d, from)))) tell_by(o, f);
}

// A node's own number is known by one that goes: from now on by those that stay.
static void pass_on(struct sl_draft *d, const struct num_diff *k, const uint8_t *held, struct sl_relation r) {
    bool first = d->values.at[r.a.id].level;
    struct num_var own = first ? r.a : r.b, other = first ? r.b : r.a;
    if (!held[own.id] || d->values.at[other.id].level || !sl_is_reading(d, own) || !sl_is_reading(d, other)) return;
    for (uint32_t i = 1; i < k->n; i++) {
        struct num_var y = k->vars[i];
        int64_t c, by = is_kept(d, held, y) ? sl_closed_bound(d, k, first ? other : y, first ? y : other) : SL_NO_BOUND;
        if (by == SL_NO_BOUND || __builtin_add_overflow(by, r.most, &c) || sl_told_bound(d, first ? own : y, first ? y : own) <= c) continue;
        sl_relate(d, first ? own : y, first ? y : own, c);
    }
}

// Two nodes' own numbers are known by ones that go: from now on by each other.
static void pass_across(struct sl_draft *d, const struct num_diff *k, const uint8_t *held, struct sl_relation r, uint32_t n) {
    if (!d->values.at[r.a.id].level || d->values.at[r.b.id].level || !held[r.a.id] || !sl_is_reading(d, r.a) || !sl_is_reading(d, r.b)) return;
    for (uint32_t i = 0; i < n; i++) {
        struct sl_relation s = d->relations.at[i];
        bool fits = !d->values.at[s.a.id].level && d->values.at[s.b.id].level && !held[s.a.id] && held[s.b.id] && r.a.id != s.b.id;
        int64_t c, by = fits && sl_is_reading(d, s.a) && sl_is_reading(d, s.b) ? sl_closed_bound(d, k, r.b, s.a) : SL_NO_BOUND;
        bool far = by == SL_NO_BOUND || __builtin_add_overflow(by, r.most, &c) || __builtin_add_overflow(c, s.most, &c);
        if (!far && sl_told_bound(d, r.a, s.b) > c) sl_relate(d, r.a, s.b, c);
    }
}

// What a number outside is tells what those of nodes are.
static void narrow_own(struct sl_draft *d, const struct sl_relation *r) {
    bool first = d->values.at[r->a.id].level;
    struct num_var own = first ? r->a : r->b, other = first ? r->b : r->a;
    if (d->values.at[other.id].level || !sl_is_reading(d, own) || !sl_is_reading(d, other)) return;
    num_sword lo = first ? sl_lowest(d, own) : sl_lowest(d, other) - r->most, hi = first ? sl_highest(d, other) + r->most : sl_highest(d, own);
    meet_range(d, own, lo, hi);
}

// Those about numbers that nodes have for themselves stay as they are, as long as both are held.
static void keep_in_nodes(struct sl_draft *d, const struct num_diff *k, const uint8_t *held) {
    uint32_t n = 0, before = d->relations.n;
    for (uint32_t i = 0; d->valued && i < before; i++) {
        struct sl_relation r = d->relations.at[i];
        if (!sl_is_in_nodes(d, r.a, r.b)) continue;
        narrow_own(d, &r);
        if (held[r.a.id] && held[r.b.id]) continue;
        pass_on(d, k, held, r);
        pass_across(d, k, held, r, before);
    }
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        if (sl_is_in_nodes(d, r->a, r->b) && held[r->a.id] && held[r->b.id]) d->relations.at[n++] = *r;
    }
    d->relations.n = n;
}

// A unit that nothing holds any more: rather a number that it is a multiple of, or that is one of it.  (How far others are from it relations tell.)
static void rename_unit(struct sl_draft *d, const uint8_t *placed, uint32_t object) {
    struct sl_object *o = &d->objects.at[object];
    struct sl_form f = {o->unit, o->scale, o->plus}, found = {0};
    while (!found.value && sl_step_down(d, &f))
        if (placed[f.value] && f.times > o->scale) found = f;
    for (uint32_t w = 1; !found.value && w < d->values.n; w++) {
        const struct sl_value *v = &d->values.at[w];
        if (placed[w] && v->kind == SL_INT && v->source && !(is_made_of_unit(d, w, o, &found) && found.times < o->scale)) found.value = 0;
    }
    if (found.value && !splits_places(d, object, found.times)) tell_by(o, found);
}

static void rename_units(struct sl_draft *d) {
    uint8_t *placed = find_placed(d);
    for (uint32_t o = 1; o < d->objects.n; o++) {
        struct sl_object *x = &d->objects.at[o];
        if (x->unit && !x->level && x->life == SL_VALID && !placed[x->unit]) rename_unit(d, placed, o);
    }
    free(placed);
}

static num_sword plain(int64_t bound) {
    return bound == SL_NO_BOUND ? (num_sword)UINT64_MAX : bound;
}

// What follows for the ranges.
static void narrow_ranges(struct sl_draft *d, const struct num_diff *k) {
    uint32_t n = num_diff_unsat(k) ? 0 : k->n;
    for (uint32_t i = 1; i < n; i++) meet_range(d, k->vars[i], -plain(k->bounds[0][i]), plain(k->bounds[i][0]));  // closed: that is all
}

void sl_tighten(struct sl_draft *d) {
    if (d->sized && d->relations.n) narrow_ranges(d, sl_closed(d));
}

// The same, and for relations of what is held; false: nothing can be so.
static bool keep_what_follows(struct sl_draft *d, const struct num_diff *k, const uint8_t *held) {
    uint32_t n = num_diff_unsat(k) ? 0 : k->n;
    narrow_ranges(d, k);
    keep_in_nodes(d, k, held);
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = 1; j < n; j++)
            if (i != j && is_kept(d, held, k->vars[i]) && is_kept(d, held, k->vars[j]))
                sl_relate(d, k->vars[i], k->vars[j], k->bounds[i][j]);
    return n;
}

bool sl_settle(struct sl_draft *d) {
    struct num_diff k;
    if (!d->sized) return true;
    if (!sl_resolve_products(d)) return false;
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].count && !d->objects.at[o].level) {
            narrow_count(d, &d->objects.at[o]);
            drop_unit(d, &d->objects.at[o]);
            give_unit(d, &d->objects.at[o]);
        }
    rename_units(d);
    uint8_t *held = find_held(d);
    num_diff_copy(&k, sl_closed(d));
    sl_tell_multiples(d, held);
    bring_held(d, &k, held);
    sl_tell_elements(d, &k, held);
    if (d->terms.n) {
        (void)sl_closed_quotients(d, &k);
        sl_settle_terms(d, &k, held);
        bring_held(d, &k, held);
    }
    bool possible = keep_what_follows(d, &k, held);
    if (d->terms.n) sl_drop_known_sums(d);
    free(held);
    for (uint32_t o = 1; o < d->objects.n; o++) {
        const struct sl_object *x = &d->objects.at[o];
        if (x->unit && !x->level) narrow_count(d, x);  // more may be known of the unit now
        if (x->count && x->life == SL_VALID) settle_size(d, o);
    }
    return possible;
}
