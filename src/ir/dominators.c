// SPDX-License-Identifier: MIT
#include "ir/dominators.h"

// All arrays but `pre` are by preorder number of a depth-first search from block 0.
//
// The semidominator of w is the smallest v with a path v -> ... -> w whose inner vertices are all greater than w.  Vertices are taken from
// the greatest to the smallest; those taken form a forest (ancestor), in which `label` remembers the vertex of least semidominator on the
// compressed path to the root.  dom[w] becomes known, or known to be that of another vertex, when the parent of w is taken.
struct search {
    uint32_t n;
    uint32_t *pre;  // by block; IR_NO_BLOCK if unreachable
    uint32_t *block, *parent;
    uint32_t *semi, *label, *ancestor, *dom;
    uint32_t *first, *next;  // vertices by semidominator, as linked lists
    uint32_t *path;          // scratch of compress
};

struct visit {
    uint32_t block, next;
};

static void discover(struct search *s, uint32_t block, uint32_t parent) {
    s->pre[block] = s->n;
    s->block[s->n] = block;
    s->parent[s->n++] = parent;
}

static void number(struct search *s, const struct ir_func *f) {
    VEC(struct visit) stack = {0};
    vec_push(&stack, (struct visit){0, 0});
    discover(s, 0, IR_NO_BLOCK);
    while (stack.n) {
        struct visit *v = &vec_last(&stack);
        const struct ir_instr *end = ir_end(f, v->block);
        if (v->next == end->n_succs) {
            stack.n--;
            continue;
        }
        uint32_t to = end->succs[v->next++];
        if (s->pre[to] != IR_NO_BLOCK) continue;
        discover(s, to, s->pre[v->block]);
        vec_push(&stack, (struct visit){to, 0});
    }
    vec_free(&stack);
}

static void compress(struct search *s, uint32_t v) {
    uint32_t n = 0;
    for (; s->ancestor[s->ancestor[v]] != IR_NO_BLOCK; v = s->ancestor[v]) s->path[n++] = v;
    while (n) {
        uint32_t u = s->path[--n], a = s->ancestor[u];
        if (s->semi[s->label[a]] < s->semi[s->label[u]]) s->label[u] = s->label[a];
        s->ancestor[u] = s->ancestor[a];
    }
}

// The vertex of least semidominator above the root of v's tree, v included.
static uint32_t least(struct search *s, uint32_t v) {
    if (s->ancestor[v] == IR_NO_BLOCK) return v;
    compress(s, v);
    return s->label[v];
}

static void take(struct search *s, const struct ir_cfg *c, uint32_t w) {
    uint32_t b = s->block[w], parent = s->parent[w];
    for (uint32_t k = c->pred_first[b]; k < c->pred_first[b + 1]; k++) {
        uint32_t v = s->pre[c->preds[k]];
        if (v == IR_NO_BLOCK) continue;
        uint32_t u = least(s, v);
        if (s->semi[u] < s->semi[w]) s->semi[w] = s->semi[u];
    }
    s->next[w] = s->first[s->semi[w]];
    s->first[s->semi[w]] = w;
    s->ancestor[w] = parent;
    for (uint32_t v = s->first[parent]; v != IR_NO_BLOCK; v = s->next[v]) {
        uint32_t u = least(s, v);
        s->dom[v] = s->semi[u] < s->semi[v] ? u : parent;
    }
    s->first[parent] = IR_NO_BLOCK;
}

static uint32_t *array(struct arena *arena, uint32_t n, bool identity) {
    uint32_t *a = ARENA_ARRAY(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) a[i] = identity ? i : IR_NO_BLOCK;
    return a;
}

void ir_dominators(struct ir_cfg *c, const struct ir_func *f) {
    struct arena arena = {0};
    uint32_t n = c->n;
    struct search s = {
        .pre = array(&arena, n, false),
        .block = array(&arena, n, false),
        .parent = array(&arena, n, false),
        .semi = array(&arena, n, true),
        .label = array(&arena, n, true),
        .ancestor = array(&arena, n, false),
        .dom = array(&arena, n, false),
        .first = array(&arena, n, false),
        .next = array(&arena, n, false),
        .path = array(&arena, n, false),
    };
    number(&s, f);
    for (uint32_t w = s.n; w-- > 1;) take(&s, c, w);
    for (uint32_t b = 0; b < n; b++) c->idom[b] = IR_NO_BLOCK;
    for (uint32_t w = 1; w < s.n; w++) {
        if (s.dom[w] != s.semi[w]) s.dom[w] = s.dom[s.dom[w]];
        c->idom[s.block[w]] = s.block[s.dom[w]];
    }
    arena_free(&arena);
}
