// SPDX-License-Identifier: MIT
// Trees with links to the parents: folded, opened at both ends, found to be empty, joined; the states before and after, as text.
#include "heap.h"
#include "sl/lattice.h"

static struct heap h;
static struct sl_draft d;

// Nodes of 32 bytes: two children, a number, and the link to the parent at 24.
static int setup(void **state) {
    (void)state;
    heap_open(&h);
    vec_push(&h.sl.trees, (struct sl_branching){.size = 32, .branches = {2, {0, 8}}, .up = 24 + 1});
    return 0;
}

static int teardown(void **state) {
    (void)state;
    heap_close(&h);
    return 0;
}

#define NODE "heap size 32 rest uninit"
#define ONE(o, left, right, up) o ": " NODE " { 0/8:" left " 8/8:" right " 24/8:" up " }\n"
#define LEAF(o, up) ONE(o, "0", "0", up)
#define TREE(o, least, up, hole) \
    o ": " NODE " tree " least "+ head 0 up 24 tail 0 { 0/8:&" o ".child+0' 8/8:&" o ".child+0' 24/8:" up " hole:" hole " }\n"
#define HEAD "o9: heap size 8 rest uninit { 0/8:&o1+0 }\n"  // so that the root is not at hand

static void opens(const char *before, uint32_t tree, bool last, uint32_t ways, uint32_t way, const char *after) {
    read_heap(&h, &d, before);
    assert_int_equal(sl_ways(&d, tree, false), ways);
    heap_opens(&h, &d, tree, last, way, after);
}

// ---- folding -------------------------------------------------------------------------------------------------------------------------

static void test_children_that_lead_back(void **state) {
    (void)state;
    heap_folds(&h, "frame f: a=&o9+0\n" HEAD ONE("o1", "&o2+0", "&o3+0", "&o9+0") LEAF("o2", "&o1+0") LEAF("o3", "&o1+0"),
          "frame f: a=&o9+0\n" HEAD TREE("o1", "1", "&o9+0", "0"));
    assert_true(sl_trees_have(&h.sl.report.branch, 0));
}

static void test_children_that_lead_elsewhere(void **state) {
    (void)state;
    static const char orphan[] = "frame f: a=&o9+0\n" HEAD ONE("o1", "&o2+0", "&o3+0", "0") LEAF("o2", "&o1+0") LEAF("o3", "&o9+0");
    heap_folds(&h, orphan, orphan);
}

static void test_the_last_node_is_the_one_above_the_hole(void **state) {
    (void)state;
    sl_trees_add(&h.precision.trees, 0);
    heap_folds(&h, "frame f: a=&o9+0 b=&o4+0\n" HEAD ONE("o1", "0", "&o2+0", "0") ONE("o2", "&o4+0", "&o3+0", "&o1+0") LEAF("o3", "&o2+0") LEAF("o4", "&o2+0"),
          "frame f: a=&o9+0 b=&o4+0\n" HEAD TREE("o1", "1", "0", "&o4+0") LEAF("o4", "&o1.last+0"));
    // The root has it, which others lead to as well.
    heap_folds(&h, "frame f: a=&o9+0 b=&o4+0\n" HEAD ONE("o1", "&o4+0", "&o2+0", "0") LEAF("o2", "&o1+0") LEAF("o4", "&o1+0"),
          "frame f: a=&o9+0 b=&o4+0\n" HEAD TREE("o1", "1", "0", "&o4+0") LEAF("o4", "&o1.last+0"));
}

static void test_a_list_is_a_path_in_either_direction(void **state) {
    (void)state;
    static const char tree[] = "frame f: a=&o9+0\n" HEAD TREE("o1", "1", "0", "0");
    heap_folds(&h, "frame f: a=&o9+0\n" HEAD ONE("o1", "&o2+0", "&o3+0", "0") "o2: " NODE " segment 1+ next 0 head 0 back 24 tail 0 { 0/8:0 8/8:0 24/8:&o1+0 }\n"
          LEAF("o3", "&o1+0"), tree);
    heap_folds(&h, "frame f: a=&o9+0\n" HEAD ONE("o1", "&o2.last+0", "&o3+0", "0") "o2: " NODE " segment 1+ next 24 head 0 back 0 tail 0 { 0/8:0 8/8:0 24/8:&o1+0 }\n"
          LEAF("o3", "&o1+0"), tree);
}

static void test_a_node_that_something_else_leads_to_stays(void **state) {
    (void)state;
    static const char found[] = "frame f: a=&o1+0 b=&o2+0\n" ONE("o1", "&o2+0", "0", "0") ONE("o2", "&o3+0", "0", "&o1+0") LEAF("o3", "&o2+0");
    sl_trees_add(&h.precision.trees, 0);
    heap_folds(&h, found, found);
}

// ---- opening -------------------------------------------------------------------------------------------------------------------------

static void test_opened_at_the_root(void **state) {
    (void)state;
    opens("frame f: a=&o1+0\n" TREE("o1", "1", "0", "0"), 1, false, 1, 0,
          "frame f: a=&o1+0\n" ONE("o1", "&o2+0", "&o3+0", "0") TREE("o2", "0", "&o1+0", "0") TREE("o3", "0", "&o1+0", "0"));
    opens("frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "1", "0", "&o2+0") LEAF("o2", "&o1.last+0"), 1, false, 2, 1,
          "frame f: a=&o1+0 b=&o2+0\n" ONE("o1", "&o3+0", "&o4+0", "0") LEAF("o2", "&o4.last+0") TREE("o3", "0", "&o1+0", "0")
          TREE("o4", "0", "&o1+0", "&o2+0"));
}

static void test_opened_at_the_last_node(void **state) {
    (void)state;
    opens("frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "1", "0", "&o2+0") LEAF("o2", "&o1.last+0"), 1, true, 2, 0,
          "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "0", "0", "&o3+0") LEAF("o2", "&o3+0") ONE("o3", "&o2+0", "&o4+0", "&o1.last+0")
          TREE("o4", "0", "&o3+0", "0"));
    // What is below may be gone: the last node is still one of them.
    opens("frame f: a=&o1+0 b=&o1.last+0\n" TREE("o1", "1", "0", "0"), 1, true, 2, 1,
          "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "0", "0", "&o2+0") ONE("o2", "&o3+0", "0", "&o1.last+0") TREE("o3", "0", "&o2+0", "0"));
}

static void test_empty(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "0", "&o3+0", "&o2+0") LEAF("o2", "&o1.last+0") "o3: heap size 8 rest zero { }\n");
    assert_true(sl_make_empty(&d, 1, BITS));
    check_heap(&h, &d, "frame f: a=&o1+0 b=&o1+0\n" LEAF("o1", "&o2+0") "o2: heap size 8 rest zero { }\n");
    sl_draft_free(&d);
}

// ---- joining -------------------------------------------------------------------------------------------------------------------------

static void test_a_tree_covers_its_parts(void **state) {
    (void)state;
    static const char tree[] = "frame f: a=&o1+0\n" TREE("o1", "1", "0", "0");
    assert_int_equal(heap_join(&h, tree, "frame f: a=&o1+0\n" LEAF("o1", "0"), false), state_of(&h, tree));
    assert_int_equal(heap_join(&h, tree, "frame f: a=&o1+0\no1: " NODE " segment 2+ next 8 head 0 back 24 tail 0 { 0/8:0 8/8:0 24/8:0 }\n", false), state_of(&h, tree));
    assert_int_equal(heap_join(&h, tree, "frame f: a=0:i64\n", false), state_of(&h, "frame f: a=&o1+0\n" TREE("o1", "0", "0", "0")));
    static const char path[] = "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "1", "0", "&o2+0") LEAF("o2", "&o1.last+0");
    assert_int_equal(heap_join(&h, path, "frame f: a=&o1+0 b=&o2+0\n" ONE("o1", "&o2+0", "0", "0") LEAF("o2", "&o1+0"), false), state_of(&h, path));
    assert_int_equal(heap_join(&h, path, "frame f: a=&o1+0 b=&o1+0\n" LEAF("o1", "0"), false),
                     state_of(&h, "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "0", "0", "&o2+0") LEAF("o2", "&o1.last+0")));
}

static void test_one_whose_child_does_not_lead_back_stays_apart(void **state) {
    (void)state;
    static const char path[] = "frame f: a=&o1+0 b=&o2+0\n" TREE("o1", "1", "0", "&o2+0") LEAF("o2", "&o1.last+0");
    assert_int_equal(heap_join(&h, path, "frame f: a=&o1+0 b=&o2+0\n" ONE("o1", "&o2+0", "0", "0") LEAF("o2", "0"), false), DOM_NONE);
    assert_int_equal(heap_join(&h, "frame f: a=&o1+0\n" TREE("o1", "1", "0", "0"),
                          "frame f: a=&o1+0\no1: " NODE " tree 1+ head 0 { 0/8:&o1.child+0' 8/8:&o1.child+0' 24/8:0 hole:0 }\n", false), DOM_NONE);
}

static void test_which_child_is_missing_is_told(void **state) {
    (void)state;
    static const char left[] = "frame f: a=&o1+0\n" ONE("o1", "&o2+0", "0", "0") TREE("o2", "1", "&o1+0", "0");
    assert_int_equal(heap_join(&h, left, "frame f: a=&o1+0\n" ONE("o1", "0", "&o2+0", "0") TREE("o2", "0", "&o1+0", "0"), false), DOM_NONE);
    assert_int_equal(heap_join(&h, left, "frame f: a=&o1+0\n" LEAF("o1", "0"), false),  // the same child of both
                     state_of(&h, "frame f: a=&o1+0\n" ONE("o1", "&o2+0", "0", "0") TREE("o2", "0", "&o1+0", "0")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_children_that_lead_back, setup, teardown),
        cmocka_unit_test_setup_teardown(test_children_that_lead_elsewhere, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_last_node_is_the_one_above_the_hole, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_list_is_a_path_in_either_direction, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_node_that_something_else_leads_to_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(test_opened_at_the_root, setup, teardown),
        cmocka_unit_test_setup_teardown(test_opened_at_the_last_node, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_tree_covers_its_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_whose_child_does_not_lead_back_stays_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_which_child_is_missing_is_told, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
