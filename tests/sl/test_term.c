// SPDX-License-Identifier: MIT
// Sums and loads: what follows from them, what ends them, and by what they are told when their numbers are gone.
#include "heap.h"
#include "sl/length.h"
#include "sl/term.h"

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

static uint32_t word(int64_t lo, int64_t hi) {
    return sl_int(&d, num_range_signed(64, lo, hi));
}

static uint32_t plus(uint32_t v, int64_t by) {
    struct num_range r = num_range_binary(NUM_ADD, d.values.at[v].range, num_range_const(64, (uint64_t)by));
    uint32_t w = sl_add_value(&d, (struct sl_value){.kind = d.values.at[v].kind, .object = d.values.at[v].object, .range = r});
    sl_made_from(&d, w, v, 1, (uint64_t)by);
    return w;
}

static uint32_t place(uint32_t object, int64_t lo, int64_t hi) {
    return sl_add_value(&d, (struct sl_value){.kind = SL_ADDR, .object = object, .range = num_range_signed(64, lo, hi)});
}

static uint32_t block(uint32_t count) {
    uint32_t o = sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .more = 1 << 20});
    sl_give_size(&d, o, count);
    return o;
}

static int64_t between(uint32_t a, uint32_t b) {
    return sl_bound(&d, sl_reading(&d, a, true), sl_reading(&d, b, true));
}

// p goes up as left goes down: p is within the block while something is left.
static void test_sum(void **state) {
    (void)state;
    uint32_t n = word(1, 1 << 20), left = word(1, 1 << 20), p = place(block(n), 0, INT64_MAX);
    assert_false(sl_fits_bytes(&d, p, 1));
    sl_tell_sum(&d, n, p, left, 0);
    assert_int_equal(between(p, n), -1);
    assert_true(sl_fits_bytes(&d, p, 1));
    assert_false(sl_fits_bytes(&d, p, 2));
    struct sl_term t = {n, left, p, SL_SUM, .plus = 0}, other = {n, left, p, SL_SUM, .plus = 1};
    assert_true(sl_is_sum(&d, sl_closed(&d), &t));
    assert_false(sl_is_sum(&d, sl_closed(&d), &other));
}

// When variables move on, the sum is told by what they hold then.
static void test_settled_sum(void **state) {
    (void)state;
    uint32_t n = word(1, 1 << 20), left = word(1, 1 << 20), o = block(n), p = place(o, 0, 1 << 20);
    sl_tell_sum(&d, n, p, left, 0);
    d.regs.at[0] = plus(p, 1);
    d.regs.at[1] = plus(left, -1);
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 1);
    assert_int_equal(d.terms.at[0].value, n);
    assert_int_equal(d.terms.at[0].a, d.regs.at[0]);
    assert_int_equal(d.terms.at[0].b, d.regs.at[1]);
    assert_int_equal(d.terms.at[0].plus, 0);
    d.regs.at[1] = word(0, 5);  // nothing holds what was left: the sum does
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 1);
    d.regs.at[0] = 0;  // nor where p was
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 0);
}

static void test_load(void **state) {
    (void)state;
    uint32_t o = block(word(1, 100)), i = word(0, 90), p = place(o, 0, 90), byte = sl_int(&d, num_range_full(8));
    sl_made_from(&d, p, i, 1, 0);
    sl_tell_loaded(&d, byte, p);
    uint32_t again = place(o, 0, 90);
    sl_made_from(&d, again, i, 1, 0);
    assert_int_equal(sl_loaded_before(&d, again, 8), byte);
    assert_int_equal(sl_loaded_before(&d, again, 16), 0);
    assert_int_equal(sl_loaded_before(&d, plus(p, 1), 8), 0);
    assert_int_equal(sl_loaded_before(&d, place(block(word(1, 100)), 0, 90), 8), 0);
    d.regs.at[0] = i;
    d.regs.at[1] = sl_address(&d, o, 64, 0);
    assert_true(sl_settle(&d));  // the index tells which address that was
    assert_int_equal(d.terms.n, 1);
    sl_open_text(&d, o);
    assert_int_equal(sl_loaded_before(&d, again, 8), 0);
}

// bytes = 8 * n, n of 32 bits, as long as both are held; what is found out about one is then known of the other.
static void test_multiple(void **state) {
    (void)state;
    uint32_t n = sl_int(&d, num_range_unsigned(32, 0, UINT32_MAX)), wide = sl_int(&d, num_range_unsigned(64, 0, UINT32_MAX));
    uint32_t bytes = sl_int(&d, num_range_unsigned(64, 0, 8ull * UINT32_MAX));
    sl_made_from(&d, wide, n, 1, 0);
    sl_made_from(&d, bytes, wide, 8, 0);
    d.regs.at[0] = n;
    d.regs.at[1] = bytes;
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 1);
    assert_int_equal(d.terms.at[0].kind, SL_MULTIPLE);
    assert_true(sl_is_multiple(&d, bytes, n, 8));
    assert_false(sl_is_multiple(&d, bytes, n, 4));
    d.values.at[bytes].source = d.values.at[bytes].times = 0;  // as in a state that was kept
    assert_true(sl_is_multiple(&d, bytes, n, 8));
    sl_recall_multiples(&d);
    d.values.at[bytes].range = num_range_unsigned(64, 0, 1000);
    assert_true(sl_learnt(&d, bytes));
    assert_int_equal(num_range_umax(d.values.at[n].range), 125);
    d.regs.at[0] = 0;
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 0);
}

// Modulo 2^32 a multiple tells nothing of where its number lies.
static void test_wrapped_multiple(void **state) {
    (void)state;
    uint32_t n = sl_int(&d, num_range_full(32)), bytes = sl_int(&d, num_range_unsigned(32, 0, 1000));
    sl_made_from(&d, bytes, n, 8, 0);
    assert_true(sl_learnt(&d, bytes));
    assert_true(num_range_is_full(d.values.at[n].range));
    uint32_t fitting = sl_int(&d, num_range_unsigned(32, 0, UINT32_MAX / 8)), all = sl_int(&d, num_range_unsigned(32, 16, 1000));
    sl_made_from(&d, all, fitting, 8, 0);  // which may be above 2^31
    assert_true(sl_learnt(&d, all));
    assert_int_equal(num_range_umin(d.values.at[fitting].range), 2);
    assert_int_equal(num_range_umax(d.values.at[fitting].range), 125);
}

// cells = rows * columns as long as all three are held; of a row that is there, what is left behind it has room for it.
static void test_product(void **state) {
    (void)state;
    uint32_t rows = word(1, 1000), columns = word(0, 1000), cells = word(0, 1000000), row = word(0, 999), at = word(0, 999000), in = word(0, 999);
    (void)block(cells);
    d.regs.at[0] = rows;
    d.regs.at[1] = columns;
    sl_tell_product(&d, cells, rows, columns);
    assert_true(sl_is_product(&d, cells, columns, rows));
    assert_false(sl_is_product(&d, cells, rows, row));
    assert_true(sl_bound(&d, sl_reading(&d, columns, true), sl_reading(&d, cells, true)) <= 0);
    assert_true(sl_bound(&d, sl_reading(&d, rows, true), sl_reading(&d, cells, true)) > 0);  // there may be no columns
    sl_learn_result(&d, NUM_MUL, at, row, columns, false);
    assert_int_equal(d.terms.n, 1);  // it may be none of the rows
    sl_relate(&d, sl_reading(&d, row, true), sl_reading(&d, rows, true), -1);
    sl_relate(&d, sl_reading(&d, in, true), sl_reading(&d, columns, true), -1);
    sl_learn_result(&d, NUM_MUL, at, row, columns, false);
    uint32_t cell = word(0, 999999);
    sl_tell_sum(&d, cell, at, in, 0);
    assert_true(sl_bound(&d, sl_reading(&d, cell, true), sl_reading(&d, cells, true)) <= -1);
    d.relations.n = 0;
    d.values.at[columns].range = num_range_const(64, 0);
    assert_true(sl_settle(&d));
    assert_true(sl_is_null(&d, cells));
    assert_int_equal(d.terms.n, 0);
}

// Modulo 2^64 it tells nothing.
static void test_wrapped_product(void **state) {
    (void)state;
    uint32_t rows = word(1, INT64_MAX), columns = word(1, INT64_MAX), cells = word(0, INT64_MAX), row = word(0, 999), at = word(0, INT64_MAX);
    sl_tell_product(&d, cells, rows, columns);
    assert_true(sl_bound(&d, sl_reading(&d, columns, true), sl_reading(&d, cells, true)) > 0);
    sl_relate(&d, sl_reading(&d, row, true), sl_reading(&d, rows, true), -1);
    sl_learn_result(&d, NUM_MUL, at, row, columns, true);
    assert_true(sl_bound(&d, sl_reading(&d, at, true), sl_reading(&d, cells, true)) > 0);
}

// bytes is (bits + 7) / 8, told by what is held; nothing holds the half of bits, but something is compared with it.
static void test_quotient(void **state) {
    (void)state;
    uint32_t bits = word(1, 1 << 20), up = plus(bits, 7), bytes = word(1, 1 << 17), o = block(bytes), bit = word(0, 1 << 20), byte = word(0, 1 << 17);
    sl_learn_result(&d, NUM_UDIV, bytes, up, sl_const(&d, 64, 8), true);
    sl_relate(&d, sl_reading(&d, bit, true), sl_reading(&d, bits, true), -1);
    sl_learn_result(&d, NUM_LSHR, byte, bit, sl_const(&d, 64, 3), false);
    uint32_t p = place(o, 0, 1 << 17);
    sl_made_from(&d, p, byte, 1, 0);
    assert_true(sl_fits_bytes(&d, p, 1));
    assert_false(sl_fits_bytes(&d, p, 2));
    d.regs.at[0] = bits;
    d.regs.at[1] = sl_address(&d, o, 64, 0);
    assert_true(sl_settle(&d));
    struct sl_term t = {bytes, bits, 0, SL_QUOTIENT, -7, 8, 7}, other = {bytes, bits, 0, SL_QUOTIENT, -6, 8, 7};
    assert_int_equal(d.terms.n, 1);
    assert_true(sl_is_quotient(&d, sl_closed(&d), &t));
    assert_false(sl_is_quotient(&d, sl_closed(&d), &other));
    uint32_t half = word(0, 1 << 19), i = word(0, 1 << 19), twice = word(0, 1 << 20);
    sl_learn_result(&d, NUM_LSHR, half, bits, sl_const(&d, 64, 1), false);
    d.regs.at[1] = i;
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 1);  // nothing was compared with the half, and nothing holds it
    sl_learn_result(&d, NUM_LSHR, half, bits, sl_const(&d, 64, 1), false);
    sl_relate(&d, sl_reading(&d, i, true), sl_reading(&d, half, true), -1);
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 2);
    sl_made_from(&d, twice, i, 2, 0);
    assert_int_equal(between(twice, bits), -2);
}

// A signed number that may be negative is no quotient of this kind.
static void test_signed_quotient(void **state) {
    (void)state;
    uint32_t n = word(-5, 1000), half = word(-2, 500), m = word(0, 1000), other = word(0, 500);
    (void)block(m);
    sl_learn_result(&d, NUM_SDIV, half, n, sl_const(&d, 64, 2), true);
    assert_int_equal(d.terms.n, 0);
    sl_learn_result(&d, NUM_SDIV, other, m, sl_const(&d, 64, 2), true);
    assert_int_equal(d.terms.n, 1);
}

// Every three bytes become four characters: both are told by how often, which nothing holds.  What goes up by no more than three each time is told likewise.
static void test_steps(void **state) {
    (void)state;
    uint32_t n = word(1, 1 << 20), units = word(1, 1 << 20), chars = word(5, 1 << 22), o = block(chars), i = word(0, 1 << 20), to = place(o, 0, 1 << 22);
    uint32_t steps = word(0, 1 << 20), used = word(0, 1 << 20);
    d.objects.at[o].unit = units, d.objects.at[o].scale = 4, d.objects.at[o].plus = 1;
    sl_tell_quotient(&d, (struct sl_term){units, n, 0, SL_QUOTIENT, -2, 3, 2});
    sl_relate(&d, sl_reading(&d, i, true), sl_reading(&d, n, true), -1);
    assert_false(sl_fits_bytes(&d, to, 1));
    struct sl_term three = {steps, i, 0, SL_QUOTIENT, 0, 3, 0}, four = {steps, to, 0, SL_QUOTIENT, 0, 4, 0}, some = {steps, used, 0, SL_QUOTIENT, 1, 3, SL_AT_MOST};
    sl_tell_quotient(&d, three);
    sl_tell_quotient(&d, four);
    sl_tell_quotient(&d, some);
    assert_true(sl_fits_bytes(&d, to, 5));
    assert_false(sl_fits_bytes(&d, to, 6));
    assert_int_equal(between(used, i), 1);
    d.regs.at[0] = plus(i, 3);
    d.regs.at[1] = plus(to, 4);
    d.regs.at[2] = used;
    assert_true(sl_settle(&d));
    three.a = d.regs.at[0], three.plus = 3;
    four.a = d.regs.at[1], four.plus = 4;
    assert_true(sl_is_quotient(&d, sl_closed(&d), &three) && sl_is_quotient(&d, sl_closed(&d), &four) && sl_is_quotient(&d, sl_closed(&d), &some));
    four.plus = 3;
    some.plus = 0;
    assert_false(sl_is_quotient(&d, sl_closed(&d), &four) || sl_is_quotient(&d, sl_closed(&d), &some));
}

// A product of two numbers of 32 bits is told by what it was extended to, if it cannot wrap; and a row that may wrap is told nothing of.
static void test_narrow_product(void **state) {
    (void)state;
    for (int wraps = 0; wraps < 2; wraps++) {
        uint32_t most = wraps ? 70000 : 1000, rows = sl_int(&d, num_range_unsigned(32, 1, most)), columns = sl_int(&d, num_range_unsigned(32, 1, most));
        uint32_t product = sl_int(&d, num_range_unsigned(32, 0, 1000000)), cells = word(0, 1000000), row = sl_int(&d, num_range_unsigned(32, 0, most)), at = sl_int(&d, num_range_unsigned(32, 0, 1000000));
        uint32_t o = block(cells);
        sl_made_from(&d, cells, product, 1, 0);
        d.regs.at[0] = rows, d.regs.at[1] = columns, d.regs.at[2] = sl_address(&d, o, 64, 0);
        sl_tell_product(&d, product, rows, columns);
        assert_true(sl_settle(&d));
        assert_int_equal(sl_is_product(&d, cells, rows, columns), !wraps);
        d.values.at[cells].source = 0;
        d.terms.n = 0;
        sl_tell_product(&d, cells, rows, columns);
        sl_relate(&d, sl_reading(&d, row, true), sl_reading(&d, rows, true), -1);
        sl_learn_result(&d, NUM_MUL, at, row, columns, false);
        assert_int_equal(d.terms.n, wraps ? 1 : 2);  // what the row leaves of the size
        d.terms.n = d.relations.n = 0;
    }
    uint32_t minus = sl_int(&d, num_range_const(32, UINT32_MAX)), one = sl_int(&d, num_range_const(32, 1)), wide = sl_int(&d, num_range_const(64, UINT64_MAX));
    assert_false(sl_is_product(&d, wide, one, minus));  // without sign
}

// An address lies at an element, though nothing holds its number: below the size it is a whole element below, and so is one that is an element away.
static void test_element(void **state) {
    (void)state;
    uint32_t n = word(1, 1000), size = word(4, 4000), o = block(size), i = word(0, 1000), p = place(o, 0, 4000);
    d.objects.at[o].unit = n, d.objects.at[o].scale = 4;
    sl_made_from(&d, p, i, 4, 0);
    assert_int_equal(sl_element_size(&d, p), 4);
    assert_int_equal(sl_element_size(&d, n), 0);
    d.regs.at[0] = p;
    d.regs.at[1] = plus(p, 4);
    assert_true(sl_settle(&d));
    assert_int_equal(d.terms.n, 2);
    d.values.at[p].source = d.values.at[d.regs.at[1]].source = 0;
    assert_false(sl_fits_bytes(&d, p, 1));
    sl_relate(&d, sl_reading(&d, p, true), sl_reading(&d, size, true), -1);
    assert_true(sl_fits_bytes(&d, p, 4));
    assert_false(sl_fits_bytes(&d, p, 5));
    assert_true(sl_fits_bytes(&d, d.regs.at[1], 0));
    assert_false(sl_fits_bytes(&d, d.regs.at[1], 1));
}

// A quotient of a number that has become a constant is not kept, nor the number that nothing else holds.
static void test_quotient_of_constant(void **state) {
    (void)state;
    struct dom_store store = {0};
    for (int constant = 0; constant < 2; constant++) {
        uint32_t a = word(0, 100), q = word(0, 50);
        d.regs.at[0] = a;
        sl_tell_quotient(&d, (struct sl_term){q, a, 0, SL_QUOTIENT, 0, 2, 1});
        if (constant) d.values.at[a].range = num_range_const(64, 7);
        struct sl_draft again;
        sl_unseal(&store, sl_seal(&store, &d), &again);
        assert_int_equal(again.terms.n, !constant);
        sl_draft_free(&again);
        d.terms.n = 0;
    }
    dom_store_free(&store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sum, setup, teardown),
        cmocka_unit_test_setup_teardown(test_settled_sum, setup, teardown),
        cmocka_unit_test_setup_teardown(test_load, setup, teardown),
        cmocka_unit_test_setup_teardown(test_multiple, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrapped_multiple, setup, teardown),
        cmocka_unit_test_setup_teardown(test_product, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrapped_product, setup, teardown),
        cmocka_unit_test_setup_teardown(test_quotient, setup, teardown),
        cmocka_unit_test_setup_teardown(test_signed_quotient, setup, teardown),
        cmocka_unit_test_setup_teardown(test_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_narrow_product, setup, teardown),
        cmocka_unit_test_setup_teardown(test_element, setup, teardown),
        cmocka_unit_test_setup_teardown(test_quotient_of_constant, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
