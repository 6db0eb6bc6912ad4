// SPDX-License-Identifier: MIT
// Segments opened at either end, and found to be empty: the state before and the state after, as text.
#include "heap.h"

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

// The first segment of level 0 in d.
static uint32_t segment(void) {
    uint32_t o = 1;
    while (o < d.objects.n && (!sl_is_segment(&d.objects.at[o]) || d.objects.at[o].level)) o++;
    assert_int_not_equal(o, d.objects.n);
    return o;
}

static void opens(const char *before, uint32_t times, bool last, const char *after) {
    read_heap(&h, &d, before);
    for (uint32_t i = 0; i < times; i++) sl_unfold(&d, segment(), last, 0, BITS);
    assert_false(d.lost);
    check_heap(&h, &d, after);
    sl_draft_free(&d);
}

static void is_empty(const char *before, const char *after) {
    read_heap(&h, &d, before);
    assert_true(sl_make_empty(&d, segment(), BITS));
    check_heap(&h, &d, after);
    sl_draft_free(&d);
}

static void cannot_be_empty(const char *before) {
    read_heap(&h, &d, before);
    assert_false(sl_make_empty(&d, segment(), BITS));
    check_heap(&h, &d, before);
    sl_draft_free(&d);
}

#define NODE "heap size 32 rest uninit"

// ---- opening -----------------------------------------------------------------------------------------------------------------------

static void test_singly(void **state) {
    (void)state;
    opens("frame f: a=&o1+8 b=&o1+16\no1: " NODE " segment 2+ next 0 head 8 { 0/8:0 16/8:v3:[0,9]' }\n", 1, false,
          "frame f: a=&o1+8 b=&o1+16\no1: " NODE
          " { 0/8:&o2+8 16/8:v3:[0,9] }\n"
          "o2: " NODE " segment 1+ next 0 head 8 { 0/8:0 16/8:v4:[0,9]' }\n");
}

// Two nodes have two numbers, each in two places; but what they share is one.
static void test_twice(void **state) {
    (void)state;
    opens("frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0 { 0/8:0 8/8:v1:[0,9]' 16/8:v1 24/8:v2:[0,9] }\n", 2, false,
          "frame f: a=&o1+0\no1: " NODE
          " { 0/8:&o2+0 8/8:v1:[0,9] 16/8:v1 24/8:v2:[0,9] }\n"
          "o2: " NODE
          " { 0/8:&o3+0 8/8:v3:[0,9] 16/8:v3 24/8:v2 }\n"
          "o3: " NODE " segment 0+ next 0 head 0 { 0/8:0 8/8:v4:[0,9]' 16/8:v4 24/8:v2 }\n");
}

// A segment between two nodes, linked at other places than its first byte.
#define BETWEEN(least, more)                                                                                                               \
    "o1: " NODE " { 0/8:&o3+16 }\no2: " NODE " { 8/8:&o3.last+24 }\no3: " NODE " segment " least                                           \
    "+ next 0 head 16 back 8 tail 24 { 0/8:&o2+16 8/8:&o1+24 " more "}\n"

static void test_doubly_first(void **state) {
    (void)state;
    opens("frame f: a=&o1+0 b=&o2+0\n" BETWEEN("1", ""), 1, false,
          "frame f: a=&o1+0 b=&o2+0\no1: " NODE " { 0/8:&o4+16 }\no2: " NODE
          " { 8/8:&o3.last+24 }\n"
          "o3: " NODE " segment 0+ next 0 head 16 back 8 tail 24 { 0/8:&o2+16 8/8:&o4+24 }\no4: " NODE " { 0/8:&o3+16 8/8:&o1+24 }\n");
}

static void test_doubly_last(void **state) {
    (void)state;
    opens("frame f: a=&o1+0 b=&o2+0\n" BETWEEN("1", ""), 1, true,
          "frame f: a=&o1+0 b=&o2+0\no1: " NODE " { 0/8:&o3+16 }\no2: " NODE
          " { 8/8:&o4+24 }\n"
          "o3: " NODE " segment 0+ next 0 head 16 back 8 tail 24 { 0/8:&o4+16 8/8:&o1+24 }\no4: " NODE " { 0/8:&o2+16 8/8:&o3.last+24 }\n");
}

// The last node's own block leads to the last node.
static void test_own_of_last(void **state) {
    (void)state;
    opens("frame f: a=&o1+0 b=&o2+0\n" BETWEEN("1", "16/8:&o5+0' ") "o5: " NODE " level 1 { 0/8:&o3.each+8' }\n", 1, true,
          "frame f: a=&o1+0 b=&o2+0\no1: " NODE " { 0/8:&o3+16 }\no2: " NODE
          " { 8/8:&o4+24 }\n"
          "o3: " NODE
          " segment 0+ next 0 head 16 back 8 tail 24 { 0/8:&o4+16 8/8:&o1+24 16/8:&o5+0' }\n"
          "o4: " NODE
          " { 0/8:&o2+16 8/8:&o3.last+24 16/8:&o6+0 }\n"
          "o5: " NODE " level 1 { 0/8:&o3.each+8' }\no6: " NODE " { 0/8:&o4+8 }\n");
}

static void test_option(void **state) {
    (void)state;
    read_heap(&h, &d, "frame f: a=&o1+0\no1: " NODE " option { 16/8:v1:[0,9]' }\n");
    uint32_t o = segment();
    sl_unfold(&d, o, false, 0, BITS);
    assert_int_equal(d.objects.at[o].life, SL_DEAD);
    check_heap(&h, &d, "frame f: a=&o1+0\no1: " NODE " { 16/8:v1:[0,9] }\n");
    sl_draft_free(&d);
}

// Each node has a block that leads back to it, and a list whose nodes have one that leads to theirs and to the outer node.
static void test_nested(void **state) {
    (void)state;
    opens("frame f: a=&o1+0\no1: " NODE
          " segment 1+ next 0 head 0 { 0/8:0 16/8:&o2+0' }\n"
          "o2: " NODE " level 1 { 0/8:&o1.each+8' 8/8:&o3+0 16/8:&o4+0' }\no3: " NODE
          " { }\n"
          "o4: " NODE
          " segment 0+ next 0 head 0 level 1 { 0/8:0 16/8:&o5+0'' }\n"
          "o5: " NODE " level 2 { 0/8:&o4.each+0'' 8/8:&o1.each+0' 16/8:&o5+0'' }\n",
          1, false,
          "frame f: a=&o6+0\no6: " NODE " { 0/8:&o1+0 16/8:&o7+0 }\no7: " NODE
          " { 0/8:&o6+8 8/8:&o3+0 16/8:&o8+0 }\n"
          "o8: " NODE " segment 0+ next 0 head 0 { 0/8:0 16/8:&o9+0' }\no9: " NODE
          " level 1 { 0/8:&o8.each+0' 8/8:&o6+0 16/8:&o9+0' }\n"
          "o1: " NODE
          " segment 0+ next 0 head 0 { 0/8:0 16/8:&o2+0' }\n"
          "o2: " NODE " level 1 { 0/8:&o1.each+8' 8/8:&o3+0 16/8:&o4+0' }\no3: " NODE
          " { }\n"
          "o4: " NODE
          " segment 0+ next 0 head 0 level 1 { 0/8:0 16/8:&o5+0'' }\n"
          "o5: " NODE " level 2 { 0/8:&o4.each+0'' 8/8:&o1.each+0' 16/8:&o5+0'' }\n");
}

// ---- empty -------------------------------------------------------------------------------------------------------------------------

// A segment that is pointed to at its head, 2 bytes behind it and 8 before.
#define POINTED_TO "frame f: a=&o1+8 b=&o1+10 c=&o1+0\no1: " NODE " segment 0+ next 0 head 8 "

static void test_empty_null(void **state) {
    (void)state;
    is_empty(POINTED_TO "{ 0/8:0 }\n", "frame f: a=0 b=2 c=-8\n");
}

static void test_empty_address(void **state) {
    (void)state;
    is_empty(POINTED_TO "{ 0/8:&o2+24 }\no2: " NODE " { }\n", "frame f: a=&o1+24 b=&o1+26 c=&o1+16\no1: " NODE " { }\n");
}

static void test_empty_anything(void **state) {
    (void)state;
    is_empty(POINTED_TO "{ 0/8:v3:any }\n", "frame f: a=v1:any b=v2:any c=v3:any\n");
}

// Near a function there is none.
static void test_empty_functions(void **state) {
    (void)state;
    is_empty(POINTED_TO "{ 0/8:v3:@f }\n", "frame f: a=v1:@f b=v2:any c=v3:any\n");
}

static void test_empty_doubly(void **state) {
    (void)state;
    is_empty("frame f: a=&o1+0 b=&o2+0 c=&o3.last+0 d=&o3+0\n" BETWEEN("0", ""),
             "frame f: a=&o1+0 b=&o2+0 c=&o1+0 d=&o2+0\no1: " NODE " { 0/8:&o2+16 }\no2: " NODE " { 8/8:&o1+24 }\n");
}

static void test_empty_option(void **state) {
    (void)state;
    is_empty("frame f: a=&o1+0\no1: " NODE " { 16/8:&o2+0 }\no2: " NODE " option { }\n", "frame f: a=&o1+0\no1: " NODE " { 16/8:0 }\n");
}

static void test_cyclic(void **state) {
    (void)state;
    cannot_be_empty("frame f: a=&o1+0\no1: " NODE " segment 0+ next 0 head 0 { 0/8:&o1+0 }\n");
    cannot_be_empty("frame f: a=&o1+0\no1: " NODE " segment 0+ next 0 head 0 back 8 tail 0 { 0/8:0 8/8:&o1.last+0 }\n");
    cannot_be_empty("frame f: a=&o1+0\no1: " NODE " segment 0+ next 0 head 0 back 8 tail 0 { 0/8:&o1.last+0 8/8:&o1+0 }\n");
}

// A link to the other end: empty, both ends are what lies beyond the other link.
static void test_other_end(void **state) {
    (void)state;
    is_empty("frame f: a=&o1+0 b=&o1.last+0\no1: " NODE " segment 0+ next 0 head 0 back 8 tail 0 { 0/8:&o1.last+4 8/8:&o2+0 }\no2: " NODE
             " { }\n",
             "frame f: a=&o1+4 b=&o1+0\no1: " NODE " { }\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(singly),        TEST(twice),          TEST(doubly_first),   TEST(doubly_last),
                                       TEST(own_of_last),   TEST(option),         TEST(nested),         TEST(empty_null),
                                       TEST(empty_address), TEST(empty_anything), TEST(empty_doubly),   TEST(empty_option),
                                       TEST(cyclic),        TEST(other_end),      TEST(empty_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
