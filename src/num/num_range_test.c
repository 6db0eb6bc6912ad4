// SPDX-License-Identifier: MIT
// Comparisons and overflow tests on ranges, and narrowing by their outcome.
#include <assert.h>
#include <stddef.h>

#include "num/num_piece.h"
#include "num/num_range.h"

enum { NARROW = 64 };

static enum num_truth truth(bool can_be_true, bool can_be_false) {
    return (can_be_true ? NUM_TRUE : 0) | (can_be_false ? NUM_FALSE : 0);
}

// ---- tests -------------------------------------------------------------------------------------------------------------------------

// Some a differs from some b unless both are the same single number.
static enum num_truth equal(struct num_range a, struct num_range b) {
    bool one = num_range_is_const(a, NULL) && num_range_is_const(b, NULL);
    return truth(!num_range_is_empty(num_range_meet(a, b)), !one || !num_range_same(a, b));
}

static enum num_truth unsigned_less(struct num_range a, struct num_range b) {
    return truth(num_range_umin(a) < num_range_umax(b), num_range_umax(a) >= num_range_umin(b));
}

static enum num_truth signed_less(struct num_range a, struct num_range b) {
    return truth(num_range_smin(a) < num_range_smax(b), num_range_smax(a) >= num_range_smin(b));
}

static enum num_truth opposite(enum num_truth t) {
    return truth(t & NUM_FALSE, t & NUM_TRUE);
}

// Whether a test that is monotone on unsigned numbers can hold is seen at the two ends of the hulls.
static enum num_truth at_ends(enum num_test op, struct num_range a, struct num_range b) {
    return truth(num_test(op, a.bits, num_range_umax(a), num_range_umax(b)), !num_test(op, a.bits, num_range_umin(a), num_range_umin(b)));
}

struct bounds {
    num_sword lo, hi;
};

static struct bounds signed_bounds(unsigned bits, struct num_piece a) {
    return (struct bounds){num_signed(bits, a.lo), num_signed(bits, a.hi)};
}

// Sums, differences and the like of contiguous numbers are contiguous: does [lo, hi] have members outside, inside the signed range?
static enum num_truth leaves_signed(unsigned bits, num_sword lo, num_sword hi) {
    num_sword max = (num_sword)(num_mask(bits) >> 1), min = -max - 1;
    return truth(lo < min || hi > max, lo <= max && hi >= min);
}

static enum num_truth sum_overflows(unsigned bits, struct num_piece a, struct num_piece b) {
    struct bounds x = signed_bounds(bits, a), y = signed_bounds(bits, b);
    return leaves_signed(bits, x.lo + y.lo, x.hi + y.hi);
}

static enum num_truth difference_overflows(unsigned bits, struct num_piece a, struct num_piece b) {
    struct bounds x = signed_bounds(bits, a), y = signed_bounds(bits, b);
    return leaves_signed(bits, x.lo - y.hi, x.hi - y.lo);
}

// Numbers of a piece have one sign: the products of smallest and of largest magnitude decide.
static enum num_truth product_overflows(unsigned bits, struct num_piece a, struct num_piece b) {
    bool x = num_negative(bits, a.lo), y = num_negative(bits, b.lo);
    return truth(num_test(NUM_SMULO, bits, x ? a.lo : a.hi, y ? b.lo : b.hi), !num_test(NUM_SMULO, bits, x ? a.hi : a.lo, y ? b.hi : b.lo));
}

typedef enum num_truth (*pair_test)(unsigned bits, struct num_piece a, struct num_piece b);

static enum num_truth pairwise(pair_test test, struct num_range a, struct num_range b) {
    struct num_piece x[NUM_MAX_PIECES], y[NUM_MAX_PIECES];
    unsigned n = num_split(a, x), m = num_split(b, y), t = NUM_NEITHER;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < m; k++) t |= test(a.bits, x[i], y[k]);
    return (enum num_truth)t;
}

enum num_truth num_range_test(enum num_test op, struct num_range a, struct num_range b) {
    num_word x, y;
    assert(a.bits == b.bits && num_range_valid(a) && num_range_valid(b));
    if (num_range_is_empty(a) || num_range_is_empty(b)) return NUM_NEITHER;
    if (num_range_is_const(a, &x) && num_range_is_const(b, &y)) return num_test(op, a.bits, x, y) ? NUM_TRUE : NUM_FALSE;
    if (a.bits > NARROW) return NUM_MAYBE;
    switch (op) {
    case NUM_EQ: return equal(a, b);
    case NUM_NE: return opposite(equal(a, b));
    case NUM_ULT: return unsigned_less(a, b);
    case NUM_ULE: return opposite(unsigned_less(b, a));
    case NUM_SLT: return signed_less(a, b);
    case NUM_SLE: return opposite(signed_less(b, a));
    case NUM_UADDO: return at_ends(op, a, b);
    case NUM_USUBO: return unsigned_less(a, b);
    case NUM_UMULO: return at_ends(op, a, b);
    case NUM_SADDO: return pairwise(sum_overflows, a, b);
    case NUM_SSUBO: return pairwise(difference_overflows, a, b);
    case NUM_SMULO: return pairwise(product_overflows, a, b);
    case NUM_N_TEST: break;
    }
    return NUM_MAYBE;
}

// ---- narrowing ---------------------------------------------------------------------------------------------------------------------

// a less the number x; an arc again only if x is at one of its ends.
static struct num_range without(struct num_range a, num_word x) {
    num_word c;
    if (num_range_is_const(a, &c)) return c == x ? num_range_empty(a.bits) : a;
    if (a.bits > NARROW || !num_range_has(a, x)) return a;
    if (num_range_is_full(a)) return num_range_arc(a.bits, (uint64_t)x + 1, (uint64_t)x - 1);
    if (a.lo == x) return num_range_arc(a.bits, a.lo + 1, a.hi);
    return a.hi == x ? num_range_arc(a.bits, a.lo, a.hi - 1) : a;
}

static void unequal(struct num_range *a, struct num_range *b) {
    struct num_range old = *a;
    num_word x;
    if (num_range_is_const(*b, &x)) *a = without(*a, x);
    if (num_range_is_const(old, &x)) *b = without(*b, x);
}

// All below (or up to) the greatest of b, all above (or from) the least of a, on the line that starts at `origin`: some are.
static void ordered(struct num_range *a, struct num_range *b, uint64_t origin, uint64_t least, uint64_t greatest, bool strict) {
    struct num_range below = num_range_arc(a->bits, origin, greatest - strict);
    struct num_range above = num_range_arc(a->bits, least + strict, origin - 1);
    *a = num_range_meet(*a, below);
    *b = num_range_meet(*b, above);
}

static void narrow(enum num_test op, struct num_range *a, struct num_range *b) {
    struct num_range both;
    bool is_signed = op == NUM_SLT || op == NUM_SLE;
    if (op == NUM_EQ) {
        both = num_range_meet(*a, *b);
        *a = *b = both;
    } else if (op == NUM_NE) {
        unequal(a, b);
    } else if (a->bits <= NARROW && is_signed) {
        ordered(a, b, (uint64_t)num_sign_bit(a->bits), (uint64_t)num_range_smin(*a), (uint64_t)num_range_smax(*b), op == NUM_SLT);
    } else if (a->bits <= NARROW) {
        ordered(a, b, 0, num_range_umin(*a), num_range_umax(*b), op == NUM_ULT);
    }
}

void num_range_refine(enum num_test op, bool outcome, struct num_range *a, struct num_range *b) {
    static const struct {
        enum num_test op;
        bool swap;
    } negated[] = {[NUM_EQ] = {NUM_NE, false},  [NUM_NE] = {NUM_EQ, false},  [NUM_ULT] = {NUM_ULE, true},
                   [NUM_ULE] = {NUM_ULT, true}, [NUM_SLT] = {NUM_SLE, true}, [NUM_SLE] = {NUM_SLT, true}};
    enum num_truth possible = num_range_test(op, *a, *b);
    if (!(possible & (outcome ? NUM_TRUE : NUM_FALSE))) {
        *a = num_range_empty(a->bits);
        *b = num_range_empty(b->bits);
    } else if (op <= NUM_SLE && !outcome) {
        narrow(negated[op].op, negated[op].swap ? b : a, negated[op].swap ? a : b);
    } else if (op <= NUM_SLE) {
        narrow(op, a, b);
    }
}
