// SPDX-License-Identifier: MIT
// Symbols of constant sizes: what gets one, which constants are told by it, and when it is none any more.
#include "heap.h"
#include "sl/number.h"

static struct heap h;
static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    h.sl.options.symbolic = 1;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    vec_free(&h.sl.sites);
    heap_close(&h);
    return 0;
}

static uint32_t block(uint64_t size, uint32_t instr) {
    struct sl_object o = {.storage = SL_HEAP, .rest = SL_REST_UNINIT, .size = size, .instr = instr};
    uint32_t object = sl_add_object(&d, o);
    sl_see_block(&h.sl, &d, object);
    return object;
}

static uint32_t told(uint64_t constant) {
    return sl_as_symbol(&h.sl, &d, sl_const(&d, BITS, constant));
}

static void a_block_is_told_by_a_symbol(void **state) {
    (void)state;
    begin(&d);
    const struct sl_object *o = &d.objects.at[block(64, 1)];
    assert_true(d.sized && o->count && o->size == 64 && o->more == 1);
    assert_true(num_range_same(d.values.at[o->count].range, num_range_unsigned(BITS, 64, 65)));
    sl_draft_free(&d);
}

static void its_size_and_the_next_numbers_are_the_symbol(void **state) {
    (void)state;
    begin(&d);
    uint32_t symbol = d.objects.at[block(64, 1)].count;
    assert_int_equal(told(64), symbol);
    struct sl_form below = {told(63), 1, 0}, above = {told(65), 1, 0};
    assert_true(sl_step_down(&d, &below) && below.value == symbol && below.plus == -1);
    assert_true(sl_step_down(&d, &above) && above.value == symbol && above.plus == 1);
    assert_true(sl_is_const(&d, told(62), NULL));
    uint32_t narrow = sl_as_symbol(&h.sl, &d, sl_const(&d, 32, 64));
    assert_true(d.values.at[narrow].range.bits == 32 && sl_is_made_from(&d, narrow, symbol));
    sl_draft_free(&d);
}

static void blocks_of_one_size_share_it(void **state) {
    (void)state;
    begin(&d);
    uint32_t one = block(64, 1), other = block(64, 2);
    assert_int_equal(d.objects.at[one].count, d.objects.at[other].count);
    sl_draft_free(&d);
}

// A place where blocks of different sizes are made says nothing of what one of them holds.
static void sizes_that_differ_have_none(void **state) {
    (void)state;
    begin(&d);
    block(64, 1);
    uint32_t other = block(80, 1);
    assert_true(d.objects.at[other].more == 0 && !d.objects.at[other].count);
    assert_true(sl_is_const(&d, told(64), NULL));
    sl_draft_free(&d);
}

static void small_blocks_have_none(void **state) {
    (void)state;
    begin(&d);
    assert_int_equal(d.objects.at[block(8, 1)].count, 0);
    assert_true(sl_is_const(&d, told(8), NULL));
    sl_draft_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_block_is_told_by_a_symbol, setup, teardown),
        cmocka_unit_test_setup_teardown(its_size_and_the_next_numbers_are_the_symbol, setup, teardown),
        cmocka_unit_test_setup_teardown(blocks_of_one_size_share_it, setup, teardown),
        cmocka_unit_test_setup_teardown(sizes_that_differ_have_none, setup, teardown),
        cmocka_unit_test_setup_teardown(small_blocks_have_none, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
