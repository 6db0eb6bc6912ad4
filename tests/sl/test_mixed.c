// SPDX-License-Identifier: MIT
// Lists of several kinds of nodes: made, kept from being made, opened, and joined; states before and after as text.
#include "heap.h"
#include "sl/lift.h"

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

// In this way, at its first or last node.
static void opens(const char *before, uint32_t way, bool last, const char *after) {
    read_heap(&h, &d, before);
    uint32_t s = leads(in_reg(&d, 0), last ? SL_LAST : SL_FIRST, 0);
    assert_int_equal(sl_ways(&d, s, last), 2);
    heap_opens(&h, &d, s, last, way, after);
}

#define SMALL "heap size 16 rest uninit"
#define LARGE "heap size 24 rest uninit"
#define BYTES "heap size 8 rest uninit"
// A segment o1 of small nodes, which hold 1, and large ones, which hold 2 and own bytes.
#define OF_BOTH(least) "o1: heap size 8 rest uninit segment " least " mixed next 0 head 0 { 0/8:0 variant0:&o2+0' variant1:&o3+0' }\n"
#define KINDS(small, large, bytes)                                                   \
    small ": " SMALL " variant shift 0 next 0 back 0 level 1 { 8/8:1 }\n" large ": " LARGE \
          " variant shift 0 next 0 back 0 level 1 { 8/8:2 16/8:&" bytes "+0' }\n" bytes ": " BYTES " level 1 { }\n"
#define MIXED(least) "frame f: a=&o1+0\n" OF_BOTH(least) KINDS("o2", "o3", "o4")

static void test_made(void **state) {
    (void)state;
    heap_folds(&h, "frame f: a=&o1+0\no1: " SMALL " segment 1+ next 0 head 0 { 0/8:&o2+0 8/8:1 }\n"
          "o2: " LARGE " { 0/8:&o3+0 8/8:2 16/8:&o4+0 }\no3: " SMALL " { 0/8:0 8/8:1 }\no4: " BYTES " { }\n",
          MIXED("2+"));
}

// A header, kinds that take turns so far, a node that something else leads to.
static void test_not_made(void **state) {
    (void)state;
    stays("frame f: a=&o1+0\no1: " LARGE " { 0/8:&o2+0 8/8:7 }\no2: " SMALL " segment 1+ next 0 head 0 { 0/8:0 8/8:1 }\n");
    stays("frame f: a=&o1+0\no1: " SMALL " { 0/8:&o2+0 8/8:1 }\no2: " LARGE " { 0/8:&o3+0 8/8:2 }\no3: " SMALL " { 0/8:0 8/8:1 }\n");
    stays("frame f: a=&o1+0 b=&o2+0\no1: " SMALL " segment 1+ next 0 head 0 { 0/8:&o2+0 8/8:1 }\n"
          "o2: " LARGE " { 0/8:&o3+0 8/8:2 }\no3: " SMALL " { 0/8:0 8/8:1 }\n");
}

// Links that lie elsewhere in the larger node.
static void test_shifted(void **state) {
    (void)state;
    heap_folds(&h, "frame f: a=&o1+0\no1: " SMALL " segment 1+ next 0 head 0 { 0/8:&o2+8 8/8:1 }\n"
          "o2: " LARGE " { 0/8:2 8/8:&o3+0 }\no3: " SMALL " { 0/8:0 8/8:1 }\n",
          "frame f: a=&o1+0\no1: heap size 8 rest uninit segment 2+ mixed next 0 head 0 { 0/8:0 variant0:&o2+0' variant1:&o3+8' }\n"
          "o2: " SMALL " variant shift 0 next 0 back 0 level 1 { 8/8:1 }\no3: " LARGE " variant shift 8 next 8 back 8 level 1 { 0/8:2 }\n");
}

static void test_opened(void **state) {
    (void)state;
    opens(MIXED("1+"), 0, false,
          "frame f: a=&o1+0\no1: " SMALL " { 0/8:&o2+0 8/8:1 }\n"
          "o2: heap size 8 rest uninit segment 0+ mixed next 0 head 0 { 0/8:0 variant0:&o3+0' variant1:&o4+0' }\n" KINDS("o3", "o4", "o5"));
    opens(MIXED("1+"), 1, false,
          "frame f: a=&o1+0\no1: " LARGE " { 0/8:&o2+0 8/8:2 16/8:&o3+0 }\n"
          "o2: heap size 8 rest uninit segment 0+ mixed next 0 head 0 { 0/8:0 variant0:&o4+0' variant1:&o5+0' }\no3: " BYTES " { }\n" KINDS(
              "o4", "o5", "o6"));
}

// At the last node, whose links lie 8 bytes further: so does what leads to it.
static void test_opened_shifted(void **state) {
    (void)state;
    opens("frame f: a=&o1.last+0\no1: heap size 16 rest uninit segment 1+ mixed next 0 head 0 back 8 tail 0 { 0/8:0 8/8:0 variant0:&o2+0' "
          "variant1:&o3+8' }\no2: " SMALL " variant shift 0 next 0 back 8 level 1 { }\no3: " LARGE " variant shift 8 next 8 back 16 level 1 { 0/8:2 }\n",
          1, true,
          "frame f: a=&o1+8\no1: " LARGE " { 0/8:2 8/8:0 16/8:&o2.last+0 }\n"
          "o2: heap size 16 rest uninit segment 0+ mixed next 0 head 0 back 8 tail 0 { 0/8:&o1+8 8/8:0 variant0:&o3+0' variant1:&o4+8' }\n"
          "o3: " SMALL " variant shift 0 next 0 back 8 level 1 { }\no4: " LARGE " variant shift 8 next 8 back 16 level 1 { 0/8:2 }\n");
}

// A node of one of the kinds, a list of one of them, and nothing are part of it.
static void test_covers(void **state) {
    (void)state;
    dom_state all = state_of(&h, MIXED("0+"));
    assert_int_equal(heap_join(&h, MIXED("0+"), "frame f: a=&o1+0\no1: " LARGE " { 0/8:0 8/8:2 16/8:&o2+0 }\no2: " BYTES " { }\n", false), all);
    assert_int_equal(heap_join(&h, MIXED("0+"), "frame f: a=&o1+0\no1: " SMALL " segment 1+ next 0 head 0 { 0/8:0 8/8:1 }\n", false), all);
    assert_int_equal(heap_join(&h, MIXED("0+"), "frame f: a=0\n", false), all);
}

// One kind more; and lists of one kind each, where they must become one state.
static void test_another_kind(void **state) {
    (void)state;
    dom_state more = heap_join(&h, MIXED("1+"), "frame f: a=&o1+0\no1: " SMALL " { 0/8:0 8/8:3 }\n", false);
    assert_int_equal(more, state_of(&h, "frame f: a=&o1+0\no1: heap size 8 rest uninit segment 1+ mixed next 0 head 0 { 0/8:0 variant0:&o2+0' "
                                        "variant1:&o3+0' variant2:&o4+0' }\n" KINDS("o2", "o3", "o5") "o4: " SMALL
                                        " variant shift 0 next 0 back 0 level 1 { 8/8:3 }\n"));
    dom_state both = heap_join(&h, "frame f: a=&o1+0\no1: " LARGE " segment 1+ next 0 head 0 { 0/8:0 8/8:1 16/8:0 }\n",
                          "frame f: a=&o1+0\no1: " LARGE " segment 1+ next 0 head 0 { 0/8:0 8/8:2 16/8:&o2+0' }\no2: " BYTES " level 1 { }\n", true);
    sl_unseal(&h.sl.store, both, &d);
    assert_int_equal(count(&h, &d, SL_MIXED), 1);
    assert_int_equal(count(&h, &d, SL_VARIANT), 2);
    sl_draft_free(&d);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(test_made),   TEST(test_not_made),       TEST(test_shifted), TEST(test_opened),
                                       TEST(test_opened_shifted), TEST(test_covers), TEST(test_another_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
