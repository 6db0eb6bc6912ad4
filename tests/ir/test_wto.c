// SPDX-License-Identifier: MIT
// The weak topological order has its defining property on random (mostly irreducible) graphs, and is the known one on the classic example.
#include "ir/wto.h"

#include "graph.h"

enum { MAX = 16 };

static void check_is_order_of_reachable_blocks(const struct ir_wto *w, const struct graph_node *g, uint32_t n) {
    bool seen[MAX] = {0};
    uint32_t count = 0;
    graph_reach(g, 0, UINT32_MAX, seen);
    for (uint32_t b = 0; b < n; b++) {
        count += seen[b];
        assert_int_equal(seen[b], w->place[b] != IR_NO_BLOCK);
        if (seen[b]) assert_int_equal(w->order[w->place[b]], b);
    }
    assert_int_equal(count, w->n);
    assert_int_equal(w->order[0], 0);
}

static bool within(const struct ir_wto *w, uint32_t head, uint32_t b) {
    uint32_t p = w->place[head];
    return w->end[p] && p <= w->place[b] && w->place[b] < w->end[p];
}

static void check_nesting(const struct ir_wto *w) {
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t b = w->order[i], depth = 0, innermost = IR_NO_BLOCK, around = IR_NO_BLOCK;
        for (uint32_t k = 0; k <= i; k++) {
            if (!within(w, w->order[k], b)) continue;
            assert_true(!w->end[i] || w->end[i] <= w->end[k]);
            around = k < i ? w->order[k] : around;
            innermost = w->order[k];
            depth++;
        }
        assert_int_equal(w->depth[b], depth);
        assert_int_equal(w->head[b], innermost);
        assert_int_equal(w->outer[b], around);
        assert_int_equal(ir_is_head(w, b), w->end[i] != 0);
    }
}

static void check_every_backward_edge_leads_to_a_head_around_it(const struct ir_wto *w, const struct graph_node *g) {
    for (uint32_t i = 0; i < w->n; i++)
        for (uint32_t u = w->order[i], k = 0; k < g[u].n; k++) {
            uint32_t v = g[u].succs[k];
            assert_true(w->place[v] > i || within(w, v, u));
        }
}

static void reach_within(const struct ir_wto *w, const struct graph_node *g, uint32_t head, uint32_t b, bool *seen) {
    for (uint32_t k = 0; k < g[b].n; k++) {
        uint32_t s = g[b].succs[k];
        if (!within(w, head, s) || seen[s]) continue;
        seen[s] = true;
        reach_within(w, g, head, s, seen);
    }
}

static void check_components_are_strongly_connected(const struct ir_wto *w, const struct graph_node *g) {
    for (uint32_t i = 0; i < w->n; i++)
        for (uint32_t k = i; k < w->end[i]; k++) {
            bool seen[MAX] = {0};
            reach_within(w, g, w->order[i], w->order[k], seen);
            for (uint32_t m = i; m < w->end[i]; m++) assert_true(seen[w->order[m]]);
        }
}

static void random_graphs_have_the_defining_property(void **state) {
    (void)state;
    uint64_t seed = 23;
    uint32_t heads = 0;
    for (uint32_t round = 0; round < 3000; round++) {
        struct graph_node g[MAX];
        uint32_t n = 1 + graph_random(&seed) % MAX;
        graph_fill(g, n, 1 + round % 3, &seed);
        struct ir_program *p = graph_program(g, n);
        struct ir_wto w;
        ir_wto_build(&w, &p->funcs.at[0]);
        check_is_order_of_reachable_blocks(&w, g, n);
        check_nesting(&w);
        check_every_backward_edge_leads_to_a_head_around_it(&w, g);
        check_components_are_strongly_connected(&w, g);
        for (uint32_t b = 0; b < n; b++) heads += ir_is_head(&w, b);
        ir_wto_free(&w);
        ir_program_free(p);
    }
    assert_true(heads > 1000);
}

// The example of Bourdoncle's paper, its vertices counted from 0: 0 1 (2 3 (4 5) 6) 7.
static void the_classic_example(void **state) {
    (void)state;
    const struct graph_node g[] = {{1, {1}}, {2, {2, 7}}, {1, {3}}, {2, {4, 6}}, {1, {5}}, {2, {4, 6}}, {2, {2, 7}}, {0, {0}}};
    const uint32_t end[] = {0, 0, 7, 0, 6, 0, 0, 0}, depth[] = {0, 0, 1, 1, 2, 2, 1, 0};
    struct ir_program *p = graph_program(g, 8);
    struct ir_wto w;
    ir_wto_build(&w, &p->funcs.at[0]);
    assert_int_equal(w.n, 8);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(w.order[i], i);
        assert_int_equal(w.end[i], end[i]);
        assert_int_equal(w.depth[i], depth[i]);
    }
    assert_true(w.head[5] == 4 && w.outer[4] == 2 && w.outer[2] == IR_NO_BLOCK && w.head[7] == IR_NO_BLOCK);
    ir_wto_free(&w);
    ir_program_free(p);
}

// A chain of self-loops, and 300 loops nested in each other: neither needs a deep stack.
static void long_and_deeply_nested_graphs(void **state) {
    (void)state;
    enum { N = 100000, DEPTH = 300 };
    struct graph_node *g = calloc(N, sizeof *g);
    for (uint32_t i = 0; i + 1 < N; i++) g[i] = (struct graph_node){2, {i + 1, i ? i : 1}};
    for (uint32_t i = 0; i < DEPTH; i++) g[1 + 2 * DEPTH - i] = (struct graph_node){2, {1 + i, 2 + 2 * DEPTH - i}};
    struct ir_program *p = graph_program(g, N);
    struct ir_wto w;
    ir_wto_build(&w, &p->funcs.at[0]);
    assert_int_equal(w.n, N);
    for (uint32_t i = 0; i < N; i++) assert_int_equal(w.order[i], i);
    assert_int_equal(w.end[1], 2 + 2 * DEPTH);
    assert_true(w.depth[1] == 1 && w.depth[DEPTH] == DEPTH && w.depth[1 + 2 * DEPTH] == 1 && w.depth[N - 2] == 1);
    ir_wto_free(&w);
    ir_program_free(p);
    free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_have_the_defining_property),
        cmocka_unit_test(the_classic_example),
        cmocka_unit_test(long_and_deeply_nested_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
