// SPDX-License-Identifier: MIT
// The operations of the fold/expand domain against concrete heaps: whatever is done to a state, it stands for every heap that it stood for, with the
// statement carried out on it.  Heaps, operations and statements are drawn at random, from a fixed beginning.
enum { HEAP_BLOCKS = 5, HEAP_CELLS = 2, HEAP_VARS = 3 };
#include "fold/acts.h"

static uint32_t seed;
static uint32_t any(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 10) % n;
}

// ---- heaps -------------------------------------------------------------------------------------------------------------------------

static int any_value(const struct heap *h) {
    int v = (int)any(HEAP_BLOCKS + 2) - 2;
    if (v == -2 && any(3)) v = any(3) ? HEAP_NULL : HEAP_NUMBER - (int)any(5);
    return v >= 0 && !h->alive[v] ? HEAP_NULL : v;
}

static struct heap any_heap(uint32_t most) {
    struct heap h;
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++) h.alive[i] = i < most && any(4);
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++)
        for (uint32_t c = 0; c < HEAP_CELLS; c++) h.cell[i][c] = any(8) ? any_value(&h) : HEAP_UNINIT;
    for (uint32_t v = 0; v < HEAP_VARS; v++) h.var[v] = any_value(&h);
    for (uint32_t k = any(4) ? 0 : 6; k-- > 0;) h.cell[any(HEAP_BLOCKS)][any(HEAP_CELLS)] = h.alive[0] ? 0 : HEAP_NULL;  // much pointed to
    return h;
}

static void summarise_some(struct fold_base *f, struct fold_draft *d) {
    uint32_t nodes[64], n = heap_nodes(f, d, nodes);
    if (n < 2) return;
    uint32_t a = any(n), b = (a + 1 + any(n - 1)) % n;
    assert_true(fold_summarise(f, d, nodes[a], nodes[b]));
}

static void join_with(struct fold_base *f, struct fold_draft *d, const struct heap *h) {
    struct fold_draft other, out;
    heap_draft(f, h, &other);
    if (any(2)) summarise_some(f, &other);
    assert_true(fold_join(f, d, &other, any(2), &out));
    fold_draft_free(d);
    fold_draft_free(&other);
    *d = out;
}

static void reread(struct fold_base *f, struct fold_draft *d) {
    struct buf text = {0}, again = {0}, why = {0};
    struct fold_draft copy;
    fold_prune(f, d);
    fold_print(f, d, &text);
    if (!fold_parse(f, buf_text(&text), &copy, &why)) fail_msg("%s in\n%s", buf_text(&why), buf_text(&text));
    fold_print(f, &copy, &again);
    assert_string_equal(buf_text(&text), buf_text(&again));
    assert_int_equal(copy.b, d->b);
    fold_draft_free(d);
    *d = copy;
    buf_free(&text);
    buf_free(&again);
    buf_free(&why);
}

// Anything that forgets, or says the same in other words.
static void change(struct fold_base *f, struct fold_draft *d) {
    struct heap other = any_heap(3);
    switch (any(7)) {
    case 0:
    case 1: summarise_some(f, d); break;
    case 2: join_with(f, d, &other); break;
    case 3: fold_collapse(f, d); break;
    case 4: fold_hygiene(f, d); break;
    case 5: fold_reduce(f, d); break;
    default: reread(f, d); break;
    }
    fold_prune(f, d);
    check_valid(f, d);
}

// ---- what the operations keep ------------------------------------------------------------------------------------------------------

static void changes_keep_the_heap(void **state) {
    (void)state;
    seed = 1;
    for (uint32_t round = 0; round < 400; round++) {
        struct world w;
        begin(&w, false);
        w.fold.base.switches = (struct fold_switches){any(4) == 0, any(4) == 0};
        struct heap h = any_heap(HEAP_BLOCKS);
        struct fold_draft d;
        uint32_t start = seed;
        heap_draft(&w.fold.base, &h, &d);
        assert_true(heap_is_in(&w.fold.base, &h, &d, 0, 0));
        for (uint32_t k = any(7); k-- > 0;) {
            change(&w.fold.base, &d);
            if (!heap_is_in(&w.fold.base, &h, &d, 0, 0)) fail_msg("lost after %u", start);
        }
        fold_draft_free(&d);
        end(&w);
    }
}

// Each block of a summary can be the one that is materialised, or else it is the only one.
static void materialisation_keeps_the_heap(void **state) {
    (void)state;
    seed = 77;
    for (uint32_t round = 0; round < 300; round++) {
        struct world w;
        begin(&w, false);
        struct fold_base *f = &w.fold.base;
        struct heap h = any_heap(4);
        struct fold_draft d;
        uint32_t nodes[64];
        heap_draft(f, &h, &d);
        for (uint32_t k = 1 + any(3); k-- > 0;) summarise_some(f, &d);
        fold_prune(f, &d);
        uint32_t n = heap_nodes(f, &d, nodes);
        for (uint32_t i = 0; i < n; i++) {
            if (!fold_is_summary(f, &d, nodes[i])) continue;
            for (int block = 0; block < HEAP_BLOCKS; block++) {
                if (!h.alive[block] || !heap_is_in(f, &h, &d, nodes[i], block)) continue;  // it is alone there
                struct fold_draft only;
                fold_draft_copy(&only, &d);
                fold_only_one(f, &only, nodes[i]);
                fold_reduce(f, &only);
                fold_prune(f, &only);
                assert_true(only.b != LOGIC_FALSE && heap_is_in(f, &h, &only, nodes[i], block));
                fold_draft_free(&only);
            }
            struct fold_draft many;
            fold_draft_copy(&many, &d);
            uint32_t node = fold_materialise(f, &many, nodes[i]);
            fold_hygiene(f, &many);
            fold_reduce(f, &many);
            fold_prune(f, &many);
            uint32_t found = 0;
            for (int block = 0; block < HEAP_BLOCKS && many.b != LOGIC_FALSE; block++)
                found += h.alive[block] && heap_is_in(f, &h, &many, node, block);
            struct fold_draft alone;
            fold_draft_copy(&alone, &d);
            fold_only_one(f, &alone, nodes[i]);
            bool single = alone.b != LOGIC_FALSE && heap_is_in(f, &h, &alone, 0, 0);
            assert_true(found >= 2 || single);
            fold_draft_free(&alone);
            fold_draft_free(&many);
        }
        fold_draft_free(&d);
        end(&w);
    }
}

// Two blocks of one summary, materialised one after the other, can be exchanged; of two summaries either can come first.
static void order_of_materialisation_does_not_matter(void **state) {
    (void)state;
    seed = 5;
    uint32_t twice = 0, two = 0;
    for (uint32_t round = 0; round < 200; round++) {
        struct world w;
        begin(&w, false);
        struct fold_base *f = &w.fold.base;
        struct heap h = any_heap(HEAP_BLOCKS);
        struct fold_draft d;
        uint32_t nodes[64], sums[64], n, n_sums = 0;
        heap_draft(f, &h, &d);
        for (uint32_t k = 2 + any(2); k-- > 0;) summarise_some(f, &d);
        n = heap_nodes(f, &d, nodes);
        for (uint32_t i = 0; i < n; i++)
            if (fold_is_summary(f, &d, nodes[i])) sums[n_sums++] = nodes[i];
        if (n_sums) {
            struct fold_draft e;
            fold_draft_copy(&e, &d);
            uint32_t x = fold_materialise(f, &e, sums[0]);
            if (fold_is_summary(f, &e, sums[0])) {
                uint32_t y = fold_materialise(f, &e, sums[0]), aside = heap_node(f, 900);
                logic_fn before = e.b;
                fold_rename_node(f, &e, x, aside);
                fold_rename_node(f, &e, y, x);
                fold_rename_node(f, &e, aside, y);
                assert_int_equal(e.b, before);
                twice++;
            }
            fold_draft_free(&e);
        }
        if (n_sums > 1) {
            struct fold_draft e[2];
            for (uint32_t order = 0; order < 2; order++) {
                fold_draft_copy(&e[order], &d);
                uint32_t x = fold_materialise(f, &e[order], sums[order]);
                fold_rename_node(f, &e[order], x, heap_node(f, 900 + order));
                x = fold_materialise(f, &e[order], sums[!order]);
                fold_rename_node(f, &e[order], x, heap_node(f, 900 + !order));
            }
            assert_int_equal(e[0].b, e[1].b);
            two++;
            fold_draft_free(&e[0]);
            fold_draft_free(&e[1]);
        }
        fold_draft_free(&d);
        end(&w);
    }
    assert_true(twice > 50 && two > 10);
}

// ---- statements --------------------------------------------------------------------------------------------------------------------

// Compares two variables, or one with null; the state goes on with the outcome that the heap has.
static void compare(struct world *w, struct fold_draft *d, const struct heap *h) {
    uint32_t x = any(HEAP_VARS), y = any(HEAP_VARS);
    bool null = any(2), equal = null ? h->var[x] == HEAP_NULL : h->var[x] == h->var[y];
    int left = h->var[x], right = null ? HEAP_NULL : h->var[y];
    if (left == HEAP_DANGLING || right == HEAP_DANGLING || left == HEAP_UNINIT || right == HEAP_UNINIT) equal = any(2);  // it may be either
    compare_in_draft(w, d, x, null ? HEAP_VARS : y, any(2) ? IR_EQ_ : IR_NE_, equal);
}

// A fault of the heap is one of the state; otherwise the heap stays one of the state's.
static void walk(struct world *w, uint32_t steps, bool leaks) {
    struct fold_base *f = &w->fold.base;
    struct heap h = any_heap(3);
    struct fold_draft d;
    while (leaks && !heap_is_reached(f, &h)) h = any_heap(3);
    heap_draft(f, &h, &d);
    for (uint32_t k = 0; k < steps; k++) {
        struct act a = {(enum statement)any(N_STATEMENTS), any(HEAP_VARS), any(HEAP_VARS), any(HEAP_CELLS)};
        if (a.what == SET_NEW && fresh_block(&h) < 0) a.what = SET_NULL;
        uint32_t before = w->faults + w->unknowns, mark = logic_mark(f->logic);
        bool good = act_on_heap(&h, a), on = act_on_draft(w, &d, a), told = w->faults + w->unknowns > before;
        if (leaks && good && !heap_is_reached(f, &h)) good = false;
        if (!good) assert_true(told);
        if (!good || (leaks && told)) break;
        if (!on || !heap_is_in(f, &h, &d, 0, 0)) fail_msg("statement %u of x%u x%u .%u", a.what, a.x, a.y, a.cell);
        fold_prune(f, &d);
        check_valid(f, &d);
        if (!any(2)) compare(w, &d, &h);
        if (!heap_is_in(f, &h, &d, 0, 0)) fail_msg("lost after a comparison");
        if (!any(3)) change(f, &d);
        if (!heap_is_in(f, &h, &d, 0, 0)) fail_msg("lost after statement %u", a.what);
        (void)mark;
    }
    fold_draft_free(&d);
}

static void choose_links(struct world *w) {
    w->fold.base.links = (enum fold_links)any(3);
    w->fold.base.link = 8 * any(HEAP_CELLS);
}

static void statements_agree_with_heaps(void **state) {
    (void)state;
    seed = 4242;
    for (uint32_t round = 0; round < 1000; round++) {
        struct world w;
        begin(&w, false);
        w.fold.base.switches = (struct fold_switches){any(4) == 0, any(4) == 0};
        choose_links(&w);
        walk(&w, 12, false);
        end(&w);
    }
}

static void losses_are_seen(void **state) {
    (void)state;
    seed = 99;
    for (uint32_t round = 0; round < 4000; round++) {
        struct world w;
        begin(&w, true);
        choose_links(&w);
        walk(&w, 12, true);
        end(&w);
    }
}

// ---- words -------------------------------------------------------------------------------------------------------------------------

// The remarks of a heap whose first blocks are folded together, a line each.
static void remarks_of(const struct heap *h, uint32_t folded, struct buf *out) {
    struct world w;
    struct fold_draft d;
    struct view v = {0};
    begin(&w, false);
    struct fold_base *f = &w.fold.base;
    heap_draft(f, h, &d);
    d.frames.n = 0;  // registers without names
    for (uint32_t i = 1; i < folded; i++) assert_true(fold_summarise(f, &d, heap_node(f, 0), heap_node(f, i)));
    fold_prune(f, &d);
    fold_view(&w.fold, fold_seal(f, &d), &v);
    for (uint32_t i = 0; i < v.remarks.n; i++) buf_printf(out, "%s\n", v.remarks.at[i]);
    view_free(&v);
    fold_draft_free(&d);
    end(&w);
}

static void expect(const struct heap *h, uint32_t folded, const char *text) {
    struct buf out = {0};
    remarks_of(h, folded, &out);
    assert_string_equal(buf_text(&out), text);
    buf_free(&out);
}

static void a_list_says_that_it_is_one(void **state) {
    (void)state;
    struct heap h = {
        .alive = {1, 1, 1}, .cell = {{1, HEAP_NULL}, {2, HEAP_NULL}, {HEAP_NULL, HEAP_NULL}}, .var = {0, HEAP_NULL, HEAP_NULL}};
    expect(&h, 3,
           "at most one of: register 0 -> #0, another #0+0 -> #0\n"
           "at most one of: #0+0 -> another #0, another #0+0 -> #0\n");
}

static void a_doubly_linked_list_says_that_it_is_one(void **state) {
    (void)state;
    struct heap h = {.alive = {1, 1, 1}, .cell = {{1, HEAP_NULL}, {2, 0}, {HEAP_NULL, 1}}, .var = {0, 2, HEAP_NULL}};
    expect(&h, 3,
           "all or none of: #0+0 -> another #0, another #0+8 -> #0\n"
           "all or none of: another #0+0 -> #0, #0+8 -> another #0\n"
           "at most one of: register 0 -> #0, another #0+0 -> #0\n"
           "at most one of: register 0 -> #0, register 1 -> #0\n"
           "at most one of: #0+0 -> another #0, another #0+0 -> #0\n"
           "at most one of: #0+0 -> another #0, register 1 -> #0\n");
}

static void what_is_sure_is_not_said(void **state) {
    (void)state;
    struct heap h = {.alive = {1, 1, 1}, .cell = {{1, HEAP_NULL}, {2, 0}, {HEAP_NULL, 1}}, .var = {0, 2, HEAP_NULL}};
    expect(&h, 1, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_keep_the_heap),
        cmocka_unit_test(materialisation_keeps_the_heap),
        cmocka_unit_test(order_of_materialisation_does_not_matter),
        cmocka_unit_test(statements_agree_with_heaps),
        cmocka_unit_test(losses_are_seen),
        cmocka_unit_test(a_list_says_that_it_is_one),
        cmocka_unit_test(a_doubly_linked_list_says_that_it_is_one),
        cmocka_unit_test(what_is_sure_is_not_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
