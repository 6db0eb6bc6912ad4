// SPDX-License-Identifier: MIT
#include "sl/term.h"

#include <assert.h>
#include <string.h>

#include "sl/uses.h"

// ---- sums ------------------------------------------------------------------------------------------------------------------------------

static bool is_single(const struct sl_draft *d, uint32_t v) {
    return sl_is_number(d, v) && !d->values.at[v].level;
}

static bool are_alike(const struct sl_draft *d, uint32_t a, uint32_t b) {
    return is_single(d, a) && is_single(d, b) && d->values.at[a].range.bits == d->values.at[b].range.bits;
}

static unsigned greater(unsigned a, unsigned b) {
    return a > b ? a : b;
}

// It is one modulo 2 to the power of this; 0: not all of them are numbers.
static unsigned width_of(const struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b) {
    if (!is_single(d, value) || !is_single(d, a) || !is_single(d, b)) return 0;
    return greater(d->values.at[value].range.bits, greater(d->values.at[a].range.bits, d->values.at[b].range.bits));
}

static bool is_zero(unsigned bits, uint64_t x) {
    return !(x & (uint64_t)num_mask(bits));
}

void sl_tell_sum(struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b, int64_t plus) {
    unsigned bits = width_of(d, value, a, b);
    assert(bits);
    if (sl_exceeds(&d->reached, SL_LIMIT_SUMS, d->terms.n + 1)) return;
    d->sized = true;
    vec_push(&d->terms, (struct sl_term){value, a, b, SL_SUM, .plus = (int64_t)num_signed(bits, (uint64_t)plus)});
}

bool sl_distance(const struct sl_draft *d, const struct num_diff *k, uint32_t x, uint32_t y, int64_t *out) {
    struct num_var a = sl_reading(d, x, true), b = sl_reading(d, y, true);
    if (x == y) return *out = 0, true;
    *out = sl_closed_bound(d, k, a, b);
    return *out != SL_NO_BOUND && *out > INT64_MIN && sl_closed_bound(d, k, b, a) == -*out;
}

// By another sum that is as far away in all three.
static bool follows(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t, const struct sl_term *of) {
    int64_t u, v, w;
    unsigned bits = width_of(d, of->value, of->a, of->b);
    if (t->kind != SL_SUM || width_of(d, t->value, t->a, t->b) < bits || !sl_distance(d, k, t->value, of->value, &u)) return false;
    if (!sl_distance(d, k, t->a, of->a, &v) || !sl_distance(d, k, t->b, of->b, &w)) return false;
    return is_zero(bits, (uint64_t)v + (uint64_t)w + (uint64_t)t->plus - (uint64_t)u - (uint64_t)of->plus);
}

static struct sl_term turned(const struct sl_term *t) {
    return (struct sl_term){t->value, t->b, t->a, t->kind, .plus = t->plus};
}

bool sl_rest_of_sum(const struct sl_draft *d, const struct num_diff *k, uint32_t value, uint32_t a, uint32_t b, int64_t *plus) {
    int64_t off;
    if (!width_of(d, value, a, b) || !sl_is_known(d, a) || !sl_distance(d, k, value, b, &off)) return false;
    *plus = (int64_t)((uint64_t)off - (uint64_t)num_range_smin(d->values.at[a].range));
    return true;
}

bool sl_is_sum(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t) {
    struct sl_term other = turned(t);
    int64_t plus;
    unsigned bits = width_of(d, t->value, t->a, t->b);
    if (!bits) return false;
    for (int i = 0; i < 2; i++)
        if (sl_rest_of_sum(d, k, t->value, i ? t->b : t->a, i ? t->a : t->b, &plus)) return is_zero(bits, (uint64_t)plus - (uint64_t)t->plus);
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (follows(d, k, &d->terms.at[i], t) || follows(d, k, &d->terms.at[i], &other)) return true;
    return false;
}

// ---- loads -----------------------------------------------------------------------------------------------------------------------------

static bool is_followed(const struct sl_draft *d, uint32_t a) {
    const struct sl_object *o = &d->objects.at[d->values.at[a].object];
    return d->values.at[a].kind == SL_ADDR && sl_may_end(o) && o->storage != SL_PLACES && o->shape.kind == SL_PLAIN;
}

void sl_tell_loaded(struct sl_draft *d, uint32_t v, uint32_t a) {
    assert(v < d->values.n && a < d->values.n && d->values.at[a].kind == SL_ADDR);
    const struct sl_value *x = &d->values.at[v];
    bool number = x->kind == SL_INT && !x->level && x->range.bits % 8 == 0 && x->range.bits <= 64 && !num_range_is_const(x->range, NULL);
    bool string = x->kind == SL_ADDR && sl_is_argument(&d->objects.at[x->object]);
    if (!d->sized || !(number || string) || d->values.at[a].level || !is_followed(d, a) || sl_loaded_before(d, a, x->range.bits) == v) return;
    vec_push(&d->terms, (struct sl_term){v, a, 0, SL_LOADED, .plus = 0});
}

static bool are_same(const struct sl_draft *d, uint32_t a, uint32_t b) {
    struct num_var x = sl_reading(d, a, true), y = sl_reading(d, b, true);
    return sl_same(d, a, b) || (sl_bound(d, x, y) <= 0 && sl_bound(d, y, x) <= 0);
}

bool sl_element_form(const struct sl_draft *d, uint32_t a, struct sl_form *out) {
    assert(a < d->values.n && d->values.at[a].kind == SL_ADDR);
    if (sl_index_form(d, a, out)) return true;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        *out = (struct sl_form){t->value, t->times, t->plus};
        if (t->kind == SL_QUOTIENT && t->a == a && !t->over) return true;
    }
    return false;
}

static bool are_same_element(const struct sl_draft *d, uint32_t a, uint32_t b) {
    struct sl_form x, y;
    bool alike = sl_element_form(d, a, &x) && sl_element_form(d, b, &y) && x.times == y.times && x.plus == y.plus;
    return alike && (x.value == y.value || are_same(d, x.value, y.value));
}

uint32_t sl_loaded_before(const struct sl_draft *d, uint32_t a, unsigned bits) {
    assert(a < d->values.n && d->values.at[a].kind == SL_ADDR);
    for (uint32_t i = d->terms.n; i--;) {
        const struct sl_term *t = &d->terms.at[i];
        bool same = t->kind == SL_LOADED && d->values.at[t->a].object == d->values.at[a].object;
        bool fits = same && d->values.at[t->value].range.bits == bits;
        if (fits && (are_same(d, t->a, a) || are_same_element(d, t->a, a))) return t->value;
    }
    return 0;
}

void sl_forget_all_loads(struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind != SL_LOADED) d->terms.at[n++] = d->terms.at[i];
    d->terms.n = n;
}

bool sl_same_extension(const struct sl_draft *d, uint32_t *a, uint32_t *b) {
    const struct sl_value *x = &d->values.at[*a], *y = &d->values.at[*b];
    bool both = x->kind == SL_INT && y->kind == SL_INT && x->source && y->source && x->delta == y->delta && x->times <= 1 && y->times <= 1;
    if (!both || !are_alike(d, x->source, y->source) || d->values.at[x->source].range.bits >= x->range.bits) return false;
    *a = x->source;
    *b = y->source;
    return d->values.at[*a].kind == SL_INT && d->values.at[*b].kind == SL_INT;
}

// ---- multiples -------------------------------------------------------------------------------------------------------------------------

static bool is_plain(const struct sl_draft *d, uint32_t v) {
    return v && d->values.at[v].kind == SL_INT && !d->values.at[v].level && d->values.at[v].range.bits <= 64;
}

// What v was extended from without a sign, or with one that is 0; or v itself.
static uint32_t narrowest(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    if (!is_plain(d, x->source) || x->times > 1 || d->values.at[x->source].range.bits >= x->range.bits) return v;
    return !x->delta || num_range_smin(d->values.at[x->source].range) >= 0 ? x->source : v;
}

// The number that v was made from by a multiplication, or 0.
static uint32_t multiplied(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    bool multiple = is_plain(d, v) && x->times > 1 && !x->delta && is_plain(d, x->source);
    return multiple && d->values.at[x->source].range.bits == x->range.bits ? x->source : 0;
}

static bool is_told_multiple(const struct sl_draft *d, struct sl_term t) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *x = &d->terms.at[i];
        if (x->kind == SL_MULTIPLE && x->value == t.value && x->a == t.a && x->plus == t.plus) return true;
    }
    return false;
}

bool sl_is_multiple(const struct sl_draft *d, uint32_t value, uint32_t a, int64_t times) {
    if (!is_plain(d, value) || !is_plain(d, a) || d->values.at[a].range.bits > d->values.at[value].range.bits) return false;
    if (sl_is_known(d, value) && sl_is_known(d, a))
        return is_zero(d->values.at[value].range.bits, d->values.at[a].range.lo * (uint64_t)times - d->values.at[value].range.lo);
    uint32_t source = multiplied(d, value);
    bool made = source && d->values.at[value].times == times && (source == a || narrowest(d, source) == a);
    return made || is_told_multiple(d, (struct sl_term){value, a, 0, SL_MULTIPLE, .plus = times});
}

void sl_tell_multiples(struct sl_draft *d, const uint8_t *held) {
    for (uint32_t v = 1; v < d->values.n; v++) {
        uint32_t source = held[v] && d->values.at[v].times > 1 && !sl_is_known(d, v) ? multiplied(d, v) : 0;
        if (source && !held[source]) source = narrowest(d, source);
        struct sl_term t = {v, source, 0, SL_MULTIPLE, .plus = d->values.at[v].times};
        if (!source || !held[source] || sl_is_known(d, source) || is_told_multiple(d, t)) continue;
        if (!sl_exceeds(&d->reached, SL_LIMIT_SUMS, d->terms.n + 1)) vec_push(&d->terms, t);
    }
}

// Two of the same width, and one that is not narrower.
static bool are_factors(const struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b) {
    bool plain = is_plain(d, value) && is_plain(d, a) && is_plain(d, b) && are_alike(d, a, b);
    return plain && d->values.at[a].range.bits <= d->values.at[value].range.bits;
}

// Is it the same number with and without sign, as one of that width?
static bool has_one_reading(const struct sl_draft *d, uint32_t v, uint32_t as) {
    return are_alike(d, v, as) || num_range_smin(d->values.at[v].range) >= 0;
}

bool sl_is_product(const struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b) {
    if (!are_factors(d, value, a, b)) return false;
    for (int turn = 0; turn < 2; turn++) {
        uint32_t x = turn ? b : a, y = turn ? a : b;
        if (!sl_is_known(d, x)) continue;
        uint64_t times = d->values.at[x].range.lo;
        if (!times) return sl_is_null(d, value);
        if (times == 1 && has_one_reading(d, y, value) && are_same(d, value, y)) return true;
        if (times <= INT32_MAX && sl_is_multiple(d, value, y, (int64_t)times)) return true;
    }
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind == SL_PRODUCT && t->value == value && ((t->a == a && t->b == b) || (t->a == b && t->b == a))) return true;
    }
    return false;
}

void sl_tell_product(struct sl_draft *d, uint32_t value, uint32_t a, uint32_t b) {
    if (!are_factors(d, value, a, b) || sl_is_known(d, value) || sl_is_known(d, a) || sl_is_known(d, b)) return;
    if (sl_is_product(d, value, a, b) || sl_exceeds(&d->reached, SL_LIMIT_SUMS, d->terms.n + 1)) return;
    vec_push(&d->terms, (struct sl_term){value, a, b, SL_PRODUCT, .plus = 0});
}

bool sl_may_be_multiple(const struct sl_draft *d, const struct sl_term *t) {
    assert(t->value < d->values.n && t->a < d->values.n && t->b < d->values.n);
    const struct sl_value *v = &d->values.at[t->value], *a = &d->values.at[t->a], *b = &d->values.at[t->b];
    bool number = a->kind == SL_INT || (t->kind == SL_QUOTIENT && a->kind == SL_ADDR);
    if (v->kind != SL_INT || !number || v->level || a->level || v->range.bits > 64 || a->range.bits > 64) return false;
    if (t->kind == SL_QUOTIENT) return true;
    if (a->range.bits > v->range.bits) return false;
    return t->kind == SL_MULTIPLE || (b->kind == SL_INT && !b->level && b->range.bits == a->range.bits);
}

// ---- quotients -------------------------------------------------------------------------------------------------------------------------

bool sl_give_rest(struct sl_term *t, num_sword least, num_sword most) {
    assert(t->kind == SL_QUOTIENT && least <= most);
    bool low = least >= INT32_MIN && least <= INT32_MAX, high = most >= INT32_MIN && most <= INT32_MAX;
    t->plus = low ? (int64_t)least : high ? (int64_t)most : 0;
    t->over = low && high ? (uint32_t)(most - least) : low ? SL_AT_LEAST : SL_AT_MOST;
    return (low || high) && (low != high || t->over < SL_AT_MOST);
}

// What is known of the same numbers is brought together.
void sl_tell_quotient(struct sl_draft *d, struct sl_term t) {
    assert(t.kind == SL_QUOTIENT && t.times > 1 && t.value < d->values.n && t.a < d->values.n && !t.b);
    if (!is_plain(d, t.value) || !is_single(d, t.a) || sl_is_known(d, t.value) || sl_is_known(d, t.a)) return;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term *u = &d->terms.at[i], both = t;
        if (u->kind != SL_QUOTIENT || u->value != t.value || u->a != t.a || u->times != t.times) continue;
        num_sword least = sl_least_rest(u), most = sl_most_rest(u);
        if (sl_least_rest(&t) > least) least = sl_least_rest(&t);
        if (sl_most_rest(&t) < most) most = sl_most_rest(&t);
        if (least <= most && sl_give_rest(&both, least, most)) *u = both;
        return;
    }
    if (sl_exceeds(&d->reached, SL_LIMIT_SUMS, d->terms.n + 1)) return;
    vec_push(&d->terms, t);
    d->sized = true;
}

// x - y, both without sign, if that is one number.
static bool plain_distance(const struct sl_draft *d, const struct num_diff *k, uint32_t x, uint32_t y, int64_t *out) {
    struct num_var a = sl_reading(d, x, false), b = sl_reading(d, y, false);
    if (x == y) return *out = 0, true;
    *out = sl_closed_bound(d, k, a, b);
    return *out != SL_NO_BOUND && *out > INT64_MIN && sl_closed_bound(d, k, b, a) == -*out;
}

// The quotient told by other numbers, which value and a are as far from as e and f say; false: no such numbers are known.
static bool shift_quotient(struct sl_term *t, uint32_t value, int64_t e, uint32_t a, int64_t f) {
    num_sword plus = t->plus + (num_sword)t->times * e - f;
    if (plus < INT32_MIN || plus > INT32_MAX) return false;
    *t = (struct sl_term){value, a, 0, SL_QUOTIENT, (int64_t)plus, t->times, t->over};
    return true;
}

// So many times what x is at most above y, both without sign.
static num_sword far_apart(const struct sl_draft *d, const struct num_diff *k, uint32_t times, uint32_t x, uint32_t y) {
    int64_t c = sl_closed_bound(d, k, sl_reading(d, x, false), sl_reading(d, y, false));
    return c == SL_NO_BOUND ? NUM_SCALED_OPEN : (num_sword)times * c;
}

static void narrow(struct sl_span *r, num_sword least, num_sword most) {
    if (least > r->least) r->least = least;
    if (most < r->most) r->most = most;
}

// By ranges, by how far both are apart, and by others that are not far away in both.
struct sl_span sl_rest_of(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t) {
    struct sl_span r = {-NUM_SCALED_OPEN, NUM_SCALED_OPEN};
    assert(t->times > 1);
    if (!is_plain(d, t->value) || !is_single(d, t->a)) return r;
    struct num_var q = sl_reading(d, t->value, false), x = sl_reading(d, t->a, false);
    num_sword low = sl_lowest(d, q), high = sl_highest(d, q), more = t->times - 1;
    narrow(&r, sl_lowest(d, x) - t->times * high, sl_highest(d, x) - t->times * low);
    narrow(&r, -far_apart(d, k, 1, t->value, t->a) - more * high, far_apart(d, k, 1, t->a, t->value) - more * low);
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *u = &d->terms.at[i];
        if (u->kind != SL_QUOTIENT || u->times != t->times) continue;
        narrow(&r, sl_least_rest(u) - far_apart(d, k, 1, u->a, t->a) - far_apart(d, k, t->times, t->value, u->value),
               sl_most_rest(u) + far_apart(d, k, 1, t->a, u->a) + far_apart(d, k, t->times, u->value, t->value));
    }
    return r;
}

bool sl_is_quotient(const struct sl_draft *d, const struct num_diff *k, const struct sl_term *t) {
    struct sl_span r = sl_rest_of(d, k, t);
    return r.least >= sl_least_rest(t) && r.most <= sl_most_rest(t);
}

// ---- elements

uint32_t sl_element_size(const struct sl_draft *d, uint32_t a) {
    assert(a < d->values.n);
    const struct sl_object *o = &d->objects.at[d->values.at[a].object];
    if (d->values.at[a].kind != SL_ADDR || !is_single(d, a) || sl_is_known(d, a)) return 0;
    return o->unit && o->scale > 1 && !o->level && o->life == SL_VALID ? o->scale : 0;
}

static bool is_element(const struct sl_term *t, uint32_t a, uint32_t times) {
    return t->kind == SL_QUOTIENT && t->a == a && t->times == times && !t->over;
}

bool sl_is_aligned(const struct sl_draft *d, uint32_t a, uint32_t by) {
    assert(a < d->values.n && d->values.at[a].kind == SL_ADDR && by);
    struct sl_form f = {a, 1, 0};
    int64_t offset;
    if (sl_offset(d, a, &offset)) return offset % by == 0;
    do {
        if (f.times % by == 0 && f.plus % by == 0) return true;
        for (uint32_t i = 0; f.plus % by == 0 && f.times == 1 && i < d->terms.n; i++) {
            const struct sl_term *t = &d->terms.at[i];
            if (is_element(t, f.value, t->times) && t->times % by == 0 && t->plus % by == 0) return true;
        }
    } while (sl_step_down(d, &f));
    return false;
}

// The index that an address was made from; rather one that is held.
static bool find_index(const struct sl_draft *d, const uint8_t *held, struct sl_term *t) {
    struct sl_form f = {t->a, 1, 0};
    t->value = 0;
    while ((!t->value || !held[t->value]) && sl_step_down(d, &f)) {
        bool fits = f.times == t->times && is_plain(d, f.value) && f.plus >= INT32_MIN && f.plus <= INT32_MAX;
        if (fits && num_range_smin(d->values.at[f.value].range) >= 0 && (!t->value || held[f.value])) t->value = f.value, t->plus = f.plus;
    }
    return t->value;
}

// The same by another address in the object, which is so far away.
static bool find_other_index(const struct sl_draft *d, const struct num_diff *k, struct sl_term *t) {
    int64_t by;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term u = d->terms.at[i];
        if (!is_element(&u, u.a, t->times) || d->values.at[u.a].object != d->values.at[t->a].object) continue;
        if (plain_distance(d, k, u.a, t->a, &by) && shift_quotient(&u, u.value, 0, t->a, by)) return *t = u, true;
    }
    return false;
}

// Is it an element whose index is held?
static bool has_index(const struct sl_draft *d, const uint8_t *held, uint32_t a) {
    struct sl_form f = {a, 1, 0};
    uint32_t size = sl_element_size(d, a);
    for (uint32_t i = 0; size && i < d->terms.n; i++)
        if (is_element(&d->terms.at[i], a, size) && held[d->terms.at[i].value]) return true;
    while (size && sl_step_down(d, &f))
        if (held[f.value] && f.times == size) return true;
    return false;
}

// Elements that something was loaded from are held if their index is.
static void hold_elements(const struct sl_draft *d, uint8_t *held) {
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].kind == SL_LOADED) held[d->terms.at[i].a] |= has_index(d, held, d->terms.at[i].a);
}

void sl_tell_elements(struct sl_draft *d, const struct num_diff *k, uint8_t *held) {
    hold_elements(d, held);
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_term t = {0, v, 0, SL_QUOTIENT, 0, held[v] ? sl_element_size(d, v) : 0, 0};
        bool told = !t.times;
        for (uint32_t i = 0; !told && i < d->terms.n; i++) told = is_element(&d->terms.at[i], v, t.times);
        if (!told && (find_index(d, held, &t) || find_other_index(d, k, &t))) sl_tell_quotient(d, t);
    }
}

// ---- what of quotients is kept

// A number that is held, and not known, as far from v as *by; rather one that was made from it.
static uint32_t held_near(const struct sl_draft *d, const struct num_diff *k, const uint8_t *held, uint32_t v, int64_t *by) {
    *by = 0;
    if (held[v]) return sl_is_known(d, v) ? 0 : v;
    for (uint32_t i = 1; i < 2 * k->n; i++) {
        uint32_t w = k->vars[i % k->n].id;
        bool fits = held[w] && is_single(d, w) && !sl_is_known(d, w) && (i > k->n || sl_is_made_from(d, w, v));
        if (fits && plain_distance(d, k, v, w, by)) return w;
    }
    return 0;
}

// Is it known of how some other number lies to q more than follows from how both lie to a and to 0?
static bool is_compared(const struct sl_draft *d, const struct num_diff *k, const uint8_t *held, uint32_t q, uint32_t a) {
    struct num_var x = sl_reading(d, q, false), y = sl_reading(d, a, false);
    for (uint32_t i = 1; i < k->n; i++) {
        struct num_var w = k->vars[i];
        if (!held[w.id] || w.id == a || w.id == q || sl_is_known(d, w.id)) continue;
        for (int turn = 0; turn < 2; turn++) {
            struct num_var from = turn ? x : w, to = turn ? w : x;
            num_sword bound = num_diff_bound(k, from, to), by[2] = {0};
            for (int m = 0; m < 2 && bound != SL_NO_BOUND; m++)
                by[m] = (num_sword)num_diff_bound(k, from, m ? y : NUM_DIFF_ZERO) + num_diff_bound(k, m ? y : NUM_DIFF_ZERO, to);
            if (bound != SL_NO_BOUND && bound < by[0] && bound < by[1]) return true;
        }
    }
    return false;
}

// Does another number that is held go by the same steps, and one of both just so far with each?
static bool is_counter(const struct sl_draft *d, const struct num_diff *k, const uint8_t *held, const struct sl_term *t) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        const struct sl_term *u = &d->terms.at[i];
        int64_t by;
        bool other = u->kind == SL_QUOTIENT && u->value == t->value && u->a != t->a && (!u->over || !t->over);
        if (other && held_near(d, k, held, u->a, &by)) return true;
    }
    return false;
}

// Told by numbers that are held; a quotient itself need not be, if others are compared with it, or go by its steps.
static bool retell_quotient(const struct sl_draft *d, const struct num_diff *k, uint8_t *held, struct sl_term *t) {
    int64_t e, f;
    if (!is_plain(d, t->value) || !is_single(d, t->a) || sl_is_known(d, t->value)) return false;
    uint32_t value = held_near(d, k, held, t->value, &e), a = held_near(d, k, held, t->a, &f);
    if (!is_plain(d, value)) value = 0;  // an address that is as far along
    bool function = t->over == t->times - 1 || !t->over;  // it follows from a
    bool ghost = !value && a && function && (t->times == sl_element_size(d, a) || is_compared(d, k, held, t->value, a));
    ghost |= a && !held[t->value] && is_counter(d, k, held, t);  // by itself: other numbers are as far away only here
    if (ghost) value = t->value, e = 0;
    if (!value || !a || value == a || !shift_quotient(t, value, e, a, f)) return false;
    held[value] = 1;
    return true;
}

// ---- products that are none any more -----------------------------------------------------------------------------------------------------

// Where a factor has turned out to be one number, it is a multiple.
bool sl_resolve_products(struct sl_draft *d) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        if (t.kind != SL_PRODUCT || (!sl_is_known(d, t.a) && !sl_is_known(d, t.b))) continue;
        uint32_t other = sl_is_known(d, t.a) ? t.b : t.a;
        uint64_t times = d->values.at[other == t.a ? t.b : t.a].range.lo;
        struct num_range *r = &d->values.at[t.value].range;
        *r = num_range_meet(*r, num_range_binary(NUM_MUL, num_range_zext(d->values.at[t.a].range, r->bits), num_range_zext(d->values.at[t.b].range, r->bits)));
        if (num_range_is_empty(*r)) return false;
        if (are_alike(d, other, t.value) && times > 1 && times < INT32_MAX && !d->values.at[t.value].source && !sl_is_made_from(d, other, t.value))
            sl_made_from(d, t.value, other, (uint32_t)times, 0);
        if (times != 1 || !has_one_reading(d, other, t.value)) continue;
        sl_relate(d, sl_reading(d, t.value, true), sl_reading(d, other, true), 0);
        sl_relate(d, sl_reading(d, other, true), sl_reading(d, t.value, true), 0);
    }
    return true;
}

void sl_recall_multiples(struct sl_draft *d) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        if (t.kind != SL_MULTIPLE || d->values.at[t.value].source || sl_is_made_from(d, t.a, t.value)) continue;
        assert(is_plain(d, t.value) && is_plain(d, t.a));
        unsigned bits = d->values.at[t.value].range.bits;
        if (d->values.at[t.a].range.bits < bits) {
            uint32_t wide = sl_int(d, num_range_zext(d->values.at[t.a].range, bits));
            sl_made_from(d, wide, t.a, 1, 0);
            t.a = wide;
        }
        sl_made_from(d, t.value, t.a, (uint32_t)t.plus, 0);
    }
}

// ---- what is kept ----------------------------------------------------------------------------------------------------------------------

// v is w plus *by as signed numbers, modulo 2^bits, if it was made so, by any number of steps.
static bool comes_from(const struct sl_draft *d, unsigned bits, uint32_t v, uint32_t w, uint64_t *by) {
    for (*by = 0; v && v != w;) {
        const struct sl_value *x = &d->values.at[v];
        struct sl_form f = {v, 1, 0};
        if (!x->source || x->times > 1) return false;
        if (x->kind == SL_ADDR && d->values.at[x->source].kind == SL_ADDR && d->values.at[x->source].object != x->object) return false;
        if (are_alike(d, v, x->source) && x->range.bits >= bits)
            f = (struct sl_form){x->source, 1, (int64_t)x->delta};
        else if (!sl_step_down(d, &f) || f.times > 1)  // narrower: only where it does not wrap
            return false;
        *by += (uint64_t)f.plus;
        v = f.value;
    }
    return v;
}

enum { WIDEST = 64 };  // bits of a number in a sum

// A number that is held and that v is, plus *by; or v itself, which stays though nothing else holds it, and one *ghost more.
static uint32_t told_by(const struct sl_draft *d, const struct num_diff *k, unsigned bits, const uint8_t *held, uint32_t v, uint64_t *by,
                        int *ghosts) {
    *by = 0;
    if (held[v] && !sl_is_known(d, v)) return v;
    for (uint32_t w = 1; w < d->values.n; w++) {
        if (!held[w] || sl_is_known(d, w) || !is_single(d, w)) continue;
        if (comes_from(d, bits, v, w, by)) return w;
        if (!comes_from(d, bits, w, v, by)) continue;
        *by = -*by;
        return w;
    }
    for (uint32_t i = 1; i < k->n; i++) {
        uint32_t w = k->vars[i].id;
        int64_t off;
        if (!held[w] || sl_is_known(d, w) || !is_single(d, w) || !sl_distance(d, k, v, w, &off)) continue;
        *by = (uint64_t)off;
        return w;
    }
    *by = 0;
    ++*ghosts;
    return v;
}

// Told by numbers that are held, one modulo 2^bits.
static bool retell_as(const struct sl_draft *d, const struct num_diff *k, const uint8_t *held, unsigned bits, struct sl_term *t) {
    uint64_t u, v, w;
    int ghosts = 0;
    uint32_t value = told_by(d, k, bits, held, t->value, &u, &ghosts), a = told_by(d, k, bits, held, t->a, &v, &ghosts);
    uint32_t b = told_by(d, k, bits, held, t->b, &w, &ghosts);
    bool open = !sl_is_known(d, value) && !sl_is_known(d, a) && !sl_is_known(d, b);
    unsigned now = width_of(d, value, a, b);
    if (ghosts > 1 || !open || value == a || value == b || now > bits) return false;
    *t = (struct sl_term){value, a, b, SL_SUM, .plus = (int64_t)num_signed(now, (uint64_t)t->plus + v + w - u)};
    return true;
}

// If it cannot be so as one of its own width: as one of plain integers, which holds modulo whatever.
static bool retell_sum(const struct sl_draft *d, const struct num_diff *k, const uint8_t *held, struct sl_term *t) {
    struct num_sum s = {sl_reading(d, t->value, true), sl_reading(d, t->a, true), sl_reading(d, t->b, true), t->plus};
    unsigned bits = width_of(d, t->value, t->a, t->b);
    num_sword rest;
    if (!bits) return false;
    if (retell_as(d, k, held, bits, t)) return true;
    if (bits == WIDEST || !num_diff_is_plain(k, &s, &rest)) return false;
    t->plus = (int64_t)rest;
    return retell_as(d, k, held, WIDEST, t);
}

// Is its distance to a number that is held known?
static bool is_anchored(const struct sl_draft *d, struct num_diff *k, const uint8_t *held, uint32_t a) {
    struct num_var x = sl_reading(d, a, true);
    uint64_t by;
    if (held[a] || sl_is_known(d, a)) return true;
    for (uint32_t v = 1; v < d->values.n; v++)
        if (held[v] && d->values.at[v].source && comes_from(d, x.bits, v, a, &by)) sl_closed_bring(d, k, sl_reading(d, v, true));
    sl_closed_bring(d, k, x);
    for (uint32_t i = 1; i < k->n; i++) {
        int64_t there = num_diff_bound(k, x, k->vars[i]), back = num_diff_bound(k, k->vars[i], x);
        bool other = held[k->vars[i].id] && !sl_is_known(d, k->vars[i].id);
        if (other && there != SL_NO_BOUND && (num_sword)there + back == 0) return true;
    }
    return false;
}

static bool is_same_term(const struct sl_term *x, const struct sl_term *y) {
    bool same = x->kind == y->kind && x->value == y->value && x->a == y->a && x->b == y->b && x->plus == y->plus;
    return same && x->times == y->times && x->over == y->over;
}

// A product that does not wrap, told by what it was extended to, if that is held.
static void retell_product(const struct sl_draft *d, const uint8_t *held, struct sl_term *t) {
    unsigned bits = d->values.at[t->value].range.bits;
    bool plain = t->kind == SL_PRODUCT && !held[t->value] && are_factors(d, t->value, t->a, t->b);
    num_sword a = plain ? sl_highest(d, sl_reading(d, t->a, false)) : 0, b = plain ? sl_highest(d, sl_reading(d, t->b, false)) : 0;
    if (!plain || (b > 0 && a > (num_sword)num_mask(bits) / b)) return;
    for (uint32_t w = 1; w < d->values.n; w++)
        if (held[w] && is_plain(d, w) && narrowest(d, w) == t->value) t->value = w, w = d->values.n;
}

// A multiple, or a product.
static bool is_kept_multiple(const struct sl_draft *d, const uint8_t *held, const struct sl_term *t) {
    if (t->kind == SL_PRODUCT && (!held[t->b] || !is_plain(d, t->b) || sl_is_known(d, t->b))) return false;
    return held[t->value] && held[t->a] && is_plain(d, t->value) && is_plain(d, t->a) && !sl_is_known(d, t->value) && !sl_is_known(d, t->a);
}

static bool keep_term(struct sl_draft *d, uint32_t *n, const struct sl_term *t) {
    for (uint32_t m = 0; m < *n; m++)
        if (is_same_term(&d->terms.at[m], t)) return false;
    d->terms.at[(*n)++] = *t;
    return true;
}

// Those that can be told; what they hold is what others are told by.
static void keep_sums(struct sl_draft *d, const struct num_diff *k, uint8_t *held, struct sl_term *of, uint32_t n_of, uint32_t *n) {
    for (uint32_t i = 0; i < n_of; i++) {
        struct sl_term t = of[i];
        if (t.kind != SL_SUM || !retell_sum(d, k, held, &t)) continue;
        keep_term(d, n, &t);
        of[i].kind = SL_LOADED;  // done
        held[t.a] = held[t.value] = held[t.b] = 1;
    }
}

// What has turned out to be one number is said by a field, but not of arguments, which have none.
static bool is_open_load(const struct sl_draft *d, const struct sl_term *t) {
    bool argument = sl_is_argument(&d->objects.at[d->values.at[t->a].object]);
    return argument || d->values.at[t->value].kind == SL_ADDR || !sl_is_known(d, t->value);
}

void sl_settle_terms(struct sl_draft *d, struct num_diff *k, uint8_t *held) {
    uint32_t n = 0, loads = 0, all = 0, n_of = d->terms.n;
    struct sl_term *of = malloc(n_of * sizeof *of);
    if (!of) base_out_of_memory();
    memcpy(of, d->terms.at, n_of * sizeof *of);
    for (uint32_t i = 0; i < n_of; i++) all += of[i].kind == SL_LOADED;
    for (uint32_t i = 0; i < n_of; i++) {
        struct sl_term *t = &of[i];
        bool kept = false;
        if (t->kind == SL_LOADED)
            kept = all - loads++ <= SL_MOST_LOADS && is_followed(d, t->a) && is_open_load(d, t) && is_anchored(d, k, held, t->a);
        else if (t->kind == SL_QUOTIENT)
            kept = retell_quotient(d, k, held, t);
        else if (t->kind != SL_SUM)
            retell_product(d, held, t), kept = is_kept_multiple(d, held, t);
        if (kept) keep_term(d, &n, t);
    }
    loads = n;
    for (int pass = 0; pass < 2; pass++) keep_sums(d, k, held, of, n_of, &n);
    for (uint32_t i = 0; i < loads; i++)
        if (d->terms.at[i].kind == SL_LOADED) held[d->terms.at[i].a] = 1, held[d->terms.at[i].value] |= d->values.at[d->terms.at[i].value].kind == SL_ADDR;
    d->terms.n = n;
    free(of);
}

void sl_drop_known_sums(struct sl_draft *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        bool known = t.kind == SL_SUM && (sl_is_known(d, t.value) || sl_is_known(d, t.a) || sl_is_known(d, t.b));
        if (!known) d->terms.at[n++] = t;
    }
    d->terms.n = n;
}
