// SPDX-License-Identifier: MIT
// Segments opened at either end, and found to be empty.
#include "heap.h"

enum { DATA = 2 * WORD };

static struct heap h;
static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    begin(&d);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    heap_close(&h);
    return 0;
}

static uint32_t own_number(uint64_t lo, uint64_t hi, uint8_t level) {
    uint32_t v = number(&d, lo, hi);
    d.values.at[v].level = level;
    return v;
}

static void check_plain(uint32_t o) {
    assert_int_equal(d.objects.at[o].segment, SL_PLAIN);
    assert_int_equal(d.objects.at[o].least, 0);
    assert_int_equal(d.objects.at[o].life, SL_VALID);
    assert_int_equal(d.objects.at[o].size, 4 * WORD);
}

// ---- opening -----------------------------------------------------------------------------------------------------------------------

static void test_singly(void **state) {
    (void)state;
    uint32_t s = singly(&d, 2), own = own_number(0, 9, 1);
    d.objects.at[s].head = WORD;
    set(&d, s, 0, null(&d));
    set(&d, s, DATA, own);
    d.regs.at[0] = address(&d, s, SL_FIRST, WORD);
    d.regs.at[1] = address(&d, s, SL_FIRST, DATA);
    sl_unfold(&d, s, false, BITS);
    uint32_t n = leads(in_reg(&d, 0), SL_FIRST, WORD);
    assert_int_not_equal(n, s);
    check_plain(n);
    assert_int_equal(leads(in_reg(&d, 1), SL_FIRST, DATA), n);
    assert_int_equal(leads(in_field(&d, n, 0), SL_FIRST, WORD), s);
    assert_true(sl_is_null(&d, at(&d, s, 0)));
    assert_int_equal(d.objects.at[s].least, 1);
    assert_int_not_equal(at(&d, n, DATA), own);
    assert_int_equal(in_field(&d, n, DATA)->level, 0);
    assert_true(num_range_same(in_field(&d, n, DATA)->range, num_range_arc(BITS, 0, 9)));
    assert_int_equal(at(&d, s, DATA), own);
    assert_false(d.lost);
    seal(&h, &d);
}

// Two nodes have two numbers, each in two places; but what they share is one.
static void test_twice(void **state) {
    (void)state;
    uint32_t s = singly(&d, 1), shared = number(&d, 0, 9), own = own_number(0, 9, 1);
    set(&d, s, 0, null(&d));
    set(&d, s, WORD, own);
    set(&d, s, DATA, own);
    set(&d, s, DATA + WORD, shared);
    d.regs.at[0] = to(&d, s);
    sl_unfold(&d, s, false, BITS);
    sl_unfold(&d, s, false, BITS);
    assert_int_equal(d.objects.at[s].least, 0);
    uint32_t a = leads(in_reg(&d, 0), SL_FIRST, 0), b = leads(in_field(&d, a, 0), SL_FIRST, 0);
    assert_int_equal(leads(in_field(&d, b, 0), SL_FIRST, 0), s);
    assert_false(sl_same(&d, at(&d, a, DATA), at(&d, b, DATA)));
    assert_int_equal(at(&d, a, DATA), at(&d, a, WORD));
    assert_int_equal(at(&d, a, DATA + WORD), shared);
    assert_int_equal(at(&d, b, DATA + WORD), shared);
    seal(&h, &d);
}

// A segment between two nodes, linked at other places than its first byte.
static uint32_t between(uint32_t *before, uint32_t *behind) {
    uint32_t s = doubly(&d, 1);
    *before = node(&d);
    *behind = node(&d);
    d.objects.at[s].head = DATA;
    d.objects.at[s].tail = 3 * WORD;
    set(&d, s, 0, address(&d, *behind, SL_FIRST, DATA));
    set(&d, s, WORD, address(&d, *before, SL_FIRST, 3 * WORD));
    set(&d, *before, 0, address(&d, s, SL_FIRST, DATA));
    set(&d, *behind, WORD, address(&d, s, SL_LAST, 3 * WORD));
    d.regs.at[0] = to(&d, *before);
    d.regs.at[1] = to(&d, *behind);
    return s;
}

static void test_doubly_first(void **state) {
    (void)state;
    uint32_t before, behind, s = between(&before, &behind);
    sl_unfold(&d, s, false, BITS);
    uint32_t n = leads(in_field(&d, before, 0), SL_FIRST, DATA);
    check_plain(n);
    assert_int_equal(leads(in_field(&d, n, 0), SL_FIRST, DATA), s);
    assert_int_equal(leads(in_field(&d, n, WORD), SL_FIRST, 3 * WORD), before);
    assert_int_equal(leads(in_field(&d, s, 0), SL_FIRST, DATA), behind);
    assert_int_equal(leads(in_field(&d, s, WORD), SL_FIRST, 3 * WORD), n);
    assert_int_equal(leads(in_field(&d, behind, WORD), SL_LAST, 3 * WORD), s);
    assert_int_equal(d.objects.at[s].least, 0);
    seal(&h, &d);
}

static void test_doubly_last(void **state) {
    (void)state;
    uint32_t before, behind, s = between(&before, &behind);
    sl_unfold(&d, s, true, BITS);
    uint32_t n = leads(in_field(&d, behind, WORD), SL_FIRST, 3 * WORD);
    check_plain(n);
    assert_int_equal(leads(in_field(&d, n, WORD), SL_LAST, 3 * WORD), s);
    assert_int_equal(leads(in_field(&d, n, 0), SL_FIRST, DATA), behind);
    assert_int_equal(leads(in_field(&d, s, 0), SL_FIRST, DATA), n);
    assert_int_equal(leads(in_field(&d, s, WORD), SL_FIRST, 3 * WORD), before);
    assert_int_equal(leads(in_field(&d, before, 0), SL_FIRST, DATA), s);
    seal(&h, &d);
}

// The last node's own block leads to the last node.
static void test_own_of_last(void **state) {
    (void)state;
    uint32_t before, behind, s = between(&before, &behind), block = own_node(&d, 1);
    set(&d, s, DATA, to(&d, block));
    set(&d, block, 0, address(&d, s, SL_EACH, WORD));
    sl_unfold(&d, s, true, BITS);
    uint32_t n = leads(in_field(&d, behind, WORD), SL_FIRST, 3 * WORD), own = leads(in_field(&d, n, DATA), SL_FIRST, 0);
    assert_int_equal(leads(in_field(&d, own, 0), SL_FIRST, WORD), n);
    seal(&h, &d);
}

static void test_option(void **state) {
    (void)state;
    uint32_t o = option(&d, 0);
    set(&d, o, DATA, own_number(0, 9, 1));
    d.regs.at[0] = to(&d, o);
    sl_unfold(&d, o, false, BITS);
    uint32_t n = leads(in_reg(&d, 0), SL_FIRST, 0);
    check_plain(n);
    assert_int_equal(in_field(&d, n, DATA)->level, 0);
    assert_int_equal(d.objects.at[o].life, SL_DEAD);
    assert_int_equal(count(&h, &d, SL_OPTION), 0);
}

// Each node has a block that leads back to it, and a list whose nodes have one that leads to theirs and to the outer node.
static void test_nested(void **state) {
    (void)state;
    uint32_t s = singly(&d, 1), block = own_node(&d, 1), header = node(&d), inner = singly(&d, 0), leaf = own_node(&d, 2);
    d.objects.at[inner].level = 1;
    set(&d, s, 0, null(&d));
    set(&d, s, DATA, to(&d, block));
    set(&d, block, 0, address(&d, s, SL_EACH, WORD));
    set(&d, block, WORD, to(&d, header));
    set(&d, block, DATA, to(&d, inner));
    set(&d, inner, 0, null(&d));
    set(&d, inner, DATA, to(&d, leaf));
    set(&d, leaf, 0, address(&d, inner, SL_EACH, 0));
    set(&d, leaf, WORD, address(&d, s, SL_EACH, 0));
    set(&d, leaf, DATA, to(&d, leaf));
    d.regs.at[0] = to(&d, s);
    seal(&h, &d);
    sl_unfold(&d, s, false, BITS);
    seal(&h, &d);
    uint32_t n = leads(in_reg(&d, 0), SL_FIRST, 0), own = leads(in_field(&d, n, DATA), SL_FIRST, 0),
             list = leads(in_field(&d, own, DATA), SL_FIRST, 0);
    assert_int_not_equal(own, block);
    assert_int_equal(d.objects.at[own].level, 0);
    assert_int_equal(leads(in_field(&d, own, 0), SL_FIRST, WORD), n);
    assert_int_equal(leads(in_field(&d, own, WORD), SL_FIRST, 0), header);
    assert_int_not_equal(list, inner);
    assert_int_equal(d.objects.at[list].segment, SL_SINGLY);
    assert_int_equal(d.objects.at[list].level, 0);
    uint32_t small = leads(in_field(&d, list, DATA), SL_FIRST, 0);
    assert_int_not_equal(small, leaf);
    assert_int_equal(d.objects.at[small].level, 1);
    assert_int_equal(leads(in_field(&d, small, 0), SL_EACH, 0), list);
    assert_int_equal(leads(in_field(&d, small, WORD), SL_FIRST, 0), n);
    assert_int_equal(leads(in_field(&d, small, DATA), SL_FIRST, 0), small);
    // and what is left is as it was
    assert_int_equal(leads(in_field(&d, s, DATA), SL_FIRST, 0), block);
    assert_int_equal(leads(in_field(&d, block, 0), SL_EACH, WORD), s);
    assert_int_equal(leads(in_field(&d, leaf, WORD), SL_EACH, 0), s);
}

// ---- empty -------------------------------------------------------------------------------------------------------------------------

// An empty segment, pointed to at its head (register 0), 2 bytes behind it (1) and 8 before (2).
static uint32_t pointed_to(uint32_t link) {
    uint32_t s = singly(&d, 0);
    d.objects.at[s].head = WORD;
    set(&d, s, 0, link);
    d.regs.at[0] = address(&d, s, SL_FIRST, WORD);
    d.regs.at[1] = address(&d, s, SL_FIRST, WORD + 2);
    d.regs.at[2] = address(&d, s, SL_FIRST, 0);
    return s;
}

static void check_constant(uint32_t reg, uint64_t x) {
    num_word k;
    assert_true(sl_is_const(&d, d.regs.at[reg], &k));
    assert_true(k == x);
}

static void test_empty_null(void **state) {
    (void)state;
    uint32_t s = pointed_to(null(&d));
    assert_true(sl_make_empty(&d, s, BITS));
    check_constant(0, 0);
    check_constant(1, 2);
    check_constant(2, (uint64_t)-8);
    assert_int_equal(count(&h, &d, SL_SINGLY), 0);
}

static void test_empty_address(void **state) {
    (void)state;
    uint32_t o = node(&d), s = pointed_to(address(&d, o, SL_FIRST, 24));
    assert_true(sl_make_empty(&d, s, BITS));
    assert_int_equal(leads(in_reg(&d, 0), SL_FIRST, 24), o);
    assert_int_equal(leads(in_reg(&d, 1), SL_FIRST, 26), o);
    assert_int_equal(leads(in_reg(&d, 2), SL_FIRST, 16), o);
    seal(&h, &d);
}

static void test_empty_anything(void **state) {
    (void)state;
    uint32_t any = sl_fresh(&d, SL_ANY), s = pointed_to(any);
    assert_true(sl_make_empty(&d, s, BITS));
    assert_int_equal(d.regs.at[0], any);
    assert_int_equal(in_reg(&d, 1)->kind, SL_ANY);
    assert_false(sl_same(&d, d.regs.at[1], any));
    assert_false(sl_same(&d, d.regs.at[1], d.regs.at[2]));
}

// Near a function there is none.
static void test_empty_functions(void **state) {
    (void)state;
    uint32_t f = sl_add_value(&d, (struct sl_value){.kind = SL_FUNCS, .range = {.lo = 3, .kind = NUM_FULL}}), s = pointed_to(f);
    assert_true(sl_make_empty(&d, s, BITS));
    assert_int_equal(d.regs.at[0], f);
    assert_int_equal(in_reg(&d, 1)->kind, SL_ANY);
}

static void test_empty_doubly(void **state) {
    (void)state;
    uint32_t before, behind, s = between(&before, &behind);
    d.objects.at[s].least = 0;
    d.regs.at[2] = address(&d, s, SL_LAST, 0);
    d.regs.at[3] = address(&d, s, SL_FIRST, 0);
    assert_true(sl_make_empty(&d, s, BITS));
    assert_int_equal(leads(in_field(&d, before, 0), SL_FIRST, DATA), behind);
    assert_int_equal(leads(in_field(&d, behind, WORD), SL_FIRST, 3 * WORD), before);
    assert_int_equal(leads(in_reg(&d, 2), SL_FIRST, 0), before);
    assert_int_equal(leads(in_reg(&d, 3), SL_FIRST, 0), behind);
    assert_int_equal(count(&h, &d, SL_DOUBLY), 0);
}

static void test_empty_option(void **state) {
    (void)state;
    uint32_t o = option(&d, 0), holder = node(&d);
    d.regs.at[0] = to(&d, holder);
    set(&d, holder, DATA, to(&d, o));
    assert_true(sl_make_empty(&d, o, BITS));
    assert_true(sl_is_null(&d, at(&d, holder, DATA)));
    assert_int_equal(count(&h, &d, SL_OPTION), 0);
}

static void test_cyclic(void **state) {
    (void)state;
    uint32_t s = singly(&d, 0), t = doubly(&d, 0);
    set(&d, s, 0, to(&d, s));
    set(&d, t, 0, null(&d));
    set(&d, t, WORD, to_last(&d, t));
    d.regs.at[0] = to(&d, s);
    d.regs.at[1] = to(&d, t);
    assert_false(sl_make_empty(&d, s, BITS));
    assert_false(sl_make_empty(&d, t, BITS));
    assert_int_equal(leads(in_reg(&d, 0), SL_FIRST, 0), s);
}

// A link to the other end: empty, both ends are what lies beyond the other link.
static void test_other_end(void **state) {
    (void)state;
    uint32_t s = doubly(&d, 0), t = doubly(&d, 0), o = node(&d);
    set(&d, s, 0, address(&d, s, SL_LAST, 4));
    set(&d, s, WORD, to(&d, o));
    d.regs.at[0] = to(&d, s);
    d.regs.at[1] = to_last(&d, s);
    assert_true(sl_make_empty(&d, s, BITS));
    assert_int_equal(leads(in_reg(&d, 0), SL_FIRST, 4), o);
    assert_int_equal(leads(in_reg(&d, 1), SL_FIRST, 0), o);
    set(&d, t, 0, to_last(&d, t));
    set(&d, t, WORD, to(&d, t));
    assert_false(sl_make_empty(&d, t, BITS));
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(singly),        TEST(twice),          TEST(doubly_first),   TEST(doubly_last),
                                       TEST(own_of_last),   TEST(option),         TEST(nested),         TEST(empty_null),
                                       TEST(empty_address), TEST(empty_anything), TEST(empty_doubly),   TEST(empty_option),
                                       TEST(cyclic),        TEST(other_end),      TEST(empty_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
