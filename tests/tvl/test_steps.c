// SPDX-License-Identifier: MIT
// Focus, coerce and blur keep every concrete structure that was described; an update gives instrumentation predicates the value of their definition.
#include "random.h"

#include "tvl/lex.h"
#include "tvl/subheap.h"
#include "tvl/unite.h"

enum { ROUNDS = 400 };
struct bench {
    struct world w;
    struct tvl_machine m;
    struct arena arena;
    struct buf error;
};

static void open_bench(struct bench *b, const char *path, uint64_t seed) {
    *b = (struct bench){.w = {.seed = seed}};
    struct tvl_source source = {.arena = &b->arena, .error = &b->error};
    tvl_spec_init(&b->w.spec);
    bool fine = tvl_read_tvp(&b->w.spec, &source, path);
    if (!fine) printf("# %s\n", buf_text(&b->error));
    assert_true(fine);
    struct tvl_options o = {.differencing = true, .automatic = true, .three_way = true, .order = "fcpucb"};
    assert_true(tvl_machine_init(&b->m, &b->w.spec, &o, &b->error));
}

static void close_bench(struct bench *b) {
    tvl_machine_free(&b->m);
    tvl_spec_free(&b->w.spec);
    arena_free(&b->arena);
    buf_free(&b->error);
}

static enum tvl_kleene defined(const struct bench *b, const struct tvl_draft *d, uint32_t p, uint32_t i, uint32_t j) {
    const struct tvl_pred *pred = &b->w.spec.vocab.pred.at[p];
    struct tvl_env first = {NULL, pred->var[0], i}, both = {&first, pred->var[1], j};
    return tvl_value(&b->w.spec.vocab, d, pred->definition, pred->arity == 0 ? NULL : pred->arity == 1 ? &first : &both);
}

static void each_value(struct bench *b, struct tvl_draft *d, bool check) {
    const struct tvl_vocab *v = &b->w.spec.vocab;
    for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n; p++) {
        if (!v->pred.at[p].definition) continue;
        for (uint32_t i = 0; i < (v->pred.at[p].arity > 0 ? d->n : 1); i++)
            for (uint32_t j = 0; j < (v->pred.at[p].arity > 1 ? d->n : 1); j++) {
                enum tvl_kleene k = defined(b, d, p, i, j);
                if (check) assert_int_equal(k, tvl_get(v, d, p, i, j));
                tvl_put(v, d, p, i, j, k);
            }
    }
}

// A two-valued structure that satisfies the constraints: few pointers, few edges, so that many do.
static void concrete(struct bench *b, struct tvl_draft *d) {
    const struct tvl_vocab *v = &b->w.spec.vocab;
    for (;;) {
        uint32_t n = draw(&b->w, 6);
        tvl_draft_clear(v, d, n);
        for (uint32_t p = TVL_N_BUILTIN; p < v->pred.n && n; p++) {
            const struct tvl_pred *pred = &v->pred.at[p];
            if (pred->hidden || pred->definition || pred->arity == 0) continue;
            if (pred->arity == 1 && draw(&b->w, 3)) tvl_put(v, d, p, draw(&b->w, n), 0, TVL_TRUE);
            for (uint32_t i = 0; i < n && pred->arity == 2; i++)
                if (draw(&b->w, 3)) tvl_put(v, d, p, i, draw(&b->w, n), TVL_TRUE);
        }
        each_value(b, d, false);
        if (tvl_coerce(&b->m, d, b->m.all_rules)) return;
    }
}

static void steps_keep(struct bench *b) {
    const struct tvl_vocab *v = &b->w.spec.vocab;
    struct tvl_draft *d = tvl_draft_new(v), *a = tvl_draft_new(v);
    for (int round = 0; round < ROUNDS; round++) {
        concrete(b, d);
        if (draw(&b->w, 2)) {
            random_abstraction(&b->w, d, a, draw(&b->w, 3));
        } else {
            tvl_draft_copy(v, a, d);
        }
        tvl_blur(&b->m, a, TVL_NONE);
        assert_true(tvl_draft_valid(v, a));
        assert_true(tvl_embeds(v, d, a));
        assert_true(tvl_coerce(&b->m, a, b->m.all_rules));
        assert_true(tvl_draft_valid(v, a));
        assert_true(tvl_embeds(v, d, a));
        const struct tvl_code *code = &b->m.code.at[draw(&b->w, b->m.code.n)];
        struct tvl_draft *copy = tvl_take(&b->m);
        tvl_draft_copy(v, copy, a);
        tvl_drafts parts = {0};
        tvl_focus(&b->m, code, copy, draw(&b->w, 2), &parts);
        bool found = false;
        for (uint32_t i = 0; i < parts.n; i++) {
            assert_true(tvl_draft_valid(v, parts.at[i]));
            found = found || tvl_embeds(v, d, parts.at[i]);
            tvl_give(&b->m, parts.at[i]);
        }
        assert_true(found);
        vec_free(&parts);
    }
    tvl_draft_free(d);
    tvl_draft_free(a);
}

static bool needs_more(const struct tvl_code *c) {
    return c->action->makes || c->action->retain || c->free.n > 0;
}

// On two-valued structures, where no message and no precondition forbids it.
static void differencing_agrees(struct bench *b) {
    struct tvl_draft *d = tvl_draft_new(&b->w.spec.vocab);
    unsigned done = 0;
    for (int round = 0; round < 10 * ROUNDS; round++) {
        concrete(b, d);
        const struct tvl_code *c = &b->m.code.at[draw(&b->w, b->m.code.n)];
        bool skip = needs_more(c) || (c->action->precondition && tvl_plan_run(c->precondition.is0, d, b->m.at));
        for (uint32_t i = 0; i < c->before.n; i++) skip = skip || ~tvl_plan_run(c->before.at[i].when.is0, d, b->m.at);
        if (skip) continue;
        tvl_update(&b->m, c, d);
        assert_true(tvl_draft_valid(&b->w.spec.vocab, d));
        each_value(b, d, true);
        done++;
    }
    assert_true(done > ROUNDS);
    tvl_draft_free(d);
}

// What a structure is projected to describes it, and what its subheaps are composed to does.
static void parts_keep(struct bench *b) {
    const struct tvl_vocab *v = &b->w.spec.vocab;
    struct tvl_draft *d = tvl_draft_new(v), *a = tvl_draft_new(v), *x = tvl_draft_new(v), *y = tvl_draft_new(v);
    unsigned composed = 0;
    for (int round = 0; round < 5 * ROUNDS; round++) {
        concrete(b, d);
        if (draw(&b->w, 2))
            random_abstraction(&b->w, d, a, draw(&b->w, 2));
        else
            tvl_draft_copy(v, a, d);
        tvl_draft_copy(v, x, a);
        tvl_draft_copy(v, y, a);
        assert_true(tvl_project(&b->m, draw(&b->w, b->w.spec.part.n), x));
        assert_true(tvl_project(&b->m, draw(&b->w, b->w.spec.part.n), y));
        assert_true(tvl_draft_valid(v, x));
        assert_true(tvl_embeds(v, d, x) && tvl_embeds(v, d, y));
        tvl_drafts out = {0};
        tvl_compose(&b->m, x, y, &out);
        bool found = false;
        for (uint32_t i = 0; i < out.n; i++) {
            assert_true(tvl_draft_valid(v, out.at[i]));
            found = found || tvl_embeds(v, d, out.at[i]);
            tvl_give(&b->m, out.at[i]);
        }
        assert_true(found);
        composed += out.n > 0 && x->n > 1 && y->n > 1;
        vec_free(&out);
    }
    assert_true(composed > ROUNDS);
    tvl_draft_free(d);
    tvl_draft_free(a);
    tvl_draft_free(x);
    tvl_draft_free(y);
}

static void union_keeps(struct bench *b) {
    const struct tvl_vocab *v = &b->w.spec.vocab;
    struct tvl_draft *d[2], *a[2], *u = tvl_draft_new(v);
    for (int i = 0; i < 2; i++) d[i] = tvl_draft_new(v), a[i] = tvl_draft_new(v);
    for (int round = 0; round < 2 * ROUNDS; round++) {
        for (int i = 0; i < 2; i++) {
            concrete(b, d[i]);
            tvl_draft_copy(v, a[i], d[i]);
            tvl_blur(&b->m, a[i], TVL_NONE);
        }
        assert_true(tvl_unite(v, a[0], a[1], u));
        assert_true(tvl_draft_valid(v, u));
        assert_true(tvl_embeds(v, d[0], u) && tvl_embeds(v, d[1], u));
        uint32_t n = u->n;
        assert_false(tvl_blur(&b->m, u, TVL_NONE));
        assert_int_equal(n, u->n);
    }
    for (int i = 0; i < 2; i++) tvl_draft_free(d[i]), tvl_draft_free(a[i]);
    tvl_draft_free(u);
}

static void on_parts(void **state) {
    (void)state;
    static const char *const specs[] = {"tests/tvl/specs/parts.tvp", "tests/tvl/specs/lists_few.tvp"};
    for (uint32_t i = 0; i < 2; i++) {
        struct bench b;
        open_bench(&b, specs[i], 7 + i);
        steps_keep(&b);
        parts_keep(&b);
        union_keeps(&b);
        close_bench(&b);
    }
}

static void on_lists(void **state) {
    (void)state;
    struct bench b;
    open_bench(&b, "tests/tvl/specs/reverse.tvp", 5);
    steps_keep(&b);
    differencing_agrees(&b);
    close_bench(&b);
}

static void on_trees(void **state) {
    (void)state;
    struct bench b;
    open_bench(&b, "tests/tvl/specs/tree_insert.tvp", 6);
    steps_keep(&b);
    differencing_agrees(&b);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_lists), cmocka_unit_test(on_trees), cmocka_unit_test(on_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
