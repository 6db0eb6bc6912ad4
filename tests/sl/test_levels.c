// SPDX-License-Identifier: MIT
// Levelled lists: made, kept from being made, opened, joined, and shown to be parts of others; states before and after as text.
#include "heap.h"
#include "sl/lattice.h"
#include "sl/map.h"

static struct heap h;
static struct sl_draft d;

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

static void stays(const char *text) {
    heap_folds(&h, text, text);
}

static void opens(const char *before, const char *after) {
    read_heap(&h, &d, before);
    heap_opens(&h, &d, leads(in_reg(&d, 0), SL_FIRST, 0), false, 0, after);
}

// The link of the lower level is at 0, that of the higher one at 8, and that of the highest at 16.
#define NODE "heap size 24 rest uninit"
#define LOW(o, next) o ": " NODE " { 0/8:" next " }\n"
#define HIGH(o, next, jump) o ": " NODE " { 0/8:" next " 8/8:" jump " }\n"
#define LOWER(o, least, next, level) o ": " NODE " segment " least "+ next 0 head 0" level " { 0/8:" next " }\n"
// Two levels: o1 and what its nodes have for themselves, o2.
#define LEVELLED(o, least, jump, lower) o ": " NODE " segment " least "+ next 8 head 0 { 0/8:&" lower "+0' 8/8:" jump " }\n" LOWER(lower, "0", "&" o ".after+0'", " level 1")
#define TWO(least) "frame f: a=&o1+0\n" LEVELLED("o1", least, "0", "o2")

// Nodes that lead to each other on both levels; with one between on the lower level; a list between.
static void test_made(void **state) {
    (void)state;
    heap_folds(&h, "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o2+0") HIGH("o2", "0", "0"),
          "frame f: a=&o1+0\no1: " NODE " segment 2+ next 8 head 0 { 0/8:&o1.after+0' 8/8:0 }\n");
    heap_folds(&h, "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o3+0") LOW("o2", "&o3+0") HIGH("o3", "&o4+0", "&o4+0") HIGH("o4", "0", "0"), TWO("2"));
    heap_folds(&h, "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o3+0") LOWER("o2", "1", "&o3+0", "") LEVELLED("o3", "1", "0", "o4"), TWO("2"));
}

// A node that something else leads to; lower lists that all end at one node, which is not where the links of their owners lead.
static void test_not_made(void **state) {
    (void)state;
    stays("frame f: a=&o1+0 b=&o2+0\n" HIGH("o1", "&o2+0", "&o2+0") HIGH("o2", "0", "0"));
    heap_folds(&h, "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o3+0") LOW("o2", "&o4+0") HIGH("o3", "&o4+0", "&o4+0") HIGH("o4", "0", "0"),
          "frame f: a=&o1+0\no1: " NODE " segment 2+ next 8 head 0 { 0/8:&o2+0' 8/8:&o3+0 }\n" LOWER("o2", "0", "&o3+0", " level 1") HIGH("o3", "0", "0"));
}

// Links of a third level: what lies between on the second, and between those on the first.
static void test_three_levels(void **state) {
    (void)state;
    heap_folds(&h, "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:&o3+0 16/8:&o5+0 }\n" LOW("o2", "&o3+0") HIGH("o3", "&o4+0", "&o5+0") LOW("o4", "&o5+0")
          "o5: " NODE " { 0/8:0 8/8:0 16/8:0 }\n",
          "frame f: a=&o1+0\no1: " NODE " segment 2+ next 16 head 0 { 0/8:&o2+0' 8/8:&o3+0' 16/8:0 }\n" LOWER("o2", "0", "&o3+0'", " level 1")
          "o3: " NODE " segment 0+ next 8 head 0 level 1 { 0/8:&o4+0'' 8/8:&o1.after+0' }\n" "o4: " NODE " level 2 { 0/8:&o3.after+0'' }\n");
}

// The lower list of the node that was opened ends where the node's link leads: at the rest, or at what is behind it.
static void test_opened(void **state) {
    (void)state;
    opens(TWO("1"), "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o3+0") LOWER("o2", "0", "&o3+0", "") LEVELLED("o3", "0", "0", "o4"));
    read_heap(&h, &d, "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o3+0") LOWER("o2", "0", "&o3+0", "") LEVELLED("o3", "0", "0", "o4"));
    assert_true(sl_make_empty(&d, leads(in_field(&d, 1, 8), SL_FIRST, 0), BITS));
    check_heap(&h, &d, "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "0") LOWER("o2", "0", "0", ""));
    sl_draft_free(&d);
}

// A node alone, one with a node of the lower level behind it, and nothing are part of it; what jumps elsewhere is not.
static void test_covers(void **state) {
    (void)state;
    dom_state all = state_of(&h, TWO("0"));
    assert_int_equal(heap_join(&h, TWO("0"), "frame f: a=0\n", false), all);
    assert_int_equal(heap_join(&h, TWO("0"), "frame f: a=&o1+0\n" HIGH("o1", "0", "0"), false), all);
    assert_int_equal(heap_join(&h, TWO("0"), "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "0") LOW("o2", "0"), false), all);
    assert_int_not_equal(heap_join(&h, TWO("0"), "frame f: a=&o1+0\n" HIGH("o1", "&o2+0", "&o2+0") LOW("o2", "0"), false), all);
}

// The same, by maps that are checked; a lower list that ends in null is not one that ends where the link leads.
static void test_maps(void **state) {
    (void)state;
    struct sl_how how;
    const char *why = NULL;
    const char *one = "frame f: a=&o1+0\n" LEVELLED("o1", "1", "0", "o2"), *null = "frame f: a=&o1+0\no1: " NODE
                      " segment 1+ next 8 head 0 { 0/8:&o2+0' 8/8:0 }\n" LOWER("o2", "0", "0", " level 1");
    assert_true(sl_entail(&h.sl, state_of(&h, one), state_of(&h, TWO("0")), sl_precision_number(&h.sl, &h.precision), &how));
    assert_true(sl_map_check(&h.sl, &how.a, &how.b, &how.map, &why));
    read_heap(&h, &d, null);
    assert_false(sl_map_check(&h.sl, &how.a, &d, &how.map, &why));
    sl_draft_free(&d);
    sl_how_free(&how);
    assert_false(sl_entail(&h.sl, state_of(&h, null), state_of(&h, TWO("0")), sl_precision_number(&h.sl, &h.precision), &how));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(test_made),   TEST(test_not_made), TEST(test_three_levels),
                                       TEST(test_opened), TEST(test_covers),   TEST(test_maps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
