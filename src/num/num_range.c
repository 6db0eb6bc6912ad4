// SPDX-License-Identifier: MIT
#include "num/num_range.h"

#include <assert.h>

#include "num/num_piece.h"

enum { NARROW = 64 };  // the widest width that has arcs

static uint64_t mask(unsigned bits) {
    return (uint64_t)num_mask(bits);
}

// ---- making ------------------------------------------------------------------------------------------------------------------------

struct num_range num_range_empty(unsigned bits) {
    return (struct num_range){.bits = bits, .kind = NUM_EMPTY};
}

struct num_range num_range_full(unsigned bits) {
    return (struct num_range){.bits = bits, .kind = NUM_FULL};
}

struct num_range num_range_const(unsigned bits, num_word x) {
    assert(bits >= 1 && bits <= NUM_MAX_BITS);
    x = num_wrap(bits, x);
    uint64_t low = (uint64_t)x;
    return (struct num_range){.lo = low, .hi = bits <= NARROW ? low : (uint64_t)(x >> 64), .bits = bits, .kind = NUM_ARC};
}

struct num_range num_range_arc(unsigned bits, uint64_t lo, uint64_t hi) {
    assert(bits >= 1 && bits <= NARROW);
    lo &= mask(bits);
    hi &= mask(bits);
    if (((hi + 1) & mask(bits)) == lo) return num_range_full(bits);
    return (struct num_range){.lo = lo, .hi = hi, .bits = bits, .kind = NUM_ARC};
}

struct num_range num_range_unsigned(unsigned bits, uint64_t lo, uint64_t hi) {
    if (hi > mask(bits)) hi = mask(bits);
    return lo > hi ? num_range_empty(bits) : num_range_arc(bits, lo, hi);
}

struct num_range num_range_signed(unsigned bits, int64_t lo, int64_t hi) {
    int64_t max = (int64_t)(mask(bits) >> 1), min = -max - 1;
    if (lo < min) lo = min;
    if (hi > max) hi = max;
    return lo > hi ? num_range_empty(bits) : num_range_arc(bits, (uint64_t)lo, (uint64_t)hi);
}

struct num_range num_range_truth(enum num_truth t) {
    if (t == NUM_NEITHER) return num_range_empty(1);
    return t == NUM_MAYBE ? num_range_full(1) : num_range_const(1, t == NUM_TRUE);
}

struct num_range num_span(unsigned bits, num_word l, num_word h) {
    if (h - l >= num_mask(bits)) return num_range_full(bits);
    return num_range_arc(bits, (uint64_t)l, (uint64_t)h);
}

// ---- looking -----------------------------------------------------------------------------------------------------------------------

// Steps from lo to hi, and from lo to x.
static uint64_t length(struct num_range a) {
    return (a.hi - a.lo) & mask(a.bits);
}

static uint64_t offset(struct num_range a, uint64_t x) {
    return (x - a.lo) & mask(a.bits);
}

bool num_range_valid(struct num_range a) {
    if (a.bits < 1 || a.bits > NUM_MAX_BITS || a.kind > NUM_FULL) return false;
    if (a.kind != NUM_ARC) return !a.lo && !a.hi;
    if (a.bits > NARROW) return a.hi <= mask(a.bits - NARROW);
    return a.lo <= mask(a.bits) && a.hi <= mask(a.bits) && length(a) != mask(a.bits);
}

bool num_range_has(struct num_range a, num_word x) {
    num_word c;
    if (a.kind != NUM_ARC) return a.kind == NUM_FULL;
    if (num_range_is_const(a, &c)) return c == x;
    return x <= mask(a.bits) && offset(a, (uint64_t)x) <= length(a);
}

num_word num_range_size(struct num_range a) {
    if (a.kind == NUM_EMPTY) return 0;
    if (a.kind == NUM_FULL) return a.bits == NUM_MAX_BITS ? num_mask(a.bits) : num_mask(a.bits) + 1;
    return a.bits > NARROW ? 1 : (num_word)length(a) + 1;
}

bool num_range_leq(struct num_range a, struct num_range b) {
    assert(a.bits == b.bits);
    if (a.kind == NUM_EMPTY || b.kind == NUM_FULL) return true;
    if (b.kind == NUM_EMPTY || a.kind == NUM_FULL) return false;
    if (a.bits > NARROW) return num_range_same(a, b);
    uint64_t start = offset(b, a.lo);
    return start <= length(b) && length(a) <= length(b) - start;
}

static bool full_or_has(struct num_range a, uint64_t x) {
    assert(a.kind != NUM_EMPTY && a.bits <= NARROW);
    return num_range_has(a, x);
}

// The hull's bound is the end of the number line if a holds it, else the end of the arc.
uint64_t num_range_umin(struct num_range a) {
    return full_or_has(a, 0) ? 0 : a.lo;
}

uint64_t num_range_umax(struct num_range a) {
    return full_or_has(a, mask(a.bits)) ? mask(a.bits) : a.hi;
}

int64_t num_range_smin(struct num_range a) {
    uint64_t least = (uint64_t)num_sign_bit(a.bits);
    return (int64_t)num_signed(a.bits, full_or_has(a, least) ? least : a.lo);
}

int64_t num_range_smax(struct num_range a) {
    uint64_t greatest = mask(a.bits) >> 1;
    return (int64_t)num_signed(a.bits, full_or_has(a, greatest) ? greatest : a.hi);
}

// ---- pieces ------------------------------------------------------------------------------------------------------------------------

unsigned num_split(struct num_range a, struct num_piece *pieces) {
    assert(a.kind != NUM_EMPTY && a.bits <= NARROW);
    uint64_t lo = a.lo, hi = a.kind == NUM_FULL ? mask(a.bits) : a.hi, half = mask(a.bits) >> 1;
    for (unsigned n = 0;; n++) {
        uint64_t end = lo <= half ? half : mask(a.bits);
        assert(n < NUM_MAX_PIECES);
        if (hi >= lo && hi <= end) {
            pieces[n] = (struct num_piece){lo, hi};
            return n + 1;
        }
        pieces[n] = (struct num_piece){lo, end};
        lo = (end + 1) & mask(a.bits);
    }
}

// Drops the empty sets and sorts the arcs by lo.  False: one of the sets is the whole circle.
static bool sort_arcs(struct num_range *sets, unsigned *n) {
    unsigned m = 0;
    for (unsigned i = 0; i < *n; i++) {
        struct num_range s = sets[i];
        if (s.kind == NUM_FULL) return false;
        if (s.kind == NUM_EMPTY) continue;
        unsigned k = m++;
        for (; k && sets[k - 1].lo > s.lo; k--) sets[k] = sets[k - 1];
        sets[k] = s;
    }
    *n = m;
    return true;
}

// The widest gap between arcs is what the cover leaves out.
struct gap {
    uint64_t size, before, after;  // numbers in it; the arc that is left ends with `before` and begins with `after`
};

static void widest(struct gap *best, uint64_t size, uint64_t before, uint64_t after) {
    if (size >= best->size) *best = (struct gap){size, before, after};
}

struct num_range num_cover(unsigned bits, struct num_range *sets, unsigned n) {
    if (!sort_arcs(sets, &n)) return num_range_full(bits);
    if (!n) return num_range_empty(bits);
    bool crosses = false;
    uint64_t reach = sets[0].hi;  // all up to here, from sets[0].lo or, if an arc crosses zero, from 0, lies in gaps seen or in arcs
    for (unsigned i = 0; i < n; i++) {
        if (sets[i].lo <= sets[i].hi) continue;
        reach = crosses && reach > sets[i].hi ? reach : sets[i].hi;
        crosses = true;
    }
    struct gap best = {0, 0, 0};
    for (unsigned i = crosses ? 0 : 1; i < n; i++) {
        if (sets[i].lo > reach && sets[i].lo - reach > 1) widest(&best, sets[i].lo - reach - 1, reach, sets[i].lo);
        uint64_t end = sets[i].lo <= sets[i].hi ? sets[i].hi : mask(bits);
        if (end > reach) reach = end;
    }
    if (!crosses) widest(&best, mask(bits) - reach + sets[0].lo, reach, sets[0].lo);
    return best.size ? num_range_arc(bits, best.after, best.before) : num_range_full(bits);
}

// ---- lattice -----------------------------------------------------------------------------------------------------------------------

struct num_range num_range_join(struct num_range a, struct num_range b) {
    assert(a.bits == b.bits);
    if (num_range_leq(a, b)) return b;
    if (num_range_leq(b, a)) return a;
    if (a.bits > NARROW) return num_range_full(a.bits);
    struct num_range sets[2] = {a, b};
    return num_cover(a.bits, sets, 2);
}

// The part of a and b that starts where a starts; empty if b does not hold that.
static struct num_range overlap_from(struct num_range a, struct num_range b) {
    if (!num_range_has(b, a.lo)) return num_range_empty(a.bits);
    uint64_t rest = length(b) - offset(b, a.lo);
    return num_range_arc(a.bits, a.lo, rest < length(a) ? b.hi : a.hi);
}

struct num_range num_range_meet(struct num_range a, struct num_range b) {
    assert(a.bits == b.bits);
    if (num_range_leq(a, b)) return a;
    if (num_range_leq(b, a)) return b;
    if (a.bits > NARROW) return num_range_empty(a.bits);
    struct num_range parts[2] = {overlap_from(a, b), overlap_from(b, a)};
    return num_cover(a.bits, parts, 2);
}

// A threshold as a number of the width, if it is one.
static bool as_word(unsigned bits, int64_t t, uint64_t *x) {
    *x = (uint64_t)t & mask(bits);
    return bits == NARROW || (t >= -(int64_t)(mask(bits) >> 1) - 1 && t <= (int64_t)mask(bits));
}

// Steps from x upwards or downwards to the nearest threshold, or to the end of the unsigned or signed line in that direction.
static uint64_t distance(unsigned bits, uint64_t x, bool up, const int64_t *thresholds, uint32_t n) {
    uint64_t half = mask(bits) >> 1, t;
    uint64_t best = (up ? half - x : x - (half + 1)) & mask(bits), other = up ? mask(bits) - x : x;
    if (other < best) best = other;
    for (uint32_t i = 0; i < n; i++) {
        if (!as_word(bits, thresholds[i], &t)) continue;
        uint64_t d = (up ? t - x : x - t) & mask(bits);
        if (d < best) best = d;
    }
    return best;
}

struct num_range num_range_widen(struct num_range a, struct num_range b, const int64_t *thresholds, uint32_t n_thresholds) {
    struct num_range j = num_range_join(a, b);
    if (a.kind != NUM_ARC || j.kind != NUM_ARC || num_range_same(a, j)) return j;
    uint64_t below = j.lo == a.lo ? 0 : distance(j.bits, j.lo, false, thresholds, n_thresholds);
    uint64_t above = j.hi == a.hi ? 0 : distance(j.bits, j.hi, true, thresholds, n_thresholds);
    return num_span(j.bits, (num_word)j.lo - below, (num_word)j.lo + length(j) + above);
}

// ---- casts -------------------------------------------------------------------------------------------------------------------------

static struct num_range extend(struct num_range a, unsigned bits, num_word (*by)(unsigned, unsigned, num_word)) {
    num_word x;
    assert(bits >= a.bits);
    if (a.kind == NUM_EMPTY) return num_range_empty(bits);
    if (num_range_is_const(a, &x)) return num_range_const(bits, by(a.bits, bits, x));
    if (bits == a.bits) return a;
    if (bits > NARROW) return num_range_full(bits);
    struct num_piece pieces[NUM_MAX_PIECES];
    struct num_range sets[NUM_MAX_PIECES];
    unsigned n = num_split(a, pieces);
    for (unsigned i = 0; i < n; i++)
        sets[i] = num_range_arc(bits, (uint64_t)by(a.bits, bits, pieces[i].lo), (uint64_t)by(a.bits, bits, pieces[i].hi));
    return num_cover(bits, sets, n);
}

struct num_range num_range_zext(struct num_range a, unsigned bits) {
    return extend(a, bits, num_zext);
}

struct num_range num_range_sext(struct num_range a, unsigned bits) {
    return extend(a, bits, num_sext);
}

struct num_range num_range_trunc(struct num_range a, unsigned bits) {
    num_word x;
    assert(bits <= a.bits);
    if (a.kind == NUM_EMPTY) return num_range_empty(bits);
    if (num_range_is_const(a, &x)) return num_range_const(bits, x);
    if (a.kind == NUM_FULL) return num_range_full(bits);
    return num_span(bits, a.lo, (num_word)a.lo + length(a));
}

struct num_range num_range_select(enum num_truth t, struct num_range a, struct num_range b) {
    struct num_range none = num_range_empty(a.bits);
    return num_range_join(t & NUM_TRUE ? a : none, t & NUM_FALSE ? b : none);
}
