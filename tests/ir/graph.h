// SPDX-License-Identifier: MIT
// Functions made of nothing but control flow, for the tests of the graph analyses: given edges, or random ones.
#ifndef HP_TESTS_IR_GRAPH_H
#define HP_TESTS_IR_GRAPH_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/build.h"

enum { GRAPH_MAX_SUCCS = 4 };
struct graph_node {
    uint32_t n, succs[GRAPH_MAX_SUCCS];
};

static inline uint32_t graph_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 32);
}

static inline void graph_end_block(struct ir_build *b, ir_val value, ir_val flag, const struct graph_node *g) {
    struct ir_case cases[GRAPH_MAX_SUCCS];
    for (uint32_t k = 1; k < g->n; k++) cases[k - 1] = (struct ir_case){2 * k, 2 * k, k};
    if (g->n == 0) ir_build_ret(b, NULL, 0);
    else if (g->n == 1) ir_build_jump(b, g->succs[0]);
    else if (g->n == 2) ir_build_branch(b, flag, g->succs[0], g->succs[1]);
    else ir_build_switch(b, value, g->succs, g->n, cases, g->n - 1);
}

// A program whose only function has these n blocks, numbered alike.
static inline struct ir_program *graph_program(const struct graph_node *g, uint32_t n) {
    struct ir_program *p = ir_program_new(64);
    struct ir_build b;
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    ir_val value = ir_val_of(IR_LOCAL, ir_build_param(&b, "value", IR_I(32), IR_NO_TYPE, 0));
    ir_val flag = ir_val_of(IR_LOCAL, ir_build_param(&b, "flag", IR_I1, IR_NO_TYPE, 0));
    for (uint32_t i = 0; i < n; i++) ir_build_block(&b, NULL);
    for (uint32_t i = 0; i < n; i++) {
        ir_build_at(&b, i);
        graph_end_block(&b, value, flag, &g[i]);
    }
    if (!ir_build_end(&b)) fail_msg("%s", b.error);
    return p;
}

// Random successors for n nodes; nobody jumps to node 0.  `density` is the largest number of successors.
static inline void graph_fill(struct graph_node *g, uint32_t n, uint32_t density, uint64_t *seed) {
    for (uint32_t i = 0; i < n; i++) {
        g[i].n = n > 1 ? graph_random(seed) % (density + 1) : 0;
        for (uint32_t k = 0; k < g[i].n; k++) g[i].succs[k] = 1 + graph_random(seed) % (n - 1);
    }
}

// Marks what can be reached from `from` in g without passing `without` (UINT32_MAX: without restriction).
static inline void graph_reach(const struct graph_node *g, uint32_t from, uint32_t without, bool *seen) {
    if (from == without || seen[from]) return;
    seen[from] = true;
    for (uint32_t k = 0; k < g[from].n; k++) graph_reach(g, g[from].succs[k], without, seen);
}
#endif
