// SPDX-License-Identifier: MIT
// Trees: nodes that branch are folded, opened again, found to be empty, and joined; the states before and after, as text.
#include "heap.h"

static struct heap h;
static struct sl_draft d;

// Nodes of 24 bytes with two links and a number; whether they branch is not known yet.
static int setup(void **state) {
    (void)state;
    heap_open(&h);
    vec_push(&h.sl.trees, (struct sl_branching){.size = 24, .branches = {2, {0, 8}}});
    return 0;
}

static int teardown(void **state) {
    (void)state;
    heap_close(&h);
    return 0;
}

#define NODE "heap size 24 rest uninit"
#define TREE(o, least, hole) o ": " NODE " tree " least "+ head 0 { 0/8:&" o ".child+0' 8/8:&" o ".child+0' hole:" hole " }\n"

static void folds(const char *before, const char *after) {
    read_heap(&h, &d, before);
    sl_fold(&h.sl, &d, &h.precision);
    sl_draft_free(&d);
    read_heap(&h, &d, before);
    h.precision.trees = h.sl.report.branch;  // as the domain learns
    sl_fold(&h.sl, &d, &h.precision);
    check_heap(&h, &d, after);
    sl_draft_free(&d);
}

static void opens(const char *before, uint32_t tree, uint32_t ways, uint32_t way, const char *after) {
    read_heap(&h, &d, before);
    assert_int_equal(sl_ways(&d, tree, false), ways);
    sl_unfold(&d, tree, false, way, BITS);
    assert_false(d.lost);
    check_heap(&h, &d, after);
    sl_draft_free(&d);
}

// NULL: they stay apart.
static void joins(const char *x, const char *y, const char *both) {
    struct sl_draft a, b, out;
    bool forgets;
    read_heap(&h, &a, x);
    read_heap(&h, &b, y);
    assert_int_equal(!sl_join(&h.sl, &a, &b, false, &h.precision, &out, &forgets, NULL), both != NULL);
    if (both) check_heap(&h, &out, both);
    if (both) sl_draft_free(&out);
    sl_draft_free(&a);
    sl_draft_free(&b);
}

// ---- folding -------------------------------------------------------------------------------------------------------------------------

#define LEAF(o) o ": " NODE " { 0/8:0 8/8:0 }\n"

static void test_a_node_with_two_children(void **state) {
    (void)state;
    folds("frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\no1: " NODE " { 0/8:&o2+0 8/8:&o3+0 }\n" LEAF("o2") LEAF("o3"),
          "frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\n" TREE("o1", "1", "0"));
}

static void test_what_is_at_hand_stays(void **state) {
    (void)state;
    folds("frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:0 }\no2: " NODE " { 0/8:&o3+0 8/8:&o4+0 }\n" LEAF("o3") LEAF("o4"),
          "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:0 }\n" TREE("o2", "1", "0"));
}

static void test_a_path_to_a_node_that_something_else_leads_to(void **state) {
    (void)state;
    folds("frame f: a=&o9+0 b=&o4+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\no1: " NODE " { 0/8:0 8/8:&o2+0 }\no2: " NODE
          " { 0/8:&o4+0 8/8:0 }\n" LEAF("o4"),
          "frame f: a=&o9+0 b=&o4+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\n" TREE("o1", "1", "&o4+0") LEAF("o4"));
}

static void test_neighbours_that_lead_to_each_other_are_a_list(void **state) {
    (void)state;
    sl_trees_add(&h.sl.report.branch, 0);
    folds("frame f: a=&o1+0 b=&o2+0\no1: " NODE " { 0/8:&o2+0 8/8:0 }\no2: " NODE " { 0/8:0 8/8:&o1+0 }\n",
          "frame f: a=&o1+0 b=&o1.last+0\no1: " NODE " segment 2+ next 0 head 0 back 8 tail 0 { 0/8:0 8/8:0 }\n");
}

static void test_a_node_that_is_led_to_twice_is_no_part_of_a_tree(void **state) {
    (void)state;
    folds("frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\no1: " NODE " { 0/8:&o2+0 8/8:&o2+0 }\n" LEAF("o2"),
          "frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\no1: " NODE " segment 2+ next 8 head 0 { 0/8:&o1.after+0' 8/8:0 }\n");
}

static void test_nodes_that_do_not_branch_are_a_list(void **state) {
    (void)state;
    folds("frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:0 }\no2: " NODE " { 0/8:0 8/8:0 }\n",
          "frame f: a=&o1+0\no1: " NODE " segment 2+ next 0 head 0 { 0/8:0 8/8:0 }\n");
    sl_trees_add(&h.sl.report.branch, 0);  // unless others do
    folds("frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\no1: " NODE " { 0/8:&o2+0 8/8:0 }\no2: " NODE " { 0/8:0 8/8:0 }\n",
          "frame f: a=&o9+0\no9: heap size 8 rest uninit { 0/8:&o1+0 }\n" TREE("o1", "1", "0"));
}

// ---- opening -------------------------------------------------------------------------------------------------------------------------

static void test_each_child_of_a_whole_tree_may_be_there(void **state) {
    (void)state;
    opens("frame f: a=&o1+0\n" TREE("o1", "1", "0"), 1, 1, 0,
          "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:&o3+0 }\n" TREE("o2", "0", "0") TREE("o3", "0", "0"));
}

static void test_the_hole_is_behind_one_of_the_children(void **state) {
    (void)state;
    static const char before[] = "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "1", "&o2+0") LEAF("o2");
    opens(before, 1, 2, 0,
          "frame f: a=&o1+0 b=&o2+0\no1: " NODE " { 0/8:&o3+0 8/8:&o4+0 }\n" LEAF("o2") TREE("o3", "0", "&o2+0") TREE("o4", "0", "0"));
    opens(before, 1, 2, 1,
          "frame f: a=&o1+0 b=&o2+0\no1: " NODE " { 0/8:&o3+0 8/8:&o4+0 }\n" LEAF("o2") TREE("o3", "0", "0") TREE("o4", "0", "&o2+0"));
}

static void test_every_tree_has_its_own_things(void **state) {
    (void)state;
    opens("frame f: a=&o1+0\no1: " NODE
          " tree 1+ head 0 { 0/8:&o1.child+0' 8/8:&o1.child+0' 16/8:&o2+0' hole:0 }\n"
          "o2: heap size 8 rest zero level 1 { }\n",
          1, 1, 0,
          "frame f: a=&o1+0\no1: " NODE
          " { 0/8:&o2+0 8/8:&o3+0 16/8:&o4+0 }\n"
          "o2: " NODE
          " tree 0+ head 0 { 0/8:&o2.child+0' 8/8:&o2.child+0' 16/8:&o5+0' hole:0 }\n"
          "o3: " NODE
          " tree 0+ head 0 { 0/8:&o3.child+0' 8/8:&o3.child+0' 16/8:&o6+0' hole:0 }\n"
          "o4: heap size 8 rest zero { }\no5: heap size 8 rest zero level 1 { }\no6: heap size 8 rest zero level 1 { }\n");
}

static void test_an_empty_tree_is_its_hole(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "0", "&o2+0") LEAF("o2"));
    assert_true(sl_make_empty(&d, 1, BITS));
    check_heap(&h, &d, "frame f: a=&o1+0 b=&o1+0\n" LEAF("o1"));
    sl_draft_free(&d);
}

// ---- joining -------------------------------------------------------------------------------------------------------------------------

static void test_a_tree_covers_its_parts(void **state) {
    (void)state;
    static const char tree[] = "frame f: a=&o1+0\n" TREE("o1", "1", "0"), maybe[] = "frame f: a=&o1+0\n" TREE("o1", "0", "0");
    joins(tree, "frame f: a=&o1+0\n" LEAF("o1"), tree);
    joins("frame f: a=&o1+0\n" LEAF("o1"), tree, tree);
    joins(tree, "frame f: a=0:i64\n", maybe);
    joins(tree, "frame f: a=&o1+0\no1: " NODE " segment 2+ next 8 head 0 { 0/8:0 8/8:0 }\n", tree);
    joins(tree, "frame f: a=&o1+0\no1: " NODE " option { 0/8:0 8/8:0 }\n", maybe);
}

static void test_a_list_whose_nodes_have_more_below_is_no_tree(void **state) {
    (void)state;
    joins("frame f: a=&o1+0\n" TREE("o1", "1", "0"),
          "frame f: a=&o1+0\no1: " NODE " segment 2+ next 8 head 0 { 0/8:&o2+0' 8/8:0 }\no2: " NODE " level 1 { 0/8:0 8/8:0 }\n", NULL);
}

static void test_lists_that_branch_are_given_up(void **state) {
    (void)state;
    joins("frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0 { 0/8:0 8/8:0 }\n",
          "frame f: a=&o1+0\no1: " NODE " { 0/8:0 8/8:&o2+0 }\n" LEAF("o2"), NULL);
    assert_true(sl_trees_have(&h.sl.report.branch, 0));
    assert_false(sl_trees_have(&h.precision.trees, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_node_with_two_children, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_at_hand_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_path_to_a_node_that_something_else_leads_to, setup, teardown),
        cmocka_unit_test_setup_teardown(test_neighbours_that_lead_to_each_other_are_a_list, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_node_that_is_led_to_twice_is_no_part_of_a_tree, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nodes_that_do_not_branch_are_a_list, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_child_of_a_whole_tree_may_be_there, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_hole_is_behind_one_of_the_children, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_tree_has_its_own_things, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_empty_tree_is_its_hole, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_tree_covers_its_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_list_whose_nodes_have_more_below_is_no_tree, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists_that_branch_are_given_up, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
