// SPDX-License-Identifier: MIT
// Random definitions and random updates: an update gives every predicate the value of its formula in the old structure, and an instrumentation predicate without
// one the value of its definition in the new structure; on three-valued structures, the results describe what they must.
#include "random.h"

enum { SPECS = 150, ROUNDS = 20 };
struct trial {
    struct world w;
    uint32_t one, two;  // instrumentation predicates; the second may use the first
    struct tvl_machine m;
    struct buf error;
};

// Every atom of `from` over other individuals, so that a definition can use another predicate.
static tvl_f mention(struct trial *t, tvl_f f, uint32_t pred) {
    struct tvl_build *b = &t->w.spec.build;
    tvl_f atom = tvl_atom(b, pred, draw(&t->w, 2), TVL_NONE);
    return draw(&t->w, 2) ? tvl_and(b, f, tvl_not(b, atom)) : tvl_or(b, f, atom);
}

static uint32_t add_instrumentation(struct trial *t, const char *name, uint32_t arity, tvl_f definition) {
    uint32_t p = tvl_vocab_add(&t->w.spec.vocab, name, arity, 0);
    struct tvl_pred *pred = &t->w.spec.vocab.pred.at[p];
    pred->definition = definition;
    pred->var[0] = 0;
    pred->var[1] = arity == 2 ? 1 : TVL_NONE;
    return p;
}

static void add_update(struct trial *t, struct tvl_action *a, uint32_t pred) {
    struct tvl_build *b = &t->w.spec.build;
    uint32_t arity = t->w.spec.vocab.pred.at[pred].arity;
    tvl_f f = random_formula(&t->w, 2, 2), own = tvl_atom(b, pred, arity > 0 ? 0 : TVL_NONE, arity > 1 ? 1 : TVL_NONE);
    if (arity < 2) f = tvl_quant(b, TVL_EXISTS, 1, f);
    if (arity < 1) f = tvl_quant(b, TVL_FORALL, 0, f);
    switch (draw(&t->w, 4)) {
    case 0: f = tvl_and(b, own, f); break;
    case 1: f = tvl_or(b, f, own); break;
    case 2: f = tvl_ite(b, f, tvl_const(b, TVL_FALSE), own); break;
    default: break;
    }
    vec_push(&a->update, (struct tvl_update){pred, {arity > 0 ? 0 : TVL_NONE, arity > 1 ? 1 : TVL_NONE}, f});
}

static void open_trial(struct trial *t, uint64_t seed) {
    *t = (struct trial){0};
    world_init(&t->w, seed);
    t->w.spec.vocab.maybe = false;
    t->w.spec.build.fresh = 1u << 24;
    tvl_f f = tvl_quant(&t->w.spec.build, TVL_EXISTS, 1, random_formula(&t->w, 3, 2));
    t->one = add_instrumentation(t, "one", 1, f);
    t->two = add_instrumentation(t, "two", 2, mention(t, random_formula(&t->w, 3, 2), t->one));
    tvl_vocab_seal(&t->w.spec.vocab);
    struct tvl_action a = {.name = "act", .title = "act"};
    const uint32_t core[] = {t->w.z, t->w.a, t->w.b, t->w.n, t->w.m};
    for (uint32_t i = 0; i < 5; i++)
        if (draw(&t->w, 2)) add_update(t, &a, core[i]);
    vec_push(&t->w.spec.action, a);
    struct tvl_options o = {.differencing = true, .three_way = true, .order = "fcpucb"};
    assert_true(tvl_machine_init(&t->m, &t->w.spec, &o, &t->error));
}

static void close_trial(struct trial *t) {
    tvl_machine_free(&t->m);
    tvl_spec_free(&t->w.spec);
    buf_free(&t->error);
}

// The value that p must have afterwards: of its update in `before`, of its definition in `now`, or unchanged.
static enum tvl_kleene wanted(struct trial *t, uint32_t p, const struct tvl_draft *before, const struct tvl_draft *now, uint32_t i,
                              uint32_t j) {
    const struct tvl_vocab *v = &t->w.spec.vocab;
    const struct tvl_action *a = &t->w.spec.action.at[0];
    struct tvl_env first = {NULL, 0, i}, both = {&first, 1, j};
    if (v->pred.at[p].definition) return tvl_value(v, now, v->pred.at[p].definition, &both);
    for (uint32_t k = 0; k < a->update.n; k++)
        if (a->update.at[k].pred == p) return tvl_value(v, before, a->update.at[k].value, &both);
    return tvl_get(v, before, p, i, j);
}

static void each(struct trial *t, const struct tvl_draft *before, struct tvl_draft *now, const struct tvl_draft *check) {
    const struct tvl_vocab *v = &t->w.spec.vocab;
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        uint32_t arity = v->pred.at[p].arity;
        if (v->pred.at[p].hidden || (!check && !v->pred.at[p].definition)) continue;
        for (uint32_t i = 0; i < (arity > 0 ? now->n : 1); i++)
            for (uint32_t j = 0; j < (arity > 1 ? now->n : 1); j++) {
                enum tvl_kleene k = wanted(t, p, before, now, i, j);
                if (check)
                    assert_int_equal(k, tvl_get(v, check, p, i, j));
                else
                    tvl_put(v, now, p, i, j, k);
            }
    }
}

// A constant 1/2 in a formula makes no two-valued structure.
static bool two_valued(const struct tvl_vocab *v, const struct tvl_draft *d) {
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        uint32_t arity = v->pred.at[p].arity;
        for (uint32_t i = 0; i < (arity > 0 ? d->n : 1) && !v->pred.at[p].hidden; i++)
            for (uint32_t j = 0; j < (arity > 1 ? d->n : 1); j++)
                if (tvl_get(v, d, p, i, j) == TVL_HALF) return false;
    }
    return true;
}

static void differencing_is_reevaluation(void **state) {
    (void)state;
    unsigned checked = 0, described = 0;
    for (uint64_t seed = 0; seed < SPECS; seed++) {
        struct trial t;
        open_trial(&t, 100 + seed);
        const struct tvl_vocab *v = &t.w.spec.vocab;
        struct tvl_draft *before = tvl_draft_new(v), *now = tvl_draft_new(v), *a = tvl_draft_new(v);
        for (int round = 0; round < ROUNDS; round++) {
            random_structure(&t.w, before, 1 + draw(&t.w, 4), 0);
            each(&t, before, before, NULL);
            if (!two_valued(v, before)) continue;
            random_abstraction(&t.w, before, a, 1);
            tvl_draft_copy(v, now, before);
            tvl_update(&t.m, &t.m.code.at[0], now);
            if (!two_valued(v, now)) continue;
            each(&t, before, now, now);
            checked++;
            tvl_update(&t.m, &t.m.code.at[0], a);
            assert_true(tvl_draft_valid(v, a));
            assert_true(tvl_embeds(v, now, a));
            described++;
        }
        tvl_draft_free(before);
        tvl_draft_free(now);
        tvl_draft_free(a);
        close_trial(&t);
    }
    assert_true(checked > SPECS * ROUNDS / 4 && described > SPECS * ROUNDS / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(differencing_is_reevaluation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
