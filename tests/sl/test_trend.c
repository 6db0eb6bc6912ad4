// SPDX-License-Identifier: MIT
// Trends of numbers along lists, and how numbers of nodes lie to others: opened, folded, joined, read and printed.
#include "heap.h"
#include "sl/number.h"
#include "sl/trend.h"
#include "sl/relate.h"

static struct heap h;
static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    h.sl.options.values = 1;
    h.precision.values = true;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    heap_close(&h);
    return 0;
}

#define NODE "heap size 16 rest uninit"
#define LIST NODE " segment 0+ next 0 head 0 "
#define SOME NODE " segment 2+ next 0 head 0 "

static void test_folded(void **state) {
    (void)state;
    heap_folds(&h, "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:v2:i64 }\no2: " NODE " { 0/8:0 8/8:v3:i64 }\nv2:i64 - v3:i64 <= 0\n",
               "frame f: a=&o1+0\no1: " SOME " { 0/8:0 8/8:v2:i64' }\nv2:i64' rises\n");
    heap_folds(&h, "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:v2:i64 }\no2: " NODE " { 0/8:0 8/8:v3:i64 }\nv3:i64 - v2:i64 <= -1\n",
               "frame f: a=&o1+0\no1: " SOME " { 0/8:0 8/8:v2:i64' }\nv2:i64' falls strictly\n");
    heap_folds(&h, "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:v2:i64 }\no2: " NODE " { 0/8:0 8/8:v3:i64 }\nv3:i64 - v2:i64 <= 1\n",
               "frame f: a=&o1+0\no1: " SOME " { 0/8:0 8/8:v2:i64' }\n");
}

#define FIVE                                                                                                                                  \
    "frame f: a=&o1+0\no1: " LIST " { 0/8:&o2+0 8/8:v4:i64' }\no2: " NODE " { 0/8:&o3+0 8/8:v6:i64 }\n"                                        \
    "o3: " LIST "{ 0/8:&o4+0 8/8:v8:i64' }\no4: " LIST "{ 0/8:&o5+0 8/8:v10:i64' }\no5: " LIST "{ 0/8:0 8/8:v12:i64' }\n"                      \
    "v4:i64' - v6:i64 <= 0\nv6:i64 - v8:i64' <= 0\nv6:i64 - v10:i64' <= 0\nv6:i64 - v12:i64' <= -1\nv8:i64' - v10:i64' <= 0\n"                 \
    "v8:i64' - v12:i64' <= 0\nv4:i64' rises\nv8:i64' rises\nv10:i64' rises\nv12:i64' rises\n"

// Pieces of one list that have a trend, and lie so one behind the other.
static void test_pieces(void **state) {
    (void)state;
    heap_folds(&h, FIVE "v10:i64' - v12:i64' <= 0\n", "frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0 { 0/8:0 8/8:v2:i64' }\nv2:i64' rises\n");
    heap_folds(&h, FIVE, "frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0" " { 0/8:0 8/8:v2:i64' }\n");
}

#define SORTED "frame f: a=&o1+0\no1: " LIST "{ 0/8:0 8/8:v2:i64' }\nv2:i64' rises\n"

// A node that is taken out lies by the trend to all that are left.
static void test_opened(void **state) {
    (void)state;
    read_heap(&h, &d, SORTED);
    heap_opens(&h, &d, 1, false, 0,
               "frame f: a=&o1+0\no1: " NODE " { 0/8:&o2+0 8/8:v2:i64 }\no2: " LIST "{ 0/8:0 8/8:v3:i64' }\nv2:i64 - v3:i64' <= 0\nv3:i64' rises\n");
    read_heap(&h, &d,
              "frame f: a=&o1.last+0\no1: " NODE " segment 1+ next 0 head 0 back 16 tail 0 { 0/8:0 8/8:v2:i64' 16/8:0 }\nv2:i64' falls strictly unsigned\n");
    heap_opens(&h, &d, 1, true, 0,
               "frame f: a=&o1+0\no1: " NODE " { 0/8:0 8/8:v2:i64 16/8:&o2.last+0 }\no2: " NODE
               " segment 0+ next 0 head 0 back 16 tail 0 { 0/8:&o1+0 8/8:v3:i64' 16/8:0 }\nv2:i64 unsigned - v3:i64' unsigned <= -1\n"
               "v3:i64' falls strictly unsigned\n");
}

// What both have; one node goes on as any list does, several that hold the same number in no strict way.
static void test_joined(void **state) {
    (void)state;
    const char *strict = "frame f: a=&o1+0\no1: " SOME "{ 0/8:0 8/8:v2:i64' }\nv2:i64' rises strictly\n";
    assert_int_equal(heap_join(&h, strict, SORTED, false), state_of(&h, SORTED));
    assert_int_equal(heap_join(&h, SORTED, "frame f: a=&o1+0\no1: " NODE " { 0/8:0 8/8:v2:i64 }\n", false), state_of(&h, SORTED));
    assert_int_equal(heap_join(&h, strict, "frame f: a=&o1+0\no1: " SOME "{ 0/8:0 8/8:7 }\n", false),
                     state_of(&h, "frame f: a=&o1+0\no1: " SOME "{ 0/8:0 8/8:v2:i64' }\nv2:i64' rises\n"));
    assert_int_equal(heap_join(&h, SORTED, "frame f: a=&o1+0\no1: " LIST "{ 0/8:0 8/8:v2:i64' }\nv2:i64' falls\n", false),
                     state_of(&h, "frame f: a=&o1+0\no1: " LIST "{ 0/8:0 8/8:v2:i64' }\n"));
}

// The other way round what rises falls; twice, it is as before.
static void test_turned(void **state) {
    (void)state;
    const char *text = "frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0 back 16 tail 0 { 0/8:0 8/8:v2:i64' 16/8:0 }\nv2:i64' rises strictly\n";
    read_heap(&h, &d, text);
    sl_turn_trends(&d, 1);
    assert_true(sl_has_trend(&d, d.trends.at[0].value, SL_FALLS | SL_STRICTLY) && !sl_has_trend(&d, d.trends.at[0].value, 0));
    sl_turn_trends(&d, 1);
    check_heap(&h, &d, text);
    sl_draft_free(&d);
}

// How all nodes lie to a number outside stays so where there are none, and where another number takes its place.
static void test_outside(void **state) {
    (void)state;
#define BELOW(least) "frame f: a=&o1+0 b=v2:i64\no1: " NODE " segment " least " next 0 head 0 { 0/8:0 8/8:v4:i64' }\nv4:i64' - v2:i64 <= 0\n"
    assert_int_equal(heap_join(&h, BELOW("2+"), "frame f: a=0 b=v2:i64\n", true), state_of(&h, BELOW("0+")));
    assert_int_equal(heap_join(&h, BELOW("0+"), "frame f: a=&o1+0 b=v2:i64\no1: " NODE " { 0/8:0 8/8:v2:i64 }\n", true), state_of(&h, BELOW("0+")));
    heap_folds(&h,
               "frame f: a=&o1+0 b=v2:i64\no1: " NODE " { 0/8:&o2+0 8/8:v3:i64 }\no2: " NODE " { 0/8:0 8/8:v4:i64 }\nv3:i64 - v2:i64 <= 0\nv4:i64 - v2:i64 <= 0\n",
               BELOW("2+"));
}

// Two lists of which one lies below a number, and the other above it, lie so to each other when it goes.
static void test_across(void **state) {
    (void)state;
    read_heap(&h, &d,
              "frame f: a=&o1+0 b=&o2+0 c=v3:i64\no1: " LIST "{ 0/8:0 8/8:v4:i64' }\no2: " LIST "{ 0/8:0 8/8:v5:i64' }\nv4:i64' - v3:i64 <= -1\nv3:i64 - v5:i64' <= 0\n");
    sl_value(&d, true);
    d.regs.at[2] = 0;
    assert_true(sl_settle(&d));
    bool found = false;
    for (uint32_t i = 0; i < d.relations.n; i++)
        found |= d.values.at[d.relations.at[i].a.id].level && d.values.at[d.relations.at[i].b.id].level && d.relations.at[i].most == -1;
    assert_true(found);
    sl_draft_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folded, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_opened, setup, teardown),
        cmocka_unit_test_setup_teardown(test_joined, setup, teardown),
        cmocka_unit_test_setup_teardown(test_turned, setup, teardown),
        cmocka_unit_test_setup_teardown(test_outside, setup, teardown),
        cmocka_unit_test_setup_teardown(test_across, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
