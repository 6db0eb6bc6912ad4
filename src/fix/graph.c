// SPDX-License-Identifier: MIT
#include "fix/graph.h"

#include <assert.h>

void fix_graph_forget(struct fix_run *r) {
    if (!r->record) return;
    vec_free(&r->record->nodes);
    free(r->record->met);
    free(r->record);
    r->record = NULL;
}

void fix_graph_free(struct fix_graph *g) {
    for (uint32_t i = 0; i < g->runs.n; i++) vec_free(&g->runs.at[i].exits);
    for (uint32_t i = 0; i < g->runs.n; i++) fix_graph_forget(&g->runs.at[i]);
    vec_free(&g->runs);
    vec_free(&g->nodes);
}

// Written backwards.  `returns` are the nodes to go on with once the entries of runs that were passed on the way are reached.
struct walk {
    const struct fix_graph *g;
    struct fix_points *const *points;
    uint32_t most;
    fix_trace *out;
    VEC(uint32_t) returns;
};

static void put(struct walk *w, uint32_t func, uint32_t instr, uint32_t node) {
    if (w->out->n < w->most) vec_push(w->out, (struct fix_step){func, instr, node});
}

// The code of a node from instruction `last` back; nothing for an exit node, which has none.  A call is told by its own node only.
static uint32_t tell(struct walk *w, uint32_t node, uint32_t last) {
    if (node == FIX_NONE) return FIX_NONE;
    assert(node < w->g->nodes.n);
    const struct fix_node *n = &w->g->nodes.at[node];
    uint32_t func = w->g->runs.at[n->run].func;
    if (n->point == w->points[func]->n) return node;
    const struct fix_point *q = &w->points[func]->at[n->point];
    uint32_t end = q->code.end - q->to_call;
    for (uint32_t i = last < end ? last + 1 : end; i-- > q->code.first;) put(w, func, i, node);
    return node;
}

// One step back: the node whose code comes before; FIX_NONE at the entry of the program.
static uint32_t step(struct walk *w, uint32_t node) {
    const struct fix_node *n = &w->g->nodes.at[node];
    const struct fix_run *r = &w->g->runs.at[n->run];
    assert(n->parent == FIX_NONE ? node == r->first : n->parent < node);
    assert(n->via == FIX_NONE || n->parent != FIX_NONE);
    if (n->via != FIX_NONE) {
        vec_push(&w->returns, n->parent);
        return n->via;
    }
    if (n->parent != FIX_NONE) return tell(w, n->parent, UINT32_MAX);
    if (w->returns.n) return tell(w, vec_pop(&w->returns), UINT32_MAX);
    return r->caller != FIX_NONE ? tell(w, r->caller, UINT32_MAX) : r->before;
}

static bool holds(const struct walk *w, uint32_t node, struct fix_place place) {
    const struct fix_node *n = &w->g->nodes.at[node];
    const struct fix_points *t = w->points[w->g->runs.at[n->run].func];
    const struct dom_code *code = &t->at[n->point].code;
    return n->point < t->n && code->func == place.func && code->first <= place.instr && place.instr < code->end;
}

// The place, and the node from which to go back.
static uint32_t start(struct walk *w, uint32_t node, uint32_t via, struct fix_place place) {
    if (via == FIX_NONE && node != FIX_NONE && holds(w, node, place)) return tell(w, node, place.instr);
    if (place.func != UINT32_MAX) put(w, place.func, place.instr, FIX_NONE);
    if (via == FIX_NONE) return tell(w, node, UINT32_MAX);
    if (node != FIX_NONE) vec_push(&w->returns, node);
    return via;
}

static void reverse(fix_trace *t, uint32_t first) {
    for (uint32_t i = first, k = t->n; i + 1 < k; i++) {
        struct fix_step p = t->at[--k];
        t->at[k] = t->at[i];
        t->at[i] = p;
    }
}

bool fix_graph_trace(const struct fix_graph *g, struct fix_points *const *points, uint32_t node, uint32_t via, struct fix_place place,
                     uint32_t most, fix_trace *out) {
    uint32_t first = out->n;
    struct walk w = {.g = g, .points = points, .most = most + first, .out = out};
    uint32_t at = start(&w, node, via, place);
    while (at != FIX_NONE && out->n < w.most) at = step(&w, at);
    vec_free(&w.returns);
    assert(out->n <= w.most);
    reverse(out, first);
    return at == FIX_NONE;
}
