// SPDX-License-Identifier: MIT
#include "ir/cfg.h"

#include <assert.h>

#include "ir/dominators.h"

// One activation of the depth-first search: a block and the successor to look at next.
struct visit {
    uint32_t block, next;
};

// Postorder of the reachable blocks into order[0 .. n_order), reversed by the caller; number marks what was seen.
static void search(struct ir_cfg *c, const struct ir_func *f) {
    VEC(struct visit) stack = {0};
    vec_push(&stack, (struct visit){0, 0});
    c->number[0] = 0;
    while (stack.n) {
        struct visit *v = &vec_last(&stack);
        const struct ir_instr *end = ir_end(f, v->block);
        if (v->next == end->n_succs) {
            c->order[c->n_order++] = vec_pop(&stack).block;
            continue;
        }
        uint32_t s = end->succs[v->next++];
        if (c->number[s] != IR_NO_BLOCK) continue;
        c->number[s] = 0;
        vec_push(&stack, (struct visit){s, 0});
    }
    vec_free(&stack);
}

static void reverse_postorder(struct ir_cfg *c, const struct ir_func *f) {
    c->order = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    c->number = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    for (uint32_t b = 0; b < c->n; b++) c->number[b] = IR_NO_BLOCK;
    search(c, f);
    for (uint32_t i = 0, j = c->n_order - 1; i < j; i++, j--) {
        uint32_t b = c->order[i];
        c->order[i] = c->order[j];
        c->order[j] = b;
    }
    for (uint32_t i = 0; i < c->n_order; i++) c->number[c->order[i]] = i;
}

// last[s] == b + 1 says that the edge from b to s was met already.
static bool first_meeting(uint32_t *last, uint32_t b, uint32_t s) {
    if (last[s] == b + 1) return false;
    last[s] = b + 1;
    return true;
}

static void predecessors(struct ir_cfg *c, const struct ir_func *f) {
    c->pred_first = ARENA_ARRAY(&c->arena, uint32_t, (size_t)c->n + 1);
    uint32_t *last = calloc(c->n, sizeof *last), *fill = calloc(c->n, sizeof *fill);
    if (!last || !fill) base_out_of_memory();
    for (uint32_t b = 0; b < c->n; b++)
        for (uint32_t k = 0; k < ir_end(f, b)->n_succs; k++)
            if (first_meeting(last, b, ir_end(f, b)->succs[k])) c->pred_first[ir_end(f, b)->succs[k] + 1]++;
    for (uint32_t b = 0; b < c->n; b++) c->pred_first[b + 1] += c->pred_first[b];
    c->preds = ARENA_ARRAY(&c->arena, uint32_t, c->pred_first[c->n]);
    memset(last, 0, c->n * sizeof *last);
    for (uint32_t b = 0; b < c->n; b++)
        for (uint32_t k = 0; k < ir_end(f, b)->n_succs; k++) {
            uint32_t s = ir_end(f, b)->succs[k];
            if (first_meeting(last, b, s)) c->preds[c->pred_first[s] + fill[s]++] = b;
        }
    free(last);
    free(fill);
}

// Preorder numbers without walking the tree: a dominator comes before what it dominates in reverse postorder, so subtree sizes add up
// from the back, and from the front each block takes its share of its dominator's numbers.
static void number_tree(struct ir_cfg *c) {
    c->tree_in = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    c->tree_out = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    uint32_t *size = calloc(c->n, sizeof *size), *next = calloc(c->n, sizeof *next);
    if (!size || !next) base_out_of_memory();
    for (uint32_t i = c->n_order; i-- > 0;) {
        uint32_t b = c->order[i];
        size[b]++;
        if (b) size[c->idom[b]] += size[b];
    }
    for (uint32_t i = 0; i < c->n_order; i++) {
        uint32_t b = c->order[i], d = c->idom[b];
        c->tree_in[b] = b ? next[d] : 0;
        c->tree_out[b] = c->tree_in[b] + size[b] - 1;
        next[b] = c->tree_in[b] + 1;
        if (b) next[d] += size[b];
    }
    free(size);
    free(next);
}

void ir_cfg_build(struct ir_cfg *c, const struct ir_func *f) {
    assert(f->blocks.n);
    *c = (struct ir_cfg){.n = f->blocks.n};
    predecessors(c, f);
    reverse_postorder(c, f);
    c->idom = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    ir_dominators(c, f);
    number_tree(c);
}

void ir_cfg_free(struct ir_cfg *c) {
    arena_free(&c->arena);
    *c = (struct ir_cfg){0};
}
