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

// ---- reasons -------------------------------------------------------------------------------------------------------------------------

static enum sl_veto veto_of(const char *x, const char *y) {
    struct sl_report before = h.sl.report;
    enum sl_veto found = SL_NO_VETO;
    if (sl_state_join(&h.sl, state_of(&h, x), state_of(&h, y), false, 0)) return SL_NO_VETO;
    for (uint32_t i = 0; i < SL_N_VETOES; i++) {
        if (h.sl.report.apart[i] == before.apart[i]) continue;
        assert_int_equal(found, SL_NO_VETO);
        assert_int_equal(h.sl.report.apart[i], before.apart[i] + 1);
        found = i;
    }
    assert_int_not_equal(found, SL_NO_VETO);
    return found;
}

#define BLOCK(o, size, word) o ": heap size " size " rest uninit { 0/8:" word " }\n"
#define LIST(o, least, next, data) o ": heap size 16 rest uninit segment " least "+ next 0 head 0 { 0/8:" next " 8/8:" data " }\n"

static void test_why_states_are_kept_apart(void **state) {
    (void)state;
    static const char one[] = "frame f: a=&o1+0\n" BLOCK("o1", "8", "0"), seven[] = "frame f: a=&o1+0\n" LIST("o1", "1", "0", "7:i64");
    assert_int_equal(veto_of(one, "frame f: b=&o1+0\n" BLOCK("o1", "8", "0")), SL_VETO_FRAMES);
    assert_int_equal(veto_of(one, "frame f: a=&o1+0\no1: heap freed size 8 rest uninit { }\n"), SL_VETO_MEMORY);
    assert_int_equal(veto_of(one, "frame f: a=&o1+0\n" BLOCK("o1", "16", "0")), SL_VETO_SIZE);
    assert_int_equal(veto_of(one, "frame f: a=&o1+4\n" BLOCK("o1", "8", "0")), SL_VETO_OFFSET);
    assert_int_equal(veto_of(one, "frame f: a=0:i64\n"), SL_VETO_ABSENT);
    assert_int_equal(veto_of("frame f: a=1:i64\n", "frame f: a=1:i32\n"), SL_VETO_WIDTH);
    assert_int_equal(veto_of("frame f: a=1:i64\n", "frame f: a=v1:uninit\n"), SL_VETO_UNINITIALISED);
    assert_int_equal(veto_of("frame f: a=&o1+0 b=&o1+0\n" BLOCK("o1", "8", "0"),
                             "frame f: a=&o1+0 b=&o2+0\n" BLOCK("o1", "8", "0") BLOCK("o2", "8", "0")), SL_VETO_PAIRED);
    assert_int_equal(veto_of("frame f: a=&o1+0 b=&o2+0\n" BLOCK("o1", "8", "&o2+0") BLOCK("o2", "8", "0"),
                             "frame f: a=&o1+0 b=&o2+0\n" BLOCK("o1", "8", "0") BLOCK("o2", "8", "&o1+0")), SL_VETO_ABSENT);
    assert_int_equal(veto_of(seven, "frame f: a=&o1+0\n" LIST("o1", "1", "0", "8:i64")), SL_VETO_DATA);
    assert_int_equal(veto_of("frame f: a=&o1+0 b=0:i64\n" LIST("o1", "1", "0", "7:i64"),
                             "frame f: a=0:i64 b=&o1+0\n" LIST("o1", "1", "0", "7:i64")), SL_VETO_BOTH_EMPTY);
    assert_int_equal(veto_of(longer, HOLDER "o1: " NODE " { 0/8:0 8/8:&o2+0 }\n" LEAF("o2")), SL_VETO_BRANCHES);
    assert_int_equal(veto_of(seven, "frame f: a=0:i64\n"), SL_NO_VETO);
}

// Segments that are empty together have an end that something else follows: a ring of two would swallow what the other side has.
static void test_no_ring_of_segments_is_empty(void **state) {
    (void)state;
#define OWN(o, least, next) o ": heap size 24 rest uninit segment " least "+ next 0 head 0 level 1 { 0/8:" next " 8/8:v1:any' }\n"
    static const char ring[] = "frame f: a=&o1+0\n" LIST("o1", "1", "0", "&o2+0'") OWN("o2", "0", "&o3+0'") OWN("o3", "1", "&o2+0'");
    static const char row[] = "frame f: a=&o1+0\n" LIST("o1", "1", "0", "&o2+0'") OWN("o2", "0", "&o3+0'") OWN("o3", "1", "0");
    static const char block[] = "frame f: a=&o1+0\n" LIST("o1", "1", "0", "&o2+0'") "o2: heap size 40 rest uninit level 1 { 0/8:0 }\n";
    assert_int_equal(veto_of(ring, block), SL_VETO_ABSENT);
    assert_int_equal(veto_of(block, ring), SL_VETO_ABSENT);
    assert_int_equal(veto_of(row, "frame f: a=&o1+0\n" LIST("o1", "1", "0", "0")), SL_NO_VETO);
}

// A node that only some nodes own, as a list of one, is led to where its links are; so where there is none, that is where its link leads, no byte before.
static void test_a_node_is_a_list_from_where_it_is_led_to(void **state) {
    (void)state;
#define OUTER(own) "frame f: a=&o1+0\no1: heap size 24 rest uninit segment 1+ next 0 head 0 { 0/8:0 8/8:0 16/8:" own " }\n"
#define INNER(o) o ": heap size 40 rest uninit level 1 { 0/8:0 8/8:0 }\n"
    static const char node[] = OUTER("&o2+8'") "o2: heap size 32 rest uninit level 1 { 8/8:1 16/8:&o3+0' }\n" INNER("o3");
    assert_int_equal(veto_of(node, OUTER("&o2+8'") INNER("o2")), SL_VETO_SIZE);
    assert_int_equal(veto_of(OUTER("&o2+8'") INNER("o2"), node), SL_VETO_SIZE);
    check_join(node, OUTER("&o2+0'") INNER("o2"), OUTER("&o2+8'") "o2: heap size 32 rest uninit segment 0+ next 16 head 8 level 1 { 8/8:1 16/8:&o3+0' }\n" INNER("o3"));
}

// What only some nodes own, two blocks of which one leads to the other: it leads to that block, not to the one that it is in.
static void test_options_lead_to_each_other(void **state) {
    (void)state;
#define ONE(o, kind) o ": heap size 16 rest uninit " kind "level 1 { 0/8:1 }\n"
#define TWO(o, kind, first) o ": heap size 32 rest uninit " kind "level 1 { 0/8:0 8/8:" first " }\n"
#define BOTH(x, y) "frame f: a=&o1+0\no1: heap size 24 rest uninit segment 1+ next 0 head 0 { 0/8:0 8/8:" x " 16/8:" y " }\n"
    check_join(BOTH("&o2+0'", "&o3+0'") ONE("o2", "") TWO("o3", "", "&o2+0'"), BOTH("0", "0"), BOTH("&o2+0'", "&o3+0'") ONE("o2", "option ") TWO("o3", "option ", "&o2+0'"));
    check_join(BOTH("&o2+0'", "&o3+0'") ONE("o2", "") TWO("o3", "", "&o3+0'"), BOTH("0", "0"), BOTH("&o2+0'", "&o3+0'") ONE("o2", "option ") TWO("o3", "option ", "&o3.each+0''"));
}

// Coarse states forget the numbers in nodes; one that a list ends with is no node's own.
static void test_a_number_at_the_end_of_a_list_is_forgotten_once(void **state) {
    (void)state;
    struct sl_precision p = {.least_chain = 2, .coarse = true, .possibly_empty = true};
    static const char ends[] = "frame f: a=&o1+0\n" LIST("o1", "1", "1", "7"), should[] = "frame f: a=&o1+0\n" LIST("o1", "1", "v1:i64", "v2:i64'");
    check(sl_state_abstract(&h.sl, state_of(&h, ends), sl_precision_number(&h.sl, &p)), should);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_was_asked_before_does_not_matter, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_asked_later_does_not_matter, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_join_reports_and_is_asked_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_precision_that_is_handed_in_teaches_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_why_states_are_kept_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_ring_of_segments_is_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_node_is_a_list_from_where_it_is_led_to, setup, teardown),
        cmocka_unit_test_setup_teardown(test_options_lead_to_each_other, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_number_at_the_end_of_a_list_is_forgotten_once, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
