// SPDX-License-Identifier: MIT
// Differences of numbers: what follows from how values were made, where machine arithmetic may wrap, and what is within an object.
#include "heap.h"
#include "sl/length.h"

static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    begin(&d);
    d.sized = true;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    return 0;
}

static uint32_t bounded(unsigned bits, int64_t lo, int64_t hi) {
    return sl_int(&d, num_range_signed(bits, lo, hi));
}

static uint32_t any(unsigned bits) {
    return sl_int(&d, num_range_full(bits));
}

static uint32_t made(uint32_t from, uint32_t times, uint64_t delta, struct num_range r) {
    uint32_t v = sl_int(&d, r);
    sl_made_from(&d, v, from, times, delta);
    return v;
}

static int64_t between(uint32_t a, uint32_t b) {
    return sl_bound(&d, sl_reading(&d, a, true), sl_reading(&d, b, true));
}

// i + 1 is one above i only if it cannot be the least number instead.
static void test_sum_that_may_wrap(void **state) {
    (void)state;
    uint32_t i = bounded(32, 0, INT32_MAX - 1), j = made(i, 1, 1, num_range_signed(32, 1, INT32_MAX));
    assert_int_equal(between(i, j), -1);
    assert_int_equal(between(j, i), 1);
    uint32_t k = any(32), l = made(k, 1, 1, num_range_full(32));
    assert_true(between(k, l) > 0);
    uint32_t m = bounded(32, 1, 10), n = made(m, 1, (uint32_t)-1, num_range_signed(32, 0, 9));
    assert_int_equal(between(n, m), -1);
}

static void test_readings(void **state) {
    (void)state;
    uint32_t n = any(32), wide = made(n, 1, 0, num_range_zext(num_range_full(32), 64));  // unsigned
    uint32_t also = made(n, 1, 1, num_range_sext(num_range_full(32), 64));               // signed
    struct num_var u = sl_reading(&d, n, false), s = sl_reading(&d, n, true);
    assert_int_equal(sl_bound(&d, sl_reading(&d, wide, true), u), 0);
    assert_true(sl_bound(&d, sl_reading(&d, wide, true), s) > 0);
    assert_int_equal(sl_bound(&d, sl_reading(&d, also, true), s), 0);
    assert_true(sl_bound(&d, s, u) > 0 || sl_bound(&d, u, s) > 0);
    uint32_t small = bounded(32, 0, 5);
    assert_true(sl_reading(&d, small, false).is_signed);
}

static void test_cut(void **state) {
    (void)state;
    uint32_t n = bounded(64, 0, 70000), k = made(n, 1, 0, num_range_full(16));
    assert_true(between(k, n) != 0 || between(n, k) != 0);
    uint32_t m = bounded(64, 0, 30000), l = made(m, 1, 0, num_range_signed(16, 0, 30000));
    assert_int_equal(between(l, m), 0);
    assert_int_equal(between(m, l), 0);
}

static void test_comparison(void **state) {
    (void)state;
    uint32_t o = node(&d), n = bounded(64, 0, 1000), i = bounded(64, 0, INT64_MAX), j = bounded(64, 0, INT64_MAX);
    d.objects.at[o].count = n;
    sl_learn_order(&d, NUM_SLT, i, n, true, false);
    assert_int_equal(between(i, n), -1);
    sl_learn_order(&d, NUM_SLE, i, j, false, false);  // j < i
    assert_int_equal(between(j, n), -2);
    assert_int_equal(sl_compare(&d, NUM_SLT, j, n), NUM_TRUE);
    assert_int_equal(sl_compare(&d, NUM_SLE, n, j), NUM_FALSE);
    assert_int_equal(sl_compare(&d, NUM_EQ, n, j), NUM_FALSE);
    uint32_t k = bounded(64, 0, INT64_MAX);
    sl_learn_order(&d, NUM_ULE, k, n, true, false);
    assert_int_equal(between(k, n), 0);
    sl_learn_order(&d, NUM_EQ, k, n, false, false);
    assert_int_equal(between(k, n), -1);
}

// a[i] in a block of 4 * n bytes.
static void test_access(void **state) {
    (void)state;
    uint32_t n = bounded(64, 0, 1 << 20), bytes = made(n, 4, 0, num_range_signed(64, 0, 1 << 22));
    uint32_t o = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .more = 1 << 22}), i = bounded(64, 0, 1 << 20);
    d.regs.at[0] = n;
    sl_give_size(&d, o, bytes);
    assert_int_equal(d.objects.at[o].unit, n);
    assert_int_equal(d.objects.at[o].scale, 4);
    uint32_t at = sl_add_value(
        &d, (struct sl_value){.kind = SL_ADDR, .object = o, .range = num_range_signed(64, 0, 1 << 22), .source = i, .times = 4});
    assert_false(sl_fits_bytes(&d, at, 4));
    sl_learn_order(&d, NUM_SLE, i, n, true, false);
    assert_false(sl_fits_bytes(&d, at, 4));
    assert_true(sl_fits_bytes(&d, at, 0));
    sl_learn_order(&d, NUM_NE, i, n, true, false);
    assert_true(sl_fits_bytes(&d, at, 4));
    assert_false(sl_fits_bytes(&d, at, 5));
    assert_true(sl_fits(&d, sl_address(&d, o, 64, 0), (struct sl_form){n, 4, 0}, 0));
    assert_false(sl_fits(&d, sl_address(&d, o, 64, 1), (struct sl_form){n, 4, 0}, 0));
    assert_false(sl_fits(&d, sl_address(&d, o, 64, 0), (struct sl_form){n, 5, 0}, 0));
}

// 4 * n wraps: the block may be smaller than n elements.
static void test_size_that_wraps(void **state) {
    (void)state;
    uint32_t n = bounded(32, 0, INT32_MAX), bytes = made(n, 4, 0, num_range_signed(32, 0, INT32_MAX));
    uint32_t o = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .more = INT32_MAX});
    sl_give_size(&d, o, bytes);
    assert_int_equal(d.objects.at[o].count, bytes);
    assert_int_equal(d.objects.at[o].unit, 0);
}

// What nobody holds goes; what follows for the others stays.
static void test_settle(void **state) {
    (void)state;
    uint32_t o = node(&d), n = bounded(64, 0, 1000), i = bounded(64, 0, 999), j = made(i, 1, 1, num_range_signed(64, 1, 1000));
    d.objects.at[o].count = n;
    d.objects.at[o].more = 1000;
    sl_relate(&d, sl_reading(&d, i, true), sl_reading(&d, n, true), -1);
    d.regs.at[0] = j;
    assert_true(sl_settle(&d));
    d.values.at[j].source = 0;
    assert_int_equal(between(j, n), 0);
    for (uint32_t k = 0; k < d.relations.n; k++) assert_true(d.relations.at[k].a.id != i && d.relations.at[k].b.id != i);
    sl_relate(&d, sl_reading(&d, n, true), sl_reading(&d, j, true), -1);
    assert_false(sl_settle(&d));  // n < j <= n
}

static uint32_t result(enum num_binary op, uint32_t a, uint32_t b) {
    uint32_t v = sl_int(&d, num_range_binary(op, d.values.at[a].range, d.values.at[b].range));
    sl_learn_result(&d, op, v, a, b, true);
    return v;
}

// Rounded down to a multiple of 16; other masks leave out more.
static void test_rounded(void **state) {
    (void)state;
    uint32_t n = bounded(64, 0, 1 << 20), down = result(NUM_AND, n, sl_const(&d, 64, ~(uint64_t)15));
    assert_int_equal(between(down, n), 0);
    assert_int_equal(between(n, down), 15);
    uint32_t odd = result(NUM_AND, n, sl_const(&d, 64, ~(uint64_t)11));
    assert_true(between(n, odd) > 15);
}

// A product is not below its factors, unless one of them is 0 or it wraps around.
static void test_product(void **state) {
    (void)state;
    uint32_t w = bounded(32, 1, 4096), h = bounded(32, 1, 4096), none = bounded(32, 0, 4096), large = bounded(32, 1, INT32_MAX);
    uint32_t area = result(NUM_MUL, w, h), empty = result(NUM_MUL, w, none), wrapped = result(NUM_MUL, w, large);
    assert_int_equal(between(w, area), 0);
    assert_int_equal(between(h, area), 0);
    assert_int_equal(between(none, empty), 0);
    assert_true(between(w, empty) > 0);
    assert_true(between(w, wrapped) > 0 && between(large, wrapped) > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(sum_that_may_wrap), TEST(readings), TEST(cut), TEST(comparison), TEST(access),
                                       TEST(size_that_wraps),   TEST(settle),   TEST(rounded), TEST(product)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
