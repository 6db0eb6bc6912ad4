// SPDX-License-Identifier: MIT
// Lists that are empty or not independently of each other, nodes that are alone, pointers that are asked for; and how that is told to another domain.
#include "heap.h"
#include "sl/lattice.h"

static struct heap h;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    h.sl.options = (struct sl_options){.coarse = 1, .independent = 1, .possibly_empty = 1};
    h.precision.coarse = h.precision.independent = true;
    sl_precision_begin(&h.sl);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    heap_close(&h);
    return 0;
}

static void joins(const char *a, const char *b, const char *should) {
    uint32_t p = sl_precision_number(&h.sl, &h.precision);
    for (int swapped = 0; swapped < 2; swapped++)
        assert_int_equal(sl_state_join(&h.sl, state_of(&h, swapped ? b : a), state_of(&h, swapped ? a : b), false, p), should ? state_of(&h, should) : DOM_NONE);
}

#define LIST(o, least) o ": heap size 16 rest uninit segment " least "+ next 0 head 0 { 0/8:0 8/8:1 }\n"
#define NODE(o) o ": heap size 16 rest uninit { 0/8:0 8/8:1 }\n"

static void test_different_lists_are_empty(void **state) {
    (void)state;
    const char *first = "frame f: a=&o1+0 b=0\n" LIST("o1", "1"), *second = "frame f: a=0 b=&o1+0\n" LIST("o1", "1");
    joins(first, second, "frame f: a=&o1+0 b=&o2+0\n" LIST("o1", "0") LIST("o2", "0"));
    h.precision.independent = false;
    joins(first, second, NULL);
}

static void see_list(void) {
    sl_lists_see(&h.sl, &(struct sl_listing){.size = 16, .shape = {.kind = SL_SINGLY}});
    assert_int_equal(h.sl.lists.n, 1);
    h.precision.lists = h.sl.report.chains;
}

static void test_a_node_alone_is_a_list_if_others_were(void **state) {
    (void)state;
    const char *node = "frame f: a=&o1+0\n" NODE("o1"), *none = "frame f: a=0\n";
    joins(node, none, NULL);
    see_list();
    joins(node, none, "frame f: a=&o1+0\n" LIST("o1", "0"));
    joins("frame f: a=&o1+0 b=&o1+0\n" NODE("o1"), "frame f: a=0 b=0\n", NULL);                              // that two places lead to
    joins("frame f: a=&o1+8\n" NODE("o1"), none, NULL);                                                      // not to where links do
    joins("frame f: a=&o1+0\no1: heap size 24 rest uninit { 0/8:0 8/8:1 }\n", none, NULL);                   // of another size
    joins("frame f: a=&o1+0\no1: heap size 16 rest uninit { 0/8:&o2+0 8/8:1 }\n" NODE("o2"), none, NULL);  // that leads on
}

static void test_it_keeps_what_it_owns(void **state) {
    (void)state;
    see_list();
    joins("frame f: a=&o1+0\no1: heap size 16 rest uninit { 0/8:0 8/8:&o2+0 }\no2: heap size 8 rest uninit { 0/8:7 }\n", "frame f: a=0\n",
          "frame f: a=&o1+0\no1: heap size 16 rest uninit segment 0+ next 0 head 0 { 0/8:0 8/8:&o2+0' }\no2: heap size 8 rest uninit level 1 { 0/8:7 }\n");
}

// ---- what was learnt ---------------------------------------------------------------------------------------------------------------------

static void test_what_was_learnt_is_told(void **state) {
    (void)state;
    struct heap other;
    struct buf text = {0}, again = {0};
    see_list();
    sl_asked_see(&h.sl, &(struct sl_asked){0, ir_val_of(IR_LOCAL, 2), 0});
    assert_true(sl_learn(&h.sl));
    assert_false(sl_learn(&h.sl));
    sl_print_knowledge(&h.sl, &text);
    assert_non_null(strstr(buf_text(&text), ";f,0,16,"));
    heap_open(&other);
    other.sl.options = h.sl.options;
    sl_precision_begin(&other.sl);
    assert_true(sl_tell(&other.sl, buf_text(&text)));
    sl_print_knowledge(&other.sl, &again);
    assert_string_equal(buf_text(&text), buf_text(&again));
    heap_close(&other);
    buf_free(&text);
    buf_free(&again);
}

static void test_what_is_spoilt_is_refused(void **state) {
    (void)state;
    static const char *const spoilt[] = {"", "0", "0.0.0.0;g,0,16,1,0,0,0,0", "0.0.0.0;f,0,16,1,0,0,0", "0.0.0.0;f,0,16,99,0,0,0,0", "0.0.0.0;f,0,0,1,0,0,0,0",
                                         "0.0.0.0?f,1", "0.0.0.0?f,0,0", "0.0.0.0?g,268435458,0", "0.0.0.0?f,268435490,0", "0.0.0.0x"};
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) assert_false(sl_tell(&h.sl, spoilt[i]));
    assert_true(sl_tell(&h.sl, "0.0.0.0"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_different_lists_are_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_node_alone_is_a_list_if_others_were, setup, teardown),
        cmocka_unit_test_setup_teardown(test_it_keeps_what_it_owns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_was_learnt_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_spoilt_is_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
