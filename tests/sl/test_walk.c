// SPDX-License-Identifier: MIT
// Joins: what stands for two heaps covers both, the same whichever comes first; and what is better kept apart is.
#include "heap.h"

enum { DATA = 2 * WORD };

static struct heap h;
static struct sl_draft a, b, both;

static int setup(void **state) {
    (void)state;
    heap_open(&h);
    begin(&a);
    begin(&b);
    both = (struct sl_draft){0};
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&a);
    sl_draft_free(&b);
    sl_draft_free(&both);
    heap_close(&h);
    return 0;
}

// The join of two states as the domain takes it; `out` holds it unless it is DOM_NONE.
static dom_state join(dom_state x, dom_state y, bool widen, struct sl_draft *out) {
    struct sl_draft p, q;
    sl_unseal(&h.sl.store, x, &p);
    sl_unseal(&h.sl.store, y, &q);
    bool forgets, good = !sl_join(&h.sl, &p, &q, widen, &h.precision, out, &forgets, NULL);
    dom_state s = good ? seal(&h, out) : DOM_NONE;
    sl_draft_free(&p);
    sl_draft_free(&q);
    if (!good || !forgets || s == x) return s;
    sl_draft_free(out);
    return DOM_NONE;
}

static dom_state join_only(dom_state x, dom_state y) {
    struct sl_draft out;
    dom_state s = join(x, y, false, &out);
    if (s) sl_draft_free(&out);
    return s;
}

// Joins a and b into `both`: covers each, is the same the other way round, and joins with oneself change nothing.
static void check_joined(void) {
    dom_state x = seal(&h, &a), y = seal(&h, &b), s = join(x, y, false, &both);
    assert_int_not_equal(s, DOM_NONE);
    assert_int_equal(join_only(y, x), s);
    assert_int_equal(join_only(x, x), x);
    assert_int_equal(join_only(y, y), y);
    assert_int_equal(join_only(s, s), s);
    assert_int_equal(join_only(s, x), s);
    assert_int_equal(join_only(s, y), s);
}

static void check_apart(void) {
    dom_state x = seal(&h, &a), y = seal(&h, &b);
    assert_int_equal(join_only(x, y), DOM_NONE);
    assert_int_equal(join_only(y, x), DOM_NONE);
    assert_int_equal(join_only(x, x), x);
    assert_int_equal(join_only(y, y), y);
}

// Register 0 leads to a list that ends in null.
static uint32_t list(struct sl_draft *d, uint8_t least) {
    uint32_t s = singly(d, least);
    set(d, s, 0, null(d));
    d->regs.at[0] = to(d, s);
    return s;
}

static uint32_t one(struct sl_draft *d) {
    uint32_t s = list(d, 1);
    d->objects.at[s].shape = (struct sl_shape){0};
    return s;
}

static const struct sl_object *object(uint32_t o) {
    return &both.objects.at[o];
}

// ---- lists -------------------------------------------------------------------------------------------------------------------------

static void test_null_and_list(void **state) {
    (void)state;
    a.regs.at[0] = null(&a);
    list(&b, 1);
    check_joined();
    uint32_t s = leads(in_reg(&both, 0), SL_FIRST, 0);
    assert_int_equal(object(s)->shape.kind, SL_SINGLY);
    assert_int_equal(object(s)->shape.least, 0);
    assert_true(sl_is_null(&both, at(&both, s, 0)));
}

static void test_null_and_node(void **state) {
    (void)state;
    a.regs.at[0] = null(&a);
    one(&b);
    check_apart();
}

static void test_no_empty_ones(void **state) {
    (void)state;
    a.regs.at[0] = null(&a);
    list(&b, 1);
    h.precision.possibly_empty = false;
    check_apart();
}

static void test_list_and_node(void **state) {
    (void)state;
    list(&a, 2);
    one(&b);
    check_joined();
    uint32_t s = leads(in_reg(&both, 0), SL_FIRST, 0);
    assert_int_equal(object(s)->shape.kind, SL_SINGLY);
    assert_int_equal(object(s)->shape.least, 1);
}

static void test_lengths(void **state) {
    (void)state;
    list(&a, 2);
    list(&b, 0);
    check_joined();
    assert_int_equal(object(leads(in_reg(&both, 0), SL_FIRST, 0))->shape.least, 0);
}

static void test_other_links(void **state) {
    (void)state;
    set(&a, list(&a, 1), DATA, null(&a));
    uint32_t s = list(&b, 1);
    set(&b, s, DATA, null(&b));
    b.objects.at[s].shape.list.next = DATA;
    check_apart();
}

// A segment between two pointers to the same node on the other side: doubly linked, both ends at once.
static void test_empty_doubly(void **state) {
    (void)state;
    uint32_t before = node(&a), behind = node(&a), front = node(&b), rear = node(&b), s = doubly(&b, 1);
    set(&a, before, 0, to(&a, behind));
    set(&a, behind, WORD, to(&a, before));
    set(&b, front, 0, to(&b, s));
    set(&b, s, 0, to(&b, rear));
    set(&b, rear, WORD, to_last(&b, s));
    set(&b, s, WORD, to(&b, front));
    a.regs.at[0] = to(&a, before);
    a.regs.at[1] = to(&a, behind);
    b.regs.at[0] = to(&b, front);
    b.regs.at[1] = to(&b, rear);
    check_joined();
    uint32_t x = leads(in_reg(&both, 0), SL_FIRST, 0), y = leads(in_reg(&both, 1), SL_FIRST, 0),
             m = leads(in_field(&both, x, 0), SL_FIRST, 0);
    assert_int_equal(object(m)->shape.kind, SL_DOUBLY);
    assert_int_equal(object(m)->shape.least, 0);
    assert_int_equal(leads(in_field(&both, y, WORD), SL_LAST, 0), m);
    assert_int_equal(leads(in_field(&both, m, 0), SL_FIRST, 0), y);
    assert_int_equal(leads(in_field(&both, m, WORD), SL_FIRST, 0), x);
}

// A ring is never empty.
static void test_ring(void **state) {
    (void)state;
    a.regs.at[0] = null(&a);
    uint32_t s = singly(&b, 1);
    set(&b, s, 0, to(&b, s));
    b.regs.at[0] = to(&b, s);
    check_apart();
}

// One list here, the other there: of both nothing would be known.
static void test_one_or_the_other(void **state) {
    (void)state;
    list(&a, 1);
    a.regs.at[1] = null(&a);
    list(&b, 1);
    b.regs.at[1] = b.regs.at[0];
    b.regs.at[0] = null(&b);
    check_apart();
}

// Two lists in a row, of which one has a node.
static void test_row(void **state) {
    (void)state;
    struct sl_draft *side[2] = {&a, &b};
    for (uint8_t k = 0; k < 2; k++) {
        list(side[k], 1 - k);
        uint32_t front = singly(side[k], k);
        set(side[k], front, 0, side[k]->regs.at[0]);
        side[k]->regs.at[1] = to(side[k], front);
    }
    check_apart();
}

// Register 1 leads to a segment before the node of register 0; empty, it is that node.
static void before_node(bool twice) {
    uint32_t p = one(&a), q = one(&b), s = singly(&b, 1);
    set(&b, s, 0, to(&b, q));
    a.regs.at[1] = to(&a, p);
    b.regs.at[1] = to(&b, s);
    if (!twice) return;
    a.regs.at[2] = a.regs.at[1];
    b.regs.at[2] = address(&b, s, SL_FIRST, 0);
}

static void test_before_node(void **state) {
    (void)state;
    before_node(false);
    check_joined();
    uint32_t s = leads(in_reg(&both, 1), SL_FIRST, 0);
    assert_int_equal(object(s)->shape.least, 0);
    assert_int_equal(leads(in_field(&both, s, 0), SL_FIRST, 0), leads(in_reg(&both, 0), SL_FIRST, 0));
}

static void test_before_node_twice(void **state) {
    (void)state;
    before_node(true);
    check_apart();
}

// Two pointers to one list that are not equal on the other side.
static void test_unequal(void **state) {
    (void)state;
    list(&b, 1);
    b.regs.at[1] = b.regs.at[0];
    a.regs.at[0] = null(&a);
    a.regs.at[1] = to(&a, node(&a));
    check_apart();
}

// ---- data --------------------------------------------------------------------------------------------------------------------------

static void test_other_constants(void **state) {
    (void)state;
    set(&a, list(&a, 1), DATA, sl_const(&a, BITS, 3));
    set(&b, list(&b, 1), DATA, sl_const(&b, BITS, 4));
    check_apart();
    dom_state s = join(seal(&h, &a), seal(&h, &b), true, &both);  // but joining must end
    assert_int_not_equal(s, DOM_NONE);
    const struct sl_value *v = in_field(&both, leads(in_reg(&both, 0), SL_FIRST, 0), DATA);
    assert_true(num_range_has(v->range, 3) && num_range_has(v->range, 4));
}

// A constant, and numbers that it is none of.
static void test_constant_and_others(void **state) {
    (void)state;
    set(&a, list(&a, 1), DATA, sl_const(&a, BITS, 10));
    uint32_t s = list(&b, 1);
    set(&b, s, DATA, number(&b, 0, 9));
    b.values.at[at(&b, s, DATA)].level = 1;
    check_apart();
    assert_int_not_equal(join(seal(&h, &a), seal(&h, &b), true, &both), DOM_NONE);
}

static void test_same_constants(void **state) {
    (void)state;
    num_word x;
    set(&a, list(&a, 1), DATA, sl_const(&a, BITS, 3));
    set(&b, list(&b, 2), DATA, sl_const(&b, BITS, 3));
    check_joined();
    assert_true(sl_is_const(&both, at(&both, leads(in_reg(&both, 0), SL_FIRST, 0), DATA), &x));
    assert_true(x == 3);
}

static void test_numbers(void **state) {
    (void)state;
    a.regs.at[0] = number(&a, 1, 3);
    b.regs.at[0] = number(&b, 7, 9);
    check_joined();
    assert_true(num_range_same(in_reg(&both, 0)->range, num_range_arc(BITS, 1, 9)));
}

static void test_uninitialised(void **state) {
    (void)state;
    a.regs.at[0] = number(&a, 1, 3);
    b.regs.at[0] = sl_fresh(&b, SL_UNINIT);
    check_apart();
}

static void test_dead(void **state) {
    (void)state;
    a.regs.at[0] = number(&a, 1, 3);
    check_apart();
}

// What is known not to be a number on both sides is not that number.
static void test_facts(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        a.regs.at[i] = number(&a, 0, 9);
        b.regs.at[i] = number(&b, 0, 9);
    }
    sl_keep_apart(&a, a.regs.at[0], sl_const(&a, BITS, 4));
    sl_keep_apart(&b, b.regs.at[0], sl_const(&b, BITS, 4));
    sl_keep_apart(&a, a.regs.at[1], sl_const(&a, BITS, 4));
    sl_keep_apart(&a, a.regs.at[0], a.regs.at[1]);
    sl_keep_apart(&b, b.regs.at[0], b.regs.at[1]);
    sl_keep_apart(&b, b.regs.at[1], b.regs.at[2]);
    check_joined();
    uint32_t four = sl_const(&both, BITS, 4);
    assert_true(sl_differ(&both, both.regs.at[0], four));
    assert_false(sl_differ(&both, both.regs.at[1], four));
    assert_true(sl_differ(&both, both.regs.at[0], both.regs.at[1]));
    assert_false(sl_differ(&both, both.regs.at[1], both.regs.at[2]));
}

// ---- who is who ----------------------------------------------------------------------------------------------------------------------

static void test_aliases(void **state) {
    (void)state;
    uint32_t x = node(&a), p = node(&b), q = node(&b);
    a.regs.at[0] = a.regs.at[1] = to(&a, x);
    b.regs.at[0] = to(&b, p);
    b.regs.at[1] = to(&b, q);
    check_apart();
}

// Registers 0 and 1 lead to two lists, of which register 2 leads to one or the other.
static void test_which_list(void **state) {
    (void)state;
    struct sl_draft *side[2] = {&a, &b};
    for (int k = 0; k < 2; k++) {
        uint32_t s = list(side[k], 1);
        uint32_t t = list(side[k], 1);
        side[k]->regs.at[1] = to(side[k], s);
        side[k]->regs.at[2] = to(side[k], k ? s : t);
    }
    check_apart();
}

static void test_equal_numbers(void **state) {
    (void)state;
    a.regs.at[0] = a.regs.at[1] = a.regs.at[2] = number(&a, 0, 9);
    b.regs.at[0] = b.regs.at[1] = number(&b, 0, 9);
    b.regs.at[2] = number(&b, 0, 9);
    check_joined();
    assert_true(sl_same(&both, both.regs.at[0], both.regs.at[1]));
    assert_false(sl_same(&both, both.regs.at[0], both.regs.at[2]));
}

// Register 2 holds the number of the first node on one side only; the rest of the lists differs, too.
static void test_found(void **state) {
    (void)state;
    uint32_t x = one(&a), y = one(&b);
    set(&a, x, DATA, a.regs.at[2] = number(&a, 0, 9));
    set(&b, y, DATA, number(&b, 0, 9));
    b.regs.at[2] = number(&b, 0, 9);
    a.regs.at[3] = number(&a, 0, 1);
    b.regs.at[3] = number(&b, 1, 2);
    check_apart();
    assert_int_not_equal(join(seal(&h, &a), seal(&h, &b), true, &both), DOM_NONE);
}

// What is not known to be equal covers what is, if nothing else is to be joined.
static void test_found_is_covered(void **state) {
    (void)state;
    uint32_t x = one(&a), y = one(&b);
    set(&a, x, DATA, a.regs.at[2] = number(&a, 0, 9));
    set(&b, y, DATA, number(&b, 0, 9));
    b.regs.at[2] = number(&b, 0, 9);
    dom_state found = seal(&h, &a), any = seal(&h, &b);
    assert_int_equal(join_only(found, any), DOM_NONE);
    assert_int_equal(join_only(any, found), any);
}

static void test_freed(void **state) {
    (void)state;
    one(&a);
    b.objects.at[one(&b)].life = SL_FREED;
    check_apart();
}

static void test_shared_header(void **state) {
    (void)state;
    struct sl_draft *side[2] = {&a, &b};
    for (int k = 0; k < 2; k++) {
        uint32_t s = k ? one(side[k]) : list(side[k], 1), header = node(side[k]);
        set(side[k], s, DATA, to(side[k], header));
        side[k]->regs.at[1] = to(side[k], header);
    }
    check_joined();
    uint32_t header = leads(in_reg(&both, 1), SL_FIRST, 0);
    assert_int_equal(object(header)->level, 0);
    assert_int_equal(leads(in_field(&both, leads(in_reg(&both, 0), SL_FIRST, 0), DATA), SL_FIRST, 0), header);
}

// ---- inside of nodes -----------------------------------------------------------------------------------------------------------------

// A block that each node has.
static uint32_t own_block(struct sl_draft *d, uint32_t s, uint64_t offset) {
    uint32_t block = own_node(d, 1);
    set(d, s, offset, to(d, block));
    set(d, block, 0, address(d, s, SL_EACH, 0));
    return block;
}

static void test_option(void **state) {
    (void)state;
    uint32_t block = own_block(&a, list(&a, 1), DATA);
    set(&a, block, WORD, to(&a, block));
    set(&b, list(&b, 1), DATA, null(&b));
    check_joined();
    uint32_t s = leads(in_reg(&both, 0), SL_FIRST, 0), o = leads(in_field(&both, s, DATA), SL_FIRST, 0);
    assert_int_equal(object(o)->shape.kind, SL_OPTION);
    assert_int_equal(object(o)->level, 1);
    assert_int_equal(leads(in_field(&both, o, 0), SL_EACH, 0), s);
    assert_int_equal(leads(in_field(&both, o, WORD), SL_EACH, 0), o);
}

// Two nodes share a block where two lists have none: it cannot be the own of both lists' nodes.
static void test_option_of_two(void **state) {
    (void)state;
    uint32_t block = node(&b);
    for (uint32_t i = 1; i <= 2; i++) {
        uint32_t s = list(&a, 1), n = one(&b);
        set(&a, s, DATA, null(&a));
        set(&b, n, DATA, to(&b, block));
        a.regs.at[i] = to(&a, s);
        b.regs.at[i] = to(&b, n);
    }
    a.regs.at[0] = b.regs.at[0] = 0;
    check_apart();
}

// Each node of a has a block, and so has the one of b; which is returned.
static uint32_t plain_block(struct sl_draft *d) {
    uint32_t n = one(d), block = node(d);
    set(d, n, DATA, to(d, block));
    set(d, block, 0, to(d, n));
    return block;
}

static void test_own_blocks(void **state) {
    (void)state;
    own_block(&a, list(&a, 2), DATA);
    plain_block(&b);
    check_joined();
    uint32_t s = leads(in_reg(&both, 0), SL_FIRST, 0), block = leads(in_field(&both, s, DATA), SL_FIRST, 0);
    assert_int_equal(object(s)->shape.least, 1);
    assert_int_equal(object(block)->level, 1);
    assert_int_equal(leads(in_field(&both, block, 0), SL_EACH, 0), s);
}

// The same, but b's block is not its node's alone.
static void test_held_block(void **state) {
    (void)state;
    own_block(&a, list(&a, 2), DATA);
    b.regs.at[1] = to(&b, plain_block(&b));
    a.regs.at[1] = to(&a, node(&a));
    check_apart();
}

static void test_nested_lists(void **state) {
    (void)state;
    struct sl_draft *side[2] = {&a, &b};
    for (int k = 0; k < 2; k++) {
        uint32_t inner = own_block(side[k], list(side[k], 1), DATA);
        side[k]->objects.at[inner].shape.kind = SL_SINGLY;
        side[k]->objects.at[inner].shape.least = k ? 2 : 1;
        set(side[k], inner, 0, null(side[k]));
    }
    check_joined();
    uint32_t inner = leads(in_field(&both, leads(in_reg(&both, 0), SL_FIRST, 0), DATA), SL_FIRST, 0);
    assert_int_equal(object(inner)->shape.kind, SL_SINGLY);
    assert_int_equal(object(inner)->shape.least, 1);
    assert_int_equal(object(inner)->level, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(null_and_list),
                                       TEST(null_and_node),
                                       TEST(no_empty_ones),
                                       TEST(list_and_node),
                                       TEST(lengths),
                                       TEST(other_links),
                                       TEST(empty_doubly),
                                       TEST(ring),
                                       TEST(other_constants),
                                       TEST(constant_and_others),
                                       TEST(same_constants),
                                       TEST(numbers),
                                       TEST(uninitialised),
                                       TEST(dead),
                                       TEST(facts),
                                       TEST(aliases),
                                       TEST(which_list),
                                       TEST(equal_numbers),
                                       TEST(found),
                                       TEST(found_is_covered),
                                       TEST(freed),
                                       TEST(shared_header),
                                       TEST(option),
                                       TEST(own_blocks),
                                       TEST(held_block),
                                       TEST(nested_lists),
                                       TEST(one_or_the_other),
                                       TEST(row),
                                       TEST(before_node),
                                       TEST(before_node_twice),
                                       TEST(unequal),
                                       TEST(option_of_two)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
