// SPDX-License-Identifier: MIT
// Maps that show one state to be part of another: found ones are right, broken ones and those of other states are refused.
#include "sl/map.h"

#include "heap.h"

#define NODE(o, next, data) o ": heap size 16 rest uninit { 0/8:" next " 8/8:" data " }\n"
#define LIST(o, least, next, data) o ": heap size 16 rest uninit segment " least "+ next 0 head 0 { 0/8:" next " 8/8:" data " }\n"

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

static void find(const char *a, const char *b, struct sl_how *how) {
    const char *why = "";
    assert_true(sl_entail(&h.sl, state_of(&h, a), state_of(&h, b), sl_precision_number(&h.sl, &h.precision), how));
    bool good = sl_map_check(&h.sl, &how->a, &how->b, &how->map, &why);
    if (!good) print_error("%s\n%s--\n%s", why, a, b);
    assert_true(good);
}

static void shows(const char *a, const char *b) {
    struct sl_how how;
    find(a, b, &how);
    sl_how_free(&how);
}

// The map that shows a to be part of b does not show it to be part of `other`, whose values and objects have the same numbers.
static void refuses(const char *a, const char *b, const char *other, const char *reason) {
    struct sl_how how;
    struct sl_draft d;
    const char *why = NULL;
    find(a, b, &how);
    read_heap(&h, &d, other);
    assert_false(sl_map_check(&h.sl, &how.a, &d, &how.map, &why));
    assert_string_equal(why, reason);
    sl_draft_free(&d);
    sl_how_free(&how);
}

static const char single[] = "frame f: a=&o1+0\n" NODE("o1", "0", "7:i64");
static const char list[] = "frame f: a=&o1+0\n" LIST("o1", "1", "0", "v2:i64'");
static const char maybe[] = "frame f: a=&o1+0\n" LIST("o1", "0", "0", "v2:i64'");
static const char none[] = "frame f: a=0:i64\n";

static void test_lists(void **state) {
    (void)state;
    shows(list, list);
    shows(single, list);
    shows(single, maybe);
    shows(list, maybe);
    shows(none, maybe);
    refuses(single, maybe, "frame f: a=&o1+0\n" LIST("o1", "2", "0", "v2:i64'"), "fewer nodes");
    refuses(none, maybe, list, "a segment that is not empty");
    refuses(list, maybe, "frame f: a=&o1+0\n" LIST("o1", "0", "0", "7:i64"), "a place holds what its value does not stand for");
    refuses(list, maybe, "frame f: a=&o1+8\n" LIST("o1", "0", "0", "v2:i64'"), "a place holds what its value does not stand for");
    refuses(list, maybe, "frame f: a=&o1+0\no1: heap size 16 rest uninit segment 0+ next 8 head 0 { 0/8:v2:i64' 8/8:0 }\n", "other links");
    refuses(list, maybe, "frame f: a=&o1+0 b=0:i64\n" LIST("o1", "0", "0", "v2:i64'"), "other variables");
    refuses(list, maybe, "frame f: a=&o1+0\no1: heap size 24 rest uninit segment 0+ next 0 head 0 { 0/8:0 8/8:v2:i64' }\n", "another size");
}

static void test_an_empty_list_is_what_it_leads_to(void **state) {
    (void)state;
    static const char a[] = "frame f: a=&o1+0 b=&o1+0\n" NODE("o1", "0", "7:i64");
    static const char b[] = "frame f: a=&o1+0 b=&o2+0\n" LIST("o1", "0", "&o2+0", "v3:i64'") NODE("o2", "0", "7:i64");
    shows(a, b);
    refuses(a, b, "frame f: a=&o1+0 b=&o2+0\n" LIST("o1", "0", "0", "v3:i64'") NODE("o2", "0", "7:i64"), "a place holds what its value does not stand for");
}

static void test_numbers(void **state) {
    (void)state;
    static const char a[] = "frame f: a=v1:[3,4] b=v1:[3,4] c=v2:[5,6]\n", b[] = "frame f: a=v1:[0,9] b=v1:[0,9] c=v2:[0,9]\n";
    shows(a, b);
    refuses(a, b, "frame f: a=v1:[4,9] b=v1:[4,9] c=v2:[0,9]\n", "a value that may be another one");
    struct sl_how how;
    const char *why = NULL;
    find(a, b, &how);
    uint32_t third = how.b.regs.at[2];
    how.b.regs.at[2] = how.b.regs.at[0];  // that all three are equal
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    assert_string_equal(why, "a place holds what its value does not stand for");
    how.b.regs.at[2] = third;
    sl_keep_apart(&how.b, how.b.regs.at[0], third);
    assert_true(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));  // [3,4] and [5,6] are
    how.a.values.at[how.a.regs.at[2]].range = num_range_arc(BITS, 4, 6);
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    assert_string_equal(why, "numbers that may be equal");
    sl_how_free(&how);
}

// What nodes have for themselves, each its own.
static void test_what_nodes_own(void **state) {
    (void)state;
    static const char own[] = "frame f: a=&o1+0\n" LIST("o1", "0", "0", "&o2+0'") "o2: heap size 8 rest uninit level 1 { }\n";
    static const char one[] = "frame f: a=&o1+0\n" NODE("o1", "0", "&o2+0") "o2: heap size 8 rest uninit { }\n";
    shows(one, own);
    shows(none, own);
    struct sl_how how;
    const char *why = NULL;
    find("frame f: a=&o1+0\n" LIST("o1", "1", "0", "&o2+0'") "o2: heap size 8 rest uninit level 1 { }\n", own, &how);
    how.a.objects.at[2].level = 0;  // all nodes lead to one block
    how.a.values.at[sl_field_at(&how.a, 1, 8, 8) == UINT32_MAX ? 0 : how.a.fields.at[sl_field_at(&how.a, 1, 8, 8)].value].level = 0;
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    assert_string_equal(why, "an object that belongs to other nodes");
    sl_how_free(&how);
}

static void test_broken_maps(void **state) {
    (void)state;
    struct sl_how how;
    const char *why = NULL;
    find("frame f: a=&o1+0 b=&o2+0\n" NODE("o1", "0", "v3:[1,2]") NODE("o2", "0", "v4:[5,6]"),
         "frame f: a=&o1+0 b=&o2+0\n" NODE("o1", "0", "v3:[1,2]") NODE("o2", "0", "v4:[5,7]"), &how);
    uint32_t first = how.map.objects.at[0].a;
    how.map.objects.at[0].a = how.map.objects.at[1].a;
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    assert_string_equal(why, "no map of objects");
    how.map.objects.at[1].a = first;  // one for the other
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    how.map.objects.at[0].a = first;
    how.map.objects.n = 1;
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    assert_string_equal(why, "an object that stands for another one");
    sl_how_free(&how);
}

// In b the link of the first list leads to "each node" of the second, as if it were one of its own.
static void test_each_node_is_seen_from_nodes_alone(void **state) {
    (void)state;
    struct sl_how how;
    const char *why = NULL;
    find("frame f: a=&o1+0 b=&o2+0\n" LIST("o1", "2", "&o2+0", "1") NODE("o2", "0", "&o2+0"),
         "frame f: a=&o1+0 b=&o2+0\n" LIST("o1", "1", "&o2+0", "1") LIST("o2", "1", "0", "&o2.each+0'"), &how);
    uint32_t first = how.b.regs.at[0], second = how.b.regs.at[1];
    uint32_t link = sl_field_at(&how.b, how.b.values.at[first].object, 0, 8), own = sl_field_at(&how.b, how.b.values.at[second].object, 8, 8);
    how.b.fields.at[link].value = how.b.fields.at[own].value;
    assert_false(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    assert_string_equal(why, "an address of each node outside of the nodes");
    sl_how_free(&how);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lists, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_empty_list_is_what_it_leads_to, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_nodes_own, setup, teardown),
        cmocka_unit_test_setup_teardown(test_broken_maps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_node_is_seen_from_nodes_alone, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
