// SPDX-License-Identifier: MIT
#include "num/num_word.h"

#include <assert.h>
#include <stdlib.h>

const char *const num_binary_names[NUM_N_BINARY] = {
#define BINARY(name, text) text,
#include "num/num_ops.def"
};
const char *const num_unary_names[NUM_N_UNARY] = {
#define UNARY(name, text) text,
#include "num/num_ops.def"
};
const char *const num_test_names[NUM_N_TEST] = {
#define TEST(name, text) text,
#include "num/num_ops.def"
};

static bool is_word(unsigned bits, num_word x) {
    return bits >= 1 && bits <= NUM_MAX_BITS && num_wrap(bits, x) == x;
}

static bool less(unsigned bits, num_word a, num_word b) {
    return num_signed(bits, a) < num_signed(bits, b);
}

// The sum a + b leaves the signed range exactly when both have one sign and the result has the other.
static bool sum_overflows(unsigned bits, num_word a, num_word b) {
    return num_negative(bits, ~(a ^ b) & (a ^ (a + b)));
}

static bool difference_overflows(unsigned bits, num_word a, num_word b) {
    return num_negative(bits, (a ^ b) & (a ^ (a - b)));
}

static bool product_overflows(unsigned bits, num_word a, num_word b, num_word limit) {
    num_word r;
    return __builtin_mul_overflow(a, b, &r) || r > limit || r > num_mask(bits);
}

// On magnitudes, since not every runtime library can multiply signed 128-bit numbers and report overflow.
static bool signed_product_overflows(unsigned bits, num_word a, num_word b) {
    bool negative = num_negative(bits, a) != num_negative(bits, b);
    num_word limit = negative ? num_sign_bit(bits) : num_sign_bit(bits) - 1;
    return product_overflows(bits, num_magnitude(bits, a), num_magnitude(bits, b), limit);
}

bool num_test(enum num_test op, unsigned bits, num_word a, num_word b) {
    assert(is_word(bits, a) && is_word(bits, b));
    switch (op) {
    case NUM_EQ: return a == b;
    case NUM_NE: return a != b;
    case NUM_ULT: return a < b;
    case NUM_ULE: return a <= b;
    case NUM_SLT: return less(bits, a, b);
    case NUM_SLE: return !less(bits, b, a);
    case NUM_UADDO: return b > num_mask(bits) - a;
    case NUM_SADDO: return sum_overflows(bits, a, b);
    case NUM_USUBO: return a < b;
    case NUM_SSUBO: return difference_overflows(bits, a, b);
    case NUM_UMULO: return product_overflows(bits, a, b, num_mask(bits));
    case NUM_SMULO: return signed_product_overflows(bits, a, b);
    case NUM_N_TEST: break;
    }
    abort();
}

static num_word signed_quotient(unsigned bits, num_word a, num_word b) {
    num_word q = num_magnitude(bits, a) / num_magnitude(bits, b);
    return num_negative(bits, a ^ b) ? -q : q;
}

// The remainder has the sign of the dividend.
static num_word signed_remainder(unsigned bits, num_word a, num_word b) {
    num_word r = num_magnitude(bits, a) % num_magnitude(bits, b);
    return num_negative(bits, a) ? -r : r;
}

static num_word arithmetic_shift(unsigned bits, num_word a, num_word n) {
    num_word sign = num_negative(bits, a) ? num_mask(bits) : 0;
    return n ? a >> n | sign << (bits - (unsigned)n) : a;
}

static num_word saturate(unsigned bits, bool overflows, bool low, num_word r) {
    num_word least = num_sign_bit(bits);
    return !overflows ? r : low ? least : least - 1;
}

static bool divide(enum num_binary op, unsigned bits, num_word a, num_word b, num_word *r) {
    *r = 0;
    if (!b) return false;
    switch (op) {
    case NUM_UDIV: *r = a / b; return true;
    case NUM_UREM: *r = a % b; return true;
    case NUM_SDIV: *r = num_wrap(bits, signed_quotient(bits, a, b)); break;
    default: *r = num_wrap(bits, signed_remainder(bits, a, b)); break;
    }
    return !(a == num_sign_bit(bits) && b == num_mask(bits));
}

static bool shift(enum num_binary op, unsigned bits, num_word a, num_word b, num_word *r) {
    *r = 0;
    if (b >= bits) return false;
    *r = num_wrap(bits, op == NUM_SHL ? a << b : op == NUM_LSHR ? a >> b : arithmetic_shift(bits, a, b));
    return true;
}

static num_word total(enum num_binary op, unsigned bits, num_word a, num_word b) {
    bool negative = num_negative(bits, a);
    switch (op) {
    case NUM_ADD: return a + b;
    case NUM_SUB: return a - b;
    case NUM_MUL: return a * b;
    case NUM_AND: return a & b;
    case NUM_OR: return a | b;
    case NUM_XOR: return a ^ b;
    case NUM_UMIN: return a < b ? a : b;
    case NUM_UMAX: return a < b ? b : a;
    case NUM_SMIN: return less(bits, a, b) ? a : b;
    case NUM_SMAX: return less(bits, a, b) ? b : a;
    case NUM_UADDSAT: return b > num_mask(bits) - a ? num_mask(bits) : a + b;
    case NUM_USUBSAT: return a < b ? 0 : a - b;
    case NUM_SADDSAT: return saturate(bits, sum_overflows(bits, a, b), negative, a + b);
    case NUM_SSUBSAT: return saturate(bits, difference_overflows(bits, a, b), negative, a - b);
    default: abort();
    }
}

bool num_binary(enum num_binary op, unsigned bits, num_word a, num_word b, num_word *r) {
    assert(is_word(bits, a) && is_word(bits, b));
    switch (op) {
    case NUM_UDIV:
    case NUM_SDIV:
    case NUM_UREM:
    case NUM_SREM: return divide(op, bits, a, b, r);
    case NUM_SHL:
    case NUM_LSHR:
    case NUM_ASHR: return shift(op, bits, a, b, r);
    default: *r = num_wrap(bits, total(op, bits, a, b)); return true;
    }
}

// Reverses the order of groups of `group` bits.
static num_word reverse(unsigned bits, unsigned group, num_word a) {
    num_word r = 0;
    for (unsigned i = 0; i < bits; i += group, a >>= group) r = r << group | (a & num_mask(group));
    return r;
}

static unsigned ones(num_word a) {
    return (unsigned)(__builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64)));
}

static unsigned leading_zeros(unsigned bits, num_word a) {
    unsigned n = 0;
    while (n < bits && !(a >> (bits - 1 - n) & 1)) n++;
    return n;
}

static unsigned trailing_zeros(unsigned bits, num_word a) {
    unsigned n = 0;
    while (n < bits && !(a >> n & 1)) n++;
    return n;
}

num_word num_unary(enum num_unary op, unsigned bits, num_word a) {
    assert(is_word(bits, a));
    switch (op) {
    case NUM_NEG: return num_wrap(bits, -a);
    case NUM_NOT: return num_wrap(bits, ~a);
    case NUM_ABS: return num_magnitude(bits, a);
    case NUM_BSWAP: assert(bits % 8 == 0); return reverse(bits, 8, a);
    case NUM_BITREV: return reverse(bits, 1, a);
    case NUM_POPCOUNT: return ones(a);
    case NUM_CLZ: return leading_zeros(bits, a);
    case NUM_CTZ: return trailing_zeros(bits, a);
    case NUM_N_UNARY: break;
    }
    abort();
}

num_word num_fshl(unsigned bits, num_word a, num_word b, num_word c) {
    assert(is_word(bits, a) && is_word(bits, b) && is_word(bits, c));
    unsigned n = (unsigned)(c % bits);
    return n ? num_wrap(bits, a << n | b >> (bits - n)) : a;
}

num_word num_fshr(unsigned bits, num_word a, num_word b, num_word c) {
    assert(is_word(bits, a) && is_word(bits, b) && is_word(bits, c));
    unsigned n = (unsigned)(c % bits);
    return n ? num_wrap(bits, a << (bits - n) | b >> n) : b;
}
