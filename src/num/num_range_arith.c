// SPDX-License-Identifier: MIT
// Operators on ranges: piece by piece, by their bounds.
#include <assert.h>

#include "num/num_piece.h"
#include "num/num_range.h"

enum { NARROW = 64 };

typedef struct num_range (*pair_op)(unsigned bits, struct num_piece a, struct num_piece b);
typedef struct num_range (*single_op)(unsigned bits, struct num_piece a);

// ---- absolute values ---------------------------------------------------------------------------------------------------------------

struct magnitude {
    num_word lo, hi;
    bool negative;
};

static struct magnitude magnitude(unsigned bits, struct num_piece a) {
    if (!num_negative(bits, a.lo)) return (struct magnitude){a.lo, a.hi, false};
    return (struct magnitude){num_magnitude(bits, a.hi), num_magnitude(bits, a.lo), true};
}

static struct num_range span_of(unsigned bits, struct magnitude m) {
    return m.negative ? num_span(bits, -m.hi, -m.lo) : num_span(bits, m.lo, m.hi);
}

static num_word least(num_word a, num_word b) {
    return a < b ? a : b;
}

// ---- multiplication and division -------------------------------------------------------------------------------------------------------

// All products lie between the products of the bounds, read as unsigned and read as signed: the shorter of the two is kept.
static struct num_range multiply(unsigned bits, struct num_piece a, struct num_piece b) {
    struct magnitude x = magnitude(bits, a), y = magnitude(bits, b);
    struct num_range as_unsigned = num_span(bits, (num_word)a.lo * b.lo, (num_word)a.hi * b.hi);
    struct num_range as_signed = span_of(bits, (struct magnitude){x.lo * y.lo, x.hi * y.hi, x.negative != y.negative});
    return num_range_size(as_unsigned) <= num_range_size(as_signed) ? as_unsigned : as_signed;
}

// Division by zero has no result: zero is cut off the divisor.  False: nothing is left of it.
static bool cut_zero(struct magnitude *b) {
    if (!b->lo) b->lo = 1;
    return b->lo <= b->hi;
}

static struct num_range quotient(unsigned bits, struct magnitude a, struct magnitude b) {
    if (!cut_zero(&b)) return num_range_empty(bits);
    return span_of(bits, (struct magnitude){a.lo / b.hi, a.hi / b.lo, a.negative != b.negative});
}

static struct num_range rest(unsigned bits, struct magnitude a, struct magnitude b) {
    if (!cut_zero(&b)) return num_range_empty(bits);
    if (a.hi < b.lo) return span_of(bits, a);
    if (b.lo == b.hi && a.lo / b.lo == a.hi / b.lo) return span_of(bits, (struct magnitude){a.lo % b.lo, a.hi % b.lo, a.negative});
    return span_of(bits, (struct magnitude){0, least(a.hi, b.hi - 1), a.negative});
}

static struct magnitude plain(struct num_piece a) {
    return (struct magnitude){a.lo, a.hi, false};
}

static struct num_range unsigned_quotient(unsigned bits, struct num_piece a, struct num_piece b) {
    return quotient(bits, plain(a), plain(b));
}

static struct num_range signed_quotient(unsigned bits, struct num_piece a, struct num_piece b) {
    return quotient(bits, magnitude(bits, a), magnitude(bits, b));
}

static struct num_range unsigned_remainder(unsigned bits, struct num_piece a, struct num_piece b) {
    return rest(bits, plain(a), plain(b));
}

static struct num_range signed_remainder(unsigned bits, struct num_piece a, struct num_piece b) {
    return rest(bits, magnitude(bits, a), magnitude(bits, b));
}

// ---- minima, maxima, saturation: monotone in both arguments -----------------------------------------------------------------------------

static struct num_range ends(unsigned bits, enum num_binary op, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    num_word lo, hi;
    num_binary(op, bits, a, b, &lo);
    num_binary(op, bits, c, d, &hi);
    return num_range_arc(bits, (uint64_t)lo, (uint64_t)hi);
}

#define RISING(name, op)                                                                                                                   \
    static struct num_range name(unsigned bits, struct num_piece a, struct num_piece b) {                                                  \
        return ends(bits, op, a.lo, b.lo, a.hi, b.hi);                                                                                     \
    }
// Falling in the second argument.
#define FALLING(name, op)                                                                                                                  \
    static struct num_range name(unsigned bits, struct num_piece a, struct num_piece b) {                                                  \
        return ends(bits, op, a.lo, b.hi, a.hi, b.lo);                                                                                     \
    }
RISING(unsigned_minimum, NUM_UMIN)
RISING(unsigned_maximum, NUM_UMAX)
RISING(signed_minimum, NUM_SMIN)
RISING(signed_maximum, NUM_SMAX)
RISING(unsigned_saturating_sum, NUM_UADDSAT)
RISING(signed_saturating_sum, NUM_SADDSAT)
FALLING(unsigned_saturating_difference, NUM_USUBSAT)
FALLING(signed_saturating_difference, NUM_SSUBSAT)

// ---- whole arcs --------------------------------------------------------------------------------------------------------------------

static struct num_range add(struct num_range a, struct num_range b) {
    if (num_range_is_full(a) || num_range_is_full(b)) return num_range_full(a.bits);
    num_word lo = (num_word)a.lo + b.lo;
    return num_span(a.bits, lo, lo + (num_range_size(a) - 1) + (num_range_size(b) - 1));
}

static struct num_range negate(struct num_range a) {
    return a.kind == NUM_ARC ? num_range_arc(a.bits, -a.hi, -a.lo) : a;
}

static struct num_range complement(struct num_range a) {
    return a.kind == NUM_ARC ? num_range_arc(a.bits, ~a.hi, ~a.lo) : a;
}

static struct num_range absolute(unsigned bits, struct num_piece a) {
    struct magnitude m = magnitude(bits, a);
    return num_span(bits, m.lo, m.hi);
}

// ---- by table ----------------------------------------------------------------------------------------------------------------------

static const pair_op on_pieces[NUM_N_BINARY] = {
    [NUM_MUL] = multiply,
    [NUM_UDIV] = unsigned_quotient,
    [NUM_SDIV] = signed_quotient,
    [NUM_UREM] = unsigned_remainder,
    [NUM_SREM] = signed_remainder,
    [NUM_LSHR] = num_piece_lshr,
    [NUM_ASHR] = num_piece_ashr,
    [NUM_AND] = num_piece_and,
    [NUM_OR] = num_piece_or,
    [NUM_XOR] = num_piece_xor,
    [NUM_UMIN] = unsigned_minimum,
    [NUM_UMAX] = unsigned_maximum,
    [NUM_SMIN] = signed_minimum,
    [NUM_SMAX] = signed_maximum,
    [NUM_UADDSAT] = unsigned_saturating_sum,
    [NUM_SADDSAT] = signed_saturating_sum,
    [NUM_USUBSAT] = unsigned_saturating_difference,
    [NUM_SSUBSAT] = signed_saturating_difference,
};

static struct num_range pairwise(pair_op op, struct num_range a, struct num_range b) {
    struct num_piece x[NUM_MAX_PIECES], y[NUM_MAX_PIECES];
    struct num_range sets[NUM_MAX_PIECES * NUM_MAX_PIECES];
    unsigned n = num_split(a, x), m = num_split(b, y);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < m; k++) sets[i * m + k] = op(a.bits, x[i], y[k]);
    return num_cover(a.bits, sets, n * m);
}

static bool is_shift(enum num_binary op) {
    return op == NUM_SHL || op == NUM_LSHR || op == NUM_ASHR;
}

static bool is_division(enum num_binary op) {
    return op == NUM_UDIV || op == NUM_SDIV || op == NUM_UREM || op == NUM_SREM;
}

static struct num_range of_constants(enum num_binary op, unsigned bits, num_word a, num_word b) {
    num_word r;
    bool defined = num_binary(op, bits, a, b, &r);
    if (!defined && is_shift(op)) return num_range_full(bits);
    if (!defined && is_division(op) && !b) return num_range_empty(bits);
    return num_range_const(bits, r);
}

struct num_range num_range_binary(enum num_binary op, struct num_range a, struct num_range b) {
    num_word x, y;
    assert(a.bits == b.bits && num_range_valid(a) && num_range_valid(b));
    if (num_range_is_empty(a) || num_range_is_empty(b)) return num_range_empty(a.bits);
    if (num_range_is_const(a, &x) && num_range_is_const(b, &y)) return of_constants(op, a.bits, x, y);
    if (a.bits > NARROW) return num_range_full(a.bits);
    if (is_shift(op) && num_range_umax(b) >= b.bits) return num_range_full(a.bits);
    switch (op) {
    case NUM_ADD: return add(a, b);
    case NUM_SUB: return add(a, negate(b));
    case NUM_SHL: return num_range_shl(a, b);
    default: return pairwise(on_pieces[op], a, b);
    }
}

static struct num_range each(single_op op, struct num_range a) {
    struct num_piece x[NUM_MAX_PIECES];
    struct num_range sets[NUM_MAX_PIECES];
    unsigned n = num_split(a, x);
    for (unsigned i = 0; i < n; i++) sets[i] = op(a.bits, x[i]);
    return num_cover(a.bits, sets, n);
}

struct num_range num_range_unary(enum num_unary op, struct num_range a) {
    num_word x;
    assert(num_range_valid(a));
    if (num_range_is_empty(a)) return a;
    if (num_range_is_const(a, &x)) return num_range_const(a.bits, num_unary(op, a.bits, x));
    if (a.bits > NARROW) return num_range_full(a.bits);
    switch (op) {
    case NUM_NEG: return negate(a);
    case NUM_NOT: return complement(a);
    case NUM_ABS: return each(absolute, a);
    case NUM_POPCOUNT: return each(num_piece_popcount, a);
    case NUM_CLZ: return each(num_piece_clz, a);
    case NUM_CTZ: return each(num_piece_ctz, a);
    default: return num_range_full(a.bits);
    }
}
