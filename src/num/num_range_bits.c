// SPDX-License-Identifier: MIT
// Operators on ranges that look at single bits: shifts, and, or, xor, counts, funnel shifts.
#include <assert.h>

#include "num/num_piece.h"
#include "num/num_range.h"

enum { NARROW = 64 };

// ---- shifts by amounts below the width --------------------------------------------------------------------------------------------------

// Multiples of 2^n; all of them if a goes round the circle of 2^(bits - n) numbers.
static struct num_range shift_left(struct num_range a, unsigned n) {
    struct num_range rest = num_range_trunc(a, a.bits - n);
    uint64_t last = (uint64_t)num_mask(a.bits - n);
    return num_range_is_full(rest) ? num_range_arc(a.bits, 0, last << n) : num_range_arc(a.bits, rest.lo << n, rest.hi << n);
}

struct num_range num_range_shl(struct num_range a, struct num_range b) {
    struct num_range sets[NARROW];
    unsigned n = 0;
    for (unsigned k = 0; k < a.bits; k++)
        if (num_range_has(b, k)) sets[n++] = shift_left(a, k);
    return num_cover(a.bits, sets, n);
}

struct num_range num_piece_lshr(unsigned bits, struct num_piece a, struct num_piece b) {
    assert(b.hi < bits);
    return num_range_arc(bits, a.lo >> b.hi, a.hi >> b.lo);
}

static uint64_t shift_right(unsigned bits, uint64_t a, uint64_t n) {
    num_word r;
    num_binary(NUM_ASHR, bits, a, n, &r);
    return (uint64_t)r;
}

// Negative numbers grow towards -1 as the amount grows, the others fall towards 0.
struct num_range num_piece_ashr(unsigned bits, struct num_piece a, struct num_piece b) {
    bool negative = num_negative(bits, a.lo);
    return num_range_arc(bits, shift_right(bits, a.lo, negative ? b.lo : b.hi), shift_right(bits, a.hi, negative ? b.hi : b.lo));
}

// ---- and, or, xor ------------------------------------------------------------------------------------------------------------------

// The least and the greatest value of a bitwise function on two intervals, found bit by bit from the top: `states` is the set of ways in
// which the bits chosen so far (for the best result so far) can still be bound by the ends of the intervals.  A way is four flags.
enum { X_LO = 1, X_HI = 2, Y_LO = 4, Y_HI = 8, BOUND = X_LO | X_HI | Y_LO | Y_HI };

struct bits_at {
    unsigned x_lo, x_hi, y_lo, y_hi;  // the bit of each end
};

// May the next bit be `bit` under these flags?  Keeps those ends that still bind.
static bool choose(unsigned *flags, unsigned lo_flag, unsigned hi_flag, unsigned bit, unsigned lo, unsigned hi) {
    if ((*flags & lo_flag && bit < lo) || (*flags & hi_flag && bit > hi)) return false;
    if (bit != lo) *flags &= ~lo_flag;
    if (bit != hi) *flags &= ~hi_flag;
    return true;
}

// The ways after one more bit for which the function gives `wanted`.  `function`: its value for bits x, y is bit x + 2y.
static unsigned advance(unsigned states, unsigned function, unsigned wanted, struct bits_at at) {
    unsigned next = 0;
    for (unsigned rest = states; rest; rest &= rest - 1)
        for (unsigned xy = 0; xy < 4; xy++) {
            unsigned flags = (unsigned)__builtin_ctz(rest);
            if ((function >> xy & 1) != wanted) continue;
            if (choose(&flags, X_LO, X_HI, xy & 1, at.x_lo, at.x_hi) && choose(&flags, Y_LO, Y_HI, xy >> 1, at.y_lo, at.y_hi))
                next |= 1u << flags;
        }
    return next;
}

static uint64_t extreme(unsigned bits, unsigned function, unsigned wanted, struct num_piece x, struct num_piece y) {
    unsigned states = 1u << BOUND;
    uint64_t r = 0;
    for (unsigned i = bits; i-- > 0;) {
        struct bits_at at = {x.lo >> i & 1, x.hi >> i & 1, y.lo >> i & 1, y.hi >> i & 1};
        unsigned next = advance(states, function, wanted, at), bit = wanted;
        if (!next) {
            bit = !wanted;
            next = advance(states, function, bit, at);
        }
        states = next;
        r |= (uint64_t)bit << i;
        if (states & 1 && i) return wanted ? r | (((uint64_t)1 << i) - 1) : r;  // nothing binds: all other bits are as wanted
    }
    return r;
}

enum { AND = 8, OR = 14, XOR = 6 };

static struct num_range bitwise(unsigned bits, unsigned function, struct num_piece a, struct num_piece b) {
    return num_range_arc(bits, extreme(bits, function, 0, a, b), extreme(bits, function, 1, a, b));
}

struct num_range num_piece_and(unsigned bits, struct num_piece a, struct num_piece b) {
    return bitwise(bits, AND, a, b);
}

struct num_range num_piece_or(unsigned bits, struct num_piece a, struct num_piece b) {
    return bitwise(bits, OR, a, b);
}

struct num_range num_piece_xor(unsigned bits, struct num_piece a, struct num_piece b) {
    return bitwise(bits, XOR, a, b);
}

// ---- counts ------------------------------------------------------------------------------------------------------------------------

static unsigned ones(uint64_t x) {
    return (unsigned)__builtin_popcountll(x);
}

// The fewest ones: lo itself, or a number that first differs from lo by a one where lo has a zero, and has zeros below.
static unsigned fewest_ones(unsigned bits, struct num_piece a) {
    unsigned best = ones(a.lo);
    for (unsigned i = 0; i < bits; i++) {
        uint64_t x = (a.lo >> i | 1) << i;
        if (!(a.lo >> i & 1) && x <= a.hi && ones(x) < best) best = ones(x);
    }
    return best;
}

static unsigned most_ones(unsigned bits, struct num_piece a) {
    unsigned best = ones(a.hi);
    for (unsigned i = 0; i < bits; i++) {
        uint64_t x = (a.hi & ~((uint64_t)1 << i)) | (((uint64_t)1 << i) - 1);
        if (a.hi >> i & 1 && x >= a.lo && ones(x) > best) best = ones(x);
    }
    return best;
}

struct num_range num_piece_popcount(unsigned bits, struct num_piece a) {
    return num_range_arc(bits, fewest_ones(bits, a), most_ones(bits, a));
}

struct num_range num_piece_clz(unsigned bits, struct num_piece a) {
    return num_range_arc(bits, (uint64_t)num_unary(NUM_CLZ, bits, a.hi), (uint64_t)num_unary(NUM_CLZ, bits, a.lo));
}

// Of two neighbours one is odd.  The most zeros are at the end of lo, or of hi cut off below the first bit in which it differs from lo.
struct num_range num_piece_ctz(unsigned bits, struct num_piece a) {
    uint64_t of_lo = (uint64_t)num_unary(NUM_CTZ, bits, a.lo);
    if (a.lo == a.hi) return num_range_const(bits, of_lo);
    uint64_t top = 63 - (uint64_t)__builtin_clzll(a.lo ^ a.hi);
    return num_range_arc(bits, 0, of_lo > top ? of_lo : top);
}

// ---- funnel shifts -----------------------------------------------------------------------------------------------------------------

static struct num_range funnel(struct num_range a, struct num_range b, struct num_range c, bool left) {
    num_word x, y, n;
    assert(a.bits == b.bits && a.bits == c.bits);
    if (num_range_is_empty(a) || num_range_is_empty(b) || num_range_is_empty(c)) return num_range_empty(a.bits);
    if (!num_range_is_const(c, &n)) return num_range_full(a.bits);
    if (n % a.bits == 0) return left ? a : b;
    if (!num_range_is_const(a, &x) || !num_range_is_const(b, &y)) return num_range_full(a.bits);
    return num_range_const(a.bits, left ? num_fshl(a.bits, x, y, n) : num_fshr(a.bits, x, y, n));
}

struct num_range num_range_fshl(struct num_range a, struct num_range b, struct num_range c) {
    return funnel(a, b, c, true);
}

struct num_range num_range_fshr(struct num_range a, struct num_range b, struct num_range c) {
    return funnel(a, b, c, false);
}
