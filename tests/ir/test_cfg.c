// SPDX-License-Identifier: MIT
// Predecessors, orders and dominators are what their definitions say, on random graphs and on very long ones.
#include "ir/cfg.h"

#include "graph.h"

static void check_predecessors(const struct ir_cfg *c, const struct graph_node *g) {
    for (uint32_t b = 0; b < c->n; b++) {
        for (uint32_t k = c->pred_first[b]; k + 1 < c->pred_first[b + 1]; k++) assert_true(c->preds[k] < c->preds[k + 1]);
        for (uint32_t p = 0; p < c->n; p++) {
            bool edge = false, listed = false;
            for (uint32_t k = 0; k < g[p].n; k++) edge |= g[p].succs[k] == b;
            for (uint32_t k = c->pred_first[b]; k < c->pred_first[b + 1]; k++) listed |= c->preds[k] == p;
            assert_int_equal(edge, listed);
        }
    }
}

static void check_order(const struct ir_cfg *c, const struct graph_node *g) {
    bool seen[64] = {0};
    uint32_t n = 0;
    graph_reach(g, 0, UINT32_MAX, seen);
    for (uint32_t b = 0; b < c->n; b++) {
        n += seen[b];
        assert_int_equal(seen[b], ir_reachable(c, b));
        if (seen[b]) assert_int_equal(c->order[c->number[b]], b);
    }
    assert_int_equal(n, c->n_order);
    assert_int_equal(c->order[0], 0);
}

// In a reverse postorder, an edge goes backwards only to an ancestor in the search, so its target reaches its source.
static void check_retreating_edges(const struct ir_cfg *c, const struct graph_node *g) {
    for (uint32_t b = 0; b < c->n; b++)
        for (uint32_t k = 0; ir_reachable(c, b) && k < g[b].n; k++) {
            uint32_t s = g[b].succs[k];
            bool seen[64] = {0};
            graph_reach(g, s, UINT32_MAX, seen);
            assert_true(c->number[s] > c->number[b] || seen[b]);
        }
}

// a dominates b if b cannot be reached once a is taken away.
static void check_dominators(const struct ir_cfg *c, const struct graph_node *g) {
    for (uint32_t a = 0; a < c->n; a++) {
        bool seen[64] = {0};
        if (!ir_reachable(c, a)) continue;
        graph_reach(g, 0, a, seen);
        for (uint32_t b = 0; b < c->n; b++)
            if (ir_reachable(c, b)) assert_int_equal(ir_dominates(c, a, b), !seen[b]);
    }
    for (uint32_t b = 1; b < c->n; b++) {
        uint32_t d = c->idom[b];
        if (!ir_reachable(c, b)) assert_int_equal(d, IR_NO_BLOCK);
        if (d == IR_NO_BLOCK) continue;
        assert_true(d != b && ir_dominates(c, d, b));
        for (uint32_t a = 0; a < c->n; a++)
            if (ir_reachable(c, a) && a != b && ir_dominates(c, a, b)) assert_true(ir_dominates(c, a, d));
    }
    assert_int_equal(c->idom[0], IR_NO_BLOCK);
}

static void random_graphs_have_what_the_definitions_say(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (uint32_t round = 0; round < 1500; round++) {
        struct graph_node g[20];
        uint32_t n = 1 + graph_random(&seed) % 20;
        graph_fill(g, n, 1 + round % GRAPH_MAX_SUCCS, &seed);
        struct ir_program *p = graph_program(g, n);
        struct ir_cfg c;
        ir_cfg_build(&c, &p->funcs.at[0]);
        check_predecessors(&c, g);
        check_order(&c, g);
        check_retreating_edges(&c, g);
        check_dominators(&c, g);
        ir_cfg_free(&c);
        ir_program_free(p);
    }
}

static void a_diamond_in_a_loop(void **state) {
    (void)state;
    // 0 -> 1; 1 -> 2, 5; 2 -> 3, 4; 3 -> 1; 4 -> 1; 5 returns; 6 is unreachable and jumps to 5
    const struct graph_node g[] = {{1, {1}}, {2, {2, 5}}, {2, {3, 4}}, {1, {1}}, {1, {1}}, {0, {0}}, {1, {5}}};
    const uint32_t order[] = {0, 1, 5, 2, 4, 3}, idom[] = {IR_NO_BLOCK, 0, 1, 2, 2, 1, IR_NO_BLOCK};
    struct ir_program *p = graph_program(g, 7);
    struct ir_cfg c;
    ir_cfg_build(&c, &p->funcs.at[0]);
    assert_int_equal(c.n_order, 6);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(c.order[i], order[i]);
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(c.idom[i], idom[i]);
    assert_int_equal(c.pred_first[6] - c.pred_first[5], 2);
    ir_cfg_free(&c);
    ir_program_free(p);
}

static void a_chain_of_100000_blocks_needs_no_deep_stack(void **state) {
    (void)state;
    enum { N = 100000 };
    struct graph_node *g = calloc(N, sizeof *g);
    for (uint32_t i = 0; i + 1 < N; i++) g[i] = (struct graph_node){2, {i + 1, i ? i : 1}};
    struct ir_program *p = graph_program(g, N);
    struct ir_cfg c;
    ir_cfg_build(&c, &p->funcs.at[0]);
    assert_int_equal(c.n_order, N);
    for (uint32_t i = 1; i < N; i++) assert_int_equal(c.idom[i], i - 1);
    assert_true(ir_dominates(&c, 17, N - 1) && !ir_dominates(&c, N - 1, 17));
    ir_cfg_free(&c);
    ir_program_free(p);
    free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_have_what_the_definitions_say),
        cmocka_unit_test(a_diamond_in_a_loop),
        cmocka_unit_test(a_chain_of_100000_blocks_needs_no_deep_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
