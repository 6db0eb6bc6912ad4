// SPDX-License-Identifier: MIT
// What is surely reached, what is lost, what belongs to whom, and who points where.
#include "heap.h"
#include "sl/table.h"

enum { DATA = 2 * WORD };  // a field that is no link

static struct sl_draft d;

static int setup(void **state) {
    (void)state;
    begin(&d);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sl_draft_free(&d);
    return 0;
}

// ---- roots -------------------------------------------------------------------------------------------------------------------------

static void test_roots(void **state) {
    (void)state;
    uint32_t o = node(&d), stack = sl_add_object(&d, (struct sl_object){.storage = SL_STACK, .size = WORD});
    uint32_t global = sl_add_object(&d, (struct sl_object){.storage = SL_GLOBAL, .size = WORD});
    assert_int_equal(sl_find_lost(&d), o);
    d.regs.at[1] = address(&d, o, SL_FIRST, 3 * WORD);  // anywhere in it
    assert_int_equal(sl_find_lost(&d), 0);
    d.regs.at[1] = 0;
    vec_push(&d.results, to(&d, o));
    assert_int_equal(sl_find_lost(&d), 0);
    vec_clear(&d.results);
    set(&d, stack, 0, to(&d, o));
    assert_int_equal(sl_find_lost(&d), o);
    vec_push(&d.slots, stack);
    assert_int_equal(sl_find_lost(&d), 0);
    vec_clear(&d.slots);
    vec_push(&d.blocks, (struct sl_block){0, stack});
    assert_int_equal(sl_find_lost(&d), 0);
    vec_clear(&d.blocks);
    set(&d, global, 0, to(&d, o));
    assert_int_equal(sl_find_lost(&d), 0);
}

static void test_cycle(void **state) {
    (void)state;
    uint32_t a = node(&d), b = node(&d);
    set(&d, a, 0, to(&d, b));
    set(&d, b, 0, to(&d, a));
    assert_int_not_equal(sl_find_lost(&d), 0);
    d.regs.at[0] = to(&d, b);
    assert_int_equal(sl_find_lost(&d), 0);
}

static void test_holders(void **state) {
    (void)state;
    uint32_t holder = node(&d), o = node(&d);
    d.regs.at[0] = to(&d, holder);
    set(&d, holder, 0, to(&d, o));
    assert_int_equal(sl_find_lost(&d), 0);
    d.objects.at[holder].life = SL_FREED;
    assert_int_equal(sl_find_lost(&d), o);
    d.objects.at[holder].life = SL_DEAD;
    assert_int_equal(sl_find_lost(&d), o);
    d.objects.at[o].life = SL_FREED;
    assert_int_equal(sl_find_lost(&d), 0);
}

static void test_foreign(void **state) {
    (void)state;
    uint32_t theirs = node(&d), ours = node(&d);
    d.objects.at[theirs].foreign = 1;
    set(&d, theirs, 0, to(&d, ours));
    assert_int_equal(sl_find_lost(&d), 0);  // the callers know where it is
    d.objects.at[theirs].life = SL_FREED;
    assert_int_equal(sl_find_lost(&d), ours);
    uint32_t none = singly(&d, 0), behind = node(&d);
    d.objects.at[ours].life = SL_FREED;
    d.objects.at[none].foreign = 1;
    set(&d, none, 0, to(&d, behind));
    assert_int_equal(sl_find_lost(&d), behind);  // if it is empty, nobody knows what is behind it
    d.objects.at[none].shape.least = 1;
    assert_int_equal(sl_find_lost(&d), 0);
    d.objects.at[behind].foreign = 1;
    d.objects.at[none].shape.least = 0;
    assert_int_equal(sl_find_lost(&d), 0);
}

// A run may have no places: what they share is not surely reached, wherever in a place its address is.
static void test_run(void **state) {
    (void)state;
    uint32_t array = node(&d), shared = node(&d);
    d.regs.at[0] = to(&d, array);
    assert_true(sl_table_make(&d, array, 0, WORD, 4, BITS));
    struct sl_table t;
    sl_table_read(&d, array, &t);
    set(&d, t.runs[0], 0, to(&d, shared));
    assert_int_equal(sl_find_lost(&d), shared);
}

// What stands for both is the callers' only if both are.
static void test_whose(void **state) {
    (void)state;
    struct sl_object theirs = {.foreign = 1, .func = 1}, ours = {.func = 2, .instr = 3}, both = theirs;
    sl_own(&both, &theirs, &ours);
    assert_int_equal(both.foreign, 0);
    assert_int_equal(both.func, 2);
    assert_int_equal(both.instr, 3);
    both = theirs;
    sl_own(&both, &theirs, &theirs);
    assert_int_equal(both.foreign, 1);
}

// ---- segments ----------------------------------------------------------------------------------------------------------------------

static void test_singly(void **state) {
    (void)state;
    uint32_t s = singly(&d, 0), beyond = node(&d);
    d.regs.at[0] = to(&d, s);
    set(&d, s, 0, to(&d, beyond));
    assert_int_equal(sl_find_lost(&d), 0);  // empty or not, the link is reached
    uint32_t shared = node(&d);
    set(&d, s, DATA, to(&d, shared));
    assert_int_equal(sl_find_lost(&d), shared);  // of no node, perhaps
    d.objects.at[s].shape.least = 1;
    assert_int_equal(sl_find_lost(&d), 0);
}

static void test_doubly(void **state) {
    (void)state;
    uint32_t s = doubly(&d, 0), before = node(&d), behind = node(&d);
    set(&d, s, 0, to(&d, behind));
    set(&d, s, WORD, to(&d, before));
    d.regs.at[0] = to(&d, s);
    assert_int_equal(sl_find_lost(&d), before);
    d.regs.at[0] = to_last(&d, s);
    assert_int_equal(sl_find_lost(&d), behind);
    d.regs.at[1] = to(&d, s);
    assert_int_equal(sl_find_lost(&d), 0);
    d.regs.at[1] = 0;
    d.objects.at[s].shape.least = 1;
    assert_int_equal(sl_find_lost(&d), 0);
}

static void test_option(void **state) {
    (void)state;
    uint32_t holder = node(&d), o = option(&d, 0), below = node(&d);
    d.regs.at[0] = to(&d, holder);
    set(&d, holder, 0, to(&d, o));
    set(&d, o, 0, to(&d, below));
    assert_int_equal(sl_find_lost(&d), below);
    d.objects.at[o].shape.kind = SL_PLAIN;
    assert_int_equal(sl_find_lost(&d), 0);
}

// What nodes have for themselves is reached where they are, and is not looked for.
static void test_own(void **state) {
    (void)state;
    uint32_t s = singly(&d, 0), own = own_node(&d, 1), shared = node(&d);
    d.regs.at[0] = to(&d, s);
    set(&d, s, 0, null(&d));
    set(&d, s, DATA, to(&d, own));
    assert_int_equal(sl_find_lost(&d), shared);
    set(&d, own, 0, to(&d, shared));
    assert_int_equal(sl_find_lost(&d), shared);
    d.objects.at[s].shape.least = 2;
    assert_int_equal(sl_find_lost(&d), 0);
}

// ---- nesting -----------------------------------------------------------------------------------------------------------------------

static void test_nested(void **state) {
    (void)state;
    uint32_t s = singly(&d, 1), inner = own_node(&d, 1), leaf = own_node(&d, 2), header = node(&d);
    d.objects.at[inner].shape.kind = SL_SINGLY;
    set(&d, s, 0, null(&d));
    set(&d, s, DATA, to(&d, inner));
    set(&d, inner, 0, null(&d));
    set(&d, inner, DATA, to(&d, leaf));
    set(&d, inner, DATA + WORD, to(&d, header));
    set(&d, leaf, 0, address(&d, inner, SL_EACH, 0));
    set(&d, leaf, WORD, address(&d, s, SL_EACH, 0));
    assert_true(sl_is_nested(&d, NULL));
    set(&d, inner, 0, to(&d, leaf));  // the link is not in the nodes
    assert_false(sl_is_nested(&d, NULL));
}

static void test_two_owners(void **state) {
    (void)state;
    uint32_t s = singly(&d, 1), t = singly(&d, 1), own = own_node(&d, 1);
    set(&d, s, 0, to(&d, t));
    set(&d, t, 0, null(&d));
    set(&d, s, DATA, to(&d, own));
    assert_true(sl_is_nested(&d, NULL));
    set(&d, t, DATA, to(&d, own));
    assert_false(sl_is_nested(&d, NULL));
    set(&d, t, DATA, address(&d, s, SL_EACH, 0));
    assert_false(sl_is_nested(&d, NULL));
    set(&d, t, DATA, address(&d, t, SL_EACH, 0));
    assert_true(sl_is_nested(&d, NULL));
}

static void test_no_owner(void **state) {
    (void)state;
    uint32_t plain = node(&d), own = own_node(&d, 1);
    set(&d, plain, 0, to(&d, own));
    assert_false(sl_is_nested(&d, NULL));
}

// ---- counting ----------------------------------------------------------------------------------------------------------------------

static void test_counts(void **state) {
    (void)state;
    uint32_t s = doubly(&d, 1), own = own_node(&d, 1), freed = node(&d), v = to(&d, s);
    d.regs.at[0] = d.regs.at[1] = v;  // places count, not values
    vec_push(&d.results, to_last(&d, s));
    set(&d, s, DATA, to(&d, own));
    set(&d, own, 0, address(&d, s, SL_EACH, 0));
    set(&d, freed, 0, v);
    set(&d, freed, WORD, null(&d));
    d.objects.at[freed].life = SL_FREED;
    struct sl_counts c = sl_counts_new(&d, d.objects.n);
    sl_count_all(&c, &d);
    assert_int_equal(c.first[s], 2);
    assert_int_equal(c.last[s], 1);
    assert_int_equal(c.first[own], 1);
    assert_int_equal(c.first[freed], 0);
    sl_counts_free(&c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(roots),  TEST(cycle),      TEST(holders),  TEST(foreign), TEST(run),
                                       TEST(whose),  TEST(singly),     TEST(doubly),   TEST(option),  TEST(own),
                                       TEST(nested), TEST(two_owners), TEST(no_owner), TEST(counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
