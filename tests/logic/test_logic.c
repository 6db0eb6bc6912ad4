// SPDX-License-Identifier: MIT
// Boolean functions against their truth tables: a function of N variables is a word of 2^N bits.
#include "logic/logic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// after those
#include <cmocka.h>

enum { N = 5, ROWS = 1 << N, ROUNDS = 300 };

static uint32_t random_state = 12345;
static uint32_t any(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8 ^ random_state << 13;
}

static logic_fn from_table(struct logic *l, uint32_t table, uint32_t first) {
    logic_fn f = LOGIC_FALSE;
    for (uint32_t row = 0; row < ROWS; row++) {
        logic_fn line = LOGIC_TRUE;
        for (uint32_t v = 0; v < N; v++) {
            logic_fn x = logic_var(l, first + v);
            line = logic_and(l, line, row >> v & 1 ? x : logic_not(l, x));
        }
        if (table >> row & 1) f = logic_or(l, f, line);
    }
    return f;
}

static uint32_t without(uint32_t table, uint32_t v) {
    uint32_t out = 0;
    for (uint32_t row = 0; row < ROWS; row++)
        if (table >> row & 1 || table >> (row ^ 1u << v) & 1) out |= 1u << row;
    return out;
}

static uint32_t swapped(uint32_t table, uint32_t a, uint32_t b) {
    uint32_t out = 0;
    for (uint32_t row = 0; row < ROWS; row++) {
        uint32_t x = row >> a & 1, y = row >> b & 1, other = (row & ~(1u << a | 1u << b)) | x << b | y << a;
        if (table >> row & 1) out |= 1u << other;
    }
    return out;
}

static void operators_agree_with_tables(void **state) {
    (void)state;
    struct logic *l = logic_open();
    for (uint32_t k = 0; k < ROUNDS; k++) {
        uint32_t mark = logic_mark(l), s = any(), t = any(), u = any();
        logic_fn f = from_table(l, s, 0), g = from_table(l, t, 0), h = from_table(l, u, 0);
        assert_int_equal(logic_not(l, f), from_table(l, ~s, 0));
        assert_int_equal(logic_and(l, f, g), from_table(l, s & t, 0));
        assert_int_equal(logic_or(l, f, g), from_table(l, s | t, 0));
        assert_int_equal(logic_xor(l, f, g), from_table(l, s ^ t, 0));
        assert_int_equal(logic_iff(l, f, g), from_table(l, ~(s ^ t), 0));
        assert_int_equal(logic_imp(l, f, g), from_table(l, ~s | t, 0));
        assert_int_equal(logic_ite(l, f, g, h), from_table(l, (s & t) | (~s & u), 0));
        assert_int_equal(logic_leq(l, f, g), !(s & ~t));
        assert_int_equal(logic_disjoint(l, f, g), !(s & t));
        assert_true(logic_leq(l, logic_and(l, f, g), f));
        logic_release(l, mark);
    }
    logic_close(l);
}

static void projection_and_restriction_agree_with_tables(void **state) {
    (void)state;
    struct logic *l = logic_open();
    for (uint32_t k = 0; k < ROUNDS; k++) {
        uint32_t mark = logic_mark(l), s = any(), t = any(), vars[2] = {any() % N, any() % N},
                 expected = without(without(s, vars[0]), vars[1]);
        logic_fn f = from_table(l, s, 0), g = from_table(l, t, 0), set = logic_set(l, vars, 2);
        assert_int_equal(logic_exists(l, f, set), from_table(l, expected, 0));
        assert_int_equal(logic_and_exists(l, f, g, set), logic_exists(l, logic_and(l, f, g), set));
        logic_fn x = logic_var(l, vars[0]);
        assert_int_equal(logic_or(l, logic_restrict(l, f, x), logic_restrict(l, f, logic_not(l, x))), logic_exists(l, f, x));
        logic_release(l, mark);
    }
    logic_close(l);
}

static void variables_are_renamed_and_swapped(void **state) {
    (void)state;
    struct logic *l = logic_open();
    for (uint32_t k = 0; k < ROUNDS; k++) {
        uint32_t mark = logic_mark(l), s = any(), a = any() % N, b = (a + 1 + any() % (N - 1)) % N;
        uint32_t from[2] = {a, b}, to[2] = {b, a}, up[N], all[N];
        for (uint32_t v = 0; v < N; v++) all[v] = v, up[v] = 90 + v;
        logic_fn f = from_table(l, s, 0);
        assert_int_equal(logic_rename(l, f, from, to, 2), from_table(l, swapped(s, a, b), 0));
        assert_int_equal(logic_rename(l, f, all, up, N), from_table(l, s, 90));
        assert_int_equal(logic_rename(l, logic_rename(l, f, all, up, N), up, all, N), f);
        logic_release(l, mark);
    }
    logic_close(l);
}

static void add_cube(void *self, const int8_t *value) {
    uint32_t *table = self;
    for (uint32_t row = 0; row < ROWS; row++) {
        bool in = true;
        for (uint32_t v = 0; v < N; v++) in &= value[v] < 0 || (uint32_t)value[v] == (row >> v & 1);
        if (in) *table |= 1u << row;
    }
}

static void counts_supports_and_cubes_agree_with_tables(void **state) {
    (void)state;
    struct logic *l = logic_open();
    for (uint32_t k = 0; k < ROUNDS; k++) {
        uint32_t mark = logic_mark(l), s = k % 3 ? any() : any() & any() & any(), all[N], back = 0;
        if (k % 5 == 0) s = without(s, any() % N);
        for (uint32_t v = 0; v < N; v++) all[v] = v;
        logic_fn f = from_table(l, s, 0);
        logic_vars vars = {0};
        assert_true(logic_count(l, f, all, N) == __builtin_popcount(s));
        logic_support(l, f, &vars);
        for (uint32_t v = 0, i = 0; v < N; v++) {
            bool depends = without(s, v) != s;
            assert_int_equal(depends, i < vars.n && vars.at[i] == v);
            i += depends;
        }
        for (uint32_t v = 0; v < N && s; v++) {
            bool possible[N];
            logic_possible(f, N, possible);
            assert_int_equal(possible[v], !logic_disjoint(l, f, logic_var(l, v)));
        }
        for (uint32_t row = 0; row < ROWS; row++) {
            bool value[N];
            for (uint32_t v = 0; v < N; v++) value[v] = row >> v & 1;
            assert_int_equal(logic_eval(f, value), s >> row & 1);
        }
        logic_cubes(f, N, &back, add_cube);
        assert_int_equal(back, s);
        vec_free(&vars);
        logic_release(l, mark);
    }
    logic_close(l);
}

static void what_is_kept_outlives_its_mark(void **state) {
    (void)state;
    struct logic *l = logic_open(), *other = logic_open();
    uint32_t mark = logic_mark(l);
    logic_fn f = from_table(l, 0x12345678, 0);
    logic_keep(l, f);
    logic_release(l, mark);
    for (uint32_t k = 0; k < 3000; k++) {
        uint32_t m = logic_mark(other);
        from_table(other, any(), any() % 40);
        logic_release(other, m);
    }
    logic_close(other);
    assert_int_equal(f, from_table(l, 0x12345678, 0));
    logic_close(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_agree_with_tables),       cmocka_unit_test(projection_and_restriction_agree_with_tables),
        cmocka_unit_test(variables_are_renamed_and_swapped), cmocka_unit_test(counts_supports_and_cubes_agree_with_tables),
        cmocka_unit_test(what_is_kept_outlives_its_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
