// SPDX-License-Identifier: MIT
// Order, join and abstraction as functions: the same states and the same precision have the same answer, whatever was asked before.
#include "sl/lattice.h"

#include <stdio.h>

#include "heap.h"

#define NODE "heap size 24 rest uninit"
#define LEAF(o) o ": " NODE " { 0/8:0 8/8:0 }\n"
#define HOLDER "frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\n"
static const char path[] = HOLDER "o1: " NODE " { 0/8:&o2+0 8/8:0 }\n" LEAF("o2");
static const char list[] = HOLDER "o1: " NODE " segment 2+ next 0 head 0 { 0/8:0 8/8:0 }\n";
static const char longer[] = HOLDER "o1: " NODE " segment 1+ next 0 head 0 { 0/8:0 8/8:0 }\n";
static const char branching[] = HOLDER "o1: " NODE " { 0/8:&o2+0 8/8:&o3+0 }\n" LEAF("o2") LEAF("o3");
static const char tree[] = HOLDER "o1: " NODE " tree 1+ head 0 { 0/8:&o1.child+0' 8/8:&o1.child+0' hole:0 }\n";

static struct heap h;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    h.sl.options.possibly_empty = 1;
    vec_push(&h.sl.trees, (struct sl_branching){.size = 24, .branches = {2, {0, 8}}});
    sl_precision_begin(&h.sl);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    dom_memo_free(&h.sl.made);
    vec_free(&h.sl.trees);
    vec_free(&h.sl.precisions);
    free(h.sl.orders);
    heap_close(&h);
    return 0;
}

static void check(dom_state is, const char *should) {
    assert_int_equal(is, should ? state_of(&h, should) : DOM_NONE);
}

static void check_abstract(const char *x, const char *should) {
    check(sl_domain.core.abstract(&h.sl, state_of(&h, x), NULL), should);
}

static void check_join(const char *x, const char *y, const char *should) {
    check(sl_domain.core.join(&h.sl, state_of(&h, x), state_of(&h, y)), should);
    assert_int_equal(sl_domain.core.leq(&h.sl, state_of(&h, y), state_of(&h, x)), should == x);
}

// As long as no node has branched, and from then on.
static void check_before(void) {
    check(sl_state_abstract(&h.sl, state_of(&h, path), 0), list);
    check(sl_state_join(&h.sl, state_of(&h, longer), state_of(&h, list), false, 0), longer);
    check(sl_state_join(&h.sl, state_of(&h, list), state_of(&h, longer), true, 0), longer);
}

static void check_after(void) {
    assert_int_equal(h.sl.precision, 1);
    check_abstract(path, tree);
    check_join(longer, list, NULL);
    check_join(tree, list, tree);
}

static void test_what_was_asked_before_does_not_matter(void **state) {
    (void)state;
    check_abstract(path, list);
    check_join(longer, list, longer);
    check_before();
    check_abstract(branching, tree);
    check_after();
    check_before();
}

static void test_what_is_asked_later_does_not_matter(void **state) {
    (void)state;
    check_abstract(branching, tree);
    check_after();
    check_before();
    check_after();
}

// A join, too, may see nodes that branch.
static void test_a_join_reports_and_is_asked_again(void **state) {
    (void)state;
    check_join(longer, HOLDER "o1: " NODE " { 0/8:0 8/8:&o2+0 }\n" LEAF("o2"), NULL);
    check_after();
    check_before();
}

static void test_a_precision_that_is_handed_in_teaches_nothing(void **state) {
    (void)state;
    struct sl_precision p = *sl_precision_now(&h.sl);
    p.least_chain = 2;
    sl_domain.core.abstract(&h.sl, state_of(&h, branching), &p);
    check_abstract(path, list);
    assert_int_equal(h.sl.precision, 0);
}

// Two states whose orders have one place in the table of those that are kept.
static void test_orders_that_are_not_kept_side_by_side(void **state) {
    (void)state;
    dom_state x = state_of(&h, "frame f: a=&o1+0 b=&o2+0\no1: heap size 8 rest uninit { 0/8:&o2+0 }\no2: heap size 8 rest uninit { 0/8:0 }\n"), y;
    char text[200];
    uint32_t n = 0;
    do {
        snprintf(text, sizeof text, "frame f: a=&o2+0 b=&o1+0\no1: heap size %u rest uninit { 0/8:&o2+0 }\no2: heap size 8 rest uninit { 0/8:0 }\n", 8 + 8 * n++);
        y = state_of(&h, text);
    } while (x % SL_ORDERS != y % SL_ORDERS);
    assert_int_equal(sl_state_join(&h.sl, x, y, false, 0), DOM_NONE);
    assert_int_equal(h.sl.compared, 0);  // it was told by the order alone
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_was_asked_before_does_not_matter, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_asked_later_does_not_matter, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_join_reports_and_is_asked_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_precision_that_is_handed_in_teaches_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_orders_that_are_not_kept_side_by_side, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
