// SPDX-License-Identifier: MIT
// Chains of nodes become segments where nothing is lost by it, and opening them gives the chains back.
#include "heap.h"

enum { DATA = 2 * WORD, MOST = 6 };

static struct heap h;
static struct sl_draft d;
static uint32_t n[MOST];

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

// So many nodes, the first in register 0, the last one's link null.
static void chain(uint32_t length, bool both_ways) {
    for (uint32_t i = 0; i < length; i++) n[i] = node(&d);
    for (uint32_t i = 0; i < length; i++) {
        set(&d, n[i], 0, i + 1 < length ? to(&d, n[i + 1]) : null(&d));
        if (both_ways) set(&d, n[i], WORD, i ? to(&d, n[i - 1]) : null(&d));
    }
    d.regs.at[0] = to(&d, n[0]);
}

static void fold(uint32_t least_chain) {
    struct sl_precision p = h.precision;
    if (least_chain) p.least_chain = least_chain;
    seal(&h, &d);  // which looks at the invariant, too
    sl_fold(&h.sl, &d, &p);
    seal(&h, &d);
}

// The one segment that register 0 leads to, of all nodes.
static uint32_t the_segment(enum sl_shape_kind shape) {
    uint32_t s = leads(in_reg(&d, 0), SL_FIRST, 0);
    assert_int_equal(d.objects.at[s].shape.kind, shape);
    assert_int_equal(d.objects.at[s].shape.least, 2);
    assert_int_equal(d.objects.at[s].level, 0);
    assert_int_equal(count(&h, &d, shape), 1);
    return s;
}

static void check_unfolded(uint32_t length) {
    assert_int_equal(count(&h, &d, SL_PLAIN), length);
    assert_int_equal(count(&h, &d, SL_SINGLY) + count(&h, &d, SL_DOUBLY), 0);
}

// ---- plain chains ------------------------------------------------------------------------------------------------------------------

static void test_singly(void **state) {
    (void)state;
    chain(2, false);
    fold(0);
    uint32_t s = the_segment(SL_SINGLY);
    assert_int_equal(count(&h, &d, SL_PLAIN), 0);
    assert_true(sl_is_null(&d, at(&d, s, 0)));
    assert_int_equal(d.objects.at[s].shape.list.next, 0);
    assert_int_equal(d.objects.at[s].shape.list.head, 0);
}

static void test_three(void **state) {
    (void)state;
    chain(3, false);
    fold(0);
    the_segment(SL_SINGLY);
    assert_int_equal(count(&h, &d, SL_PLAIN), 0);
}

static void test_doubly(void **state) {
    (void)state;
    chain(3, true);
    fold(0);
    uint32_t s = the_segment(SL_DOUBLY);
    assert_int_equal(count(&h, &d, SL_PLAIN), 0);
    assert_int_equal(d.objects.at[s].shape.list.back, WORD);
    assert_true(sl_is_null(&d, at(&d, s, 0)));
    assert_true(sl_is_null(&d, at(&d, s, WORD)));
}

// Links in the middle of nodes that lead to the middle of nodes.
static void test_embedded(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) n[i] = node(&d);
    for (int i = 0; i < 3; i++) set(&d, n[i], DATA, i < 2 ? address(&d, n[i + 1], SL_FIRST, DATA) : null(&d));
    d.regs.at[0] = address(&d, n[0], SL_FIRST, DATA);
    fold(0);
    uint32_t s = leads(in_reg(&d, 0), SL_FIRST, DATA);
    assert_int_equal(d.objects.at[s].shape.kind, SL_SINGLY);
    assert_int_equal(d.objects.at[s].shape.list.next, DATA);
    assert_int_equal(d.objects.at[s].shape.list.head, DATA);
}

static void test_unlike_nodes(void **state) {
    (void)state;
    chain(2, false);
    d.objects.at[n[1]].size += WORD;
    fold(0);
    check_unfolded(2);
    d.objects.at[n[1]] = d.objects.at[n[0]];
    d.objects.at[n[1]].escaped = 1;
    fold(0);
    check_unfolded(2);
    d.objects.at[n[1]] = d.objects.at[n[0]];
    d.objects.at[n[1]].life = SL_FREED;
    fold(0);
    check_unfolded(2);
}

// ---- pointers from elsewhere ---------------------------------------------------------------------------------------------------------

static void test_tail(void **state) {
    (void)state;
    chain(3, false);
    d.regs.at[1] = to(&d, n[2]);
    fold(0);
    uint32_t s = the_segment(SL_SINGLY), last = leads(in_reg(&d, 1), SL_FIRST, 0);
    assert_int_equal(d.objects.at[last].shape.kind, SL_PLAIN);
    assert_int_equal(leads(in_field(&d, s, 0), SL_FIRST, 0), last);
}

static void test_tail_doubly(void **state) {
    (void)state;
    chain(3, true);
    d.regs.at[1] = to(&d, n[2]);
    fold(0);
    uint32_t s = the_segment(SL_DOUBLY);
    assert_int_equal(leads(in_reg(&d, 1), SL_LAST, 0), s);
    assert_int_equal(count(&h, &d, SL_PLAIN), 0);
}

static void test_middle(void **state) {
    (void)state;
    chain(4, false);
    d.regs.at[1] = to(&d, n[2]);
    fold(0);
    uint32_t front = leads(in_reg(&d, 0), SL_FIRST, 0), rest = leads(in_reg(&d, 1), SL_FIRST, 0);
    assert_int_not_equal(front, rest);
    assert_int_equal(d.objects.at[front].shape.kind, SL_SINGLY);
    assert_int_equal(d.objects.at[rest].shape.kind, SL_SINGLY);
    assert_int_equal(leads(in_field(&d, front, 0), SL_FIRST, 0), rest);
}

static void test_middle_doubly(void **state) {
    (void)state;
    chain(3, true);
    d.regs.at[1] = to(&d, n[1]);
    fold(0);
    uint32_t s = in_reg(&d, 1)->object;
    bool first = d.objects.at[s].shape.kind == SL_PLAIN || in_reg(&d, 1)->end == SL_FIRST;
    assert_int_equal(count(&h, &d, SL_DOUBLY) + count(&h, &d, SL_PLAIN), 2);
    // The node is the last of the front or the first of the rest.
    assert_int_not_equal(leads(in_reg(&d, 0), SL_FIRST, 0) == s, first);
}

// By a pointer to another place than its head a node is told from the others.
static void test_odd(void **state) {
    (void)state;
    chain(2, false);
    d.regs.at[1] = address(&d, n[0], SL_FIRST, DATA);
    fold(0);
    check_unfolded(2);
    d.regs.at[1] = 0;
    uint32_t holder = node(&d);
    d.regs.at[2] = to(&d, holder);
    set(&d, holder, DATA, address(&d, n[0], SL_FIRST, 1));
    fold(0);
    check_unfolded(3);
}

// ---- data --------------------------------------------------------------------------------------------------------------------------

static void test_same_constant(void **state) {
    (void)state;
    chain(2, false);
    for (int i = 0; i < 2; i++) set(&d, n[i], DATA, sl_const(&d, BITS, 7));
    fold(0);
    num_word x;
    assert_true(sl_is_const(&d, at(&d, the_segment(SL_SINGLY), DATA), &x));
    assert_true(x == 7);
}

// Different constants are given up in a long chain only.
static void test_other_constants(void **state) {
    (void)state;
    chain(3, false);
    for (uint32_t i = 0; i < 3; i++) set(&d, n[i], DATA, sl_const(&d, BITS, i));
    fold(4);
    check_unfolded(3);
    fold(3);
    uint32_t s = leads(in_reg(&d, 0), SL_FIRST, 0);
    assert_int_equal(d.objects.at[s].shape.kind, SL_SINGLY);
    assert_int_equal(in_field(&d, s, DATA)->level, 1);
    for (uint32_t i = 0; i < 2; i++) assert_true(num_range_has(in_field(&d, s, DATA)->range, i));
}

static void test_header(void **state) {
    (void)state;
    chain(3, false);
    uint32_t header = node(&d);
    d.regs.at[1] = to(&d, header);
    for (int i = 0; i < 3; i++) set(&d, n[i], DATA, to(&d, header));
    fold(0);
    uint32_t s = the_segment(SL_SINGLY);
    assert_int_equal(leads(in_field(&d, s, DATA), SL_FIRST, 0), header);
    assert_int_equal(d.objects.at[header].level, 0);
    assert_int_equal(in_field(&d, s, DATA)->level, 0);
}

static void add_blocks(uint32_t length) {
    for (uint32_t i = 0; i < length; i++) {
        uint32_t block = node(&d);
        d.objects.at[block].size = 3 * WORD;
        set(&d, n[i], DATA, to(&d, block));
        set(&d, block, 0, to(&d, n[i]));
        set(&d, block, DATA, number(&d, 0, 9));
    }
}

static void test_blocks(void **state) {
    (void)state;
    chain(3, false);
    add_blocks(3);
    fold(0);
    uint32_t s = the_segment(SL_SINGLY), block = leads(in_field(&d, s, DATA), SL_FIRST, 0);
    assert_int_equal(d.objects.at[block].level, 1);
    assert_int_equal(leads(in_field(&d, block, 0), SL_EACH, 0), s);
    assert_int_equal(in_field(&d, block, DATA)->level, 1);
    assert_int_equal(count(&h, &d, SL_PLAIN), 1);
}

// A block that a register leads to is not only its node's.
static void test_block_pointed_to(void **state) {
    (void)state;
    chain(2, false);
    add_blocks(2);
    d.regs.at[1] = to(&d, in_field(&d, n[1], DATA)->object);
    fold(0);
    check_unfolded(4);
}

// One node's block is the other node's, too.
static void test_block_shared(void **state) {
    (void)state;
    chain(2, false);
    add_blocks(2);
    set(&d, n[0], DATA + WORD, at(&d, n[0], DATA));
    set(&d, n[1], DATA + WORD, at(&d, n[0], DATA));
    fold(0);
    check_unfolded(4);
}

// ---- what was found -------------------------------------------------------------------------------------------------------------------

// A chain whose nodes hold numbers of their own; the one of node k is in register 2, too.
static void chain_with_key(uint32_t length, bool both_ways, uint32_t k) {
    chain(length, both_ways);
    for (uint32_t i = 0; i < length; i++) set(&d, n[i], DATA, number(&d, 0, 9));
    d.regs.at[2] = at(&d, n[k], DATA);
}

static void test_found_first(void **state) {
    (void)state;
    chain_with_key(3, false, 0);
    fold(0);
    uint32_t first = leads(in_reg(&d, 0), SL_FIRST, 0);
    assert_int_equal(d.objects.at[first].shape.kind, SL_PLAIN);
    assert_int_equal(at(&d, first, DATA), d.regs.at[2]);
    assert_int_equal(count(&h, &d, SL_SINGLY), 1);
}

static void test_found_last(void **state) {
    (void)state;
    chain_with_key(3, true, 2);
    d.regs.at[1] = to(&d, n[2]);
    fold(0);
    uint32_t last = leads(in_reg(&d, 1), SL_FIRST, 0);
    assert_int_equal(d.objects.at[last].shape.kind, SL_PLAIN);
    assert_int_equal(at(&d, last, DATA), d.regs.at[2]);
    assert_int_equal(count(&h, &d, SL_DOUBLY), 1);
}

// Nothing but its list leads to the node, but it is the only one with the number of a variable.
static void test_looked_for(void **state) {
    (void)state;
    chain_with_key(3, false, 1);
    fold(0);
    check_unfolded(3);
    uint32_t second = leads(in_field(&d, leads(in_reg(&d, 0), SL_FIRST, 0), 0), SL_FIRST, 0);
    assert_int_equal(at(&d, second, DATA), d.regs.at[2]);
}

// There could be any number of such nodes.
static void test_not_found(void **state) {
    (void)state;
    chain_with_key(4, false, 1);
    set(&d, n[3], DATA, d.regs.at[2]);
    fold(0);
    the_segment(SL_SINGLY);
}

static void test_found_coarsely(void **state) {
    (void)state;
    h.precision.coarse = true;
    chain_with_key(3, false, 0);
    fold(0);
    the_segment(SL_SINGLY);
}

// All hold it: nothing is given up.
static void test_same_number(void **state) {
    (void)state;
    chain_with_key(3, false, 0);
    for (uint32_t i = 0; i < 3; i++) set(&d, n[i], DATA, d.regs.at[2]);
    fold(0);
    assert_int_equal(at(&d, the_segment(SL_SINGLY), DATA), d.regs.at[2]);
}

// What lies behind a node that something else leads to does not make the chain before it longer.
static void test_other_constants_before(void **state) {
    (void)state;
    chain(5, false);
    for (uint32_t i = 0; i < 5; i++) set(&d, n[i], DATA, sl_const(&d, BITS, i));
    d.regs.at[1] = to(&d, n[3]);
    fold(4);
    check_unfolded(5);
    d.regs.at[1] = 0;
    fold(4);
    assert_true(count(&h, &d, SL_SINGLY) > 0);
}

// ---- there and back ----------------------------------------------------------------------------------------------------------------

static void test_back_again(void **state) {
    for (uint32_t k = 0; k < 8; k++) {
        uint32_t length = k & 4 ? 3 : 2;
        (void)setup(state);
        chain(length, k & 1);
        if (k & 2) add_blocks(length);
        for (uint32_t i = 0; i < length; i++) set(&d, n[i], DATA + WORD, number(&d, 0, 9));
        dom_state before = seal(&h, &d);
        fold(0);
        uint32_t s = the_segment(k & 1 ? SL_DOUBLY : SL_SINGLY);
        for (uint32_t i = 0; i < length; i++) sl_unfold(&d, s, (k & 1) && i == 1, 0, BITS);
        assert_true(sl_make_empty(&d, s, BITS));
        assert_int_equal(seal(&h, &d), before);
        (void)teardown(state);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(singly),
                                       TEST(three),
                                       TEST(doubly),
                                       TEST(embedded),
                                       TEST(unlike_nodes),
                                       TEST(tail),
                                       TEST(tail_doubly),
                                       TEST(middle),
                                       TEST(middle_doubly),
                                       TEST(odd),
                                       TEST(same_constant),
                                       TEST(other_constants),
                                       TEST(header),
                                       TEST(blocks),
                                       TEST(block_pointed_to),
                                       TEST(block_shared),
                                       TEST(found_first),
                                       TEST(found_last),
                                       TEST(looked_for),
                                       TEST(not_found),
                                       TEST(found_coarsely),
                                       TEST(same_number),
                                       TEST(other_constants_before),
                                       cmocka_unit_test(test_back_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
