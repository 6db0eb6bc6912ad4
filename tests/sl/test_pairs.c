// SPDX-License-Identifier: MIT
// Nodes that alternate become segments of pairs: made, opened, joined, and given up where the list goes on otherwise.
#include "heap.h"

enum { DATA = 2 * WORD, OWN = 3 * WORD, MOST = 9 };

static struct heap h;
static struct sl_draft d, e, both;
static uint32_t n[MOST];

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    begin(&d);
    begin(&e);
    both = (struct sl_draft){0};
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    sl_draft_free(&e);
    sl_draft_free(&both);
    heap_close(&h);
    return 0;
}

// Nodes with these numbers (digits), the first in register 0, the last one's link null.
static void chain_in(struct sl_draft *x, const char *digits, bool both_ways) {
    uint32_t length = (uint32_t)strlen(digits);
    for (uint32_t i = 0; i < length; i++) n[i] = node(x);
    for (uint32_t i = 0; i < length; i++) {
        set(x, n[i], 0, i + 1 < length ? to(x, n[i + 1]) : null(x));
        if (both_ways) set(x, n[i], WORD, i ? to(x, n[i - 1]) : null(x));
        set(x, n[i], DATA, sl_const(x, BITS, (uint64_t)(digits[i] - '0')));
    }
    x->regs.at[0] = to(x, n[0]);
}

static void fold_in(struct sl_draft *x) {
    seal(&h, x);  // which looks at the invariant, too
    sl_fold(&h.sl, x, &h.precision);
    seal(&h, x);
}

static void chain(const char *digits, bool both_ways) {
    chain_in(&d, digits, both_ways);
}

static bool holds(const struct sl_draft *x, uint32_t o, uint64_t digit) {
    num_word k;
    return sl_is_const(x, at(x, o, DATA), &k) && k == digit;
}

// Register 0 leads to the segment of these pairs.
static uint32_t the_pairs(const struct sl_draft *x, uint64_t first, uint64_t second, unsigned least) {
    uint32_t s = leads(in_reg(x, 0), SL_FIRST, 0), t = leads(second_in(x, s), SL_FIRST, 0);
    assert_true(sl_are_pairs(&x->objects.at[s].shape));
    assert_int_equal(x->objects.at[s].shape.least, least);
    assert_int_equal(x->objects.at[t].shape.kind, SL_SECOND);
    assert_int_equal(x->objects.at[t].level, x->objects.at[s].level + 1);
    assert_true(holds(x, s, first) && holds(x, t, second));
    return s;
}

static void check_unfolded(uint32_t nodes) {
    assert_int_equal(count(&h, &d, SL_PLAIN), nodes);
    assert_int_equal(count(&h, &d, SL_SINGLY) + count(&h, &d, SL_DOUBLY), 0);
}

// Register 0 leads to a segment of single nodes with numbers from lo to hi.
static void check_single(uint64_t lo, uint64_t hi) {
    uint32_t s = leads(in_reg(&d, 0), SL_FIRST, 0);
    assert_int_equal(d.objects.at[s].shape.kind, SL_SINGLY);
    assert_true(num_range_same(in_field(&d, s, DATA)->range, num_range_arc(BITS, lo, hi)));
}

// ---- made --------------------------------------------------------------------------------------------------------------------------

static void test_singly(void **state) {
    (void)state;
    chain("1212", false);
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2);
    assert_true(sl_is_null(&d, at(&d, s, 0)));
    assert_int_equal(count(&h, &d, SL_SECOND), 1);
}

static void test_doubly(void **state) {
    (void)state;
    chain("12121", true);
    d.regs.at[1] = to(&d, n[3]);
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2), t = second_in(&d, s)->object, last = in_field(&d, s, 0)->object;
    assert_int_equal(leads(in_reg(&d, 1), SL_LAST, 0), s);
    assert_int_equal(leads(in_field(&d, t, WORD), SL_EACH, 0), s);
    assert_true(holds(&d, last, 1));
    assert_int_equal(leads(in_field(&d, last, WORD), SL_LAST, 0), s);
}

static void test_too_few(void **state) {
    (void)state;
    chain("121", false);
    fold_in(&d);
    check_unfolded(3);
}

// Four nodes of which the third is another tail: at that length one may wait and see.
static void test_patience(void **state) {
    (void)state;
    chain("1213", false);
    fold_in(&d);
    check_unfolded(4);
}

static void test_pointed_to(void **state) {
    (void)state;
    for (uint32_t i = 1; i < 4; i++) {
        chain("1212", false);
        d.regs.at[1] = to(&d, n[i]);
        fold_in(&d);
        check_unfolded(4);
    }
    chain("1212", true);
    d.regs.at[1] = to(&d, n[1]);
    fold_in(&d);
    check_unfolded(4);
    d.regs.at[1] = to(&d, n[2]);
    fold_in(&d);
    check_unfolded(4);
    d.regs.at[1] = address(&d, n[3], SL_FIRST, DATA);
    fold_in(&d);
    check_unfolded(4);
}

// Nodes that share one block with the other of their pair, or with the next pair.
static void test_blocks(void **state) {
    (void)state;
    uint32_t block[2];
    chain("1212", false);
    for (int i = 0; i < 2; i++) block[i] = node(&d);
    for (int i = 0; i < 4; i++) set(&d, n[i], OWN, to(&d, block[i / 2]));
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2), own = leads(in_field(&d, s, OWN), SL_FIRST, 0);
    assert_int_equal(d.objects.at[own].level, 1);
    assert_int_equal(leads(in_field(&d, second_in(&d, s)->object, OWN), SL_FIRST, 0), own);
    assert_false(sl_give_up_pairs(&h.sl, &h.precision, &d, s));
    chain("1212", false);
    for (int i = 0; i < 2; i++) block[i] = node(&d);
    for (int i = 0; i < 4; i++) set(&d, n[i], OWN, to(&d, block[(i + 1) / 2 % 2]));
    fold_in(&d);
    check_unfolded(6);
}

static void test_sizes(void **state) {
    (void)state;
    chain("1212", false);
    for (uint32_t i = 0; i < 4; i += 2) d.objects.at[n[i]].size += WORD;
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2);
    assert_int_equal(d.objects.at[s].size, 5 * WORD);
    assert_int_equal(d.objects.at[second_in(&d, s)->object].size, 4 * WORD);
    assert_false(sl_give_up_pairs(&h.sl, &h.precision, &d, s));
}

static void test_ring(void **state) {
    (void)state;
    chain("1212", false);
    set(&d, n[3], 0, to(&d, n[0]));
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2);
    assert_int_equal(leads(in_field(&d, s, 0), SL_FIRST, 0), s);
}

// ---- opened ------------------------------------------------------------------------------------------------------------------------

static void test_back_again(void **state) {
    for (uint32_t k = 0; k < 8; k++) {
        (void)setup(state);
        chain("121212", k & 1);
        for (uint32_t i = 0; (k & 2) && i < 6; i += 2) set(&d, n[i], OWN, to(&d, node(&d)));
        if (k & 4) d.regs.at[k & 1] = to(&d, n[k & 1 ? 5 : 0]);
        dom_state before = seal(&h, &d);
        fold_in(&d);
        uint32_t s = the_pairs(&d, 1, 2, 2);
        for (uint32_t i = 0; i < 3; i++) sl_unfold(&d, s, (k & 1) && i == 1, 0, BITS);
        assert_false(d.lost);
        assert_true(sl_make_empty(&d, s, BITS));
        assert_int_equal(seal(&h, &d), before);
        (void)teardown(state);
    }
}

static void test_empty(void **state) {
    (void)state;
    chain("12123", true);
    d.regs.at[1] = to(&d, n[4]);
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2), end = in_reg(&d, 1)->object;
    d.objects.at[s].shape.least = 0;
    assert_true(sl_make_empty(&d, s, BITS));
    assert_int_equal(leads(in_reg(&d, 0), SL_FIRST, 0), end);
    assert_true(sl_is_null(&d, at(&d, end, WORD)));
}

// ---- given up ----------------------------------------------------------------------------------------------------------------------

// Pairs, and behind them nodes with these numbers.
static void pairs_and(const char *digits) {
    chain("1212", false);
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2);
    chain(digits, false);
    set(&d, s, 0, to(&d, n[0]));
    d.regs.at[0] = to(&d, s);
    fold_in(&d);
}

static void test_goes_on_otherwise(void **state) {
    (void)state;
    pairs_and("34");
    the_pairs(&d, 1, 2, 2);
    pairs_and("345");
    check_single(1, 3);
}

// One node more, and then something else: a list of which the end is special.
static void test_goes_on(void **state) {
    (void)state;
    pairs_and("12123");
    the_pairs(&d, 1, 2, 2);
    assert_int_equal(count(&h, &d, SL_PLAIN), 1);
    pairs_and("134");
    the_pairs(&d, 1, 2, 2);
    pairs_and("134567");
    check_single(1, 5);
}

static void test_give_up(void **state) {
    (void)state;
    chain("1212", true);
    d.regs.at[1] = to(&d, n[3]);
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2), t = second_in(&d, s)->object;
    set(&d, t, WORD, null(&d));
    assert_false(sl_give_up_pairs(&h.sl, &h.precision, &d, s));  // the second does not lead back to the first
    set(&d, t, WORD, address(&d, s, SL_EACH, 0));
    assert_true(sl_give_up_pairs(&h.sl, &h.precision, &d, s));
    seal(&h, &d);
    s = leads(in_reg(&d, 0), SL_FIRST, 0);
    assert_int_equal(d.objects.at[s].shape.kind, SL_DOUBLY);
    assert_int_equal(d.objects.at[s].shape.least, 2);
    assert_int_equal(leads(in_reg(&d, 1), SL_LAST, 0), s);
    assert_true(num_range_same(in_field(&d, s, DATA)->range, num_range_arc(BITS, 1, 2)));
}

static void test_become_alike(void **state) {
    (void)state;
    chain("1212", false);
    fold_in(&d);
    uint32_t s = the_pairs(&d, 1, 2, 2);
    set(&d, second_in(&d, s)->object, DATA, sl_const(&d, BITS, 1));
    fold_in(&d);
    check_single(1, 1);
}

// ---- joined ------------------------------------------------------------------------------------------------------------------------

// Joins d and e: the same the other way round, and both are covered.
static void check_joined(void) {
    dom_state x = seal(&h, &d), y = seal(&h, &e);
    bool forgets;
    assert_false(sl_join(&h.sl, &d, &e, false, &h.precision, &both, &forgets, NULL));
    dom_state s = seal(&h, &both), of[3] = {y, x, x};
    for (int k = 0; k < 3; k++) {
        struct sl_draft p, q, out;
        sl_unseal(&h.sl.store, k ? s : x, &p);
        sl_unseal(&h.sl.store, k == 2 ? y : of[k], &q);
        assert_false(k ? sl_join(&h.sl, &p, &q, false, &h.precision, &out, &forgets, NULL) : sl_join(&h.sl, &q, &p, false, &h.precision, &out, &forgets, NULL));
        assert_int_equal(seal(&h, &out), s);
        sl_draft_free(&p);
        sl_draft_free(&q);
        sl_draft_free(&out);
    }
}

static void test_join_plain(void **state) {
    for (int doubly = 0; doubly < 2; doubly++) {
        (void)setup(state);
        chain_in(&e, "12", doubly);
        if (doubly) e.regs.at[1] = to(&e, n[1]);
        chain("1212", doubly);
        if (doubly) d.regs.at[1] = to(&d, n[3]);
        fold_in(&d);
        check_joined();
        uint32_t s = the_pairs(&both, 1, 2, 1);
        if (doubly) assert_int_equal(leads(in_reg(&both, 1), SL_LAST, 0), s);
        (void)teardown(state);
    }
}

// The last is met before the first.
static void test_join_backwards(void **state) {
    (void)state;
    chain_in(&e, "12", true);
    e.regs.at[0] = to(&e, n[1]);
    chain("1212", true);
    d.regs.at[0] = to(&d, n[3]);
    fold_in(&d);
    check_joined();
    uint32_t s = leads(in_reg(&both, 0), SL_LAST, 0);
    assert_true(sl_are_pairs(&both.objects.at[s].shape));
    assert_int_equal(both.objects.at[s].shape.least, 1);
}

static void test_join_nothing(void **state) {
    (void)state;
    e.regs.at[0] = null(&e);
    chain("1212", false);
    fold_in(&d);
    check_joined();
    the_pairs(&both, 1, 2, 0);
}

static void check_apart(void) {
    bool forgets;
    assert_true(sl_join(&h.sl, &d, &e, false, &h.precision, &both, &forgets, NULL));
    assert_true(sl_join(&h.sl, &e, &d, false, &h.precision, &both, &forgets, NULL));
    both = (struct sl_draft){0};
}

// One node, pairs of other nodes, and nodes one of which is pointed to are no such pairs.
static void test_join_others(void **state) {
    static const char *const others[] = {"1", "21", "13", "121"};
    for (uint32_t k = 0; k < 5; k++) {
        (void)setup(state);
        chain("1212", false);
        fold_in(&d);
        the_pairs(&d, 1, 2, 2);
        chain_in(&e, k < 4 ? others[k] : "12", false);
        if (k == 4) e.regs.at[1] = d.regs.at[1] = 0;
        if (k == 4) set(&e, n[1], OWN, to(&e, n[0]));
        if (k == 4) set(&d, second_in(&d, d.values.at[d.regs.at[0]].object)->object, OWN, null(&d));
        check_apart();
        (void)teardown(state);
    }
}

// The first of two plain nodes is not the last of pairs.
static void test_join_first_and_last(void **state) {
    (void)state;
    chain("1212", true);
    d.regs.at[1] = to(&d, n[3]);
    fold_in(&d);
    assert_int_equal(in_reg(&d, 1)->end, SL_LAST);
    chain_in(&e, "12", true);
    e.regs.at[1] = to(&e, n[0]);
    check_apart();
}

static void test_join_single(void **state) {
    (void)state;
    chain("1212", false);
    fold_in(&d);
    chain_in(&e, "11", false);
    fold_in(&e);
    check_apart();
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(singly),
        TEST(doubly),
        TEST(too_few),
        TEST(patience),
        TEST(pointed_to),
        TEST(blocks),
        TEST(sizes),
        TEST(ring),
        cmocka_unit_test(test_back_again),
        TEST(empty),
        TEST(goes_on_otherwise),
        TEST(goes_on),
        TEST(give_up),
        TEST(become_alike),
        cmocka_unit_test(test_join_plain),
        TEST(join_backwards),
        TEST(join_nothing),
        cmocka_unit_test(test_join_others),
        TEST(join_first_and_last),
        TEST(join_single),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
