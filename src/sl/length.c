// SPDX-License-Identifier: MIT
#include "sl/length.h"

#include "sl/uses.h"

// ---- sums ------------------------------------------------------------------------------------------------------------------------------

uint32_t sl_sum_of(const struct sl_draft *d, uint32_t a, uint32_t b) {
    assert(a < d->values.n && b < d->values.n);
    struct num_var x = sl_reading(d, a, true), y = sl_reading(d, b, true);
    if (!x.bits || x.bits != y.bits || num_range_smin(d->values.at[a].range) < 0 || num_range_smin(d->values.at[b].range) < 0) return 0;
    num_sword most = (num_sword)num_range_smax(d->values.at[a].range) + num_range_smax(d->values.at[b].range);
    if (most > (num_sword)(num_mask(x.bits) >> 1)) return 0;
    for (uint32_t i = 0; i < d->made.n; i++) {
        const struct sl_made *m = &d->made.at[i];
        if (m->op == IR_ADD_ && ((m->a == a && m->b == b) || (m->a == b && m->b == a))) return m->value;
    }
    return 0;
}

uint32_t sl_make_sum(struct sl_draft *d, uint32_t a, uint32_t b) {
    assert(d->values.at[a].kind == SL_INT && d->values.at[b].kind == SL_INT && d->values.at[a].range.bits == d->values.at[b].range.bits);
    uint32_t known = sl_sum_of(d, a, b);
    if (known) return known;
    uint32_t sum = sl_int(d, num_range_binary(NUM_ADD, d->values.at[a].range, d->values.at[b].range));
    vec_push(&d->made, (struct sl_made){sum, a, b, IR_ADD_});
    return sum;
}

// The form as a sum of two numbers that was computed, and something.
static bool as_sum(const struct sl_draft *d, struct sl_form f, struct sl_made *out, int64_t *plus) {
    do {
        for (uint32_t i = 0; i < d->made.n && f.times == 1; i++) {
            *out = d->made.at[i];
            *plus = f.plus;
            bool sum = out->value == f.value && out->op == IR_ADD_ && !sl_is_known(d, out->a) && !sl_is_known(d, out->b);
            if (sum && sl_sum_of(d, out->a, out->b) == f.value) return true;
        }
    } while (sl_step_down(d, &f));
    return false;
}

// A size that was computed as the sum of two numbers.
void sl_give_parts(struct sl_draft *d, struct sl_object *o) {
    struct sl_made sum;
    int64_t plus;
    if (o->unit || !as_sum(d, (struct sl_form){o->count, 1, 0}, &sum, &plus)) return;
    o->part[0] = sum.a;
    o->part[1] = sum.b;
    o->over = plus;
}

// Are x + y + k bytes no more than the parts of the size?
static bool are_within_parts(const struct sl_draft *d, const struct sl_object *o, uint32_t x, uint32_t y, int64_t k) {
    struct num_var a = sl_reading(d, x, true), b = sl_reading(d, y, true);
    if (!o->part[0] || !a.bits || !b.bits) return false;
    for (int turn = 0; turn < 2; turn++) {
        int64_t i = sl_bound(d, a, sl_reading(d, o->part[turn], true)), j = sl_bound(d, b, sl_reading(d, o->part[!turn], true));
        if (i != SL_NO_BOUND && j != SL_NO_BOUND && (num_sword)i + j + k <= o->over) return true;
    }
    return false;
}

// Is the form `end` never above `size`?  With i - c <= b, size.times * c is at least size.times * (i - b).
static bool is_inside(const struct sl_draft *d, struct sl_form end, struct sl_form size) {
    struct num_var c = sl_reading(d, size.value, true), i = sl_reading(d, end.value, true);
    num_sword need = (num_sword)end.plus - size.plus;
    if (need + (i.bits ? end.times * sl_highest(d, i) : 0) <= size.times * sl_lowest(d, c)) return true;
    if (!i.bits || size.times < end.times) return false;
    int64_t b = sl_bound(d, i, c);
    return b != SL_NO_BOUND && (size.times - end.times) * sl_lowest(d, i) >= (num_sword)size.times * b + need;
}

// Is it never above what the size of an object is, or is not below?
static bool is_within(const struct sl_draft *d, const struct sl_object *o, struct sl_form end) {
    struct sl_form sizes[] = {{o->count, 1, 0}, {o->unit, o->scale, o->plus}, {o->ends, 1, 1}}, ways[] = {end, sl_as_multiple(d, end)};
    struct sl_made sum;
    int64_t plus;
    for (int k = 0; k < 6; k++)
        if (sizes[k / 2].value && is_inside(d, ways[k % 2], sizes[k / 2])) return true;
    return o->part[0] && as_sum(d, end, &sum, &plus) && are_within_parts(d, o, sum.a, sum.b, plus);
}

static bool shift(struct sl_form *f, int64_t by) {
    return !__builtin_add_overflow(f->plus, by, &f->plus);
}

// What two numbers add up to is told by a sum: x is no more than s.a, y no more than s.b, and s.x not above `size`, but for what is left.
static bool sum_fits(const struct sl_draft *d, uint32_t size, const struct sl_term *t, uint32_t x, struct sl_form y) {
    const struct num_diff *k = sl_closed(d);
    struct num_sum s = {sl_reading(d, t->value, true), sl_reading(d, t->a, true), sl_reading(d, t->b, true), t->plus};
    num_sword rest;
    int64_t over = sl_bound(d, s.x, sl_reading(d, size, true));
    if (over == SL_NO_BOUND || !num_diff_is_plain(k, &s, &rest)) return false;
    for (int turn = 0; turn < 2; turn++) {
        int64_t i = sl_bound(d, sl_reading(d, x, true), turn ? s.b : s.a), j = sl_bound(d, sl_reading(d, y.value, true), turn ? s.a : s.b);
        if (i != SL_NO_BOUND && j != SL_NO_BOUND && (num_sword)i + j + y.plus + over <= rest) return true;
    }
    return false;
}

// Offset and length in elements, if the size is told by them.
static bool in_elements(const struct sl_draft *d, const struct sl_object *o, uint32_t v, struct sl_form n, struct sl_form *at, struct sl_form *m) {
    *m = sl_as_multiple(d, n);
    bool known = o->unit && o->scale > 1 && sl_multiple_of(d, v, at) && at->value && at->times == o->scale && m->value && m->times == o->scale;
    num_sword plus = known ? (num_sword)at->plus + m->plus - o->plus : 0, up = plus / (int64_t)(known ? o->scale : 1);
    if (known) m->plus = (int64_t)(up + (plus > up * (num_sword)o->scale));
    return known && up > INT64_MIN && up < INT64_MAX;
}

static bool fits_by_sum(const struct sl_draft *d, const struct sl_object *o, uint32_t v, struct sl_form n) {
    struct sl_form at, m;
    bool known = o->count && num_range_smin(d->values.at[v].range) >= 0, bytes = known && n.times == 1, elements = known && in_elements(d, o, v, n, &at, &m);
    for (uint32_t i = 0; (bytes || elements) && i < d->terms.n; i++) {
        const struct sl_term *t = &d->terms.at[i];
        if (t->kind != SL_SUM) continue;
        if ((bytes && sum_fits(d, o->count, t, v, n)) || (elements && sum_fits(d, o->unit, t, at.value, m))) return true;
    }
    return false;
}

// So many bytes at an element whose index was computed as a sum.
static bool element_fits(const struct sl_draft *d, const struct sl_object *o, uint32_t v, int64_t n) {
    struct sl_form at;
    struct sl_made sum;
    int64_t plus;
    bool known = o->unit && o->scale > 1 && sl_multiple_of(d, v, &at) && at.times == o->scale && as_sum(d, (struct sl_form){at.value, 1, 0}, &sum, &plus);
    if (!known) return false;
    num_sword need = (num_sword)at.plus + n - o->plus, up = need / (int64_t)o->scale;
    up += plus + (need > up * (num_sword)o->scale);
    for (uint32_t i = 0; up > INT64_MIN && up < INT64_MAX && i < d->terms.n; i++)
        if (d->terms.at[i].kind == SL_SUM && sum_fits(d, o->unit, &d->terms.at[i], sum.a, (struct sl_form){sum.b, 1, (int64_t)up})) return true;
    return false;
}

// The same of a length n, not one number, behind an offset that may not be one either.
static bool length_fits(const struct sl_draft *d, const struct sl_object *o, uint32_t v, struct sl_form n) {
    struct sl_form at;
    int64_t offset;
    if (sl_offset(d, v, &offset)) return offset >= 0 && shift(&n, offset) && is_within(d, o, n);
    bool good = num_range_smin(d->values.at[v].range) >= 0 && sl_multiple_of(d, v, &at) && at.times == 1 && shift(&n, at.plus);
    for (; good && n.times == 1; good = sl_step_down(d, &n)) {
        uint32_t sum = sl_sum_of(d, at.value, n.value);
        if (are_within_parts(d, o, at.value, n.value, n.plus) || (sum && is_within(d, o, (struct sl_form){sum, 1, n.plus}))) return true;
    }
    return false;
}

bool sl_fits(const struct sl_draft *d, uint32_t v, struct sl_form n, uint32_t other) {
    assert(v < d->values.n && d->values.at[v].kind == SL_ADDR && n.value < d->values.n && other < d->values.n);
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    struct num_var length = sl_reading(d, n.value, true);
    struct sl_form at, itself = {v, 1, n.plus};
    int64_t offset;
    if ((!o->count && !o->ends) || (n.value && (!length.bits || sl_lowest(d, length) < 0))) return false;
    if (other) return sl_offset(d, v, &offset) && offset >= 0 && shift(&n, offset) && are_within_parts(d, o, n.value, other, n.plus);
    if (n.value) return length_fits(d, o, v, n) || fits_by_sum(d, o, v, n);
    if (!sl_multiple_of(d, v, &at)) at = (struct sl_form){0, 0, num_range_smax(d->values.at[v].range)};
    return (shift(&at, n.plus) && is_within(d, o, at)) || is_within(d, o, itself) || element_fits(d, o, v, n.plus);
}

uint32_t sl_size_as_sum(struct sl_draft *d, uint32_t object, uint32_t a, uint32_t b) {
    assert(object < d->objects.n && a < d->values.n && b < d->values.n);
    const struct sl_object *o = &d->objects.at[object];
    bool same = (o->part[0] == a && o->part[1] == b) || (o->part[0] == b && o->part[1] == a);
    return same && a ? sl_shifted(d, o->count, -o->over) : 0;
}

// ---- where strings end -----------------------------------------------------------------------------------------------------------------

uint32_t sl_shifted(struct sl_draft *d, uint32_t v, int64_t k) {
    assert(d->values.at[v].kind == SL_INT);
    assert(v < d->values.n);
    struct num_range r = d->values.at[v].range;
    if (!k) return v;
    uint32_t sum = sl_int(d, num_range_binary(NUM_ADD, r, num_range_const(r.bits, (uint64_t)k)));
    sl_made_from(d, sum, v, 1, (uint64_t)k);
    return sum;
}

uint32_t sl_offset_number(struct sl_draft *d, uint32_t v, int64_t lo, int64_t hi) {
    assert(v < d->values.n);
    struct sl_form f;
    bool same = sl_multiple_of(d, v, &f) && f.times == 1 && d->values.at[f.value].kind == SL_INT;
    if (same && d->values.at[f.value].range.bits == d->values.at[v].range.bits) return sl_shifted(d, f.value, f.plus);
    uint32_t n = sl_int(d, num_range_signed(d->values.at[v].range.bits, lo, hi));
    sl_made_from(d, n, v, 1, 0);
    return n;
}

void sl_give_end(struct sl_draft *d, uint32_t object, uint32_t v, bool first) {
    assert(object < d->objects.n && v < d->values.n);
    struct sl_object *o = &d->objects.at[object];
    if (!sl_may_end(o) || !sl_reading(d, v, true).bits || num_range_smin(d->values.at[v].range) < 0) return;
    assert(v && !sl_is_segment(o) && !o->level && o->life == SL_VALID);
    o->ends = v;
    o->first = first;
    d->sized = true;
}

uint32_t sl_some_end(struct sl_draft *d, uint32_t object, unsigned bits) {
    assert(object && object < d->objects.n);
    const struct sl_object *o = &d->objects.at[object];
    uint64_t most = o->size + o->more - 1, least = o->text == SL_TEXT ? o->size - 1 : (uint64_t)o->text - 1;
    if (o->ends || !o->text || !o->size || !sl_may_end(o)) return o->ends;
    if (most > (uint64_t)INT64_MAX >> (64 - bits)) most = (uint64_t)INT64_MAX >> (64 - bits);
    // Of a string of argv, in which nothing leads behind the first 0, it is that one, wherever one was put.
    if (sl_is_argument(o)) least = 0;
    if (least <= most) sl_give_end(d, object, sl_int(d, num_range_unsigned(bits, least, most)), sl_is_argument(o));
    return d->objects.at[object].ends;
}

uint32_t sl_shown_end(struct sl_draft *d, uint32_t object, unsigned bits) {
    uint32_t end = sl_some_end(d, object, bits), text = end ? 0 : sl_text_of(d, object);
    const struct sl_object *o = &d->objects.at[object];
    assert(end == o->ends);
    if (text > o->text && text <= o->size) sl_give_end(d, object, sl_const(d, bits, text - 1), false);
    return d->objects.at[object].ends;
}

// ---- bytes of strings ------------------------------------------------------------------------------------------------------------------

// made: a is the address it was loaded at, b where a byte is 0, the first that is; or a is the character whose classes it has, or of which it says that it
// is of some class.
enum { BYTE = IR_N_PURE, BYTE_OF_FIRST, CLASSES, IS_OF_CLASS };

void sl_loaded_byte(struct sl_draft *d, uint32_t v, uint32_t a, unsigned bits) {
    assert(v < d->values.n && a < d->values.n && d->values.at[a].kind == SL_ADDR);
    uint32_t object = d->values.at[a].object;
    if (d->values.at[v].kind != SL_INT || d->values.at[v].range.bits != 8 || num_range_smin(d->values.at[a].range) < 0) return;
    uint32_t end = sl_is_const(d, v, NULL) ? 0 : sl_some_end(d, object, bits);
    int64_t most = end ? sl_bound(d, sl_reading(d, a, true), sl_reading(d, end, true)) : 1;
    if (most > 0) return;
    if (most < 0 && d->objects.at[object].first) {
        struct num_range zero = num_range_const(8, 0);
        num_range_refine(NUM_NE, true, &d->values.at[v].range, &zero);
        assert(!num_range_is_empty(d->values.at[v].range));  // it is no constant
        return;
    }
    vec_push(&d->made, (struct sl_made){v, a, end, d->objects.at[object].first ? BYTE_OF_FIRST : BYTE});
}

void sl_classified(struct sl_draft *d, uint32_t v, uint32_t character, bool all) {
    assert(v < d->values.n && character < d->values.n);
    vec_push(&d->made, (struct sl_made){v, character, 0, all ? CLASSES : IS_OF_CLASS});
}

// Some of these bits of v are set.
static bool learn_bits(struct sl_draft *d, uint32_t v, num_word bits);

// Is it 0 if, and only if, what it was made from is?
static bool is_unscaled(const struct sl_draft *d, const struct sl_value *x) {
    const struct sl_value *s = &d->values.at[x->source];
    return x->times <= 1 && s->kind == SL_INT && (s->range.bits < x->range.bits || (s->range.bits == x->range.bits && !x->delta));
}

// The same of what is still there.
static bool learn_loaded(struct sl_draft *d, uint32_t v, bool other, bool zero) {
    for (uint32_t i = 0; i < d->terms.n; i++) {
        struct sl_term t = d->terms.at[i];
        const struct sl_object *o = &d->objects.at[d->values.at[t.a].object];
        if (t.kind != SL_LOADED || t.value != v || d->values.at[v].range.bits != 8 || !o->ends) continue;
        struct num_var at = sl_reading(d, t.a, true), end = sl_reading(d, o->ends, true);
        bool before = other && sl_bound(d, at, end) <= 0;
        if (before && !sl_assume_bound(d, at, end, -1)) return false;
        if (zero && o->first && !sl_assume_bound(d, end, at, 0)) return false;
    }
    return true;
}

bool sl_learn_byte(struct sl_draft *d, uint32_t v, bool unequal) {
    assert(v < d->values.n);
    for (const struct sl_value *x; v && (x = &d->values.at[v])->kind == SL_INT; v = is_unscaled(d, x) ? x->source : 0) {
        bool other = unequal || !num_range_has(x->range, 0), zero = sl_is_null(d, v);
        for (uint32_t i = 0; i < d->made.n && (other || zero); i++) {
            struct sl_made m = d->made.at[i];
            num_word bits;
            if (m.value == v && m.op == IR_AND_ && other && sl_is_const(d, m.b, &bits) && !learn_bits(d, m.a, bits)) return false;
            if (m.value == v && m.op == IR_AND_ && other && !sl_learn_byte(d, m.a, true)) return false;
            if (m.value == v && m.op == IS_OF_CLASS && other && !sl_learn_byte(d, m.a, true)) return false;
            if (m.value != v || m.op < BYTE || m.op > BYTE_OF_FIRST) continue;
            struct num_var at = sl_reading(d, m.a, true), end = sl_reading(d, m.b, true);
            if (other && !sl_assume_bound(d, at, end, -1)) return false;
            if (zero && m.op == BYTE_OF_FIRST && !sl_assume_bound(d, end, at, 0)) return false;
        }
        if ((other || zero) && !learn_loaded(d, v, other, zero)) return false;
    }
    return true;
}

// A character with a class that 0 does not have is not 0.
static bool learn_bits(struct sl_draft *d, uint32_t v, num_word bits) {
    for (const struct sl_value *x; v && (x = &d->values.at[v])->kind == SL_INT; v = is_unscaled(d, x) ? x->source : 0)
        for (uint32_t i = 0; i < d->made.n; i++) {
            struct sl_made m = d->made.at[i];
            if (m.value == v && m.op == CLASSES && !(bits & IR_LIB_P_CNTRL)) return sl_learn_byte(d, m.a, true);
        }
    return true;
}
