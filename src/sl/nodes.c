// SPDX-License-Identifier: MIT
#include "sl/nodes.h"

#include <assert.h>

#include "sl/relate.h"
#include "sl/uses.h"

static_assert((int)SL_MOST_LENGTH <= INT16_MAX, "the index of a link tells it");

enum { EXACT = 64 };                    // bits of what is no number of the program: so many nodes there never are
enum { LEAST_BITS = 32 };               // of a counter that is taken to fit
enum { HEADROOM = 2 };                  // lists have fewer nodes than 2^(n - it): memory has no room for more, or it is assumed

static const struct sl_link *find(const struct sl_draft *d, uint32_t object) {
    for (uint32_t i = d->links.n ? sl_first_link(d, object) : 0; sl_has_link(d, i, object); i++)
        if (d->links.at[i].role == SL_NODES) return &d->links.at[i];
    return NULL;
}

// A constant is part of `more`.
static bool settle_constant(const struct sl_draft *d, uint32_t *v, int sign, struct sl_nodes *n) {
    if (!*v || !sl_is_known(d, *v)) return true;
    int64_t x = num_range_smin(d->values.at[*v].range);
    if (x > SL_MOST_LENGTH || x < -SL_MOST_LENGTH) return false;
    *v = 0;
    n->more += (int32_t)(sign * x);
    return true;
}

bool sl_fold_constants(const struct sl_draft *d, struct sl_nodes *n) {
    return settle_constant(d, &n->plus, 1, n) && settle_constant(d, &n->minus, -1, n);
}

bool sl_nodes_of(const struct sl_draft *d, uint32_t object, struct sl_nodes *out) {
    assert(object < d->objects.n);
    bool plain = !object || !sl_is_segment(&d->objects.at[object]);
    const struct sl_link *l = plain ? NULL : find(d, object);
    *out = (struct sl_nodes){.more = object != 0, .bits = EXACT};
    if (plain || !l) return plain;
    *out = (struct sl_nodes){l->value, sl_linked(d, object, SL_LESS, 0), (int16_t)l->index, d->values.at[l->value].range.bits};
    return sl_fold_constants(d, out);
}

void sl_set_nodes(struct sl_draft *d, uint32_t object, const struct sl_nodes *n) {
    const struct sl_link *l = find(d, object);
    if (l) sl_set_link(d, object, SL_NODES, l->index, 0);
    sl_set_link(d, object, SL_LESS, 0, 0);
    if (!n || sl_exceeds(&d->reached, SL_LIMIT_LENGTH, (uint64_t)(n->more < 0 ? -(int64_t)n->more : n->more))) return;
    assert(sl_is_segment(&d->objects.at[object]) && !d->objects.at[object].level && n->bits);
    sl_set_link(d, object, SL_NODES, (uint16_t)(int16_t)n->more, n->plus ? n->plus : sl_const(d, n->bits, 0));
    if (n->minus) sl_set_link(d, object, SL_LESS, 0, n->minus);
    d->sized |= n->plus || n->minus;
}

static void cancel(uint32_t *plus, uint32_t *minus) {
    if (*plus != *minus) return;
    *plus = *minus = 0;
}

static bool add(struct sl_nodes x, struct sl_nodes y, struct sl_nodes *out) {
    cancel(&x.plus, &y.minus);
    cancel(&y.plus, &x.minus);
    bool symbols = x.plus || x.minus, others = y.plus || y.minus;
    if ((x.plus && y.plus) || (x.minus && y.minus)) return false;
    uint32_t bits = x.bits < y.bits ? x.bits : y.bits;
    if ((symbols && x.bits != bits) || (others && y.bits != bits)) return false;
    *out = (struct sl_nodes){x.plus | y.plus, x.minus | y.minus, x.more + y.more, bits};
    return true;
}

void sl_add_nodes(struct sl_draft *d, uint32_t segment, uint32_t a, uint32_t b) {
    struct sl_nodes x, y, sum;
    if (sl_nodes_of(d, a, &x) && sl_nodes_of(d, b, &y) && add(x, y, &sum)) sl_set_nodes(d, segment, &sum);
}

void sl_take_node(struct sl_draft *d, uint32_t segment) {
    struct sl_nodes n;
    if (!find(d, segment)) return;
    bool known = sl_nodes_of(d, segment, &n);
    n.more--;
    sl_set_nodes(d, segment, known ? &n : NULL);
}

// ---- none, or some ---------------------------------------------------------------------------------------------------------------------

struct bounds {
    num_sword lo, hi;
};

// Of plus - minus + more as plain integers, read as signed ones.
static struct bounds bounds_of(const struct sl_draft *d, const struct sl_nodes *n) {
    struct num_var x = sl_reading(d, n->plus, true), y = sl_reading(d, n->minus, true);
    struct bounds b = {n->more, n->more};
    if (n->plus) b.lo += sl_lowest(d, x), b.hi += sl_highest(d, x);
    if (n->minus) b.lo -= sl_highest(d, y), b.hi -= sl_lowest(d, y);
    int64_t over = n->plus && n->minus ? sl_bound(d, x, y) : SL_NO_BOUND, under = n->plus && n->minus ? sl_bound(d, y, x) : SL_NO_BOUND;
    if (over != SL_NO_BOUND && b.hi > (num_sword)over + n->more) b.hi = (num_sword)over + n->more;
    if (under != SL_NO_BOUND && b.lo < n->more - (num_sword)under) b.lo = n->more - (num_sword)under;
    return b;
}

// Can it be a multiple of 2^bits?
static bool may_be_zero(const struct sl_draft *d, const struct sl_nodes *n) {
    struct bounds b = bounds_of(d, n);
    num_sword size = (num_sword)1 << n->bits, first = b.lo <= 0 ? -(-b.lo / size) * size : (b.lo + size - 1) / size * size;
    if (n->plus && n->minus && !n->more && sl_differ(d, n->plus, n->minus)) return false;
    return first <= b.hi;
}

static bool is_plain(const struct bounds *b, uint32_t bits) {  // is 0 the only multiple of 2^bits in it?
    return b->lo > -((num_sword)1 << bits) && b->hi < (num_sword)1 << bits;
}

static uint32_t alone(const struct sl_nodes *n) {  // the only number, or 0
    return n->plus && n->minus ? 0 : n->plus | n->minus;
}

static num_word where_zero(const struct sl_nodes *n) {  // what that is when there are no nodes
    return (num_word)(n->plus ? -(int64_t)n->more : n->more) & num_mask(n->bits);
}

static bool assume_zero(struct sl_draft *d, const struct sl_nodes *n) {
    uint32_t v = alone(n);
    if (!may_be_zero(d, n)) return false;
    if (v) {
        uint32_t zero = sl_const(d, n->bits, where_zero(n));
        struct num_range r = num_range_meet(d->values.at[v].range, d->values.at[zero].range);
        if (num_range_is_empty(r) || sl_differ(d, v, zero)) return false;
        d->values.at[v].range = r;
        return sl_learnt(d, v);
    }
    struct bounds b = bounds_of(d, n);
    if (!n->plus || !is_plain(&b, n->bits)) return true;
    sl_relate(d, sl_reading(d, n->plus, true), sl_reading(d, n->minus, true), -n->more);
    sl_relate(d, sl_reading(d, n->minus, true), sl_reading(d, n->plus, true), n->more);
    return true;
}

bool sl_assume_no_nodes(struct sl_draft *d, uint32_t segment) {
    struct sl_nodes n;
    return !find(d, segment) || !sl_nodes_of(d, segment, &n) || assume_zero(d, &n);
}

// Does the length say how many nodes there are, and not only modulo some number?
static bool is_exact(struct sl *s, const struct sl_nodes *n) {
    bool fits = n->bits >= s->bits, assumed = !fits && s->options.lengths > 1 && n->bits >= LEAST_BITS;
    sl_note(s, SL_NOTED_FITS, assumed);
    return fits || assumed;
}

static bool is_zero(const struct sl_draft *d, const struct sl_nodes *n) {
    struct bounds b = bounds_of(d, n);
    return b.lo == b.hi && !(b.lo & (num_sword)num_mask(n->bits));
}

bool sl_has_no_nodes(struct sl *s, const struct sl_draft *d, uint32_t segment) {
    struct sl_nodes n;
    return find(d, segment) && sl_nodes_of(d, segment, &n) && is_zero(d, &n) && is_exact(s, &n);
}

// There is at least one.
static bool assume_some(struct sl_draft *d, const struct sl_nodes *n) {
    uint32_t v = alone(n);
    if (is_zero(d, n)) return false;
    if (v) {
        struct num_range r = num_range_const(n->bits, where_zero(n));
        uint32_t zero = sl_const(d, n->bits, where_zero(n));
        num_range_refine(NUM_NE, true, &d->values.at[v].range, &r);
        sl_keep_apart(d, v, zero);
        return !num_range_is_empty(d->values.at[v].range) && sl_learnt(d, v);
    }
    struct bounds b = bounds_of(d, n);
    if (n->plus && b.lo == 0 && is_plain(&b, n->bits))
        sl_relate(d, sl_reading(d, n->minus, true), sl_reading(d, n->plus, true), n->more - 1);
    return true;
}

bool sl_assume_nodes(struct sl *s, struct sl_draft *d, uint32_t segment) {
    struct sl_nodes n;
    if (!find(d, segment) || !sl_nodes_of(d, segment, &n)) return true;
    if (d->objects.at[segment].shape.kind == SL_OPTION) {
        n.more--;
        return assume_zero(d, &n);
    }
    return !is_exact(s, &n) || assume_some(d, &n);
}

// ---- what follows ----------------------------------------------------------------------------------------------------------------------

// The number is as large as what it tells of can be.
static bool meet_length(struct sl_draft *d, const struct sl_nodes *n, int64_t least) {
    int64_t most = (int64_t)1 << (n->bits - HEADROOM), more = n->more;
    uint32_t v = alone(n);
    if (v) {
        int64_t lo = n->plus ? least - more : more - most, hi = n->plus ? most - more : more - least;
        struct num_range r = num_range_meet(d->values.at[v].range, num_range_signed(n->bits, lo, hi));
        if (num_range_is_empty(r)) return false;
        d->values.at[v].range = r;
        return sl_learnt(d, v);
    }
    struct num_var x = sl_reading(d, n->plus, true), y = sl_reading(d, n->minus, true);
    bool plain = n->plus && sl_lowest(d, x) >= 0 && sl_lowest(d, y) >= 0;
    return !plain || sl_assume_bound(d, y, x, more - least);
}

static bool is_impossible(const struct sl_draft *d, uint32_t v) {  // of a number that is part of a length: found so before
    return v && num_range_is_empty(d->values.at[v].range);
}

static bool level(struct sl *s, struct sl_draft *d, uint32_t segment) {
    struct sl_object *o = &d->objects.at[segment];
    struct sl_nodes n;
    const struct sl_link *l = find(d, segment);
    if (l && (is_impossible(d, l->value) || is_impossible(d, sl_linked(d, segment, SL_LESS, 0)))) return false;
    if (!sl_nodes_of(d, segment, &n)) return true;
    if (!o->shape.least && o->shape.kind != SL_OPTION && !may_be_zero(d, &n)) o->shape.least = 1;
    if (!alone(&n) && !n.plus) return may_be_zero(d, &n) || n.more > 0 || n.bits < EXACT;
    return !is_exact(s, &n) || meet_length(d, &n, o->shape.least);
}

bool sl_level_nodes(struct sl *s, struct sl_draft *d) {
    for (uint32_t i = 0; i < d->links.n; i++) {
        struct sl_link l = d->links.at[i];
        if (l.role == SL_NODES && d->objects.at[l.object].life == SL_VALID && !level(s, d, l.object)) return false;
    }
    return true;
}

// ---- numbers that are held -------------------------------------------------------------------------------------------------------------

static bool is_length(const struct sl_uses *u) {
    return u->kind == SL_USE_LINK && (sl_use_link(u)->role == SL_NODES || sl_use_link(u)->role == SL_LESS);
}

// By something that is no length; or (`lengths`) by two of them: those of the parts of a list, in whose sum it does not count.
static bool is_held(const struct sl_draft *d, uint32_t v, bool lengths) {
    uint32_t n = 0;
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS)
        if (sl_used(&u) == v && sl_use_counts(&u) && is_length(&u) == lengths && n++ == lengths) return true;
    return false;
}

// What v was made from by adding constants, and their sum.
static uint32_t origin_of(const struct sl_draft *d, uint32_t v, uint64_t *plus) {
    *plus = 0;
    for (const struct sl_value *x = &d->values.at[v]; x->source && x->times <= 1; x = &d->values.at[v]) {
        const struct sl_value *from = &d->values.at[x->source];
        if (from->kind != SL_INT || from->range.bits != x->range.bits) break;
        *plus += x->delta;
        v = x->source;
    }
    return v;
}

bool sl_is_near(const struct sl_draft *d, uint32_t v, uint32_t w, int64_t *by) {
    uint64_t x, y;
    unsigned bits = d->values.at[v].range.bits, unused = 64 - bits;
    if (origin_of(d, v, &x) == origin_of(d, w, &y)) {
        *by = (int64_t)((x - y) << unused) >> unused;
        return *by <= SL_MOST_LENGTH && *by >= -SL_MOST_LENGTH;
    }
    *by = d->relations.n ? sl_bound(d, sl_reading(d, v, true), sl_reading(d, w, true)) : SL_NO_BOUND;
    return *by <= SL_MOST_LENGTH && *by >= -SL_MOST_LENGTH && sl_bound(d, sl_reading(d, w, true), sl_reading(d, v, true)) == -*by;
}

// A number that is held and near v, preferably by something else than lengths, or 0.
static uint32_t held_near(const struct sl_draft *d, uint32_t v, int64_t *by) {
    *by = 0;
    if (!v || is_held(d, v, false)) return v;
    for (uint32_t w = 1; w < d->values.n; w++) {
        const struct sl_value *x = &d->values.at[w];
        bool alike = w != v && x->kind == SL_INT && !x->level && x->range.bits == d->values.at[v].range.bits && !sl_is_known(d, w);
        if (alike && sl_is_near(d, v, w, by) && is_held(d, w, false)) return w;
    }
    *by = 0;
    return is_held(d, v, true) ? v : 0;
}

void sl_settle_nodes(struct sl_draft *d) {
    for (uint32_t o = 1; d->links.n && o < d->objects.n; o++) {
        struct sl_nodes n;
        int64_t by, less;
        if (!find(d, o)) continue;
        bool known = d->objects.at[o].life == SL_VALID && sl_nodes_of(d, o, &n);
        uint32_t plus = known ? held_near(d, n.plus, &by) : 0, minus = known ? held_near(d, n.minus, &less) : 0;
        known = known && !plus == !n.plus && !minus == !n.minus;
        if (known) n = (struct sl_nodes){plus, minus, n.more + (int32_t)(by - less), n.bits};
        sl_set_nodes(d, o, known ? &n : NULL);
    }
}
