// SPDX-License-Identifier: MIT
// Orders of numbers along lists, and how numbers of nodes lie to others: opened, folded, joined, read and printed.
#include "heap.h"
#include "sl/number.h"
#include "sl/order.h"
#include "sl/relate.h"

static struct heap h;
//static struct sl_draft d;

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

// Pieces of one list that have an order, and lie in it one behind the other.
static void test_pieces(void **state) {
    (void)state;
    heap_folds(&h, FIVE "v10:i64' - v12:i64' <= 0\n", "frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0 { 0/8:0 8/8:v2:i64' }\nv2:i64' rises\n");
    heap_folds(&h, FIVE, "frame f: a=&o1+0\no1: " NODE " segment 1+ next 0 head 0" " { 0/8:0 8/8:v2:i64' }\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folded, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
