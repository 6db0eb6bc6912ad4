// SPDX-License-Identifier: MIT
// The numeric state of a draft against all assignments of four words of three bits: bounds hold in every one of them, are as good as they
// can be where only ranges and relations are known, and are the same whether the closed state came about by additions or is made anew;
// joins cover both sides; widening ends.
#include "../num/ranges.h"
#include "heap.h"
#include "sl/lattice.h"
#include "sl/relate.h"

enum { N = 4, NARROW = 3, WORDS = 1 << NARROW, MODELS = 1 << (N * NARROW) };  // the values 1 to N

static unsigned word(unsigned model, uint32_t v) {
    return model >> (NARROW * (v - 1)) & (WORDS - 1);
}

static int64_t plain(unsigned model, uint32_t v, bool is_signed) {
    return is_signed ? (int64_t)num_signed(NARROW, word(model, v)) : (int64_t)word(model, v);
}

static bool is_as_made(const struct sl_draft *d, unsigned model, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return !x->source || word(model, v) == (((x->times ? x->times : 1) * word(model, x->source) + x->delta) & (WORDS - 1));
}

static bool is_as_object(const struct sl_object *o, unsigned model) {
    int64_t count = o->count ? plain(model, o->count, true) : 0;
    if (o->ends && o->count && plain(model, o->ends, true) >= count) return false;
    if (o->part[0] && (plain(model, o->part[0], true) + plain(model, o->part[1], true) + o->over != count)) return false;
    return !o->unit || o->scale * plain(model, o->unit, true) + o->plus == count;
}

static bool is_model(const struct sl_draft *d, unsigned model) {
    for (uint32_t v = 1; v <= N; v++)
        if (!num_range_has(d->values.at[v].range, word(model, v)) || !is_as_made(d, model, v)) return false;
    for (uint32_t i = 0; i < d->relations.n; i++) {
        const struct sl_relation *r = &d->relations.at[i];
        if (plain(model, r->a.id, r->a.is_signed) - plain(model, r->b.id, r->b.is_signed) > r->most) return false;
    }
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (!is_as_object(&d->objects.at[o], model)) return false;
    return true;
}

static bool find_models(const struct sl_draft *d, bool *m) {
    bool some = false;
    for (unsigned i = 0; i < MODELS; i++) some |= m[i] = is_model(d, i);
    return some;
}

static int64_t greatest_difference(const bool *m, struct num_var a, struct num_var b) {
    int64_t best = INT64_MIN;
    for (unsigned i = 0; i < MODELS; i++) {
        int64_t c = m[i] ? plain(i, a.id, a.is_signed) - plain(i, b.id, b.is_signed) : INT64_MIN;
        if (c > best) best = c;
    }
    return best;
}

// ---- random drafts

static uint32_t pick(uint64_t *seed, uint32_t n) {
    return (uint32_t)(next_random(seed) >> 7) % n;
}

static struct num_range random_range(uint64_t *seed) {
    int64_t lo = (int64_t)pick(seed, WORDS) - WORDS / 2, hi = lo + pick(seed, WORDS);
    return num_range_signed(NARROW, lo, hi < WORDS / 2 ? hi : WORDS / 2 - 1);
}

static void begin_numbers(struct sl_draft *d, uint64_t *seed) {
    begin(d);
    d->sized = true;
    for (uint32_t v = 1; v <= N; v++) d->regs.at[v - 1] = sl_int(d, random_range(seed));
}

static void relate_some(struct sl_draft *d, bool is_signed, uint64_t *seed) {
    uint32_t a = 1 + pick(seed, N), b = 1 + pick(seed, N);
    struct num_var x = sl_reading(d, a, is_signed || pick(seed, 4)), y = sl_reading(d, b, is_signed || pick(seed, 4));
    if (a != b) sl_relate(d, x, y, (int64_t)pick(seed, 9) - 4);
}

static uint32_t size_some(struct sl_draft *d, uint64_t *seed) {
    uint32_t o = sl_add_object(d, (struct sl_object){.storage = SL_HEAP, .more = WORDS, .count = 1 + pick(seed, N)});
    struct sl_object *x = &d->objects.at[o];
    if (pick(seed, 2)) x->ends = 1 + pick(seed, N);
    if (pick(seed, 3)) return o;
    x->unit = 1 + pick(seed, N);
    x->scale = 1 + pick(seed, 2);
    x->plus = (int64_t)pick(seed, 3) - 1;
    return o;
}

// One of the things that may happen to a draft between two questions.
static void change(struct sl_draft *d, uint64_t *seed) {
    uint32_t v = 1 + pick(seed, N), w = 1 + pick(seed, v), o = d->objects.n > 1 ? 1 + pick(seed, d->objects.n - 1) : 0;
    struct num_range r = num_range_meet(d->values.at[v].range, random_range(seed));
    switch (pick(seed, 10)) {
    case 0: d->values.at[v].range = num_range_is_empty(r) ? d->values.at[v].range : r; break;
    case 1: d->values.at[v].range = num_range_full(NARROW); break;
    case 2:
        if (w < v) sl_made_from(d, v, w, 1 + pick(seed, 2), pick(seed, WORDS));
        break;
    case 3: d->values.at[v].source = 0; break;
    case 4:
        if (d->objects.n < 4) size_some(d, seed);
        break;
    case 5:
        if (pick(seed, 2))
            sl_forget_numbers(&d->objects.at[o]);
        else if (o)
            d->objects.at[o].ends = v;
        break;
    case 6: d->relations.n = pick(seed, d->relations.n + 1); break;
    default: relate_some(d, false, seed);
    }
}

static int64_t asked_anew(const struct sl_draft *d, struct num_var a, struct num_var b) {
    struct sl_draft copy;
    sl_draft_copy(&copy, d);
    free(copy.closed);
    copy.closed = NULL;
    int64_t c = sl_bound(&copy, a, b);
    sl_draft_free(&copy);
    return c;
}

// m NULL: only that they are the same.
static void check_bounds(const struct sl_draft *d, const bool *m) {
    for (int k = 0; k < 4 * N * N; k++) {
        struct num_var a = sl_reading(d, 1 + (uint32_t)k / 4 % N, k & 1), b = sl_reading(d, 1 + (uint32_t)k / 4 / N, k & 2);
        int64_t c = sl_bound(d, a, b);
        assert_int_equal(c, asked_anew(d, a, b));
        if (m) assert_true(c >= greatest_difference(m, a, b));
    }
    assert_true(num_diff_valid(sl_closed(d)));
}

static void test_changes(void **state) {
    (void)state;
    static bool m[MODELS];
    uint64_t seed = 5;
    for (int round = 0; round < 2000; round++) {
        struct sl_draft d;
        begin_numbers(&d, &seed);
        for (int k = 0; k < 20; k++) {
            bool some = round % 50 == 0 && find_models(&d, m);
            check_bounds(&d, some ? m : NULL);
            change(&d, &seed);
        }
        sl_draft_free(&d);
    }
}

// Ranges and relations of signed numbers, all of which are sizes: nothing is lost on the way, and what cannot be is seen.
static void test_exact(void **state) {
    (void)state;
    static bool m[MODELS];
    uint64_t seed = 11;
    uint32_t possible = 0;
    for (int round = 0; round < 60; round++) {
        struct sl_draft d;
        begin_numbers(&d, &seed);
        for (uint32_t v = 1; v <= N; v++) sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .more = WORDS, .count = v});
        for (int k = 0; k < 4; k++) relate_some(&d, true, &seed);
        bool some = find_models(&d, m);
        assert_int_equal(num_diff_unsat(sl_closed(&d)), !some);
        for (uint32_t a = 1; a <= N && some; a++)
            for (uint32_t b = 1; b <= N; b++) {
                struct num_var x = sl_reading(&d, a, true), y = sl_reading(&d, b, true);
                assert_int_equal(sl_bound(&d, x, y), greatest_difference(m, x, y));
            }
        possible += some;
        sl_draft_free(&d);
    }
    assert_true(possible > 10 && possible < 50);
}

// ---- join and widening

static bool join(struct heap *h, const struct sl_draft *a, const struct sl_draft *b, bool widen, struct sl_draft *out) {
    struct sl_draft x, y;
    bool forgets;
    sl_draft_copy(&x, a);
    sl_draft_copy(&y, b);
    bool good = !sl_join(&h->sl, &x, &y, widen, &h->precision, out, &forgets, NULL);
    sl_draft_free(&x);
    sl_draft_free(&y);
    return good;
}

// A block whose size is the first number, held by a register; relations beside it.
static void begin_side(struct sl_draft *d, uint64_t *seed) {
    begin_numbers(d, seed);
    d->values.at[1].range = num_range_signed(NARROW, 1, 1 + (int64_t)pick(seed, 3));
    uint32_t o = sl_add_object(d, (struct sl_object){.storage = SL_HEAP, .more = WORDS, .count = 1});
    d->regs.at[N] = sl_address(d, o, BITS, 0);
    for (int k = 0; k < 3; k++) relate_some(d, false, seed);
}

// No relation of the result and no range says more than both sides do.
static void check_covers(const struct sl_draft *out, const bool *m) {
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++) {
            struct num_var a = {i + 1, NARROW, true}, b = {k + 1, NARROW, true};
            int64_t c = greatest_difference(m, a, b);
            assert_true(sl_bound(out, sl_reading(out, out->regs.at[i], true), sl_reading(out, out->regs.at[k], true)) >= c);
        }
}

static void test_join_covers_both(void **state) {
    (void)state;
    static bool m[2][MODELS];
    uint64_t seed = 23;
    uint32_t joined = 0, related = 0;
    struct heap h;
    heap_open(&h);
    for (int round = 0; round < 200; round++) {
        struct sl_draft side[2], out;
        for (int k = 0; k < 2; k++) begin_side(&side[k], &seed);
        bool some = find_models(&side[0], m[0]) && find_models(&side[1], m[1]);
        if (some && join(&h, &side[0], &side[1], round % 2, &out)) {
            check_covers(&out, m[0]);
            check_covers(&out, m[1]);
            joined++;
            related += out.relations.n;
            sl_draft_free(&out);
        }
        for (int k = 0; k < 2; k++) sl_draft_free(&side[k]);
    }
    assert_true(joined > 20 && related > 20);
    heap_close(&h);
}

// However the sides are drawn, a chain of widenings comes to its end.
static void test_widening_ends(void **state) {
    (void)state;
    uint64_t seed = 31;
    struct heap h;
    heap_open(&h);
    for (int round = 0; round < 10; round++) {
        struct sl_draft old, out;
        uint32_t changes = 0;
        begin_side(&old, &seed);
        for (int k = 0; k < 60; k++) {
            struct sl_draft next;
            begin_side(&next, &seed);
            if (join(&h, &old, &next, true, &out)) {
                changes += sl_seal(&h.sl.store, &out) != sl_seal(&h.sl.store, &old);
                sl_draft_free(&old);
                old = out;
            }
            sl_draft_free(&next);
        }
        assert_true(changes < 30);
        sl_draft_free(&old);
    }
    heap_close(&h);
}

// More numbers than are followed together: their ranges count, and it is told.
static void test_limit_is_told(void **state) {
    (void)state;
    struct sl_draft d;
    begin(&d);
    d.sized = true;
    uint32_t first = sl_int(&d, num_range_signed(64, 0, 1000)), last = first;
    sl_add_object(&d, (struct sl_object){.storage = SL_HEAP, .more = 1000, .count = first});
    for (int k = 0; k < SL_MOST_NUMBERS - 1; k++) {
        uint32_t next = sl_int(&d, num_range_signed(64, 0, 1000));
        sl_relate(&d, sl_reading(&d, next, true), sl_reading(&d, last, true), -1);
        last = next;
    }
    assert_int_equal(sl_bound(&d, sl_reading(&d, last, true), sl_reading(&d, first, true)), -(SL_MOST_NUMBERS - 1));
    assert_false(d.closed->reached >> SL_LIMIT_NUMBERS & 1);
    uint32_t more = sl_int(&d, num_range_signed(64, 0, 1000));
    sl_relate(&d, sl_reading(&d, more, true), sl_reading(&d, last, true), -1);
    assert_int_equal(sl_bound(&d, sl_reading(&d, more, true), sl_reading(&d, first, true)), 1000);
    assert_true(sl_limits_reached(&d) >> SL_LIMIT_NUMBERS & 1);
    while (d.relations.n < SL_MOST_RELATIONS) vec_push(&d.relations, d.relations.at[0]);
    sl_relate(&d, sl_reading(&d, more, true), sl_reading(&d, first, true), -7);
    assert_true(d.relations.n == SL_MOST_RELATIONS && d.reached >> SL_LIMIT_RELATIONS & 1);
    sl_draft_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),       cmocka_unit_test(test_exact),         cmocka_unit_test(test_join_covers_both),
        cmocka_unit_test(test_widening_ends), cmocka_unit_test(test_limit_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
