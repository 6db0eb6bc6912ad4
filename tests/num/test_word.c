// SPDX-License-Identifier: MIT
// Arithmetic modulo 2^n is what the definitions say: exhaustively for all widths up to 8 against plain integers, and against the
// compiler's own arithmetic for 16, 32, 64 and 128 bits.
#include "num/num_word.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static int as_signed(unsigned bits, int x) {
    return x >= 1 << (bits - 1) ? x - (1 << bits) : x;
}

static int clamp(int x, int lo, int hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

// The definition of each operator on plain integers; INT32_MIN where there is no result.
static int expected_binary(enum num_binary op, unsigned bits, int a, int b) {
    int max = (1 << bits) - 1, smax = max >> 1, smin = -smax - 1;
    int s = as_signed(bits, a), t = as_signed(bits, b);
    switch (op) {
    case NUM_ADD: return a + b;
    case NUM_SUB: return a - b;
    case NUM_MUL: return a * b;
    case NUM_UDIV: return b ? a / b : INT32_MIN;
    case NUM_SDIV: return !b || (s == smin && t == -1) ? INT32_MIN : s / t;
    case NUM_UREM: return b ? a % b : INT32_MIN;
    case NUM_SREM: return !b || (s == smin && t == -1) ? INT32_MIN : s % t;
    case NUM_SHL: return b < (int)bits ? a << b : INT32_MIN;
    case NUM_LSHR: return b < (int)bits ? a >> b : INT32_MIN;
    case NUM_ASHR: return b < (int)bits ? (s - (s & ((1 << b) - 1))) / (1 << b) : INT32_MIN;
    case NUM_AND: return a & b;
    case NUM_OR: return a | b;
    case NUM_XOR: return a ^ b;
    case NUM_UMIN: return a < b ? a : b;
    case NUM_UMAX: return a > b ? a : b;
    case NUM_SMIN: return s < t ? s : t;
    case NUM_SMAX: return s > t ? s : t;
    case NUM_UADDSAT: return clamp(a + b, 0, max);
    case NUM_USUBSAT: return clamp(a - b, 0, max);
    case NUM_SADDSAT: return clamp(s + t, smin, smax);
    case NUM_SSUBSAT: return clamp(s - t, smin, smax);
    case NUM_N_BINARY: break;
    }
    fail();
    return 0;
}

static bool expected_test(enum num_test op, unsigned bits, int a, int b) {
    int max = (1 << bits) - 1, smax = max >> 1, smin = -smax - 1;
    int s = as_signed(bits, a), t = as_signed(bits, b);
    switch (op) {
    case NUM_EQ: return a == b;
    case NUM_NE: return a != b;
    case NUM_ULT: return a < b;
    case NUM_ULE: return a <= b;
    case NUM_SLT: return s < t;
    case NUM_SLE: return s <= t;
    case NUM_UADDO: return a + b > max;
    case NUM_SADDO: return s + t > smax || s + t < smin;
    case NUM_USUBO: return a - b < 0;
    case NUM_SSUBO: return s - t > smax || s - t < smin;
    case NUM_UMULO: return a * b > max;
    case NUM_SMULO: return s * t > smax || s * t < smin;
    case NUM_N_TEST: break;
    }
    fail();
    return false;
}

static void check_pair(unsigned bits, int a, int b) {
    for (int op = 0; op < NUM_N_BINARY; op++) {
        num_word r;
        bool defined = num_binary((enum num_binary)op, bits, (num_word)a, (num_word)b, &r);
        int e = expected_binary((enum num_binary)op, bits, a, b);
        if (defined != (e != INT32_MIN)) fail_msg("%s of %d bits, %d and %d: defined?", num_binary_names[op], bits, a, b);
        if (defined && r != ((unsigned)e & num_mask(bits)))
            fail_msg("%s of %d bits, %d and %d: %d, not %d", num_binary_names[op], bits, a, b, (int)r, e);
    }
    for (int op = 0; op < NUM_N_TEST; op++)
        if (num_test((enum num_test)op, bits, (num_word)a, (num_word)b) != expected_test((enum num_test)op, bits, a, b))
            fail_msg("%s of %d bits, %d and %d", num_test_names[op], bits, a, b);
}

static void binary_operators_and_tests_up_to_8_bits(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= 8; bits++)
        for (int a = 0; a < 1 << bits; a++)
            for (int b = 0; b < 1 << bits; b++) check_pair(bits, a, b);
}

static int bit_of(int x, int i) {
    return x >> i & 1;
}

static void check_unary(int bits, int a) {
    int reversed = 0, ones = 0, leading = 0, trailing = 0;
    for (int i = 0; i < bits; i++) reversed |= bit_of(a, i) << (bits - 1 - i), ones += bit_of(a, i);
    while (leading < bits && !bit_of(a, bits - 1 - leading)) leading++;
    while (trailing < bits && !bit_of(a, trailing)) trailing++;
    int s = as_signed((unsigned)bits, a), mask = (1 << bits) - 1;
    int expected[NUM_N_UNARY] = {[NUM_NEG] = -a & mask, [NUM_NOT] = ~a & mask,   [NUM_ABS] = (s < 0 ? -s : s) & mask,
                                 [NUM_BSWAP] = a,       [NUM_BITREV] = reversed, [NUM_POPCOUNT] = ones,
                                 [NUM_CLZ] = leading,   [NUM_CTZ] = trailing};
    for (int op = 0; op < NUM_N_UNARY; op++) {
        if (op == NUM_BSWAP && bits != 8) continue;
        int r = (int)num_unary((enum num_unary)op, (unsigned)bits, (num_word)a);
        if (r != expected[op]) fail_msg("%s of %d bits, %d: %d, not %d", num_unary_names[op], bits, a, r, expected[op]);
    }
}

static void unary_operators_up_to_8_bits(void **state) {
    (void)state;
    for (int bits = 1; bits <= 8; bits++)
        for (int a = 0; a < 1 << bits; a++) check_unary(bits, a);
}

static void funnel_shifts_up_to_5_bits(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= 5; bits++)
        for (unsigned x = 0; x < 1u << (3 * bits); x++) {
            unsigned mask = (1u << bits) - 1, a = x & mask, b = x >> bits & mask, c = x >> (2 * bits), n = c % bits;
            unsigned pair = a << bits | b;
            assert_int_equal((unsigned)num_fshl(bits, a, b, c), (pair << n) >> bits & mask);
            assert_int_equal((unsigned)num_fshr(bits, a, b, c), (pair >> n) & mask);
        }
}

static void casts_up_to_8_bits(void **state) {
    (void)state;
    for (unsigned from = 1; from <= 8; from++)
        for (unsigned to = 1; to <= 8; to++)
            for (unsigned a = 0; a < 1u << from; a++) {
                assert_int_equal((unsigned)num_zext(from, to, a), a & ((1u << to) - 1));
                assert_int_equal((unsigned)num_sext(from, to, a), (unsigned)as_signed(from, (int)a) & ((1u << to) - 1));
            }
}

static uint64_t next(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}

// Corner values and random ones.
static uint64_t sample(uint64_t *seed) {
    static const uint64_t corner[] = {0, 1, 2, UINT64_MAX, (uint64_t)1 << 63, ((uint64_t)1 << 63) - 1, (uint64_t)1 << 31, 0xffffffffu};
    uint64_t r = next(seed);
    return r % 3 ? corner[r / 3 % 8] : next(seed) >> (r / 3 % 64);
}

static num_word apply(enum num_binary op, unsigned bits, num_word a, num_word b) {
    num_word r;
    num_binary(op, bits, a, b, &r);
    return r;
}

#define CHECK_NATIVE(bits, U, S)                                                                                                           \
    do {                                                                                                                                   \
        U a = (U)x, b = (U)y;                                                                                                              \
        S s = (S)a, t = (S)b, r;                                                                                                           \
        assert_true(apply(NUM_MUL, bits, a, b) == (U)((unsigned __int128)a * b));                                                          \
        assert_true(apply(NUM_SMIN, bits, a, b) == (U)(s < t ? s : t));                                                                    \
        assert_true(num_test(NUM_SLT, bits, a, b) == (s < t));                                                                             \
        assert_true(num_test(NUM_SADDO, bits, a, b) == __builtin_add_overflow(s, t, &r));                                                  \
        assert_true(num_test(NUM_SSUBO, bits, a, b) == __builtin_sub_overflow(s, t, &r));                                                  \
        if (bits <= 64) assert_true(num_test(NUM_SMULO, bits, a, b) == __builtin_mul_overflow((int64_t)s, (int64_t)t, &r));                \
        if (b) assert_true(apply(NUM_UDIV, bits, a, b) == a / b && apply(NUM_UREM, bits, a, b) == a % b);                                  \
        if (b && t != -1) assert_true(apply(NUM_SDIV, bits, a, b) == (U)(s / t) && apply(NUM_SREM, bits, a, b) == (U)(s % t));             \
        assert_true(apply(NUM_ASHR, bits, a, y % bits) == (U)(s >> y % bits));                                                             \
    } while (0)

static void wide_operators_agree_with_the_compiler(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        num_word x = (num_word)sample(&seed) << 64 | sample(&seed), y = (num_word)sample(&seed) << 64 | sample(&seed);
        CHECK_NATIVE(16, uint16_t, int16_t);
        CHECK_NATIVE(32, uint32_t, int32_t);
        CHECK_NATIVE(64, uint64_t, int64_t);
        CHECK_NATIVE(128, num_word, num_sword);
    }
}

static void products_of_128_bits_overflow_at_the_limit(void **state) {
    (void)state;
    num_word least = num_sign_bit(128), one = 1, minus = num_mask(128);
    assert_true(num_test(NUM_SMULO, 128, least, minus));
    assert_false(num_test(NUM_SMULO, 128, least, one));
    assert_false(num_test(NUM_SMULO, 128, one << 63, num_wrap(128, -(one << 64))));
    assert_true(num_test(NUM_SMULO, 128, one << 63, one << 64));
    assert_true(num_test(NUM_UMULO, 128, one << 64, one << 64));
    assert_false(num_test(NUM_UMULO, 128, one << 64, (one << 64) - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_operators_and_tests_up_to_8_bits),
        cmocka_unit_test(unary_operators_up_to_8_bits),
        cmocka_unit_test(funnel_shifts_up_to_5_bits),
        cmocka_unit_test(casts_up_to_8_bits),
        cmocka_unit_test(wide_operators_agree_with_the_compiler),
        cmocka_unit_test(products_of_128_bits_overflow_at_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
