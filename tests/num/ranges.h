// SPDX-License-Identifier: MIT
// For the tests of ranges: sets of numbers of up to 8 bits as bit sets, the definition that ranges are compared with.
#ifndef HP_TESTS_NUM_RANGES_H
#define HP_TESTS_NUM_RANGES_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "num/num_range.h"

struct set {
    uint64_t w[4];
};

static inline void set_add(struct set *s, unsigned x) {
    s->w[x / 64] |= (uint64_t)1 << x % 64;
}

static inline bool set_has(const struct set *s, unsigned x) {
    return s->w[x / 64] >> x % 64 & 1;
}

static inline void set_join(struct set *s, const struct set *t) {
    for (int i = 0; i < 4; i++) s->w[i] |= t->w[i];
}

static inline bool set_leq(const struct set *s, const struct set *t) {
    uint64_t rest = 0;
    for (int i = 0; i < 4; i++) rest |= s->w[i] & ~t->w[i];
    return !rest;
}

static inline bool set_same(const struct set *s, const struct set *t) {
    return set_leq(s, t) && set_leq(t, s);
}

static inline bool set_is_empty(const struct set *s) {
    return !(s->w[0] | s->w[1] | s->w[2] | s->w[3]);
}

// lo, lo + 1, ..., hi on the plain number line.
static inline void set_add_line(struct set *s, unsigned lo, unsigned hi) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned first = lo > 64 * i ? lo - 64 * i : 0, end = hi + 1 > 64 * i ? hi + 1 - 64 * i : 0;
        if (end > 64) end = 64;
        if (first >= end) continue;
        s->w[i] |= (UINT64_MAX >> (64 - (end - first))) << first;
    }
}

// The meaning of a range.
static inline struct set set_of(struct num_range r) {
    struct set s = {{0}};
    unsigned mask = (1u << r.bits) - 1, lo = (unsigned)r.lo, hi = (unsigned)r.hi;
    if (r.kind == NUM_FULL) set_add_line(&s, 0, mask);
    else if (r.kind == NUM_ARC && lo <= hi) set_add_line(&s, lo, hi);
    else if (r.kind == NUM_ARC) set_add_line(&s, lo, mask), set_add_line(&s, 0, hi);
    return s;
}

// How many numbers the smallest arc has that holds all of s: all but the longest gap.
static inline unsigned set_arc_size(const struct set *s, unsigned bits) {
    unsigned n = 1u << bits, gap = 0, longest = 0;
    if (set_is_empty(s)) return 0;
    unsigned first = 0;
    while (!set_has(s, first)) first++;
    for (unsigned i = first; i < first + n; i++) {
        gap = s->w[i % n / 64] >> i % 64 & 1 ? 0 : gap + 1;
        if (gap > longest) longest = gap;
    }
    return n - longest;
}

// All ranges of a width, the empty and the full one included; their number.
static inline unsigned all_ranges(unsigned bits, struct num_range *out) {
    unsigned n = 0, size = 1u << bits;
    out[n++] = num_range_empty(bits);
    out[n++] = num_range_full(bits);
    for (unsigned lo = 0; lo < size; lo++)
        for (unsigned length = 0; length + 1 < size; length++) out[n++] = num_range_arc(bits, lo, lo + length);
    return n;
}
enum { RANGES_OF_4_BITS = 242, RANGES_OF_8_BITS = 65282 };

static inline uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}
#endif
