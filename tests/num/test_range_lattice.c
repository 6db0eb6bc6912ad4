// SPDX-License-Identifier: MIT
// Ranges as a lattice: order, union, intersection, widening on all pairs of 4 bits; and random ranges of every width up to 128 bits,
// whose members' results must be members of the results.
#include "num/num_range.h"

#include "ranges.h"

static struct num_range all[RANGES_OF_4_BITS];

static int make_all(void **state) {
    (void)state;
    return all_ranges(4, all) != RANGES_OF_4_BITS;
}

static void every_range_means_what_membership_and_hulls_say(void **state) {
    (void)state;
    struct num_range *of_8 = calloc(RANGES_OF_8_BITS, sizeof *of_8);
    all_ranges(8, of_8);
    for (unsigned i = 0; i < RANGES_OF_8_BITS; i += i < 600 ? 1 : 37) {
        struct set s = set_of(of_8[i]);
        unsigned size = 0;
        int least = 1000, most = -1000, umost = -1000, uleast = 1000;
        for (int x = 0; x < 256; x++) {
            assert_int_equal(num_range_has(of_8[i], (num_word)x), set_has(&s, (unsigned)x));
            if (!set_has(&s, (unsigned)x)) continue;
            int y = x < 128 ? x : x - 256;
            size++;
            least = y < least ? y : least, most = y > most ? y : most;
            uleast = x < uleast ? x : uleast, umost = x > umost ? x : umost;
        }
        assert_int_equal((unsigned)num_range_size(of_8[i]), size);
        assert_true(num_range_valid(of_8[i]));
        if (!size) continue;
        assert_true(num_range_smin(of_8[i]) == least && num_range_smax(of_8[i]) == most);
        assert_true(num_range_umin(of_8[i]) == (unsigned)uleast && num_range_umax(of_8[i]) == (unsigned)umost);
    }
    free(of_8);
}

static void unsigned_and_signed_intervals_are_exact(void **state) {
    (void)state;
    for (int lo = -150; lo < 300; lo++)
        for (int hi = lo - 3; hi < 300; hi += 7) {
            struct num_range s = num_range_signed(8, lo, hi);
            for (int x = -128; x < 128; x += 3) assert_int_equal(num_range_has(s, (num_word)(x & 255)), lo <= x && x <= hi);
            if (lo < 0 || hi < 0) continue;
            struct num_range u = num_range_unsigned(8, (uint64_t)lo, (uint64_t)hi);
            for (int x = 0; x < 256; x += 3) assert_int_equal(num_range_has(u, (num_word)x), lo <= x && x <= hi);
        }
    assert_true(num_range_same(num_range_signed(64, INT64_MIN, INT64_MAX), num_range_full(64)));
    assert_true(num_range_same(num_range_signed(8, -1, 1), num_range_arc(8, 255, 1)));
}

static void order_union_and_intersection_on_all_pairs_of_4_bits(void **state) {
    (void)state;
    for (unsigned i = 0; i < RANGES_OF_4_BITS; i++)
        for (unsigned k = 0; k < RANGES_OF_4_BITS; k++) {
            struct set a = set_of(all[i]), b = set_of(all[k]), both = a, common;
            set_join(&both, &b);
            for (int w = 0; w < 4; w++) common.w[w] = a.w[w] & b.w[w];
            assert_int_equal(num_range_leq(all[i], all[k]), set_leq(&a, &b));
            struct num_range j = num_range_join(all[i], all[k]), m = num_range_meet(all[i], all[k]);
            struct set sj = set_of(j), sm = set_of(m);
            assert_true(num_range_valid(j) && set_leq(&both, &sj) && num_range_size(j) == set_arc_size(&both, 4));
            assert_true(num_range_valid(m) && set_leq(&common, &sm) && num_range_size(m) == set_arc_size(&common, 4));
            assert_true(num_range_same(j, num_range_join(all[k], all[i])) && num_range_same(m, num_range_meet(all[k], all[i])));
            struct num_range t = num_range_select(NUM_TRUE, all[i], all[k]), f = num_range_select(NUM_FALSE, all[i], all[k]);
            assert_true(num_range_same(t, all[i]) && num_range_same(f, all[k]));
            assert_true(num_range_same(j, num_range_select(NUM_MAYBE, all[i], all[k])));
        }
}

static void of_two_best_unions_the_one_that_does_not_cross_zero(void **state) {
    (void)state;
    assert_true(num_range_same(num_range_join(num_range_const(8, 0), num_range_const(8, 128)), num_range_arc(8, 0, 128)));
    assert_true(num_range_same(num_range_join(num_range_const(8, 255), num_range_const(8, 1)), num_range_arc(8, 255, 1)));
}

// ---- widening ----------------------------------------------------------------------------------------------------------------------

static void widening_holds_both_on_all_pairs_of_4_bits(void **state) {
    (void)state;
    const int64_t thresholds[] = {-3, 2, 5, 300};
    for (unsigned i = 0; i < RANGES_OF_4_BITS; i++)
        for (unsigned k = 0; k < RANGES_OF_4_BITS; k++) {
            struct num_range w = num_range_widen(all[i], all[k], thresholds, 4);
            assert_true(num_range_valid(w) && num_range_leq(all[i], w) && num_range_leq(all[k], w));
            if (num_range_leq(all[k], all[i])) assert_true(num_range_same(w, all[i]));
        }
}

static struct num_range random_range(unsigned bits, uint64_t *seed) {
    uint64_t lo = next_random(seed), length = next_random(seed);
    if (bits > 64) return lo % 3 ? num_range_const(bits, (num_word)lo << 64 | length) : num_range_full(bits);
    length >>= length % 64;
    if (lo % 5 == 0) lo = (uint64_t)num_mask(bits) - length / 2;  // around zero
    if (lo % 7 == 0) lo = (uint64_t)num_sign_bit(bits) - length / 2;
    return num_range_arc(bits, lo, lo + length);
}

static void widening_sequences_end(void **state) {
    (void)state;
    const int64_t thresholds[] = {-100, -1, 1, 10, 16, 1000, INT64_MAX};
    uint64_t seed = 17;
    for (int round = 0; round < 3000; round++) {
        unsigned bits = 1 + (unsigned)(next_random(&seed) % 70), changes = 0;
        struct num_range a = num_range_empty(bits);
        for (int i = 0; i < 60; i++) {
            struct num_range b = i < 40 ? num_range_const(bits, next_random(&seed)) : random_range(bits, &seed);
            struct num_range w = num_range_widen(a, b, thresholds, 7);
            assert_true(num_range_leq(a, w) && num_range_leq(b, w));
            changes += !num_range_same(a, w);
            a = w;
        }
        assert_true(changes <= 2 * (7 + 2) + 2);
    }
}

// A counter from 0 upwards, one by one, and one downwards.
static void widening_stops_at_thresholds_then_at_the_ends_of_the_line(void **state) {
    (void)state;
    const int64_t thresholds[] = {10, 100};
    struct num_range up = num_range_const(32, 0), down = up;
    const uint64_t stops[] = {10, 100, INT32_MAX, UINT32_MAX};
    for (int i = 0; i < 4; i++) {
        up = num_range_widen(up, num_range_binary(NUM_ADD, up, num_range_const(32, 1)), thresholds, 2);
        assert_true(i == 3 ? num_range_is_full(up) : up.lo == 0 && up.hi == stops[i]);
    }
    down = num_range_widen(down, num_range_binary(NUM_SUB, down, num_range_const(32, 1)), thresholds, 2);
    assert_true(num_range_smin(down) == INT32_MIN && num_range_smax(down) == 0);
}

// ---- every width -------------------------------------------------------------------------------------------------------------------

static num_word random_member(struct num_range a, uint64_t *seed) {
    num_word x = 0;
    uint64_t r = next_random(seed);
    if (num_range_is_const(a, &x)) return x;
    if (num_range_is_full(a)) return num_wrap(a.bits, (num_word)r << 64 | next_random(seed));
    return r % 4 == 0 ? a.lo : r % 4 == 1 ? a.hi : num_wrap(a.bits, a.lo + r % num_range_size(a));
}

static bool allowed(enum num_binary op, unsigned bits, num_word x, num_word y, struct num_range r) {
    num_word z;
    bool defined = num_binary(op, bits, x, y, &z), shift = op == NUM_SHL || op == NUM_LSHR || op == NUM_ASHR;
    if (!defined && shift) return num_range_is_full(r);
    return (!defined && !y) || num_range_has(r, z);
}

static void check_members(struct num_range a, struct num_range b, uint64_t *seed) {
    num_word x = random_member(a, seed), y = random_member(b, seed);
    assert_true(num_range_has(a, x) && num_range_has(b, y));
    for (int op = 0; op < NUM_N_BINARY; op++) {
        struct num_range r = num_range_binary((enum num_binary)op, a, b);
        if (!num_range_valid(r) || !allowed((enum num_binary)op, a.bits, x, y, r)) fail_msg("%s of %u bits", num_binary_names[op], a.bits);
    }
    for (int op = 0; op < NUM_N_UNARY; op++) {
        if (op == NUM_BSWAP && a.bits % 8) continue;
        struct num_range r = num_range_unary((enum num_unary)op, a);
        if (!num_range_valid(r) || !num_range_has(r, num_unary((enum num_unary)op, a.bits, x)))
            fail_msg("%s of %u bits", num_unary_names[op], a.bits);
    }
    for (int op = 0; op < NUM_N_TEST; op++) {
        bool t = num_test((enum num_test)op, a.bits, x, y);
        assert_true(num_range_test((enum num_test)op, a, b) & (t ? NUM_TRUE : NUM_FALSE));
        struct num_range c = a, d = b;
        num_range_refine((enum num_test)op, t, &c, &d);
        assert_true(num_range_valid(c) && num_range_valid(d) && num_range_has(c, x) && num_range_has(d, y));
    }
}

static void check_changes_of_width(struct num_range a, uint64_t *seed) {
    num_word x = random_member(a, seed);
    unsigned more = a.bits + (unsigned)(next_random(seed) % (NUM_MAX_BITS + 1 - a.bits)), less = 1 + (unsigned)(next_random(seed) % a.bits);
    assert_true(num_range_has(num_range_zext(a, more), x));
    assert_true(num_range_has(num_range_sext(a, more), num_sext(a.bits, more, x)));
    assert_true(num_range_has(num_range_trunc(a, less), num_wrap(less, x)));
    struct num_range none = num_range_empty(a.bits);
    assert_true(num_range_same(num_range_zext(none, more), num_range_empty(more)) && num_range_is_empty(num_range_trunc(none, less)));
}

static void members_of_random_ranges_of_every_width(void **state) {
    (void)state;
    uint64_t seed = 29;
    for (int round = 0; round < 12000; round++) {
        static const unsigned common[] = {8, 16, 32, 64};
        unsigned bits = round % 2 ? common[round / 2 % 4] : 1 + (unsigned)(next_random(&seed) % NUM_MAX_BITS);
        struct num_range a = random_range(bits, &seed), b = random_range(bits, &seed);
        check_members(a, next_random(&seed) % 3 ? b : num_range_const(bits, next_random(&seed) % 9), &seed);
        check_changes_of_width(a, &seed);
    }
}

static void funnel_shifts_know_constants(void **state) {
    (void)state;
    struct num_range a = num_range_const(8, 0x12), b = num_range_const(8, 0x34), any = num_range_arc(8, 3, 9);
    num_word x;
    assert_true(num_range_is_const(num_range_fshl(a, b, num_range_const(8, 4)), &x) && x == 0x23);
    assert_true(num_range_is_const(num_range_fshr(a, b, num_range_const(8, 12)), &x) && x == 0x23);
    assert_true(num_range_same(num_range_fshl(any, b, num_range_const(8, 16)), any));
    assert_true(num_range_same(num_range_fshr(b, any, num_range_const(8, 0)), any));
    assert_true(num_range_is_full(num_range_fshl(any, b, num_range_const(8, 1))) && num_range_is_full(num_range_fshl(a, b, any)));
    assert_true(num_range_is_empty(num_range_fshl(a, num_range_empty(8), any)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_range_means_what_membership_and_hulls_say),
        cmocka_unit_test(unsigned_and_signed_intervals_are_exact),
        cmocka_unit_test(order_union_and_intersection_on_all_pairs_of_4_bits),
        cmocka_unit_test(of_two_best_unions_the_one_that_does_not_cross_zero),
        cmocka_unit_test(widening_holds_both_on_all_pairs_of_4_bits),
        cmocka_unit_test(widening_sequences_end),
        cmocka_unit_test(widening_stops_at_thresholds_then_at_the_ends_of_the_line),
        cmocka_unit_test(members_of_random_ranges_of_every_width),
        cmocka_unit_test(funnel_shifts_know_constants),
    };
    return cmocka_run_group_tests(tests, make_all, NULL);
}
