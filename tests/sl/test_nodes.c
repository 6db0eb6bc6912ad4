// SPDX-License-Identifier: MIT
// Lengths of lists: opened, emptied, folded, joined, and told by other numbers.
#include "heap.h"
#include "sl/nodes.h"
#include "sl/number.h"

static struct heap h;
static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    h.sl.options.lengths = 1;
    h.precision.lengths = SL_LENGTHS;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    heap_close(&h);
    return 0;
}

#define NODE "heap size 32 rest uninit"
#define LIST NODE " segment 0+ next 0 head 0 "

static uint32_t list(void) {
    uint32_t o = 1;
    while (!sl_is_segment(&d.objects.at[o])) o++;
    return o;
}

static void test_opened(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[0,9]\no1: " LIST "{ 0/8:0 nodes0:v2:i64[0,9] }\n");
    sl_unfold(&d, list(), false, 0, BITS);
    check_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[0,9]\no1: " NODE " { 0/8:&o2+0 }\no2: " LIST "{ 0/8:0 nodes-1:v2:i64[0,9] }\n");
    sl_draft_free(&d);
}

static void test_none(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[0,9]\no1: " LIST "{ 0/8:0 nodes-2:v2:i64[0,9] }\n");
    assert_true(sl_make_empty(&d, list(), BITS));
    check_heap(&h, &d, "frame f: a=0 b=2\n");
    sl_draft_free(&d);
    read_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[3,9]\no1: " LIST "{ 0/8:0 nodes-2:v2:i64[3,9] }\n");
    assert_false(sl_make_empty(&d, list(), BITS));
    sl_draft_free(&d);
}

// Less another number, of which is known that it is not as large.
static void test_difference(void **state) {
    (void)state;
    read_heap(&h, &d,
              "frame f: a=&o1+0 b=v2:i64[0,9] c=v3:i64[0,9]\no1: " LIST "{ 0/8:0 nodes0:v2:i64[0,9] less:v3:i64[0,9] }\nv3:i64[0,9] - v2:i64[0,9] <= -1\n");
    assert_false(sl_make_empty(&d, list(), BITS));
    sl_draft_free(&d);
    read_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[0,9] c=v3:i64[0,9]\no1: " LIST "{ 0/8:0 nodes0:v2:i64[0,9] less:v3:i64[0,9] }\n");
    assert_true(sl_make_empty(&d, list(), BITS));
    sl_draft_free(&d);
}

// Of a number as wide as a pointer, or (counter-fits) of 32 bits: 0 is none.  Otherwise there may be 2^32 nodes.
static void test_exact(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0 b=0\no1: " LIST "{ 0/8:0 nodes0:0:i64 }\n");
    assert_true(sl_has_no_nodes(&h.sl, &d, list()));
    assert_false(sl_assume_nodes(&h.sl, &d, list()));
    sl_draft_free(&d);
    read_heap(&h, &d, "frame f: a=&o1+0 b=0:i32\no1: " LIST "{ 0/8:0 nodes0:0:i32 }\n");
    assert_false(sl_has_no_nodes(&h.sl, &d, list()));
    assert_true(sl_assume_nodes(&h.sl, &d, list()));
    assert_false(h.sl.noted & SL_NOTED_FITS);
    h.sl.options.lengths = 2;
    assert_true(sl_has_no_nodes(&h.sl, &d, list()));
    assert_true(h.sl.noted & SL_NOTED_FITS);
    sl_draft_free(&d);
}

// A number that nothing holds any more: rather one that is so far from it.
static void test_told_again(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[0,9]\no1: " LIST "{ 0/8:0 nodes0:v2:i64[0,9] }\n");
    uint32_t *b = &d.regs.at[1], more = sl_int(&d, num_range_unsigned(64, 1, 10));
    sl_made_from(&d, more, *b, 1, 1);
    *b = more;
    sl_settle_nodes(&d);
    check_heap(&h, &d, "frame f: a=&o1+0 b=v2:i64[1,10]\no1: " LIST "{ 0/8:0 nodes-1:v2:i64[1,10] }\n");
    *b = 0;
    sl_settle_nodes(&d);
    check_heap(&h, &d, "frame f: a=&o1+0\no1: " LIST "{ 0/8:0 }\n");
    sl_draft_free(&d);
}

static dom_state joined(const char *x, const char *y) {
    uint32_t p = sl_precision_number(&h.sl, &h.precision);
    return sl_state_join(&h.sl, state_of(&h, x), state_of(&h, y), false, p);
}

static void test_joined(void **state) {
    (void)state;
    assert_int_equal(joined("frame f: a=0 b=0 c=5\n", "frame f: a=&o1+0 b=2 c=5\no1: " NODE " segment 2+ next 0 head 0 { 0/8:0 nodes2:0:i64 }\n"),
                     state_of(&h, "frame f: a=&o1+0 b=v2:i64[0,2] c=5\no1: " LIST "{ 0/8:0 nodes0:v2:i64[0,2] }\n"));
    assert_int_equal(joined("frame f: a=0 b=0\n", "frame f: a=&o1+0 b=0\no1: " NODE " segment 2+ next 0 head 0 { 0/8:0 nodes2:0:i64 }\n"),
                     state_of(&h, "frame f: a=&o1+0 b=0\no1: " LIST "{ 0/8:0 }\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_opened, setup, teardown),     cmocka_unit_test_setup_teardown(test_none, setup, teardown),
        cmocka_unit_test_setup_teardown(test_difference, setup, teardown), cmocka_unit_test_setup_teardown(test_exact, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told_again, setup, teardown), cmocka_unit_test_setup_teardown(test_joined, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
