// SPDX-License-Identifier: MIT
#include "check/aim.h"

// Nodes are instructions, then one for the end of each function.  Edges are kept backwards.
struct ways {
    const struct ir_program *p;
    const bool *reached;
    const uint32_t *first;
    uint32_t n_instrs, n_nodes;
    VEC(struct check_target) edges;  // func: to, instr: from
    uint32_t *start, *from;          // edges to node x: from[start[x] .. start[x + 1])
};

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

static void add_edge(struct ways *w, uint32_t from, uint32_t to) {
    vec_push(&w->edges, (struct check_target){to, from});
}

static void add_calls(struct ways *w, const struct ir_calls *calls, uint32_t func, uint32_t instr) {
    uint32_t n, here = w->first[func] + instr;
    const uint32_t *targets = ir_call_targets(calls, func, instr, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (!w->p->funcs.at[targets[i]].instrs.n || !w->reached[targets[i]]) continue;
        add_edge(w, here, w->first[targets[i]]);
        add_edge(w, w->n_instrs + targets[i], here + 1);
    }
}

static void add_instr(struct ways *w, const struct ir_calls *calls, uint32_t func, uint32_t instr) {
    const struct ir_func *f = &w->p->funcs.at[func];
    const struct ir_instr *i = &f->instrs.at[instr];
    uint32_t here = w->first[func] + instr;
    if (ir_ops[i->op].group != IR_GROUP_END) add_edge(w, here, here + 1);
    if (i->op == IR_CALL) add_calls(w, calls, func, instr);
    if (i->op == IR_RET) add_edge(w, here, w->n_instrs + func);
    for (uint32_t k = 0; k < i->n_succs; k++) add_edge(w, here, w->first[func] + f->blocks.at[i->succs[k]].first);
}

static void sort_edges(struct ways *w) {
    w->start = zeros(w->n_nodes + 2, sizeof *w->start);
    w->from = zeros(w->edges.n, sizeof *w->from);
    for (uint32_t i = 0; i < w->edges.n; i++) w->start[w->edges.at[i].func + 2]++;
    for (uint32_t x = 2; x < w->n_nodes + 2; x++) w->start[x] += w->start[x - 1];
    for (uint32_t i = 0; i < w->edges.n; i++) w->from[w->start[w->edges.at[i].func + 1]++] = w->edges.at[i].instr;
}

static void spread(const struct ways *w, uint32_t *distance) {
    VEC(uint32_t) queue = {0};
    for (uint32_t x = 0; x < w->n_nodes; x++)
        if (distance[x] == 0) vec_push(&queue, x);
    for (uint32_t head = 0; head < queue.n; head++) {
        uint32_t x = queue.at[head];
        for (uint32_t k = w->start[x]; k < w->start[x + 1]; k++) {
            if (distance[w->from[k]] != CHECK_FAR) continue;
            distance[w->from[k]] = distance[x] + 1;
            vec_push(&queue, w->from[k]);
        }
    }
    vec_free(&queue);
}

static void set_targets(const struct check_aim *a, const struct ir_program *p, const struct ir_lib_table *library, ir_rule_set rules,
                        const check_targets *targets) {
    for (uint32_t i = 0; targets && i < targets->n; i++)
        if (a->reached[targets->at[i].func]) a->distance[a->first[targets->at[i].func] + targets->at[i].instr] = 0;
    if (targets && targets->n) return;
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t k = 0; a->reached[f] && k < p->funcs.at[f].instrs.n; k++)
            if (check_able(p, library, &p->funcs.at[f].instrs.at[k]) & rules) a->distance[a->first[f] + k] = 0;
}

void check_aim_begin(struct check_aim *a, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *library, ir_rule_set rules,
                     const check_targets *targets) {
    struct ir_calls calls = {0};
    bool *reached = a->reached = zeros(p->funcs.n, sizeof *reached);
    struct ways w = {.p = p, .reached = reached, .first = a->first = zeros(p->funcs.n, sizeof *a->first)};
    check_calls(&calls, p, library);
    ir_calls_reach(&calls, entry, reached);
    for (uint32_t f = 0; f < p->funcs.n; f++) {
        a->first[f] = w.n_instrs;
        if (reached[f]) w.n_instrs += p->funcs.at[f].instrs.n;
    }
    w.n_nodes = w.n_instrs + p->funcs.n;
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t k = 0; reached[f] && k < p->funcs.at[f].instrs.n; k++) add_instr(&w, &calls, f, k);
    sort_edges(&w);
    a->distance = zeros(w.n_nodes, sizeof *a->distance);
    memset(a->distance, 0xff, w.n_nodes * sizeof *a->distance);
    set_targets(a, p, library, rules, targets);
    spread(&w, a->distance);
    vec_free(&w.edges);
    free(w.start);
    free(w.from);
    ir_calls_free(&calls);
}

void check_aim_free(struct check_aim *a) {
    free(a->reached);
    free(a->first);
    free(a->distance);
}
