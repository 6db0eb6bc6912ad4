// SPDX-License-Identifier: MIT
// Ranges against sets of numbers: every operator on all pairs of ranges of 4 bits, on all ranges of 8 bits (unary operators and casts),
// on all constants and a sample of pairs of ranges of 8 bits (binary ones).  Sound always; exact or best where the header says so.
#include "num/num_range.h"

#include "ranges.h"

enum claim { SOUND, BEST_BY_CONSTANT, BEST, EXACT };

static const enum claim binary_claims[NUM_N_BINARY] = {
    [NUM_ADD] = EXACT,
    [NUM_SUB] = EXACT,
    [NUM_UDIV] = BEST_BY_CONSTANT,
    [NUM_SDIV] = BEST_BY_CONSTANT,
    [NUM_SHL] = BEST_BY_CONSTANT,
    [NUM_LSHR] = BEST_BY_CONSTANT,
    [NUM_ASHR] = BEST_BY_CONSTANT,
    [NUM_AND] = BEST,
    [NUM_OR] = BEST,
    [NUM_UMIN] = BEST,
    [NUM_UMAX] = BEST,
    [NUM_SMIN] = BEST,
    [NUM_SMAX] = BEST,
    [NUM_UADDSAT] = BEST,
    [NUM_SADDSAT] = BEST,
    [NUM_USUBSAT] = BEST,
    [NUM_SSUBSAT] = BEST,
};
static const enum claim unary_claims[NUM_N_UNARY] = {
    [NUM_NEG] = EXACT, [NUM_NOT] = EXACT, [NUM_ABS] = BEST, [NUM_POPCOUNT] = BEST, [NUM_CLZ] = BEST, [NUM_CTZ] = BEST,
};

static enum claim claim_for(enum num_binary op, struct num_range b) {
    enum claim c = binary_claims[op];
    return c != BEST_BY_CONSTANT ? c : num_range_is_const(b, NULL) ? BEST : SOUND;
}

static void show(const char *op, struct num_range a, struct num_range b, struct num_range r) {
    print_error("%s: kind %u [%u,%u], kind %u [%u,%u] gives kind %u [%u,%u]\n", op, a.kind, (unsigned)a.lo, (unsigned)a.hi, b.kind,
                (unsigned)b.lo, (unsigned)b.hi, r.kind, (unsigned)r.lo, (unsigned)r.hi);
}

static bool keeps(enum claim claim, const struct set *image, struct num_range r) {
    struct set s = set_of(r);
    if (!num_range_valid(r) || !set_leq(image, &s)) return false;
    if (claim == BEST) return num_range_size(r) == set_arc_size(image, r.bits);
    return claim == SOUND || set_same(image, &s);
}

// What a op b can be: see the header for undefined operations.
static struct set results(enum num_binary op, unsigned bits, unsigned a, unsigned b) {
    struct set s = {{0}};
    num_word r;
    bool defined = num_binary(op, bits, a, b, &r);
    bool shift = op == NUM_SHL || op == NUM_LSHR || op == NUM_ASHR;
    if (defined || (!shift && b))
        set_add(&s, (unsigned)r);
    else if (shift)
        set_add_line(&s, 0, (1u << bits) - 1);
    return s;
}

// rows[x * m + k]: x op y for the y in the k-th range.
static struct set *make_rows(enum num_binary op, unsigned bits, const struct num_range *b, unsigned m) {
    struct set *rows = calloc((size_t)m << bits, sizeof *rows), *one = calloc((size_t)1 << bits, sizeof *one);
    for (unsigned x = 0; x < 1u << bits; x++) {
        for (unsigned y = 0; y < 1u << bits; y++) one[y] = results(op, bits, x, y);
        for (unsigned k = 0; k < m; k++) {
            struct set ys = set_of(b[k]);
            for (unsigned y = 0; y < 1u << bits; y++)
                if (set_has(&ys, y)) set_join(&rows[x * m + k], &one[y]);
        }
    }
    free(one);
    return rows;
}

static void check_binary(enum num_binary op, unsigned bits, const struct num_range *a, unsigned n, const struct num_range *b, unsigned m) {
    struct set *rows = make_rows(op, bits, b, m);
    for (unsigned i = 0; i < n; i++) {
        struct set xs = set_of(a[i]);
        for (unsigned k = 0; k < m; k++) {
            struct set image = {{0}};
            for (unsigned x = 0; x < 1u << bits; x++)
                if (set_has(&xs, x)) set_join(&image, &rows[x * m + k]);
            struct num_range r = num_range_binary(op, a[i], b[k]);
            if (keeps(claim_for(op, b[k]), &image, r)) continue;
            show(num_binary_names[op], a[i], b[k], r);
            fail();
        }
    }
    free(rows);
}

static void binary_operators_on_all_pairs_of_4_bits(void **state) {
    (void)state;
    struct num_range all[RANGES_OF_4_BITS];
    assert_int_equal(all_ranges(4, all), RANGES_OF_4_BITS);
    for (int op = 0; op < NUM_N_BINARY; op++) check_binary((enum num_binary)op, 4, all, RANGES_OF_4_BITS, all, RANGES_OF_4_BITS);
}

static void binary_operators_on_all_pairs_of_1_to_3_bits(void **state) {
    (void)state;
    struct num_range all[RANGES_OF_4_BITS];
    for (unsigned bits = 1; bits <= 3; bits++) {
        unsigned n = all_ranges(bits, all);
        for (int op = 0; op < NUM_N_BINARY; op++) check_binary((enum num_binary)op, bits, all, n, all, n);
    }
}

// Arcs between the places where something changes: the ends of the line, powers of two, small numbers.
static unsigned sample_of_8_bits(struct num_range *out) {
    static const unsigned ends[] = {0, 1, 2, 7, 8, 9, 31, 64, 100, 126, 127, 128, 129, 200, 254, 255};
    unsigned n = 0;
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < 16; k++) out[n++] = num_range_arc(8, ends[i], ends[k]);
    return n;
}

static void binary_operators_on_a_sample_of_8_bits(void **state) {
    (void)state;
    enum { SECOND = 12 };
    struct num_range a[256], b[SECOND];
    uint64_t seed = 41;
    unsigned n = sample_of_8_bits(a);
    for (int op = 0; op < NUM_N_BINARY; op++) {
        for (unsigned k = 0; k < SECOND; k++) b[k] = a[next_random(&seed) % n];
        check_binary((enum num_binary)op, 8, a, n, b, SECOND);
    }
}

static void binary_operators_on_all_constants_of_8_bits(void **state) {
    (void)state;
    for (int op = 0; op < NUM_N_BINARY; op++)
        for (unsigned x = 0; x < 256; x++)
            for (unsigned y = 0; y < 256; y++) {
                struct num_range r = num_range_binary((enum num_binary)op, num_range_const(8, x), num_range_const(8, y));
                struct set image = results((enum num_binary)op, 8, x, y), s = set_of(r);
                assert_true(set_same(&image, &s));
            }
}

// The image of an arc grows with the arc.
static void unary_operators_on_all_ranges_of_8_bits(void **state) {
    (void)state;
    for (int op = 0; op < NUM_N_UNARY; op++)
        for (unsigned lo = 0; lo < 256; lo++) {
            struct set image = {{0}};
            for (unsigned length = 0; length < 256; length++) {
                set_add(&image, (unsigned)num_unary((enum num_unary)op, 8, (lo + length) % 256));
                struct num_range a = num_range_arc(8, lo, lo + length), r = num_range_unary((enum num_unary)op, a);
                enum claim claim = unary_claims[op] == BEST && length % 5 ? SOUND : unary_claims[op];
                if (keeps(claim, &image, r)) continue;
                show(num_unary_names[op], a, a, r);
                fail();
            }
        }
}

static void unary_operators_are_best_on_all_ranges_up_to_5_bits(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= 5; bits++)
        for (int op = 0; op < NUM_N_UNARY; op++)
            for (unsigned lo = 0, n = 1u << bits; lo < n && op != NUM_BSWAP; lo++) {
                struct set image = {{0}};
                for (unsigned length = 0; length < n; length++) {
                    set_add(&image, (unsigned)num_unary((enum num_unary)op, bits, (lo + length) % n));
                    struct num_range r = num_range_unary((enum num_unary)op, num_range_arc(bits, lo, lo + length));
                    assert_true(keeps(unary_claims[op], &image, r));
                }
            }
}

// ---- casts -------------------------------------------------------------------------------------------------------------------------

static void check_casts(unsigned from, unsigned to, unsigned lo) {
    struct set zero = {{0}}, sign = {{0}};
    for (unsigned length = 0; length < 1u << from; length++) {
        unsigned x = (lo + length) & ((1u << from) - 1);
        struct num_range a = num_range_arc(from, lo, lo + length);
        set_add(&zero, (unsigned)num_zext(from, to, x));
        set_add(&sign, (unsigned)num_sext(from, to, x));
        if (to <= from) assert_true(keeps(EXACT, &zero, num_range_trunc(a, to)));
        if (to < from || (from == 8 && length % 5)) continue;
        struct num_range z = num_range_zext(a, to), s = num_range_sext(a, to);
        assert_true(keeps(BEST, &zero, z) && keeps(BEST, &sign, s));
        if (a.kind == NUM_ARC && a.lo <= a.hi) assert_true(keeps(EXACT, &zero, z));
        if (a.kind == NUM_ARC && num_signed(from, a.lo) <= num_signed(from, a.hi)) assert_true(keeps(EXACT, &sign, s));
    }
}

static void casts_between_all_widths_up_to_8_bits(void **state) {
    (void)state;
    for (unsigned from = 1; from <= 8; from++)
        for (unsigned to = 1; to <= 8; to++)
            for (unsigned lo = 0; lo < 1u << from; lo++) check_casts(from, to, lo);
}

// From 8 bits to wider widths and back: nothing is lost, and hulls are those of the 8-bit numbers.
static void casts_of_all_ranges_of_8_bits_to_wider_widths(void **state) {
    (void)state;
    static const unsigned widths[] = {9, 64};
    struct num_range *all = calloc(RANGES_OF_8_BITS, sizeof *all);
    assert_int_equal(all_ranges(8, all), RANGES_OF_8_BITS);
    for (unsigned i = 1; i < RANGES_OF_8_BITS; i++)
        for (unsigned k = 0; k < 2; k++) {
            struct num_range z = num_range_zext(all[i], widths[k]), s = num_range_sext(all[i], widths[k]);
            assert_true(num_range_umin(z) == num_range_umin(all[i]) && num_range_umax(z) == num_range_umax(all[i]));
            assert_true(num_range_smin(s) == num_range_smin(all[i]) && num_range_smax(s) == num_range_smax(all[i]));
            assert_true(num_range_size(z) == (num_word)(num_range_umax(z) - num_range_umin(z)) + 1);
            assert_true(num_range_size(s) == (num_word)(num_range_smax(s) - num_range_smin(s)) + 1);
            assert_true(num_range_leq(all[i], num_range_trunc(z, 8)) && num_range_leq(all[i], num_range_trunc(s, 8)));
        }
    free(all);
}

// ---- tests and narrowing -------------------------------------------------------------------------------------------------------------

struct split {
    struct set by_true, by_false;  // numbers of one side for which some number of the other makes the test true, false
};

static struct split split_by(enum num_test op, unsigned bits, const struct set *a, const struct set *b, bool swap) {
    struct split s = {{{0}}, {{0}}};
    for (unsigned x = 0; x < 1u << bits; x++)
        for (unsigned y = 0; set_has(a, x) && y < 1u << bits; y++)
            if (set_has(b, y)) set_add(num_test(op, bits, swap ? y : x, swap ? x : y) ? &s.by_true : &s.by_false, x);
    return s;
}

static void check_refine(enum num_test op, bool outcome, struct num_range a, struct num_range b, const struct set *xs,
                         const struct set *ys) {
    struct num_range x = a, y = b;
    num_range_refine(op, outcome, &x, &y);
    bool good = op <= NUM_SLE ? keeps(BEST, xs, x) && keeps(BEST, ys, y) : keeps(SOUND, xs, x) && keeps(SOUND, ys, y);
    if (num_range_size(x) > num_range_size(a) || num_range_size(y) > num_range_size(b)) good = false;
    if (num_range_is_empty(x) != set_is_empty(xs) || num_range_is_empty(y) != set_is_empty(xs)) good = false;
    if (good) return;
    show(num_test_names[op], a, b, x);
    show(outcome ? "is true" : "is false", a, b, y);
    fail();
}

static void check_test(enum num_test op, struct num_range a, struct num_range b, const struct set *sa, const struct set *sb) {
    struct split xs = split_by(op, a.bits, sa, sb, false), ys = split_by(op, a.bits, sb, sa, true);
    unsigned t = (set_is_empty(&xs.by_true) ? 0 : NUM_TRUE) | (set_is_empty(&xs.by_false) ? 0 : NUM_FALSE);
    if (num_range_test(op, a, b) != t) {
        show(num_test_names[op], a, b, num_range_truth(num_range_test(op, a, b)));
        fail();
    }
    check_refine(op, true, a, b, &xs.by_true, &ys.by_true);
    check_refine(op, false, a, b, &xs.by_false, &ys.by_false);
}

static void tests_and_narrowing_on_all_pairs_of_3_bits(void **state) {
    (void)state;
    struct num_range all[RANGES_OF_4_BITS];
    unsigned n = all_ranges(3, all);
    for (int op = 0; op < NUM_N_TEST; op++)
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < n; k++) {
                struct set a = set_of(all[i]), b = set_of(all[k]);
                check_test((enum num_test)op, all[i], all[k], &a, &b);
            }
}

// rows[x][k] bit t: the test can be t for x and the k-th range.
static void check_tests_by_rows(enum num_test op, unsigned bits, const struct num_range *a, unsigned n) {
    unsigned *rows = calloc((size_t)n << bits, sizeof *rows);
    for (unsigned x = 0; x < 1u << bits; x++)
        for (unsigned k = 0; k < n; k++)
            for (unsigned y = 0; y < 1u << bits; y++)
                if (num_range_has(a[k], y)) rows[x * n + k] |= num_test(op, bits, x, y) ? NUM_TRUE : NUM_FALSE;
    for (unsigned i = 0; i < n; i++) {
        struct set xs = set_of(a[i]);
        for (unsigned k = 0; k < n; k++) {
            unsigned t = 0;
            for (unsigned x = 0; x < 1u << bits && t != NUM_MAYBE; x++)
                if (set_has(&xs, x)) t |= rows[x * n + k];
            assert_int_equal(num_range_test(op, a[i], a[k]), t);
        }
    }
    free(rows);
}

static void tests_on_all_pairs_of_4_bits(void **state) {
    (void)state;
    struct num_range all[RANGES_OF_4_BITS];
    all_ranges(4, all);
    for (int op = 0; op < NUM_N_TEST; op++) check_tests_by_rows((enum num_test)op, 4, all, RANGES_OF_4_BITS);
}

static void tests_and_narrowing_on_a_sample_of_4_and_8_bits(void **state) {
    (void)state;
    struct num_range of_4[RANGES_OF_4_BITS], of_8[256];
    uint64_t seed = 3;
    all_ranges(4, of_4);
    sample_of_8_bits(of_8);
    for (int i = 0; i < 8000; i++) {
        bool wide = i % 40 == 0;
        struct num_range a = wide ? of_8[next_random(&seed) % 256] : of_4[next_random(&seed) % RANGES_OF_4_BITS];
        struct num_range b = wide ? of_8[next_random(&seed) % 256] : of_4[next_random(&seed) % RANGES_OF_4_BITS];
        struct set sa = set_of(a), sb = set_of(b);
        check_test((enum num_test)(next_random(&seed) % NUM_N_TEST), a, b, &sa, &sb);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_operators_on_all_pairs_of_1_to_3_bits),
        cmocka_unit_test(binary_operators_on_all_pairs_of_4_bits),
        cmocka_unit_test(binary_operators_on_a_sample_of_8_bits),
        cmocka_unit_test(binary_operators_on_all_constants_of_8_bits),
        cmocka_unit_test(unary_operators_on_all_ranges_of_8_bits),
        cmocka_unit_test(unary_operators_are_best_on_all_ranges_up_to_5_bits),
        cmocka_unit_test(casts_between_all_widths_up_to_8_bits),
        cmocka_unit_test(casts_of_all_ranges_of_8_bits_to_wider_widths),
        cmocka_unit_test(tests_on_all_pairs_of_4_bits),
        cmocka_unit_test(tests_and_narrowing_on_all_pairs_of_3_bits),
        cmocka_unit_test(tests_and_narrowing_on_a_sample_of_4_and_8_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
