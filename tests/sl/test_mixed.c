// SPDX-License-Identifier: MIT
// Lists of several kinds of nodes: made, kept from being made, opened, and joined; states before and after as text.
#include "heap.h"
#include "sl/lift.h"
#include "sl/sequence.h"

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

// ---- which kinds may follow which

// Of a state in which o1 is a mixed segment of nodes that hold 0, 1 and 2: the tags for which the program asks are these.
static void ask_for_tags(void) {
    h.precision.kinds = SL_KINDS;
    for (int64_t tag = 0; tag < 3; tag++) vec_push(&h.sl.tags, (struct sl_tag){.offset = WORD, .tag = tag});
}

#define OF_THREE(o, least, next, a, b, c) \
    o ": heap size 8 rest uninit segment " least " mixed next 0 head 0 { 0/8:" next " variant0:&" a "+0' variant1:&" b "+0' variant2:&" c "+0' }\n"
#define KIND(o, tag, never) o ": " SMALL " variant shift 0 next 0 back 0" never " level 1 { 8/8:" tag " }\n"
#define PLAIN(o, tag, next) o ": " SMALL " { 0/8:" next " 8/8:" tag " }\n"
// 0 1* 2, again and again.
#define SENTENCES(least) \
    "frame f: a=&o1+0\n" OF_THREE("o1", least, "0", "o2", "o3", "o4") KIND("o2", "0", " never last before 0") KIND("o3", "1", " never first last before 0") \
        KIND("o4", "2", " never first before 1 2")

static void test_sequence_as_text(void **state) {
    (void)state;
    struct buf text = {0};
    sl_print(&h.sl, state_of(&h, SENTENCES("0+")), &text);
    assert_non_null(strstr(buf_text(&text), " back 0 never last before 0 level 1 "));
    assert_non_null(strstr(buf_text(&text), " back 0 never first last before 0 level 1 "));
    assert_int_equal(state_of(&h, buf_text(&text)), state_of(&h, SENTENCES("0+")));
    buf_free(&text);
}

// The first node is of the one kind that may be first; as it is not the last, the rest is not empty.
static void test_sequence_opened(void **state) {
    (void)state;
    read_heap(&h, &d, SENTENCES("1+"));
    assert_int_equal(sl_ways(&d, 1, false), 1);
    heap_opens(&h, &d, 1, false, 0,
               "frame f: a=&o1+0\n" PLAIN("o1", "0", "&o2+0") OF_THREE("o2", "1+", "0", "o3", "o4", "o5") KIND("o3", "0", " never first last before 0")
                   KIND("o4", "1", " never last before 0") KIND("o5", "2", " never before 1 2"));
}

// What comes in no list any more is gone, and so is the list if nothing can be left of it.
static void test_sequence_left(void **state) {
    (void)state;
#define ONCE(least) \
    "frame f: a=&o1+0\n" OF_THREE("o1", least, "0", "o2", "o3", "o4") KIND("o2", "0", " never last before 0 1") KIND("o3", "1", " never before 0 1 2") \
        KIND("o4", "2", " never first before 0 1 2")
    read_heap(&h, &d, ONCE("1+"));
    assert_int_equal(sl_ways(&d, 1, false), 2);
    heap_opens(&h, &d, 1, false, 0,
               "frame f: a=&o1+0\n" PLAIN("o1", "0", "&o2+0") "o2: heap size 8 rest uninit segment 1+ mixed next 0 head 0 { 0/8:0 variant0:&o3+0' }\n"
               KIND("o3", "2", " never before 0"));
    read_heap(&h, &d, ONCE("1+"));
    heap_opens(&h, &d, 1, false, 1, "frame f: a=&o1+0\n" PLAIN("o1", "1", "0"));
    read_heap(&h, &d, ONCE("2+"));
    assert_false(sl_unfold(&d, 1, false, 1, BITS));
    sl_draft_free(&d);
}

// At the last node of a doubly linked one.
static void test_sequence_opened_at_the_end(void **state) {
    (void)state;
#define BACK(o, tag, never) o ": heap size 24 rest uninit variant shift 0 next 0 back 16" never " level 1 { 8/8:" tag " }\n"
#define BOTH_WAYS(o, least, next, back, a, b) \
    o ": heap size 24 rest uninit segment " least " mixed next 0 head 0 back 16 tail 0 { 0/8:" next " 16/8:" back " variant0:&" a "+0' variant1:&" b "+0' }\n"
    read_heap(&h, &d, "frame f: a=&o1.last+0\n" BOTH_WAYS("o1", "1+", "0", "0", "o2", "o3") BACK("o2", "1", " never last before 0") BACK("o3", "2", " never first"));
    assert_int_equal(sl_ways(&d, 1, true), 1);
    heap_opens(&h, &d, 1, true, 0,
               "frame f: a=&o1+0\no1: heap size 24 rest uninit { 0/8:0 8/8:2 16/8:&o2.last+0 }\n" BOTH_WAYS("o2", "1+", "&o1+0", "0", "o3", "o4")
                   BACK("o3", "1", " never before 0") BACK("o4", "2", " never first"));
}

// Neighbours whose kinds differ become one at once; if one kind is in both, it must be only more of it, or two kinds must come back.
static void test_sequence_of_neighbours(void **state) {
    (void)state;
    ask_for_tags();
    heap_folds(&h, "frame f: a=&o1+0\n" PLAIN("o1", "0", "&o2+0") PLAIN("o2", "1", "0"),
               "frame f: a=&o1+0\no1: heap size 8 rest uninit segment 2+ mixed next 0 head 0 { 0/8:0 variant0:&o2+0' variant1:&o3+0' }\n"
               KIND("o2", "0", " never last before 0") KIND("o3", "1", " never first before 0 1"));
    stays("frame f: a=&o1+0\no1: heap size 8 rest uninit segment 2+ mixed next 0 head 0 { 0/8:&o4+0 variant0:&o2+0' variant1:&o3+0' }\n"
          KIND("o2", "0", " never last") KIND("o3", "1", " never first before 0 1") PLAIN("o4", "0", "0"));
    heap_folds(&h, "frame f: a=&o1+0\no1: heap size 8 rest uninit segment 2+ mixed next 0 head 0 { 0/8:&o4+0 variant0:&o2+0' variant1:&o3+0' }\n"
               KIND("o2", "1", " never last before 0") KIND("o3", "0", " never first before 0 1") PLAIN("o4", "1", "&o5+0") PLAIN("o5", "0", "0"),
               "frame f: a=&o1+0\no1: heap size 8 rest uninit segment 2+ mixed next 0 head 0 { 0/8:0 variant0:&o2+0' variant1:&o3+0' }\n"
               KIND("o2", "1", " never last before 0") KIND("o3", "0", " never first before 1"));
}

// In a ring of two nodes each of two links leads back: the same link is not both.
static void test_ring_of_two(void **state) {
    (void)state;
    ask_for_tags();
    heap_folds(&h, "frame f: a=&o1+0\no1: heap size 24 rest uninit { 0/8:&o2+0 8/8:0 16/8:&o2+0 }\no2: heap size 24 rest uninit { 0/8:&o1+0 8/8:1 16/8:&o1+0 }\n",
               "frame f: a=&o1.last+0\n" BOTH_WAYS("o1", "2+", "&o1+0", "&o1.last+0", "o2", "o3") BACK("o2", "1", " never last before 0")
                   BACK("o3", "0", " never first before 0 1"));
}

// Without the option, or for numbers that nobody asks for, nodes are of one kind.
static void test_no_sequence(void **state) {
    (void)state;
    stays("frame f: a=&o1+0\n" PLAIN("o1", "0", "&o2+0") PLAIN("o2", "1", "0"));
    ask_for_tags();
    stays("frame f: a=&o1+0\n" PLAIN("o1", "5", "&o2+0") PLAIN("o2", "7", "0"));
}

static void test_sequences_joined(void **state) {
    (void)state;
    ask_for_tags();
    dom_state all = state_of(&h, SENTENCES("0+"));
    assert_int_equal(heap_join(&h, SENTENCES("0+"), "frame f: a=&o1+0\no1: heap size 8 rest uninit segment 2+ mixed next 0 head 0 { 0/8:0 variant0:&o2+0' "
                               "variant1:&o3+0' }\n" KIND("o2", "0", " never last before 0") KIND("o3", "2", " never first before 0 1"), false), all);
    assert_int_equal(heap_join(&h, SENTENCES("0+"), "frame f: a=0\n", false), all);
    dom_state more = heap_join(&h, SENTENCES("0+"), "frame f: a=&o1+0\n" PLAIN("o1", "1", "0"), false);
    assert_int_equal(more, state_of(&h, "frame f: a=&o1+0\n" OF_THREE("o1", "0+", "0", "o2", "o3", "o4") KIND("o2", "0", " never last before 0")
                                            KIND("o3", "1", " never before 0") KIND("o4", "2", " never first before 1 2")));
}

// Links back that do not fit: along these the last node leads by its other link to all that are before it, and would own them.
static void test_owns_the_others(void **state) {
    (void)state;
#define NODE(n, next, prev, v) "o" #n ": heap size 24 rest uninit { 0/8:" next " 8/8:" prev " 16/4:" #v " }\n"
    static const char text[] = "frame f: a=&o1+0 b=&o2+0 c=&o3+0\n" NODE(1, "&o4+0", "0", 0) NODE(2, "&o3+0", "&o4+0", 2) NODE(3, "&o5+0", "&o4+0", 2)
        NODE(4, "&o3+0", "&o1+0", 1) NODE(5, "&o6+0", "&o3+0", 0) NODE(6, "&o7+0", "&o5+0", 1) NODE(7, "&o8+0", "&o6+0", 2) NODE(8, "&o9+0", "&o7+0", 2)
        NODE(9, "&o10+0", "&o8+0", 0) NODE(10, "&o11+0", "&o9+0", 1) NODE(11, "&o12+0", "&o10+0", 2) NODE(12, "0", "&o11+0", 2);
    struct buf shown = {0};
    read_heap(&h, &d, text);
    sl_fold(&h.sl, &d, &h.precision);
    sl_print(&h.sl, seal(&h, &d), &shown);
    assert_null(strstr(buf_text(&shown), "dead"));
    buf_free(&shown);
    sl_draft_free(&d);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(test_made),   TEST(test_not_made),       TEST(test_shifted), TEST(test_opened),
                                       TEST(test_opened_shifted), TEST(test_covers), TEST(test_another_kind),
                                       TEST(test_sequence_as_text), TEST(test_sequence_opened), TEST(test_sequence_left), TEST(test_sequence_opened_at_the_end),
                                       TEST(test_sequence_of_neighbours), TEST(test_ring_of_two), TEST(test_no_sequence), TEST(test_sequences_joined), TEST(test_owns_the_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
