// SPDX-License-Identifier: MIT
// Which variables lead to which, and which states are kept apart by it.
#include "sl/order.h"

#include "heap.h"

static struct heap h;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    heap_close(&h);
    return 0;
}

static struct sl_order order(const char *text) {
    struct sl_draft d;
    struct sl_order o;
    read_heap(&h, &d, text);
    sl_order_of(&d, &o);
    sl_draft_free(&d);
    return o;
}

static bool agree(const char *x, const char *y) {
    struct sl_order a = order(x), b = order(y);
    assert_int_equal(sl_orders_agree(&a, &b), sl_orders_agree(&b, &a));
    assert_true(sl_orders_agree(&a, &a) && sl_orders_agree(&b, &b));
    return sl_orders_agree(&a, &b);
}

#define NODE(name, next) name ": heap size 8 rest uninit { 0/8:" next " }\n"
#define SEGMENT(name, next) name ": heap size 8 rest uninit segment 0+ next 0 head 0 { 0/8:" next " }\n"
static const char a_then_b[] = "frame f: a=&o1+0 b=&o2+0\n" NODE("o1", "&o2+0") NODE("o2", "0");
static const char b_then_a[] = "frame f: a=&o2+0 b=&o1+0\n" NODE("o1", "&o2+0") NODE("o2", "0");
static const char apart[] = "frame f: a=&o1+0 b=&o2+0\n" NODE("o1", "0") NODE("o2", "0");
static const char same[] = "frame f: a=&o1+0 b=&o1+0\n" NODE("o1", "0");
static const char farther[] = "frame f: a=&o1+0 b=&o3+0\n" NODE("o1", "&o2+0") SEGMENT("o2", "&o3+0") NODE("o3", "0");
static const char ring[] = "frame f: a=&o1+0 b=&o2+0\n" NODE("o1", "&o2+0") NODE("o2", "&o1+0");
static const char no_b[] = "frame f: a=&o1+0 b=0\n" NODE("o1", "0");

static void what_comes_first_matters(void **state) {
    (void)state;
    assert_false(agree(a_then_b, b_then_a));
    assert_false(agree(a_then_b, apart));
    assert_false(agree(ring, apart) && agree(farther, apart));
}

static void how_far_it_is_does_not_matter(void **state) {
    (void)state;
    assert_true(agree(a_then_b, farther));
    assert_true(agree(a_then_b, same));
    assert_true(agree(b_then_a, same));
    assert_true(agree(a_then_b, ring));
    assert_true(agree(a_then_b, no_b));
    assert_true(agree(apart, no_b));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_comes_first_matters, setup, teardown),
        cmocka_unit_test_setup_teardown(how_far_it_is_does_not_matter, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
