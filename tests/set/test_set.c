// SPDX-License-Identifier: MIT
// Policies of sets: what is covered is dropped, what joins is joined, groups stay apart, loop heads end, a full set says so.
#include "set/set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// States are intervals of digits: number 1000 * group + 100 + 10 * lo + hi; those of group 9 refuse to be joined.
struct count {
    uint32_t across, leq, widen;
};
static uint32_t lo(dom_state s) {
    return s / 10 % 10;
}
static uint32_t hi(dom_state s) {
    return s % 10;
}
static dom_state make(uint32_t group, uint32_t l, uint32_t h) {
    return 1000 * group + 100 + 10 * l + h;
}

static uint64_t group(void *d, dom_state s) {
    (void)d;
    return s / 1000;
}
static void compare(struct count *c, dom_state a, dom_state b) {
    c->across += a / 1000 != b / 1000;
}
static bool leq(void *d, dom_state a, dom_state b) {
    compare(d, a, b);
    ((struct count *)d)->leq++;
    return lo(b) <= lo(a) && hi(a) <= hi(b);
}
static dom_state join(void *d, dom_state a, dom_state b) {
    compare(d, a, b);
    if (a / 1000 == 9) return DOM_NONE;
    return make(a / 1000, lo(a) < lo(b) ? lo(a) : lo(b), hi(a) > hi(b) ? hi(a) : hi(b));
}
static dom_state widen(void *d, dom_state a, dom_state b) {
    compare(d, a, b);
    ((struct count *)d)->widen++;
    return make(a / 1000, lo(b) < lo(a) ? 0 : lo(a), hi(b) > hi(a) ? 9 : hi(a));
}
static const struct dom digits = {.name = "digits", .core = {.leq = leq, .join = join, .widen = widen, .group = group}};

struct fixture {
    struct count count;
    struct set_options options;
    struct set set;
};
static void begin(struct fixture *x, const char *policy) {
    struct buf why = {0};
    memset(x, 0, sizeof *x);
    assert_true(set_parse(policy, &x->options, &why));
    set_begin(&x->set, &x->options, &digits, &x->count);
}

static enum set_outcome add(struct fixture *x, dom_state s, enum set_place place) {
    dom_state kept;
    return set_add(&x->set, s, s, place, &kept);
}

// The live states, in order, as text.
static void expect(struct fixture *x, const char *expected) {
    struct buf text = {0};
    const struct set_entry *e;
    uint32_t n = 0;
    for (uint32_t i = 0; (e = set_next(&x->set, &i)); i++, n++)
        buf_printf(&text, "%s%u:%u%u", n ? " " : "", e->state / 1000, lo(e->state), hi(e->state));
    assert_string_equal(buf_text(&text), expected);
    assert_int_equal(n, x->set.n);
    buf_free(&text);
}

static void powerset_keeps_all_but_the_covered(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "powerset");
    assert_int_equal(add(&x, make(1, 2, 3), SET_JUNCTION), SET_ADDED);
    assert_int_equal(add(&x, make(1, 2, 3), SET_JUNCTION), SET_COVERED);
    assert_int_equal(add(&x, make(1, 5, 6), SET_JUNCTION), SET_ADDED);
    assert_int_equal(add(&x, make(1, 3, 3), SET_JUNCTION), SET_COVERED);
    expect(&x, "1:23 1:56");
    assert_int_equal(add(&x, make(1, 4, 7), SET_JUNCTION), SET_REPLACED);
    assert_int_equal(x.set.gone.n, 1);
    assert_int_equal(x.set.gone.at[0], make(1, 5, 6));
    expect(&x, "1:23 1:47");
    assert_int_equal(add(&x, make(1, 0, 9), SET_JUNCTION), SET_REPLACED);
    assert_int_equal(x.set.gone.n, 2);
    expect(&x, "1:09");
    set_free(&x.set);
}

static void the_powerset_does_not_depend_on_the_order(void **state) {
    static const uint32_t order[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    const dom_state states[] = {make(1, 1, 2), make(1, 1, 4), make(1, 6, 6), make(1, 5, 8)};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        struct fixture x;
        begin(&x, "powerset");
        for (uint32_t k = 0; k < 4; k++) add(&x, states[order[i][k]], SET_JUNCTION);
        const struct set_entry *e;
        uint32_t found = 0;
        for (uint32_t k = 0; (e = set_next(&x.set, &k)); k++) found |= e->state == make(1, 1, 4) ? 1 : e->state == make(1, 5, 8) ? 2 : 4;
        assert_int_equal(found, 3);
        set_free(&x.set);
    }
}

static void partial_joins_within_a_group_only(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial");
    add(&x, make(1, 1, 1), SET_JUNCTION);
    assert_int_equal(add(&x, make(2, 3, 3), SET_JUNCTION), SET_ADDED);
    assert_int_equal(add(&x, make(1, 4, 4), SET_JUNCTION), SET_REPLACED);
    assert_int_equal(add(&x, make(1, 2, 3), SET_JUNCTION), SET_COVERED);
    expect(&x, "2:33 1:14");
    assert_int_equal(x.count.across, 0);
    set_free(&x.set);
}

static void what_the_domain_keeps_apart_stays_apart(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial");
    add(&x, make(9, 1, 1), SET_JUNCTION);
    assert_int_equal(add(&x, make(9, 4, 4), SET_JUNCTION), SET_ADDED);
    expect(&x, "9:11 9:44");
    assert_int_equal(add(&x, make(9, 0, 5), SET_JUNCTION), SET_REPLACED);
    expect(&x, "9:05");
    set_free(&x.set);
}

static bool never(void *d, dom_state a, dom_state b) {
    (void)d, (void)a, (void)b;
    return false;
}

// A domain may fail to show that a state is covered and still find that joining it changes nothing.
static void a_join_that_changes_nothing_is_nothing_new(void **state) {
    struct fixture x;
    struct dom weak = digits;
    (void)state;
    begin(&x, "partial");
    weak.core.leq = never;
    x.set.dom = &weak;
    add(&x, make(1, 2, 5), SET_HEAD);
    assert_int_equal(add(&x, make(1, 3, 4), SET_HEAD), SET_COVERED);
    assert_int_equal(x.set.gone.n, 0);
    expect(&x, "1:25");
    set_free(&x.set);
}

static void groups_are_never_compared_with_each_other(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "powerset");
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(add(&x, make(i, 1, 1), SET_JUNCTION), SET_ADDED);
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(add(&x, make(i, 1, 1), SET_JUNCTION), SET_COVERED);
    assert_int_equal(x.count.leq, 0);
    assert_int_equal(x.set.n, 1000);
    set_free(&x.set);
}

static void a_straight_line_merges_equal_states_only(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial");
    add(&x, make(1, 0, 9), SET_STRAIGHT);
    assert_int_equal(add(&x, make(1, 4, 4), SET_STRAIGHT), SET_ADDED);
    assert_int_equal(add(&x, make(1, 4, 4), SET_STRAIGHT), SET_COVERED);
    expect(&x, "1:09 1:44");
    set_free(&x.set);
}

static void loop_heads_widen_after_some_joins(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial");
    for (uint32_t i = 0; i <= SET_DELAY; i++) add(&x, make(1, 0, i), SET_HEAD);
    expect(&x, "1:03");
    assert_int_equal(x.count.widen, 0);
    assert_int_equal(add(&x, make(1, 0, SET_DELAY + 1), SET_HEAD), SET_REPLACED);
    assert_int_equal(x.count.widen, 1);
    expect(&x, "1:09");
    set_free(&x.set);
}

// A chain of states each of which covers the last is a chain of joins for the powerset, too.
static void growing_states_are_widened_in_the_powerset(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "powerset");
    for (uint32_t i = 0; i <= SET_DELAY + 1; i++) add(&x, make(1, 0, i), SET_HEAD);
    expect(&x, "1:09");
    set_free(&x.set);
}

static void a_full_set_joins_regardless(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "cap=2");
    add(&x, make(1, 1, 1), SET_JUNCTION);
    add(&x, make(1, 5, 5), SET_JUNCTION);
    assert_int_equal(add(&x, make(1, 3, 3), SET_JUNCTION), SET_REPLACED);
    expect(&x, "1:55 1:13");
    set_free(&x.set);
}

static void a_full_set_gives_up_if_nothing_joins(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial,cap=2");
    add(&x, make(9, 1, 1), SET_JUNCTION);
    add(&x, make(1, 5, 5), SET_JUNCTION);
    assert_int_equal(add(&x, make(9, 3, 3), SET_JUNCTION), SET_FULL);
    assert_int_equal(add(&x, make(1, 6, 6), SET_JUNCTION), SET_REPLACED);
    expect(&x, "9:11 1:56");
    set_free(&x.set);
}

static void the_first_states_stay_apart(void **state) {
    struct fixture x;
    (void)state;
    begin(&x, "partial,apart=2");
    assert_int_equal(add(&x, make(1, 1, 1), SET_HEAD), SET_ADDED);
    assert_int_equal(add(&x, make(1, 5, 5), SET_HEAD), SET_ADDED);
    expect(&x, "1:11 1:55");
    assert_int_equal(add(&x, make(1, 3, 3), SET_HEAD), SET_REPLACED);
    expect(&x, "1:55 1:13");
    assert_int_equal(add(&x, make(9, 3, 3), SET_HEAD), SET_ADDED);  // nothing joins it: there is no cap
    expect(&x, "1:55 1:13 9:33");
    set_free(&x.set);
}

static void policies_are_named(void **state) {
    static const char *const bad[] = {
        "", "join", "cap", "cap=", "cap=0", "cap=x", "partial,", "partial,cap", "cap=3,partial", "powerset,partial", "powerset,apart=3", "apart=3",
        "cap=99999999999"};
    struct set_options o;
    struct buf why = {0};
    (void)state;
    assert_true(set_parse("cap=17", &o, &why));
    assert_int_equal(o.cap, 17);
    assert_int_equal(o.policy, SET_POWERSET);
    assert_true(set_parse("partial,cap=3", &o, &why));
    assert_int_equal(o.policy, SET_PARTIAL);
    assert_true(set_parse("partial,apart=12", &o, &why));
    assert_int_equal(o.apart, 12);
    assert_int_equal(o.cap, 0);
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(set_parse(bad[i], &o, &why));
    buf_free(&why);
}

static void partial_needs_a_join(void **state) {
    struct dom apart = digits;
    struct buf why = {0};
    (void)state;
    apart.core.join = NULL;
    assert_true(set_fits(&(struct set_options){.policy = SET_POWERSET}, &apart, &why));
    assert_false(set_fits(&(struct set_options){.policy = SET_PARTIAL}, &apart, &why));
    assert_string_equal(buf_text(&why), "domain 'digits' has no join, which set policy 'partial' needs");
    buf_free(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powerset_keeps_all_but_the_covered),
        cmocka_unit_test(the_powerset_does_not_depend_on_the_order),
        cmocka_unit_test(partial_joins_within_a_group_only),
        cmocka_unit_test(what_the_domain_keeps_apart_stays_apart),
        cmocka_unit_test(a_join_that_changes_nothing_is_nothing_new),
        cmocka_unit_test(groups_are_never_compared_with_each_other),
        cmocka_unit_test(a_straight_line_merges_equal_states_only),
        cmocka_unit_test(loop_heads_widen_after_some_joins),
        cmocka_unit_test(growing_states_are_widened_in_the_powerset),
        cmocka_unit_test(a_full_set_joins_regardless),
        cmocka_unit_test(a_full_set_gives_up_if_nothing_joins),
        cmocka_unit_test(the_first_states_stay_apart),
        cmocka_unit_test(policies_are_named),
        cmocka_unit_test(partial_needs_a_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
