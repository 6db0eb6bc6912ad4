// SPDX-License-Identifier: MIT
#include "sl/length.h"

#include <assert.h>

#include "sl/uses.h"

enum { MOST_RELATIONS = 64 };

// An address counts as the number that its offset is.
static bool is_number(const struct sl_draft *d, uint32_t v) {
    return v && (d->values.at[v].kind == SL_INT || d->values.at[v].kind == SL_ADDR) && d->values.at[v].range.bits <= 64;
}

static bool is_constant(const struct sl_draft *d, uint32_t v) {
    return num_range_is_const(d->values.at[v].range, NULL);
}

static struct num_range range_of(const struct sl_draft *d, struct num_var x) {
    return d->values.at[x.id].range;
}

static num_sword lowest(const struct sl_draft *d, struct num_var x) {
    return x.is_signed ? num_range_smin(range_of(d, x)) : (num_sword)num_range_umin(range_of(d, x));
}

static num_sword highest(const struct sl_draft *d, struct num_var x) {
    return x.is_signed ? num_range_smax(range_of(d, x)) : (num_sword)num_range_umax(range_of(d, x));
}

struct num_var sl_reading(const struct sl_draft *d, uint32_t v, bool is_signed) {
    assert(v < d->values.n);
    if (!is_number(d, v)) return NUM_DIFF_ZERO;
    const struct num_range r = d->values.at[v].range;
    return (struct num_var){v, (uint8_t)r.bits, is_signed || d->values.at[v].kind == SL_ADDR || num_range_smin(r) >= 0};
}

// ---- how values were made ------------------------------------------------------------------------------------------------------------

void sl_made_from(struct sl_draft *d, uint32_t v, uint32_t source, uint32_t times, uint64_t delta) {
    assert(v < d->values.n);
    if (!is_number(d, source) || d->values.at[v].range.bits > 64) return;
    d->values.at[v].source = source;
    d->values.at[v].times = times;
    d->values.at[v].delta = delta;
}

// Is times * from + plus a number of so many bits, read that way?  Then what was computed from it modulo 2^n is this number.
static bool is_exact(const struct sl_draft *d, struct num_var from, int64_t times, int64_t plus, struct num_var as) {
    num_sword top = (num_sword)(num_mask(as.bits) >> as.is_signed), bottom = as.is_signed ? -top - 1 : 0;
    assert(times > 0);
    return times * lowest(d, from) + plus >= bottom && times * highest(d, from) + plus <= top;
}

// x is *from plus *plus.
static bool made_by_adding(const struct sl_draft *d, struct num_var x, struct num_var *from, int64_t *plus) {
    const struct sl_value *v = &d->values.at[x.id];
    *plus = (int64_t)num_signed(x.bits, v->delta);
    *from = sl_reading(d, v->source, true);
    if (*plus == INT64_MIN) return false;
    if (is_exact(d, *from, 1, *plus, x)) return true;
    *from = sl_reading(d, v->source, false);
    return is_exact(d, *from, 1, *plus, x);
}

// The same for what is wider or narrower than its source.
static bool made_by_converting(const struct sl_draft *d, struct num_var x, struct num_var *from) {
    const struct sl_value *v = &d->values.at[x.id];
    bool wider = d->values.at[v->source].range.bits < x.bits;
    *from = sl_reading(d, v->source, wider ? v->delta : x.is_signed);
    return is_exact(d, *from, 1, 0, x);
}

static bool made_from(const struct sl_draft *d, struct num_var x, struct num_var *from, int64_t *plus) {
    const struct sl_value *v = &d->values.at[x.id];
    *plus = 0;
    if (!v->source || v->times > 1 || v->kind != SL_INT || !is_number(d, v->source)) return false;
    if (d->values.at[v->source].range.bits != x.bits) return made_by_converting(d, x, from);
    return made_by_adding(d, x, from, plus);
}

// v as a multiple of its source, if nothing wraps; v is an address or as wide as its source.
bool sl_multiple_of(const struct sl_draft *d, uint32_t v, struct sl_form *out) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    if (!x->source || !is_number(d, x->source)) return false;
    struct num_var from = sl_reading(d, x->source, true), as = {v, (uint8_t)x->range.bits, true};
    *out = (struct sl_form){x->source, x->times ? x->times : 1, (int64_t)num_signed(x->range.bits, x->delta)};
    return (x->kind == SL_ADDR || from.bits == x->range.bits) && is_exact(d, from, out->times, out->plus, as);
}

bool sl_source_range(const struct sl_draft *d, uint32_t v, struct num_range *out) {
    assert(v < d->values.n);
    struct sl_form f;
    if (d->values.at[v].times < 2 || !sl_multiple_of(d, v, &f)) return false;
    int64_t lo = num_range_smin(d->values.at[v].range), hi = num_range_smax(d->values.at[v].range);
    num_sword from = (num_sword)lo - f.plus, to = (num_sword)hi - f.plus;
    from = from / f.times + (from % f.times > 0);
    to = to / f.times - (to % f.times < 0);
    *out = num_range_signed(d->values.at[v].range.bits, (int64_t)from, (int64_t)to);
    return true;
}

bool sl_step_down(const struct sl_draft *d, struct sl_form *f);

bool sl_index_form(const struct sl_draft *d, uint32_t v, struct sl_form *out) {
    assert(v < d->values.n);
    if (d->values.at[v].kind != SL_ADDR || !sl_multiple_of(d, v, out)) return false;
    for (struct sl_form f = *out; sl_step_down(d, &f) && f.times == out->times && f.plus == out->plus;) *out = f;
    return true;
}

static bool compose(struct sl_form *outer, struct sl_form inner) {
    num_sword times = (num_sword)outer->times * inner.times, plus = (num_sword)outer->times * inner.plus + outer->plus;
    if (times > INT32_MAX || plus > INT64_MAX || plus < INT64_MIN) return false;
    *outer = (struct sl_form){inner.value, (int64_t)times, (int64_t)plus};
    return true;
}

// One step down from a form to what its value was made from, as signed numbers.
bool sl_step_down(const struct sl_draft *d, struct sl_form *f) {
    struct num_var from, x = sl_reading(d, f->value, true);
    struct sl_form inner;
    if (d->values.at[f->value].times > 1 || d->values.at[f->value].kind == SL_ADDR)
        return sl_multiple_of(d, f->value, &inner) && compose(f, inner);
    int64_t plus;
    if (!made_from(d, x, &from, &plus) || !from.is_signed) return false;
    return compose(f, (struct sl_form){from.id, 1, plus});
}

// The form as a multiple of the value that it is a multiple of, by the last multiplication on the way.
static struct sl_form as_multiple(const struct sl_draft *d, struct sl_form f) {
    struct sl_form best = f;
    while (sl_step_down(d, &f))
        if (f.times > best.times) best = f;
    return best;
}

// ---- what is known -------------------------------------------------------------------------------------------------------------------

static bool is_in(const struct sl_known *f, struct num_var x) {
    for (uint32_t i = 0; i < f->n; i++)
        if (f->vars[i].id == x.id && f->vars[i].is_signed == x.is_signed) return true;
    return false;
}

// x is times y plus something: as far from y as that makes it.
static void add_multiple(struct sl_known *f, struct num_var x, struct num_var y, int64_t times, int64_t plus) {
    num_sword lo = (times - 1) * lowest(f->d, y) + plus, hi = (times - 1) * highest(f->d, y) + plus;
    if (hi < INT64_MAX) num_diff_add(f->diff, x, y, (int64_t)hi);
    if (lo > INT64_MIN) num_diff_add(f->diff, y, x, -(int64_t)lo);
}

// Brings in x, its bounds, and all that it was made from.
static void bring(struct sl_known *f, struct num_var x) {
    while (x.bits && !is_in(f, x) && f->n < SL_MOST_KNOWN) {
        struct num_var from;
        struct sl_form form;
        int64_t plus;
        f->vars[f->n++] = x;
        num_diff_assume(f->diff, x, range_of(f->d, x));
        bool multiple = f->d->values.at[x.id].times > 1 || f->d->values.at[x.id].kind == SL_ADDR;
        if (x.is_signed && multiple && sl_multiple_of(f->d, x.id, &form)) {
            from = sl_reading(f->d, form.value, true);
            add_multiple(f, x, from, form.times, form.plus);
            x = from;
            continue;
        }
        if (!made_from(f->d, x, &from, &plus)) return;
        num_diff_add(f->diff, x, from, plus);
        num_diff_add(f->diff, from, x, -plus);
        x = from;
    }
}

// Is it the index of a part of a table?
static bool is_index(const struct sl_draft *d, const struct sl_link *l) {
    return l->role == SL_INDEX && d->objects.at[l->object].life == SL_VALID;
}

static bool is_reading(const struct sl_draft *d, struct num_var x) {
    return is_number(d, x.id) && d->values.at[x.id].range.bits == x.bits;
}

void sl_known_add(struct sl_known *f, struct num_var a, struct num_var b, int64_t most) {
    bring(f, a);
    bring(f, b);
    if (is_in(f, a) && is_in(f, b)) num_diff_add(f->diff, a, b, most);
}

// Is it about a number that nodes have for themselves?
static bool is_in_nodes(const struct sl_draft *d, struct num_var a, struct num_var b) {
    return d->values.at[a.id].level || d->values.at[b.id].level;
}

void sl_known_begin(struct sl_known *f, const struct sl_draft *d) {
    *f = (struct sl_known){.d = d};
    f->diff = num_diff_new(&f->arena);
    if (!d->sized) return;
    for (uint32_t o = 1; o < d->objects.n; o++) {
        const struct sl_object *x = &d->objects.at[o];
        if (x->level) continue;
        struct num_var count = sl_reading(d, x->count, true), unit = sl_reading(d, x->unit, true), ends = sl_reading(d, x->ends, true);
        bring(f, count);
        bring(f, unit);
        bring(f, ends);
        if (count.bits && ends.bits) sl_known_add(f, ends, count, -1);
        if (count.bits && unit.bits) add_multiple(f, count, unit, x->scale, x->plus);
        for (int k = 0; k < 2 && count.bits && x->part[0]; k++) {  // the size is above each part
            struct num_var part = sl_reading(d, x->part[k], true), rest = sl_reading(d, x->part[!k], true);
            sl_known_add(f, part, count, -(int64_t)(lowest(d, rest) + x->over));
        }
    }
    for (uint32_t i = 0; i < d->links.n; i++)
        if (is_index(d, &d->links.at[i])) bring(f, sl_reading(d, d->links.at[i].value, false));
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        if (is_in_nodes(d, r->a, r->b) || !is_reading(d, r->a) || !is_reading(d, r->b)) continue;
        struct num_var a = sl_reading(d, r->a.id, r->a.is_signed), b = sl_reading(d, r->b.id, r->b.is_signed);
        sl_known_add(f, a, b, r->most);
    }
}

void sl_known_end(struct sl_known *f) {
    assert(f->diff && f->n <= SL_MOST_KNOWN);
    arena_free(&f->arena);
}

// By the ranges alone.
static int64_t plain_bound(const struct sl_draft *d, struct num_var a, struct num_var b) {
    num_sword c = highest(d, a) - lowest(d, b);
    if (a.id == b.id && a.is_signed == b.is_signed) return 0;
    return c >= SL_NO_BOUND ? SL_NO_BOUND : c < INT64_MIN ? INT64_MIN : (int64_t)c;
}

// As a relation says.
static int64_t told_bound(const struct sl_draft *d, struct num_var a, struct num_var b) {
    int64_t least = SL_NO_BOUND;
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        bool same = r->a.id == a.id && r->b.id == b.id && r->a.is_signed == a.is_signed && r->b.is_signed == b.is_signed;
        if (same && is_reading(d, r->a) && is_reading(d, r->b) && r->most < least) least = r->most;
    }
    return least;
}

int64_t sl_known_bound(const struct sl_known *f, struct num_var a, struct num_var b) {
    assert(a.id < f->d->values.n && b.id < f->d->values.n);
    bool told = is_in_nodes(f->d, a, b);
    int64_t plain = plain_bound(f->d, a, b), known = told                         ? told_bound(f->d, a, b)
                                                     : is_in(f, a) && is_in(f, b) ? num_diff_bound(f->diff, a, b)
                                                                                  : SL_NO_BOUND;
    return known < plain ? known : plain;
}

int64_t sl_bound(const struct sl_draft *d, struct num_var a, struct num_var b) {
    assert(a.id < d->values.n && b.id < d->values.n);
    struct sl_known f;
    if (!a.bits || !b.bits) return SL_NO_BOUND;
    sl_known_begin(&f, d);
    bring(&f, a);
    bring(&f, b);
    int64_t c = sl_known_bound(&f, a, b);
    sl_known_end(&f);
    return c;
}

void sl_relate(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most) {
    assert(a.id < d->values.n && b.id < d->values.n);
    if (!a.bits || !b.bits || is_constant(d, a.id) || is_constant(d, b.id) || plain_bound(d, a, b) <= most) return;
    if (d->relations.n < MOST_RELATIONS) vec_push(&d->relations, (struct sl_relation){a, b, most});
}

// ---- what is worth keeping -----------------------------------------------------------------------------------------------------------

static bool has_relation(const struct sl_draft *d, uint32_t v) {
    for (uint32_t i = 0; i < d->links.n; i++)
        if (d->links.at[i].value == v && is_index(d, &d->links.at[i])) return true;
    return sl_is_used(d, v, SL_RELATIONS | SL_NUMBERS);
}

// Does v, or what it was made from, lead to the size of an object?
static bool leads_to_size(const struct sl_draft *d, uint32_t v) {
    for (; is_number(d, v); v = d->values.at[v].source)
        if (has_relation(d, v)) return true;
    return false;
}

static bool matter(const struct sl_draft *d, uint32_t a, uint32_t b) {
    if (!d->sized || !is_number(d, a) || !is_number(d, b)) return false;
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

void sl_learn_order(struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b, bool outcome) {
    assert(a < d->values.n && b < d->values.n);
    if (test > NUM_SLE || !matter(d, a, b)) return;
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
    num_sword lo = minus ? -highest(d, y) : lowest(d, y), hi = minus ? -lowest(d, y) : highest(d, y);
    num_sword top = (num_sword)(num_mask(v.bits) >> v.is_signed), bottom = v.is_signed ? -top - 1 : 0;
    if (lowest(d, x) + lo < bottom || highest(d, x) + hi > top || lo <= INT64_MIN || hi >= INT64_MAX) return;
    sl_relate(d, v, x, (int64_t)hi);
    sl_relate(d, x, v, -(int64_t)lo);
}

// What is left of x is not below 0 if y is not above x.
static void learn_rest(struct sl_draft *d, uint32_t v, struct num_var x, struct num_var y) {
    if (!x.is_signed || !y.is_signed || lowest(d, y) < 0 || sl_bound(d, y, x) > 0) return;
    struct num_range r = num_range_signed(x.bits, 0, (int64_t)(highest(d, x) - lowest(d, y))), *range = &d->values.at[v].range;
    r = num_range_meet(*range, r);
    if (!num_range_is_empty(r)) *range = r;
    sl_relate(d, sl_reading(d, v, true), x, -(int64_t)lowest(d, y));
}

void sl_learn_result(struct sl_draft *d, enum num_binary op, uint32_t v, uint32_t a, uint32_t b) {
    assert(v < d->values.n && a < d->values.n && b < d->values.n);
    if (!matter(d, a, b) || !is_number(d, v)) return;
    struct num_var u = sl_reading(d, v, false), x = sl_reading(d, a, false), y = sl_reading(d, b, false);
    bool positive = x.is_signed && y.is_signed && u.is_signed;
    switch (op) {
    case NUM_UREM: sl_relate(d, u, y, -1); break;
    case NUM_SREM:
        if (positive && lowest(d, y) > 0) sl_relate(d, u, y, -1);
        break;
    case NUM_SDIV:
        if (positive && lowest(d, y) > 0) sl_relate(d, u, x, -(lowest(d, y) > 1 && lowest(d, x) > 0));
        break;
    case NUM_UMIN:
    case NUM_AND:
        sl_relate(d, u, y, 0);
        sl_relate(d, u, x, 0);
        break;
    case NUM_UDIV: sl_relate(d, u, x, -(lowest(d, y) > 1 && lowest(d, x) > 0)); break;  // half of something is less
    case NUM_LSHR:
        if (highest(d, y) < u.bits) sl_relate(d, u, x, -(lowest(d, y) > 0 && lowest(d, x) > 0));
        break;
    case NUM_ADD:
    case NUM_SUB:
        if (is_constant(d, a) || is_constant(d, b)) break;  // kept as the source of v
        if (op == NUM_SUB) learn_rest(d, v, x, y);
        u = sl_reading(d, v, true), x = sl_reading(d, a, true), y = sl_reading(d, b, true);
        learn_sum(d, op == NUM_SUB, u, x, y);
        if (op == NUM_ADD) learn_sum(d, false, u, y, x);
        break;
    default: break;
    }
}

// ---- sizes -----------------------------------------------------------------------------------------------------------------------------

bool sl_is_held(const struct sl_draft *d, uint32_t v) {
    return sl_is_used(d, v, SL_ONLY(REG) | SL_FIELDS);
}

// What the size v is a multiple of: a number that something holds, by as few multiplications as possible; otherwise by the last.
static struct sl_form unit_of(const struct sl_draft *d, uint32_t v) {
    struct sl_form f = {v, 1, 0}, found = {0};
    while (sl_step_down(d, &f))
        if (f.times > 1 && (!found.value || f.times == found.times) && sl_is_held(d, f.value)) found = f;
    return found.value ? found : as_multiple(d, (struct sl_form){v, 1, 0});
}

void sl_give_size(struct sl_draft *d, uint32_t object, uint32_t v) {
    assert(object < d->objects.n && v < d->values.n);
    struct sl_object *o = &d->objects.at[object];
    if (!is_number(d, v) || num_range_smin(d->values.at[v].range) < 0) return;
    struct sl_form unit = unit_of(d, v);
    d->sized = true;
    o->count = v;
    o->unit = unit.times > 1 ? unit.value : 0;
    o->scale = unit.times > 1 ? (uint32_t)unit.times : 0;
    o->plus = unit.times > 1 ? unit.plus : 0;
    sl_give_parts(d, o);
}

// Is at + n never above size?  With i - c <= b, size.times * c is at least size.times * (i - b).
static bool is_inside(const struct sl_draft *d, struct sl_form at, uint64_t n, struct sl_form size) {
    struct num_var c = sl_reading(d, size.value, true), i = sl_reading(d, at.value, true);
    num_sword need = (num_sword)at.plus + (num_sword)n - size.plus;
    if (need + (i.bits ? at.times * highest(d, i) : 0) <= size.times * lowest(d, c)) return true;
    if (!i.bits || size.times < at.times) return false;
    int64_t b = sl_bound(d, i, c);
    return b != SL_NO_BOUND && (size.times - at.times) * lowest(d, i) >= (num_sword)size.times * b + need;
}

// What the size of an object is, or is not below.
enum { SIZES = 3 };
#define LEAST_SIZES(o) {{(o)->count, 1, 0}, {(o)->unit, (o)->scale, (o)->plus}, {(o)->ends, 1, 1}}

bool sl_fits_count(const struct sl_draft *d, uint32_t v, uint64_t n) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    const struct sl_object *o = &d->objects.at[x->object];
    if ((!o->count && !o->ends) || n > INT64_MAX) return false;
    struct sl_form at = {0, 0, num_range_smax(x->range)}, sizes[SIZES] = LEAST_SIZES(o);
    if (!sl_multiple_of(d, v, &at)) at = (struct sl_form){0, 0, num_range_smax(x->range)};
    struct sl_form ways[3] = {at, at.value ? as_multiple(d, at) : at, {v, 1, 0}};
    for (int k = 0; k < 3 * SIZES; k++)
        if (sizes[k / 3].value && is_inside(d, ways[k % 3], n, sizes[k / 3])) return true;
    return sl_is_sum_inside(d, o, at, n);
}

// Where a length ends that begins at the address v, as a form.
static bool end_of(const struct sl_draft *d, uint32_t v, struct sl_form length, struct sl_form *out) {
    struct sl_form at;
    int64_t offset;
    if (sl_offset(d, v, &offset)) {
        *out = (struct sl_form){length.value, length.times, length.plus + offset};
        return offset >= 0;
    }
    bool good = length.times == 1 && num_range_smin(d->values.at[v].range) >= 0 && sl_multiple_of(d, v, &at) && at.times == 1;
    for (uint32_t sum = 0; good; good = sl_step_down(d, &length) && length.times == 1)
        if ((sum = sl_sum_of(d, at.value, length.value))) {
            *out = (struct sl_form){sum, 1, at.plus + length.plus};
            return true;
        }
    return false;
}

bool sl_fits_length(const struct sl_draft *d, uint32_t v, struct sl_form length) {
    assert(v < d->values.n);
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    struct num_var n = sl_reading(d, length.value, true);
    struct sl_form at;
    if ((!o->count && !o->ends) || !n.bits || lowest(d, n) < 0) return false;
    if (sl_is_part_inside(d, v, length)) return true;
    if (!end_of(d, v, length, &at)) return false;
    struct sl_form ways[2] = {at, as_multiple(d, at)}, sizes[SIZES] = LEAST_SIZES(o);
    for (int k = 0; k < 2 * SIZES; k++)
        if (sizes[k / 2].value && is_inside(d, ways[k % 2], 0, sizes[k / 2])) return true;
    return sl_is_sum_inside(d, o, at, 0);
}

void sl_learn_fits(struct sl_draft *d, uint32_t v, uint64_t n) {
    assert(v < d->values.n);
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    struct sl_form at;
    if (!o->unit || !sl_multiple_of(d, v, &at) || at.times != o->scale) return;
    num_sword rest = (num_sword)o->plus - at.plus - (num_sword)n, most = rest / at.times - (rest % at.times < 0);
    if (most > INT64_MIN && most < INT64_MAX) sl_relate(d, sl_reading(d, at.value, true), sl_reading(d, o->unit, true), (int64_t)most);
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

static void tell_by(struct sl_object *o, struct sl_form unit) {
    assert(unit.value && unit.times > 0);
    o->unit = unit.value;
    o->scale = (uint32_t)unit.times;
    o->plus = unit.plus;
}

void sl_retell_sizes(struct sl_draft *d, uint32_t v, uint32_t w) {
    assert(v < d->values.n && w < d->values.n);
    struct sl_form f;
    for (uint32_t o = 1; v && o < d->objects.n; o++) {
        struct sl_object *x = &d->objects.at[o];
        bool told = x->unit == v && !x->level && x->life == SL_VALID;
        if (told && is_made_of_unit(d, w, x, &f) && f.times < x->scale) tell_by(x, f);
    }
}

uint32_t sl_held_at(const struct sl_draft *d, uint32_t u, int64_t k) {
    assert(u < d->values.n);
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        bool fits = r->b.id == u && r->most == k && r->a.is_signed && r->b.is_signed && is_reading(d, r->a) && is_reading(d, r->b);
        if (fits && d->values.at[r->a.id].kind == SL_INT && told_bound(d, r->b, r->a) == -k && sl_is_held(d, r->a.id)) return r->a.id;
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

// The same, or it is what sizes and ends are told by.
static uint8_t *find_held(const struct sl_draft *d) {
    uint8_t *held = find_placed(d);
    SL_EACH_USE(u, d, SL_NUMBERS) {  // what is known of the unit is known of the count
        bool by_unit = u.kind == SL_USE_COUNT && d->objects.at[sl_user(&u)].unit;
        if (sl_use_counts(&u) && !by_unit) held[sl_used(&u)] = 1;
    }
    for (uint32_t v = 1; v < d->values.n; v++) {  // except by addresses
        const struct sl_value *x = &d->values.at[v];
        if (held[v] && x->kind == SL_ADDR && !is_constant(d, v)) held[d->objects.at[x->object].count] = 1;
    }
    held[0] = 0;
    return held;
}

static bool meets(const struct sl_known *f, uint32_t v) {
    for (; v; v = f->d->values.at[v].source)
        if (is_in(f, sl_reading(f->d, v, true)) || is_in(f, sl_reading(f->d, v, false))) return true;
    return false;
}

// An address in an object with a unit, made from an index with the same factor: as far from the end as the index is from the unit.
static void add_element(struct sl_known *f, uint32_t v) {
    const struct sl_draft *d = f->d;
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    struct sl_form at;
    if (d->values.at[v].kind != SL_ADDR || !o->unit || !sl_multiple_of(d, v, &at)) return;
    at = at.times == o->scale ? at : as_multiple(d, at);
    struct num_var i = sl_reading(d, at.value, true), unit = sl_reading(d, o->unit, true);
    bring(f, i);
    int64_t b = at.times == o->scale && i.bits ? sl_known_bound(f, i, unit) : SL_NO_BOUND;
    num_sword c = (num_sword)at.times * b + at.plus - o->plus;
    if (b != SL_NO_BOUND && c > INT64_MIN && c < INT64_MAX)
        sl_known_add(f, sl_reading(d, v, true), sl_reading(d, o->count, true), (int64_t)c);
}

static void bring_held(struct sl_known *f, const uint8_t *held) {
    const struct sl_draft *d = f->d;
    for (uint32_t v = 1; v < d->values.n; v++) {
        if (!held[v] || d->values.at[v].level || !d->values.at[v].source || !is_number(d, v) || !meets(f, v)) continue;
        bring(f, sl_reading(d, v, true));
        bring(f, sl_reading(d, v, false));
        add_element(f, v);
    }
}

static bool is_kept(const struct sl_draft *d, const uint8_t *held, struct num_var x) {
    assert(x.id < d->values.n);
    return held[x.id] && !d->values.at[x.id].level && !is_constant(d, x.id);
}

// x is at least lo and at most hi; bounds that no number of its width has say nothing.
static void meet_range(struct sl_draft *d, struct num_var x, num_sword lo, num_sword hi) {
    assert(x.bits && x.bits <= 64 && !num_range_is_empty(d->values.at[x.id].range));
    struct num_range *range = &d->values.at[x.id].range, r;
    if (lo <= lowest(d, x) && hi >= highest(d, x)) return;
    if (lo < lowest(d, x)) lo = lowest(d, x);
    if (hi > highest(d, x)) hi = highest(d, x);
    if (lo > hi) return;
    r = x.is_signed ? num_range_signed(x.bits, (int64_t)lo, (int64_t)hi) : num_range_unsigned(x.bits, (uint64_t)lo, (uint64_t)hi);
    r = num_range_meet(*range, r);
    if (!num_range_is_empty(r)) *range = r;
}

// What x - y <= c tells of their ranges.
static void narrow(struct sl_draft *d, struct num_var x, struct num_var y, int64_t c) {
    if (c == SL_NO_BOUND) return;
    meet_range(d, x, lowest(d, x), highest(d, y) + c);
    meet_range(d, y, lowest(d, x) - c, highest(d, y));
}

bool sl_assume_bound(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most) {
    assert(a.id < d->values.n && b.id < d->values.n);
    if (sl_bound(d, b, a) < -most) return false;
    sl_relate(d, a, b, most);
    narrow(d, a, b, most);
    return true;
}

static bool holds_address(const struct sl_draft *d, uint32_t o) {
    SL_EACH_USE_OF(u, d, o, SL_FIELDS)
        if (d->values.at[sl_used(&u)].kind == SL_ADDR) return true;
    return false;
}

// What the unit and the bounds of the size tell of the count.
static void narrow_count(struct sl_draft *d, const struct sl_object *o) {
    assert(o->count);
    struct num_var count = sl_reading(d, o->count, true), unit = sl_reading(d, o->unit, true);
    if (!count.bits) return;
    meet_range(d, count, (num_sword)o->size, (num_sword)o->size + o->more);
    if (unit.bits) meet_range(d, count, o->scale * lowest(d, unit) + o->plus, o->scale * highest(d, unit) + o->plus);
}

// Where a string ends, that lies inside.
static void narrow_end(struct sl_draft *d, const struct sl_object *o) {
    struct num_var ends = sl_reading(d, o->ends, true);
    if (ends.bits) meet_range(d, ends, 0, (num_sword)o->size + o->more - 1);
}

// A size that has become one number is the object's; it need not be told from other numbers if the object is a node.
static void settle_size(struct sl_draft *d, uint32_t object) {
    struct sl_object *o = &d->objects.at[object];
    num_word x;
    if (!sl_is_const(d, o->count, &x)) return;
    o->size = (uint64_t)x;
    o->more = 0;
    if (o->storage == SL_HEAP && holds_address(d, object)) o->count = o->unit = 0;
}

// A unit that only the size is known by, where the count is in use: nobody will ask for it.
static void drop_unit(struct sl_draft *d, struct sl_object *o) {
    if (o->unit && sl_is_held(d, o->count) && !sl_is_held(d, o->unit)) o->unit = 0;
}

// Those about numbers that nodes have for themselves stay as they are, as long as both are held.
static void keep_in_nodes(struct sl_draft *d, const uint8_t *held) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        if (is_in_nodes(d, r->a, r->b) && held[r->a.id] && held[r->b.id]) d->relations.at[n++] = *r;
    }
    d->relations.n = n;
}

// A unit that nothing holds any more: rather a number that it is a multiple of, or that is one of it.  (How far others are from it relations tell.)
static void rename_unit(struct sl_draft *d, const uint8_t *placed, struct sl_object *o) {
    struct sl_form f = {o->unit, o->scale, o->plus}, found = {0};
    while (!found.value && sl_step_down(d, &f))
        if (placed[f.value] && f.times > o->scale) found = f;
    for (uint32_t w = 1; !found.value && w < d->values.n; w++) {
        const struct sl_value *v = &d->values.at[w];
        if (placed[w] && v->kind == SL_INT && v->source && !(is_made_of_unit(d, w, o, &found) && found.times < o->scale)) found.value = 0;
    }
    if (found.value) tell_by(o, found);
}

static void rename_units(struct sl_draft *d) {
    uint8_t *placed = find_placed(d);
    for (uint32_t o = 1; o < d->objects.n; o++) {
        struct sl_object *x = &d->objects.at[o];
        if (x->unit && !x->level && x->life == SL_VALID && !placed[x->unit]) rename_unit(d, placed, x);
    }
    free(placed);
}

bool sl_settle(struct sl_draft *d) {
    struct sl_known f;
    if (!d->sized) return true;
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].count && !d->objects.at[o].level) {
            narrow_count(d, &d->objects.at[o]);
            drop_unit(d, &d->objects.at[o]);
        }
    for (uint32_t o = 1; o < d->objects.n; o++) narrow_end(d, &d->objects.at[o]);
    rename_units(d);
    sl_drop_idle_parts(d);
    uint8_t *held = find_held(d);
    sl_known_begin(&f, d);
    bring_held(&f, held);
    bool possible = !num_diff_unsat(f.diff);
    for (uint32_t i = 0; i < f.n && possible; i++)
        for (uint32_t k = 0; k < f.n; k++) narrow(d, f.vars[i], f.vars[k], num_diff_bound(f.diff, f.vars[i], f.vars[k]));
    keep_in_nodes(d, held);
    for (uint32_t i = 0; i < f.n && possible; i++)
        for (uint32_t k = 0; k < f.n; k++)
            if (i != k && is_kept(d, held, f.vars[i]) && is_kept(d, held, f.vars[k]))
                sl_relate(d, f.vars[i], f.vars[k], num_diff_bound(f.diff, f.vars[i], f.vars[k]));
    sl_known_end(&f);
    free(held);
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (d->objects.at[o].count && d->objects.at[o].life == SL_VALID) settle_size(d, o);
    return possible;
}
