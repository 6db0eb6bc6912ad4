// SPDX-License-Identifier: MIT
// Plans have the value that Kleene's logic defines; and that value holds in everything a structure describes.
#include "random.h"

#include "tvl/plan.h"

enum { ROUNDS = 3000 };

static void plan_is_value(void **state) {
    (void)state;
    struct world w;
    world_init(&w, 1);
    tvl_vocab_seal(&w.spec.vocab);
    struct tvl_draft *d = tvl_draft_new(&w.spec.vocab);
    const uint32_t vars[2] = {0, 1};
    unsigned count[3] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        tvl_f f = random_formula(&w, 4, 2);
        random_structure(&w, d, draw(&w, 5), 3);
        random_absence(&w, d);
        assert_true(tvl_draft_valid(&w.spec.vocab, d));
        struct tvl_plan *is1 = tvl_plan_make(&w.spec.vocab, &w.spec.build, f, TVL_IS1, vars, 2);
        struct tvl_plan *is0 = tvl_plan_make(&w.spec.vocab, &w.spec.build, f, TVL_IS0, vars, 2);
        uint8_t at[TVL_PLAN_VARS] = {0};
        for (uint32_t i = 0; i < d->n; i++) {
            at[0] = (uint8_t)i;
            tvl_set one = tvl_plan_run(is1, d, at), zero = tvl_plan_run(is0, d, at);
            for (uint32_t j = 0; j < d->n; j++) {
                struct tvl_env first = {NULL, 0, i}, both = {&first, 1, j};
                enum tvl_kleene k = tvl_value(&w.spec.vocab, d, f, &both);
                assert_int_equal(one >> j & 1, k == TVL_TRUE);
                assert_int_equal(zero >> j & 1, k == TVL_FALSE);
                count[k]++;
            }
        }
    }
    assert_true(count[0] > 1000 && count[1] > 1000 && count[2] > 1000);
    tvl_draft_free(d);
    tvl_spec_free(&w.spec);
}

static void closed_plan_is_value(void **state) {
    (void)state;
    struct world w;
    world_init(&w, 2);
    tvl_vocab_seal(&w.spec.vocab);
    struct tvl_draft *d = tvl_draft_new(&w.spec.vocab);
    for (int round = 0; round < ROUNDS; round++) {
        tvl_f f = tvl_quant(&w.spec.build, draw(&w, 2) ? TVL_EXISTS : TVL_FORALL, 0, random_formula(&w, 4, 1));
        random_structure(&w, d, draw(&w, 5), 3);
        random_absence(&w, d);
        uint8_t at[TVL_PLAN_VARS] = {0};
        enum tvl_kleene k = tvl_value(&w.spec.vocab, d, f, NULL);
        assert_int_equal(tvl_plan_run(tvl_plan_make(&w.spec.vocab, &w.spec.build, f, TVL_IS1, NULL, 0), d, at) != 0, k == TVL_TRUE);
        assert_int_equal(tvl_plan_run(tvl_plan_make(&w.spec.vocab, &w.spec.build, f, TVL_IS0, NULL, 0), d, at) != 0, k == TVL_FALSE);
    }
    tvl_draft_free(d);
    tvl_spec_free(&w.spec);
}

static void definite_values_hold_in_what_is_described(void **state) {
    (void)state;
    struct world w;
    world_init(&w, 3);
    tvl_vocab_seal(&w.spec.vocab);
    struct tvl_draft *d = tvl_draft_new(&w.spec.vocab), *a = tvl_draft_new(&w.spec.vocab);
    unsigned definite = 0;
    for (int round = 0; round < ROUNDS; round++) {
        tvl_f f = tvl_quant(&w.spec.build, draw(&w, 2) ? TVL_EXISTS : TVL_FORALL, 0, random_formula(&w, 4, 1));
        random_structure(&w, d, 1 + draw(&w, 4), 0);
        random_abstraction(&w, d, a, 1);
        assert_true(tvl_embeds(&w.spec.vocab, d, a));
        enum tvl_kleene k = tvl_value(&w.spec.vocab, a, f, NULL);
        if (k == TVL_HALF) continue;
        assert_int_equal(k, tvl_value(&w.spec.vocab, d, f, NULL));
        definite++;
    }
    assert_true(definite > 300);
    tvl_draft_free(d);
    tvl_draft_free(a);
    tvl_spec_free(&w.spec);
}

// The two-valued structure of n individuals with this number, over z, a and n.
static void numbered_structure(const struct world *w, struct tvl_draft *d, uint32_t n, uint32_t number) {
    const struct tvl_vocab *v = &w->spec.vocab;
    tvl_draft_clear(v, d, n);
    tvl_put(v, d, w->z, 0, 0, number & 1);
    number >>= 1;
    for (uint32_t i = 0; i < n; i++, number >>= 1) tvl_put(v, d, w->a, i, 0, number & 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++, number >>= 1) tvl_put(v, d, w->n, i, j, number & 1);
}

enum { FORMULAS = 40, LARGEST = 3 };
struct asked {
    tvl_f formula[FORMULAS];
    enum tvl_kleene value[FORMULAS];
    unsigned refinements, definite;
};

static void hold_in_all(const struct world *w, const struct tvl_draft *a, struct tvl_draft *d, struct asked *x) {
    for (uint32_t n = 0; n <= LARGEST; n++)
        for (uint32_t number = 0; number < 1u << (1 + n + n * n); number++) {
            numbered_structure(w, d, n, number);
            if (!tvl_embeds(&w->spec.vocab, d, a)) continue;
            x->refinements++;
            for (uint32_t f = 0; f < FORMULAS; f++) {
                if (x->value[f] == TVL_HALF) continue;
                assert_int_equal(x->value[f], tvl_value(&w->spec.vocab, d, x->formula[f], NULL));
                x->definite++;
            }
        }
}

// Of structures of one or two individuals: all that they describe of up to three.
static void definite_values_hold_in_all_refinements(void **state) {
    (void)state;
    struct world w = {.seed = 6};
    tvl_spec_init(&w.spec);
    w.z = tvl_vocab_add(&w.spec.vocab, "z", 0, 0);
    w.a = w.b = tvl_vocab_add(&w.spec.vocab, "a", 1, 0);
    w.n = w.m = tvl_vocab_add(&w.spec.vocab, "n", 2, 0);
    w.spec.vocab.maybe = true;
    tvl_vocab_seal(&w.spec.vocab);
    struct tvl_draft *d = tvl_draft_new(&w.spec.vocab), *a = tvl_draft_new(&w.spec.vocab);
    struct asked x = {.refinements = 0};
    for (int round = 0; round < 40; round++) {
        random_structure(&w, a, 1 + draw(&w, 2), 4);
        random_absence(&w, a);
        for (uint32_t f = 0; f < FORMULAS; f++) {
            x.formula[f] = tvl_quant(&w.spec.build, draw(&w, 2) ? TVL_EXISTS : TVL_FORALL, 0, random_formula(&w, 3, 1));
            x.value[f] = tvl_value(&w.spec.vocab, a, x.formula[f], NULL);
        }
        hold_in_all(&w, a, d, &x);
    }
    assert_true(x.refinements > 1000 && x.definite > 10000);
    tvl_draft_free(d);
    tvl_draft_free(a);
    tvl_spec_free(&w.spec);
}

static void embedding_is_a_preorder(void **state) {
    (void)state;
    struct world w;
    world_init(&w, 4);
    tvl_vocab_seal(&w.spec.vocab);
    struct tvl_draft *d = tvl_draft_new(&w.spec.vocab), *a = tvl_draft_new(&w.spec.vocab), *b = tvl_draft_new(&w.spec.vocab);
    unsigned apart = 0;
    for (int round = 0; round < ROUNDS; round++) {
        random_structure(&w, d, draw(&w, 5), draw(&w, 3));
        random_absence(&w, d);
        assert_true(tvl_embeds(&w.spec.vocab, d, d));
        random_structure(&w, d, draw(&w, 5), draw(&w, 2));
        random_abstraction(&w, d, a, 1);
        random_abstraction(&w, a, b, 1);
        for (uint32_t i = 0; i < b->n; i++) tvl_put(&w.spec.vocab, b, TVL_SM, i, 0, TVL_HALF);
        assert_true(tvl_embeds(&w.spec.vocab, d, a));
        assert_true(tvl_embeds(&w.spec.vocab, a, b));
        assert_true(tvl_embeds(&w.spec.vocab, d, b));
        apart += !tvl_embeds(&w.spec.vocab, b, d);
    }
    assert_true(apart > ROUNDS / 2);
    tvl_draft_free(d);
    tvl_draft_free(a);
    tvl_draft_free(b);
    tvl_spec_free(&w.spec);
}

static void embedding_sees_every_value(void **state) {
    (void)state;
    struct world w;
    world_init(&w, 5);
    tvl_vocab_seal(&w.spec.vocab);
    const struct tvl_vocab *v = &w.spec.vocab;
    struct tvl_draft *d = tvl_draft_new(v), *e = tvl_draft_new(v);
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        random_structure(&w, d, 1, 0);
        tvl_draft_copy(v, e, d);
        tvl_put(v, e, p, 0, 0, tvl_get(v, d, p, 0, 0) == TVL_TRUE ? TVL_FALSE : TVL_TRUE);
        assert_false(tvl_embeds(v, d, e));
        tvl_put(v, e, p, 0, 0, TVL_HALF);
        assert_true(tvl_embeds(v, d, e));
        assert_false(tvl_embeds(v, e, d));
    }
    tvl_draft_free(d);
    tvl_draft_free(e);
    tvl_spec_free(&w.spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan_is_value),
        cmocka_unit_test(closed_plan_is_value),
        cmocka_unit_test(definite_values_hold_in_what_is_described),
        cmocka_unit_test(definite_values_hold_in_all_refinements),
        cmocka_unit_test(embedding_is_a_preorder),
        cmocka_unit_test(embedding_sees_every_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
