// SPDX-License-Identifier: MIT
// Where strings end and sizes that are sums: what is within an object by them, and what nobody asks for.
#include "heap.h"
#include "sl/length.h"

static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    begin(&d);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    return 0;
}

static uint32_t length(int64_t most) {
    return sl_int(&d, num_range_signed(64, 0, most));
}

static uint32_t block(uint64_t most) {
    return sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .more = most});
}

static uint32_t place(uint32_t object, uint32_t index, uint64_t plus) {
    struct num_range r = d.values.at[index].range;
    r = num_range_binary(NUM_ADD, r, num_range_const(64, plus));
    return sl_add_value(&d, (struct sl_value){.kind = SL_ADDR, .object = object, .range = r, .source = index, .times = 1, .delta = plus});
}

// s is a + b, as an operator would leave it.
static uint32_t sum(uint32_t a, uint32_t b) {
    uint32_t s = sl_int(&d, num_range_binary(NUM_ADD, d.values.at[a].range, d.values.at[b].range));
    vec_push(&d.made, (struct sl_made){s, a, b, IR_ADD_});
    return s;
}

static void test_end(void **state) {
    (void)state;
    uint32_t o = block(1000), n = length(900);
    sl_give_end(&d, o, n, true);
    assert_true(d.sized);
    assert_int_equal(sl_own_text(&d, o), 1);
    assert_true(sl_fits_bytes(&d, place(o, n, 0), 1));
    assert_false(sl_fits_bytes(&d, place(o, n, 0), 2));
    assert_false(sl_fits_bytes(&d, place(o, n, 1), 1));
    assert_true(sl_fits(&d, sl_address(&d, o, 64, 0), (struct sl_form){n, 1, 1}, 0));
    assert_false(sl_fits(&d, sl_address(&d, o, 64, 0), (struct sl_form){n, 1, 2}, 0));
    sl_open_text(&d, o);
    assert_false(sl_fits_bytes(&d, place(o, n, 0), 1));
}

// The library changes what its static strings hold; a node has no end of its own.
static void test_no_end(void **state) {
    (void)state;
    uint32_t shared = sl_add_object(&d, (struct sl_object){.storage = SL_LIBRARY, .tag = SL_SHARED, .size = 1, .more = SL_UNBOUNDED});
    uint32_t own = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .size = 8, .level = 1});
    sl_give_end(&d, shared, length(5), true);
    sl_give_end(&d, own, length(5), true);
    assert_int_equal(d.objects.at[shared].ends, 0);
    assert_int_equal(d.objects.at[own].ends, 0);
}

static void test_parts(void **state) {
    (void)state;
    uint32_t o = block(200), a = length(50), b = length(60), c = length(60), s = sum(a, b);
    sl_give_size(&d, o, sl_shifted(&d, s, 1));
    assert_true(d.objects.at[o].part[0] == a && d.objects.at[o].part[1] == b && d.objects.at[o].over == 1);
    uint32_t start = sl_address(&d, o, 64, 0);
    assert_true(sl_fits(&d, start, (struct sl_form){b, 1, 1}, a));
    assert_false(sl_fits(&d, start, (struct sl_form){a, 1, 2}, b));
    assert_false(sl_fits(&d, start, (struct sl_form){a, 1, 1}, a));
    assert_false(sl_fits(&d, start, (struct sl_form){a, 1, 1}, c));
    sl_relate(&d, sl_reading(&d, c, true), sl_reading(&d, b, true), -1);
    assert_true(sl_fits(&d, start, (struct sl_form){a, 1, 2}, c));
    assert_true(sl_fits(&d, place(o, a, 0), (struct sl_form){b, 1, 1}, 0));
    assert_false(sl_fits(&d, place(o, a, 1), (struct sl_form){b, 1, 1}, 0));
    assert_true(sl_fits_bytes(&d, place(o, s, 0), 1));
    assert_false(sl_fits_bytes(&d, place(o, s, 1), 1));
}

// A sum that may wrap is none of plain numbers.
static void test_sum_that_wraps(void **state) {
    (void)state;
    uint32_t o = block(200), a = length(INT64_MAX), b = length(60), s = sl_int(&d, num_range_signed(64, 0, 200));
    vec_push(&d.made, (struct sl_made){s, a, b, IR_ADD_});
    sl_give_size(&d, o, s);
    assert_int_equal(d.objects.at[o].part[0], 0);
    assert_int_equal(sl_sum_of(&d, a, b), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(end), TEST(no_end), TEST(parts), TEST(sum_that_wraps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
