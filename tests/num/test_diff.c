// SPDX-License-Identifier: MIT
// Difference constraints against all assignments of four variables of 2 and 3 bits, signed and unsigned: contradiction, bounds, ranges,
// tests, order, union and projection are exact; sums are related only where they cannot wrap; widening ends.
#include "num/num_diff.h"

#include "ranges.h"

enum { VARS = 4, VALUES = 8 * 8 * 4 * 8 };
static const struct num_var vars[VARS] = {{7, 3, false}, {3, 3, true}, {9, 2, false}, {3, 3, false}};

static int value(unsigned model, unsigned v) {
    static const unsigned shift[VARS] = {0, 3, 6, 8};
    unsigned word = model >> shift[v] & ((1u << vars[v].bits) - 1);
    return vars[v].is_signed ? (int)num_signed(vars[v].bits, word) : (int)word;
}

typedef bool models[VALUES];

static void all_models(bool *m) {
    for (unsigned i = 0; i < VALUES; i++) m[i] = true;
}

// The value of x in a model; x == VARS is the constant 0.
static int meaning(unsigned model, unsigned x) {
    return x < VARS ? value(model, x) : 0;
}

static struct num_var var(unsigned x) {
    return x < VARS ? vars[x] : NUM_DIFF_ZERO;
}

static bool any(const bool *m) {
    for (unsigned i = 0; i < VALUES; i++)
        if (m[i]) return true;
    return false;
}

static int greatest_difference(const bool *m, unsigned x, unsigned y) {
    int best = -100;
    for (unsigned i = 0; i < VALUES; i++)
        if (m[i] && meaning(i, x) - meaning(i, y) > best) best = meaning(i, x) - meaning(i, y);
    return best;
}

static bool test_of(enum num_test op, int x, int y) {
    return op == NUM_EQ ? x == y : op == NUM_NE ? x != y : op == NUM_ULT || op == NUM_SLT ? x < y : x <= y;
}

static void check_tests(const struct num_diff *d, const bool *m, unsigned x, unsigned y) {
    bool is_signed = var(x).is_signed || var(y).is_signed;
    if (var(x).bits && var(y).bits && var(x).is_signed != var(y).is_signed) return;
    const enum num_test ops[] = {NUM_EQ, NUM_NE, is_signed ? NUM_SLT : NUM_ULT, is_signed ? NUM_SLE : NUM_ULE};
    for (int k = 0; k < 4; k++) {
        unsigned t = 0;
        for (unsigned i = 0; i < VALUES; i++)
            if (m[i]) t |= test_of(ops[k], meaning(i, x), meaning(i, y)) ? NUM_TRUE : NUM_FALSE;
        // The constraints are exact on differences, so on every test but for holes: x != y has no place in them.
        unsigned found = num_diff_test(d, ops[k], var(x), var(y));
        if (k < 2)
            assert_int_equal(found & t, t);
        else
            assert_int_equal(found, t);
    }
}

static void check_exact(const struct num_diff *d, const bool *m) {
    assert_true(num_diff_valid(d));
    assert_int_equal(num_diff_unsat(d), !any(m));
    if (num_diff_unsat(d)) return;
    for (unsigned x = 0; x <= VARS; x++)
        for (unsigned y = 0; y <= VARS; y++) {
            int c = greatest_difference(m, x, y);
            assert_int_equal(num_diff_bound(d, var(x), var(y)), c);
            assert_true(num_diff_implied(d, var(x), var(y), c) && !num_diff_implied(d, var(x), var(y), c - 1));
        }
    for (unsigned x = 0; x < VARS; x++) {
        struct num_range r = num_diff_range(d, vars[x]);
        int hi = greatest_difference(m, x, VARS), lo = -greatest_difference(m, VARS, x);
        assert_true(num_range_same(r, num_range_arc(vars[x].bits, (uint64_t)(int64_t)lo, (uint64_t)(int64_t)hi)));
    }
}

static void add_random(struct num_diff *d, bool *m, uint64_t *seed) {
    unsigned x = (unsigned)(next_random(seed) % (VARS + 1)), y = (unsigned)(next_random(seed) % (VARS + 1));
    int c = (int)(next_random(seed) % 12) - 4;
    for (unsigned i = 0; i < VALUES; i++) m[i] = m[i] && meaning(i, x) - meaning(i, y) <= c;
    assert_int_equal(num_diff_add(d, var(x), var(y), c), any(m));
}

static struct num_diff *random_store(struct arena *a, bool *m, uint64_t *seed) {
    struct num_diff *d = num_diff_new(a);
    all_models(m);
    for (uint64_t k = next_random(seed) % 6; k > 0; k--) add_random(d, m, seed);
    return d;
}

static void constraints_are_closed_and_exact(void **state) {
    (void)state;
    uint64_t seed = 13;
    for (int round = 0; round < 150; round++) {
        struct arena a = {0};
        models m;
        struct num_diff *d = num_diff_new(&a);
        all_models(m);
        check_exact(d, m);
        for (int k = 0; k < 5; k++) {
            add_random(d, m, &seed);
            check_exact(d, m);
        }
        for (unsigned x = 0; x <= VARS && round % 5 == 0; x++)
            for (unsigned y = 0; y <= VARS; y++) check_tests(d, m, x, y);
        arena_free(&a);
    }
}

// The union's differences are the greater of the two; the intersection is exact; inclusion is inclusion of models.
static void check_pair(struct arena *a, const struct num_diff *d, const struct num_diff *e, const bool *m, const bool *n) {
    models both, common;
    bool included = true;
    for (unsigned i = 0; i < VALUES; i++) {
        both[i] = m[i] || n[i];
        common[i] = m[i] && n[i];
        included &= !m[i] || n[i];
    }
    check_exact(num_diff_join(d, e), both);
    struct num_diff *met = num_diff_copy(a, d);
    assert_int_equal(num_diff_meet(met, e), any(common));
    check_exact(met, common);
    assert_int_equal(num_diff_leq(d, e), included);
    struct num_diff *w = num_diff_widen(d, e), *closed = num_diff_copy(a, w);
    assert_true(num_diff_valid(w) && num_diff_leq(d, w) && num_diff_leq(e, w));
    num_diff_close(closed);
    assert_true(num_diff_valid(closed) && num_diff_leq(d, closed) && num_diff_leq(e, closed) && num_diff_leq(closed, w));
}

static void union_intersection_order_and_widening(void **state) {
    (void)state;
    uint64_t seed = 19;
    for (int round = 0; round < 200; round++) {
        struct arena a = {0};
        models m, n;
        struct num_diff *d = random_store(&a, m, &seed), *e = random_store(&a, n, &seed);
        check_pair(&a, d, e, m, n);
        check_pair(&a, d, d, m, m);
        arena_free(&a);
    }
}

// Projection: a model stays if some value of the forgotten number makes it one.  Value number 3 is two variables.
static void forgetting_is_projection(void **state) {
    (void)state;
    uint64_t seed = 31;
    for (int round = 0; round < 150; round++) {
        struct arena a = {0};
        models m, projected = {false};
        struct num_diff *d = random_store(&a, m, &seed);
        uint32_t id = (uint32_t[]){7, 3, 9}[round % 3];
        unsigned kept = id == 7 ? ~7u : id == 9 ? ~0xc0u : ~0x738u;
        bool some[VALUES] = {false};
        for (unsigned i = 0; i < VALUES; i++) some[i & kept] |= m[i];
        for (unsigned i = 0; i < VALUES; i++) projected[i] = some[i & kept];
        if (!num_diff_unsat(d)) {
            num_diff_forget(d, id);
            check_exact(d, projected);
        }
        arena_free(&a);
    }
}

// z = x + c modulo 2^3 is related to x exactly if no model of x wraps.
static void sums_are_related_only_where_they_cannot_wrap(void **state) {
    (void)state;
    uint64_t seed = 37;
    int related = 0;
    for (int round = 0; round < 600; round++) {
        struct arena a = {0};
        models m;
        struct num_diff *d = random_store(&a, m, &seed);
        unsigned x = (unsigned)(next_random(&seed) % VARS);
        struct num_var z = {100, vars[x].bits, vars[x].is_signed};
        int c = (int)(next_random(&seed) % 9) - 4, min = z.is_signed ? -(1 << (z.bits - 1)) : 0, max = min + (1 << z.bits) - 1;
        bool wraps = false;
        for (unsigned i = 0; i < VALUES; i++) wraps |= m[i] && (value(i, x) + c < min || value(i, x) + c > max);
        bool answer = num_diff_sum(d, z, vars[x], c);
        assert_int_equal(answer, any(m) && !wraps);
        if (answer)
            assert_true(num_diff_bound(d, z, vars[x]) == c && num_diff_bound(d, vars[x], z) == -c && num_diff_valid(d));
        else if (any(m))
            assert_int_equal(num_diff_bound(d, z, NUM_DIFF_ZERO), max);
        related += answer;
        arena_free(&a);
    }
    assert_true(related > 50 && related < 550);
}

static void tests_and_ranges_narrow(void **state) {
    (void)state;
    uint64_t seed = 43;
    for (int round = 0; round < 300; round++) {
        struct arena a = {0};
        models m;
        struct num_diff *d = random_store(&a, m, &seed);
        static const unsigned pairs[][2] = {{0, 2}, {2, 3}, {3, 0}, {0, VARS}};
        unsigned x = pairs[round % 4][0], y = pairs[round % 4][1];
        enum num_test op = (enum num_test)(next_random(&seed) % (NUM_ULE + 1));
        bool outcome = round / 4 % 2;
        for (unsigned i = 0; i < VALUES; i++) m[i] = m[i] && test_of(op, meaning(i, x), meaning(i, y)) == outcome;
        bool answer = num_diff_assume_test(d, op, outcome, var(x), var(y));
        assert_true(answer || !any(m));
        bool hole = (op == NUM_NE) == outcome && (op == NUM_EQ || op == NUM_NE);
        if (!hole) check_exact(d, m);
        arena_free(&a);
    }
    struct arena a = {0};
    struct num_diff *d = num_diff_new(&a);
    assert_true(num_diff_add(d, vars[0], vars[3], 0) && num_diff_assume_test(d, NUM_NE, true, vars[0], vars[3]));
    assert_int_equal(num_diff_bound(d, vars[0], vars[3]), -1);
    assert_true(num_diff_assume(d, vars[3], num_range_arc(3, 2, 5)));
    assert_true(num_range_same(num_diff_range(d, vars[0]), num_range_arc(3, 0, 4)));
    assert_false(num_diff_assume(d, vars[0], num_range_arc(3, 5, 6)));
    arena_free(&a);
}

// i = 0; while (i < n) i = i + 1: 0 <= i and i <= n stay, the upper bound of i goes, and then nothing changes any more.
static void widening_sequences_end(void **state) {
    (void)state;
    struct arena a = {0};
    const struct num_var i = {1, 32, true}, n = {2, 32, true}, next = {3, 32, true};
    struct num_diff *w = num_diff_new(&a);
    assert_true(num_diff_assume(w, i, num_range_const(32, 0)) && num_diff_add(w, i, n, 0));
    uint32_t changes = 0;
    for (int round = 0; round < 10; round++) {
        struct num_diff *b = num_diff_copy(&a, w);
        assert_true(num_diff_assume_test(b, NUM_SLT, true, i, n) && num_diff_sum(b, next, i, 1));
        num_diff_forget(b, i.id);
        assert_true(num_diff_add(b, i, next, 0) && num_diff_add(b, next, i, 0));
        num_diff_forget(b, next.id);
        struct num_diff *old = num_diff_copy(&a, w);
        num_diff_close(old);
        struct num_diff *joined = num_diff_join(old, b);
        if (num_diff_leq(joined, w)) break;
        w = num_diff_widen(w, joined);
        changes++;
    }
    assert_int_equal(changes, 1);
    assert_true(num_diff_close(w));
    assert_int_equal(num_diff_bound(w, i, n), 0);
    assert_int_equal(num_diff_bound(w, NUM_DIFF_ZERO, i), 0);
    assert_int_equal(num_diff_bound(w, i, NUM_DIFF_ZERO), INT32_MAX);
    arena_free(&a);
}

static void wide_numbers_weaken_and_never_overflow(void **state) {
    (void)state;
    struct arena a = {0};
    const struct num_var u = {1, 64, false}, s = {2, 64, true};
    struct num_diff *d = num_diff_new(&a);
    assert_true(num_diff_bound(d, u, NUM_DIFF_ZERO) == NUM_DIFF_NONE && num_diff_bound(d, NUM_DIFF_ZERO, u) == 0);
    assert_true(num_range_is_full(num_diff_range(d, u)) && num_range_is_full(num_diff_range(d, s)));
    assert_true(num_diff_assume(d, u, num_range_unsigned(64, UINT64_MAX - 5, UINT64_MAX)));
    assert_true(num_range_leq(num_range_unsigned(64, UINT64_MAX - 5, UINT64_MAX), num_diff_range(d, u)));
    assert_true(num_diff_add(d, s, u, INT64_MIN) && num_diff_add(d, NUM_DIFF_ZERO, s, INT64_MAX - 1) && num_diff_valid(d));
    assert_false(num_diff_sum(d, (struct num_var){3, 64, false}, u, 1));
    struct num_diff *e = num_diff_new(&a);
    assert_true(num_diff_assume(e, u, num_range_unsigned(64, 0, 100)));
    assert_true(num_diff_sum(e, (struct num_var){3, 64, false}, u, INT64_MAX - 200));
    assert_false(num_diff_sum(e, (struct num_var){4, 64, false}, u, -1));
    arena_free(&a);
}

static void further_variables_are_dropped_soundly(void **state) {
    (void)state;
    struct arena a = {0};
    struct num_diff *d = num_diff_new(&a);
    for (uint32_t k = 0; k < 200; k++) {
        struct num_var x = {(k * 37) % 101, 32, true}, y = {(k * 53 + 1) % 101, 32, true};
        if (x.id != y.id) assert_true(num_diff_add(d, x, y, 1000));
    }
    assert_int_equal(d->n, NUM_DIFF_MAX + 1);
    assert_true(num_diff_valid(d));
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_are_closed_and_exact),
        cmocka_unit_test(union_intersection_order_and_widening),
        cmocka_unit_test(forgetting_is_projection),
        cmocka_unit_test(sums_are_related_only_where_they_cannot_wrap),
        cmocka_unit_test(tests_and_ranges_narrow),
        cmocka_unit_test(widening_sequences_end),
        cmocka_unit_test(wide_numbers_weaken_and_never_overflow),
        cmocka_unit_test(further_variables_are_dropped_soundly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
