// SPDX-License-Identifier: MIT
// The laws of the fold/expand paper on every small heap: one cell per block, two variables, up to three blocks (four where two summaries are needed), each heap
// once up to the names of its blocks, with every way to fold its blocks together.
//
//   observation 1: folding and then expanding loses nothing;
//   observation 2: the order of expansion does not matter;
//   observations 3, 4: each statement of figure 8 does to a state what it does to each heap that the state stands for, and without a summary
//   nothing more; a fault of a heap is told, and so is a block that is lost.
enum { HEAP_BLOCKS = 4, HEAP_CELLS = 1, HEAP_VARS = 2 };
#include "fold/acts.h"

// ---- heaps -------------------------------------------------------------------------------------------------------------------------

typedef VEC(struct heap) heaps;
typedef VEC(dom_state) states;

static int renamed(int value, const int *name) {
    return value >= 0 ? name[value] : value;
}

static struct heap rename_blocks(const struct heap *h, const int *name) {
    struct heap g = *h;
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++) {
        g.alive[name[i]] = h->alive[i];
        g.cell[name[i]][0] = renamed(h->cell[i][0], name);
    }
    for (uint32_t v = 0; v < HEAP_VARS; v++) g.var[v] = renamed(h->var[v], name);
    return g;
}

static int order(const struct heap *a, const struct heap *b) {
    for (uint32_t v = 0; v < HEAP_VARS; v++)
        if (a->var[v] != b->var[v]) return a->var[v] < b->var[v] ? -1 : 1;
    for (uint32_t i = 0; i < HEAP_BLOCKS; i++) {
        if (a->alive[i] != b->alive[i]) return a->alive[i] ? -1 : 1;
        if (a->alive[i] && a->cell[i][0] != b->cell[i][0]) return a->cell[i][0] < b->cell[i][0] ? -1 : 1;
    }
    return 0;
}

// The least of the heaps that differ from h only in the names of its blocks, from name[at] on.
static void find_least(const struct heap *h, int *name, uint32_t at, struct heap *least) {
    if (at == HEAP_BLOCKS) {
        struct heap g = rename_blocks(h, name);
        if (order(&g, least) < 0) *least = g;
        return;
    }
    for (uint32_t k = at; k < HEAP_BLOCKS; k++) {
        int kept = name[at];
        name[at] = name[k];
        name[k] = kept;
        find_least(h, name, at + 1, least);
        name[k] = name[at];
        name[at] = kept;
    }
}

static struct heap least(const struct heap *h) {
    int name[HEAP_BLOCKS];
    struct heap g = *h;
    for (int i = 0; i < HEAP_BLOCKS; i++) name[i] = i;
    find_least(h, name, 0, &g);
    return g;
}

// All values of the cells and variables from `at` on: null, something freed, or a block.
static void fill_in(struct heap *h, int blocks, int at, bool freed, heaps *out) {
    if (at == blocks + HEAP_VARS) {
        struct heap g = least(h);
        if (!order(&g, h)) vec_push(out, *h);
        return;
    }
    int *value = at < blocks ? &h->cell[at][0] : &h->var[at - blocks];
    for (int v = freed ? HEAP_DANGLING : HEAP_NULL; v < blocks; v++) {
        *value = v;
        fill_in(h, blocks, at + 1, freed, out);
    }
}

static void heaps_of(int blocks, bool freed, heaps *out) {
    struct heap h = {0};
    for (int i = 0; i < HEAP_BLOCKS; i++) {
        h.alive[i] = i < blocks;
        h.cell[i][0] = HEAP_NULL;
    }
    fill_in(&h, blocks, 0, freed, out);
}

// ---- states ------------------------------------------------------------------------------------------------------------------------

static void add_state(struct fold_base *f, struct fold_draft *d, states *out) {
    fold_prune(f, d);
    check_valid(f, d);
    dom_state s = fold_seal(f, d);
    for (uint32_t i = 0; i < out->n; i++)
        if (out->at[i] == s) return;
    vec_push(out, s);
}

// Block `at` and those behind it stay alone, or are folded onto one that is there.
static void fold_blocks(struct fold_base *f, const struct fold_draft *d, uint32_t at, states *out) {
    struct fold_draft one;
    if (at == HEAP_BLOCKS || !fold_node(d, heap_node(f, at))) {
        fold_draft_copy(&one, d);
        add_state(f, &one, out);
        fold_draft_free(&one);
        return;
    }
    fold_blocks(f, d, at + 1, out);
    for (uint32_t k = 0; k < at; k++) {
        if (!fold_node(d, heap_node(f, k))) continue;
        fold_draft_copy(&one, d);
        assert_true(fold_summarise(f, &one, heap_node(f, k), heap_node(f, at)));
        fold_blocks(f, &one, at + 1, out);
        fold_draft_free(&one);
    }
}

static void states_of(struct fold_base *f, const heaps *all, states *out) {
    for (uint32_t i = 0; i < all->n; i++) {
        struct fold_draft d;
        uint32_t mark = logic_mark(f->logic);
        heap_draft(f, &all->at[i], &d);
        fold_blocks(f, &d, 0, out);
        fold_draft_free(&d);
        logic_release(f->logic, mark);
    }
}

// Some of the states joined with others.
static void add_joins(struct fold_base *f, states *all) {
    for (uint32_t i = 0, n = all->n; i < n; i += 6) {
        struct fold_draft a, b, out;
        uint32_t mark = logic_mark(f->logic);
        fold_unseal(f, all->at[i], &a);
        fold_unseal(f, all->at[(i * 37 + 11) % n], &b);
        assert_true(fold_join(f, &a, &b, false, &out));
        add_state(f, &out, all);
        fold_draft_free(&a);
        fold_draft_free(&b);
        fold_draft_free(&out);
        logic_release(f->logic, mark);
    }
}

static uint32_t summaries_of(struct fold_base *f, const struct fold_draft *d, uint32_t *out) {
    uint32_t nodes[64], n = heap_nodes(f, d, nodes), sums = 0;
    for (uint32_t i = 0; i < n; i++)
        if (fold_is_summary(f, d, nodes[i])) out[sums++] = nodes[i];
    return sums;
}

// ---- observations 1 and 2 ------------------------------------------------------------------------------------------------------------

// Is every vector of d one of e, with what either lacks added?
static bool is_within(struct fold_base *f, const struct fold_draft *d, const struct fold_draft *e) {
    struct fold_draft a, b, out;
    fold_draft_copy(&a, e);
    fold_draft_copy(&b, d);
    assert_true(fold_join(f, &a, &b, false, &out));
    bool within = out.b == a.b;
    fold_draft_free(&a);
    fold_draft_free(&b);
    fold_draft_free(&out);
    return within;
}

static void exchange(struct fold_base *f, struct fold_draft *d, uint32_t x, uint32_t y) {
    uint32_t aside = heap_node(f, 900);
    fold_rename_node(f, d, x, aside);
    fold_rename_node(f, d, y, x);
    fold_rename_node(f, d, aside, y);
}

// x and y folded and expanded again: what comes out may be called y, and what stays x, or the other way round.
static void fold_and_expand(struct fold_base *f, const struct fold_draft *d, uint32_t x, uint32_t y) {
    struct fold_draft e;
    fold_draft_copy(&e, d);
    assert_true(fold_summarise(f, &e, x, y));
    uint32_t n = fold_materialise(f, &e, x);
    fold_hygiene(f, &e);
    fold_reduce(f, &e);
    if (n != y) fold_rename_node(f, &e, n, y);
    if (!fold_is_summary(f, d, y)) assert_true(is_within(f, d, &e));
    exchange(f, &e, x, y);
    if (!fold_is_summary(f, d, x)) assert_true(is_within(f, d, &e));
    fold_draft_free(&e);
}

static void folding_and_expanding_loses_nothing(void **state) {
    (void)state;
    struct world w;
    heaps all = {0};
    states some = {0};
    uint32_t pairs = 0;
    begin(&w, false);
    struct fold_base *f = &w.fold.base;
    heaps_of(2, true, &all);
    heaps_of(3, false, &all);
    states_of(f, &all, &some);
    for (uint32_t i = 0; i < some.n; i++) {
        struct fold_draft d;
        uint32_t nodes[64], mark = logic_mark(f->logic);
        fold_unseal(f, some.at[i], &d);
        uint32_t n = heap_nodes(f, &d, nodes);
        for (uint32_t x = 0; x < n; x++)
            for (uint32_t y = 0; y < n; y++)
                if (x != y) fold_and_expand(f, &d, nodes[x], nodes[y]), pairs++;
        fold_draft_free(&d);
        logic_release(f->logic, mark);
    }
    assert_true(pairs > 1000);
    vec_free(&all);
    vec_free(&some);
    end(&w);
}

// Two blocks of one summary, one after the other, can be exchanged.
static bool expand_twice(struct fold_base *f, const struct fold_draft *d, uint32_t sum) {
    struct fold_draft e;
    fold_draft_copy(&e, d);
    uint32_t x = fold_materialise(f, &e, sum);
    bool more = fold_is_summary(f, &e, sum);
    if (more) {
        uint32_t y = fold_materialise(f, &e, sum);
        logic_fn before = e.b;
        exchange(f, &e, x, y);
        assert_int_equal(e.b, before);
    }
    fold_draft_free(&e);
    return more;
}

static void expand_both(struct fold_base *f, const struct fold_draft *d, const uint32_t *sums) {
    struct fold_draft e[2];
    for (uint32_t turn = 0; turn < 2; turn++) {
        fold_draft_copy(&e[turn], d);
        for (uint32_t k = 0; k < 2; k++)
            fold_rename_node(f, &e[turn], fold_materialise(f, &e[turn], sums[k ^ turn]), heap_node(f, 900 + (k ^ turn)));
    }
    assert_int_equal(e[0].b, e[1].b);
    fold_draft_free(&e[0]);
    fold_draft_free(&e[1]);
}

static void order_of_expansion_does_not_matter(void **state) {
    (void)state;
    struct world w;
    heaps all = {0}, four = {0};
    states some = {0};
    uint32_t twice = 0, both = 0;
    begin(&w, false);
    struct fold_base *f = &w.fold.base;
    heaps_of(3, false, &all);
    heaps_of(4, false, &four);
    for (uint32_t i = 0; i < four.n; i += 8) vec_push(&all, four.at[i]);  // the others take too long
    states_of(f, &all, &some);
    for (uint32_t i = 0; i < some.n; i++) {
        struct fold_draft d;
        uint32_t sums[64], mark = logic_mark(f->logic);
        fold_unseal(f, some.at[i], &d);
        uint32_t n = summaries_of(f, &d, sums);
        for (uint32_t k = 0; k < n; k++) twice += expand_twice(f, &d, sums[k]);
        if (n == 2) expand_both(f, &d, sums), both++;
        fold_draft_free(&d);
        logic_release(f->logic, mark);
    }
    assert_true(twice > 500 && both > 200);
    vec_free(&all);
    vec_free(&four);
    vec_free(&some);
    end(&w);
}

// ---- observations 3 and 4 ------------------------------------------------------------------------------------------------------------

enum { IS_NULL = N_STATEMENTS, IS_EQUAL, N_ACTS };

// The statement (or the test, with the outcome that holds) on a heap; false: a fault, or the heap does not take this outcome.
static bool act(struct heap *h, struct act a) {
    if ((int)a.what < N_STATEMENTS) return act_on_heap(h, a);
    int left = h->var[a.x], right = (int)a.what == IS_NULL ? HEAP_NULL : h->var[a.y];
    return left == HEAP_DANGLING || right == HEAP_DANGLING || (left == right) == a.cell;
}

static bool act_on_state(struct world *w, dom_state s, struct act a, struct fold_draft *d) {
    fold_unseal(&w->fold.base, s, d);
    if ((int)a.what < N_STATEMENTS) return act_on_draft(w, d, a);
    compare_in_draft(w, d, a.x, (int)a.what == IS_NULL ? HEAP_VARS : a.y, IR_EQ_, a.cell);
    return d->b != LOGIC_FALSE;
}

// All statements, once each.
static void each_act(void *self, void (*go)(void *self, struct act a)) {
    for (uint32_t what = 0; what < N_ACTS; what++)
        for (uint32_t x = 0; x < HEAP_VARS; x++)
            for (uint32_t y = 0; y < HEAP_VARS; y++)
                for (uint32_t cell = 0; cell < 2; cell++) {
                    bool one = what == SET_NULL || what == SET_NEW || what == STORE_NULL || what == FREE || what == IS_NULL;
                    if ((one && y) || (cell && what != IS_NULL && what != IS_EQUAL) || what == SET_NUMBER) continue;
                    go(self, (struct act){(enum statement)what, x, y, cell});
                }
}

struct check {
    struct world *w;
    const heaps *all;
    dom_state state;
    bool leaks;
    heaps members;       // of the state, of all
    uint32_t n, losses;  // of statements on heaps that were compared
};

// Every heap that the state stands for: what the statement makes of it, the result stands for.
static void check_members(void *self, struct act a) {
    struct check *c = self;
    struct fold_base *f = &c->w->fold.base;
    struct fold_draft d;
    uint32_t told = c->w->faults + c->w->unknowns, mark = logic_mark(f->logic);
    bool on = act_on_state(c->w, c->state, a, &d);
    told = c->w->faults + c->w->unknowns - told;
    for (uint32_t i = 0; i < c->members.n; i++) {
        struct heap h = c->members.at[i];
        bool good = act(&h, a), test = (int)a.what >= N_STATEMENTS;
        if (c->leaks && !heap_is_reached(f, &c->members.at[i])) continue;
        if (!good && test) continue;
        bool lost = c->leaks && good && !heap_is_reached(f, &h);
        c->n++;
        c->losses += lost;
        if (!good || lost) {
            if (!told) fail_msg("statement %u of x%u x%u: the fault is not told", a.what, a.x, a.y);
        } else if (c->leaks && told) {  // heaps that may have lost something are not followed
            continue;
        } else if (!on || !heap_is_in(f, &h, &d, 0, 0)) {
            fail_msg("statement %u of x%u x%u: a heap is lost", a.what, a.x, a.y);
        }
    }
    fold_draft_free(&d);
    logic_release(f->logic, mark);
}

static void find_members(struct check *c) {
    struct fold_base *f = &c->w->fold.base;
    struct fold_draft d;
    uint32_t mark = logic_mark(f->logic);
    c->members.n = 0;
    fold_unseal(f, c->state, &d);
    for (uint32_t i = 0; i < c->all->n; i++)
        if (heap_is_in(f, &c->all->at[i], &d, 0, 0)) vec_push(&c->members, c->all->at[i]);
    fold_draft_free(&d);
    logic_release(f->logic, mark);
}

static void check_statements(bool leaks, struct fold_switches switches, struct check *c) {
    struct world w;
    heaps all = {0};
    states some = {0};
    begin(&w, leaks);
    w.fold.base.switches = switches;
    heaps_of(1, true, &all);
    heaps_of(2, !leaks, &all);
    if (!switches.no_in) heaps_of(3, false, &all);
    states_of(&w.fold.base, &all, &some);
    add_joins(&w.fold.base, &some);
    *c = (struct check){.w = &w, .all = &all, .leaks = leaks};
    for (uint32_t i = 0; i < some.n; i++) {
        c->state = some.at[i];
        find_members(c);
        assert_true(c->members.n > 0);
        each_act(c, check_members);
    }
    vec_free(&c->members);
    vec_free(&all);
    vec_free(&some);
    end(&w);
}

static void statements_agree_with_all_heaps(void **state) {
    (void)state;
    struct check c;
    check_statements(false, (struct fold_switches){0}, &c);
    assert_true(c.n > 20000);
}

static void statements_agree_without_counters(void **state) {
    (void)state;
    struct check c;
    check_statements(false, (struct fold_switches){true, true}, &c);
    assert_true(c.n > 3000);
}

static void all_losses_are_told(void **state) {
    (void)state;
    struct check c;
    check_statements(true, (struct fold_switches){0}, &c);
    assert_true(c.losses > 500);
}

// The state has one node for each block of the heap: the statement on it gives what it gives on the heap, and nothing if that goes wrong.
static void check_exactly(void *self, struct act a) {
    struct check *c = self;
    struct fold_base *f = &c->w->fold.base;
    struct heap h = c->members.at[0];
    struct fold_draft d;
    uint32_t mark = logic_mark(f->logic);
    if (a.what == SET_NEW) return;  // its cells are uninitialised here, and null in the paper
    bool good = act(&h, a), on = act_on_state(c->w, c->state, a, &d);
    assert_int_equal(on, good);
    h = least(&h);
    for (uint32_t i = 0; good && i < c->all->n; i++) {
        bool same = !order(&h, &c->all->at[i]);
        c->n += same;
        if (heap_is_in(f, &c->all->at[i], &d, 0, 0) != same) fail_msg("statement %u of x%u x%u is not exact", a.what, a.x, a.y);
    }
    fold_draft_free(&d);
    logic_release(f->logic, mark);
}

static void statements_without_summary_are_exact(void **state) {
    (void)state;
    struct world w;
    heaps all = {0};
    begin(&w, false);
    for (int k = 0; k < 3; k++) heaps_of(k, true, &all);
    struct check c = {.w = &w, .all = &all};
    for (uint32_t i = 0; i < all.n; i++) {
        struct fold_draft d;
        c.members.n = 0;
        vec_push(&c.members, all.at[i]);
        heap_draft(&w.fold.base, &all.at[i], &d);
        c.state = fold_seal(&w.fold.base, &d);
        fold_draft_free(&d);
        each_act(&c, check_exactly);
    }
    assert_true(c.n > 1000);
    vec_free(&c.members);
    vec_free(&all);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folding_and_expanding_loses_nothing),
        cmocka_unit_test(order_of_expansion_does_not_matter),
        cmocka_unit_test(statements_agree_with_all_heaps),
        cmocka_unit_test(statements_agree_without_counters),
        cmocka_unit_test(all_losses_are_told),
        cmocka_unit_test(statements_without_summary_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
