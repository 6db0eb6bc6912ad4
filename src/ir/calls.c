// SPDX-License-Identifier: MIT
#include "ir/calls.h"

#include <assert.h>

#include "base/buf.h"
#include "ir/operand.h"
#include "ir/standin.h"

#define NONE UINT32_MAX

// ---- which functions fit a call --------------------------------------------------------------------------------------------------------

static bool same_class(ir_type a, ir_type b) {
    bool word = (ir_kind(a) == IR_INT || ir_kind(a) == IR_PTR) && (ir_kind(b) == IR_INT || ir_kind(b) == IR_PTR);
    return a == b || (word && ir_bits(a) == ir_bits(b));
}

// Parameters that arguments are passed to one by one: not the block of variadic arguments.
static uint32_t plain_params(const struct ir_func *f) {
    bool block = (f->flags & IR_VARIADIC) && !(f->flags & IR_EXTERN) && f->n_params;
    return f->n_params - block;
}

bool ir_call_fits(const struct ir_program *p, const struct ir_func *caller, const struct ir_instr *call, const struct ir_func *callee) {
    uint32_t n = plain_params(callee);
    assert(call->op == IR_CALL);
    if (n > call->n_args - 1) return false;
    for (uint32_t k = 0; k < n; k++)
        if (!same_class(ir_type_of(p, caller, call->args[k + 1]), callee->locals.at[k].type)) return false;
    if (!call->n_dsts || !callee->n_rets) return true;
    if (call->n_dsts != callee->n_rets) return false;
    for (uint32_t k = 0; k < call->n_dsts; k++)
        if (!same_class(caller->locals.at[call->dsts[k]].type, callee->rets[k])) return false;
    return true;
}

// ---- addresses taken ---------------------------------------------------------------------------------------------------------------

static void take(struct ir_calls *c, ir_val v) {
    if (ir_tag(v) == IR_FUNC) c->taken[ir_index(v)] = true;
}

static void find_taken(struct ir_calls *c) {
    const struct ir_program *p = c->program;
    c->taken = ARENA_ARRAY(&c->arena, bool, c->n);
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t r = 0; r < p->globals.at[g].n_relocs; r++) take(c, p->globals.at[g].relocs[r].target);
    for (uint32_t f = 0; f < c->n; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].instrs.n; i++) {
            const struct ir_instr *instr = &p->funcs.at[f].instrs.at[i];
            for (uint32_t k = instr->op == IR_CALL; k < ir_n_operands(instr); k++) take(c, ir_operand(instr, k));
        }
    for (int role = 0; role < IR_N_ROLES; role++)
        if (ir_standin(p, role) != UINT32_MAX) c->taken[ir_standin(p, role)] = true;
}

// ---- sites and groups --------------------------------------------------------------------------------------------------------------

struct groups {
    struct intern signatures;
    VEC(struct ir_site) first;  // by group: one of its calls
};

// All that ir_call_fits looks at.
static uint32_t group_of(struct groups *g, const struct ir_program *p, const struct ir_site *site) {
    const struct ir_func *f = &p->funcs.at[site->func];
    const struct ir_instr *call = &f->instrs.at[site->instr];
    struct buf key = {0};
    for (uint32_t k = 1; k < call->n_args; k++) buf_printf(&key, "%x ", ir_type_of(p, f, call->args[k]));
    buf_char(&key, ':');
    for (uint32_t k = 0; k < call->n_dsts; k++) buf_printf(&key, " %x", f->locals.at[call->dsts[k]].type);
    uint32_t group = intern_add(&g->signatures, buf_text(&key));
    if (group == g->first.n) vec_push(&g->first, *site);
    buf_free(&key);
    return group;
}

static void find_sites(struct ir_calls *c, struct groups *g) {
    const struct ir_program *p = c->program;
    VEC(struct ir_site) sites = {0};
    c->site_first = ARENA_ARRAY(&c->arena, uint32_t, (size_t)c->n + 1);
    for (uint32_t f = 0; f < c->n; f++) {
        for (uint32_t i = 0; i < p->funcs.at[f].instrs.n; i++) {
            const struct ir_instr *call = &p->funcs.at[f].instrs.at[i];
            if (call->op != IR_CALL) continue;
            bool direct = ir_tag(call->args[0]) == IR_FUNC;
            struct ir_site site = {f, i, direct ? ir_index(call->args[0]) : NONE, NONE};
            if (!direct) site.group = group_of(g, p, &site);
            vec_push(&sites, site);
        }
        c->site_first[f + 1] = sites.n;
    }
    c->sites = arena_copy(&c->arena, sites.at, sites.n * sizeof *sites.at);
    vec_free(&sites);
}

static void find_candidates(struct ir_calls *c, const struct groups *g) {
    const struct ir_program *p = c->program;
    VEC(uint32_t) list = {0};
    c->n_groups = g->first.n;
    c->candidate_first = ARENA_ARRAY(&c->arena, uint32_t, (size_t)c->n_groups + 1);
    for (uint32_t k = 0; k < c->n_groups; k++) {
        assert(g->first.at);
        const struct ir_func *caller = &p->funcs.at[g->first.at[k].func];
        const struct ir_instr *call = &caller->instrs.at[g->first.at[k].instr];
        for (uint32_t f = 0; f < c->n; f++)
            if (c->taken[f] && ir_call_fits(p, caller, call, &p->funcs.at[f])) vec_push(&list, f);
        c->candidate_first[k + 1] = list.n;
    }
    c->candidates = arena_copy(&c->arena, list.at, list.n * sizeof *list.at);
    vec_free(&list);
}

// ---- the graph: functions, then the node of call-backs, then groups -------------------------------------------------------------------

static uint32_t n_nodes(const struct ir_calls *c) {
    return c->n + 1 + c->n_groups;
}

static void find_call_backs(struct ir_calls *c, ir_may_call_back may, const void *context) {
    c->calls_back = ARENA_ARRAY(&c->arena, bool, c->n);
    for (uint32_t f = 0; f < c->n; f++) {
        const struct ir_func *func = &c->program->funcs.at[f];
        c->calls_back[f] = (func->flags & IR_EXTERN) && (!may || may(context, c->program, func));
    }
}

static void make_edges(struct ir_calls *c) {
    VEC(uint32_t) edges = {0};
    uint32_t node = 0;
    c->edge_first = ARENA_ARRAY(&c->arena, uint32_t, (size_t)n_nodes(c) + 1);
    for (uint32_t f = 0; f < c->n; f++) {
        for (uint32_t s = c->site_first[f]; s < c->site_first[f + 1]; s++)
            vec_push(&edges, c->sites[s].group == NONE ? c->sites[s].target : c->n + 1 + c->sites[s].group);
        if (c->calls_back[f]) vec_push(&edges, c->n);
        c->edge_first[++node] = edges.n;
    }
    for (uint32_t f = 0; f < c->n; f++)
        if (c->taken[f]) vec_push(&edges, f);
    c->edge_first[++node] = edges.n;
    for (uint32_t g = 0; g < c->n_groups; g++) {
        for (uint32_t k = c->candidate_first[g]; k < c->candidate_first[g + 1]; k++) vec_push(&edges, c->candidates[k]);
        c->edge_first[++node] = edges.n;
    }
    c->edges = arena_copy(&c->arena, edges.at, edges.n * sizeof *edges.at);
    vec_free(&edges);
}

// ---- strongly connected components (Tarjan) ---------------------------------------------------------------------------------------------

struct visit {
    uint32_t node, next;
};
struct search {
    struct ir_calls *c;
    uint32_t *number, *low;  // of discovery, counted from 1; the oldest that can be reached back
    bool *open;              // on the stack of nodes without a component
    uint32_t last;
    VEC(struct visit) frames;
    VEC(uint32_t) stack;
};

static void enter(struct search *s, uint32_t node) {
    s->number[node] = s->low[node] = ++s->last;
    s->open[node] = true;
    vec_push(&s->stack, node);
    vec_push(&s->frames, (struct visit){node, s->c->edge_first[node]});
}

static bool calls_itself(const struct ir_calls *c, uint32_t f) {
    for (uint32_t e = c->edge_first[f]; e < c->edge_first[f + 1]; e++)
        if (c->edges[e] == f) return true;
    return false;
}

// Pops the component of `root`.  It is recursive if it has more than one node, groups and call-backs counted.
static void close_component(struct search *s, uint32_t root) {
    struct ir_calls *c = s->c;
    bool recursive = vec_last(&s->stack) != root || calls_itself(c, root), has_function = false;
    for (uint32_t node = NONE; node != root;) {
        node = vec_pop(&s->stack);
        s->open[node] = false;
        if (node >= c->n) continue;
        c->component[node] = c->n_components;
        c->recursive[node] = recursive;
        has_function = true;
    }
    c->n_components += has_function;
}

static void look(struct search *s, struct visit *v) {
    uint32_t next = s->c->edges[v->next++];
    if (!s->number[next])
        enter(s, next);
    else if (s->open[next] && s->number[next] < s->low[v->node])
        s->low[v->node] = s->number[next];
}

static void search_from(struct search *s, uint32_t start) {
    enter(s, start);
    while (s->frames.n) {
        struct visit *v = &vec_last(&s->frames);
        if (v->next < s->c->edge_first[v->node + 1]) {
            look(s, v);
            continue;
        }
        uint32_t node = vec_pop(&s->frames).node;
        if (s->low[node] == s->number[node]) close_component(s, node);
        if (!s->frames.n) continue;
        uint32_t parent = vec_last(&s->frames).node;
        if (s->low[node] < s->low[parent]) s->low[parent] = s->low[node];
    }
}

static void find_components(struct ir_calls *c) {
    c->component = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    c->recursive = ARENA_ARRAY(&c->arena, bool, c->n);
    struct search s = {.c = c,
                       .number = calloc(n_nodes(c), sizeof(uint32_t)),
                       .low = calloc(n_nodes(c), sizeof(uint32_t)),
                       .open = calloc(n_nodes(c), sizeof(bool))};
    if (!s.number || !s.low || !s.open) base_out_of_memory();
    for (uint32_t f = 0; f < c->n; f++)
        if (!s.number[f]) search_from(&s, f);
    free(s.number);
    free(s.low);
    free(s.open);
    vec_free(&s.frames);
    vec_free(&s.stack);
}

static void list_members(struct ir_calls *c) {
    c->member_first = ARENA_ARRAY(&c->arena, uint32_t, (size_t)c->n_components + 2);
    c->members = ARENA_ARRAY(&c->arena, uint32_t, c->n);
    uint32_t *at = c->member_first + 1;  // shifted by one while filling, so that it ends as it should begin
    for (uint32_t f = 0; f < c->n; f++) at[c->component[f] + 1]++;
    for (uint32_t k = 0; k < c->n_components; k++) at[k + 1] += at[k];
    for (uint32_t f = 0; f < c->n; f++) c->members[at[c->component[f]]++] = f;
}

// ---- questions ---------------------------------------------------------------------------------------------------------------------

static const struct ir_site *find_site(const struct ir_calls *c, uint32_t func, uint32_t instr) {
    uint32_t lo = c->site_first[func], hi = c->site_first[func + 1];
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (c->sites[mid].instr < instr)
            lo = mid + 1;
        else
            hi = mid;
    }
    assert(lo < c->site_first[func + 1] && c->sites[lo].instr == instr);
    return &c->sites[lo];
}

const uint32_t *ir_call_targets(const struct ir_calls *c, uint32_t func, uint32_t instr, uint32_t *n) {
    const struct ir_site *s = find_site(c, func, instr);
    *n = 1;
    if (s->group == NONE) return &s->target;
    *n = c->candidate_first[s->group + 1] - c->candidate_first[s->group];
    return c->candidates + c->candidate_first[s->group];
}

typedef VEC(uint32_t) worklist;

static void mark(worklist *work, bool *seen, uint32_t node) {
    if (seen[node]) return;
    seen[node] = true;
    vec_push(work, node);
}

void ir_calls_reach(const struct ir_calls *c, uint32_t entry, bool *reached) {
    const struct ir_program *p = c->program;
    bool *seen = calloc(n_nodes(c), sizeof *seen);
    if (!seen) base_out_of_memory();
    worklist work = {0};
    mark(&work, seen, entry);
    for (uint32_t k = 0; k < p->ctors.n; k++) mark(&work, seen, p->ctors.at[k].func);
    for (uint32_t k = 0; k < p->dtors.n; k++) mark(&work, seen, p->dtors.at[k].func);
    while (work.n) {
        uint32_t node = vec_pop(&work);
        for (uint32_t e = c->edge_first[node]; e < c->edge_first[node + 1]; e++) mark(&work, seen, c->edges[e]);
    }
    memcpy(reached, seen, c->n * sizeof *reached);
    vec_free(&work);
    free(seen);
}

void ir_calls_build(struct ir_calls *c, const struct ir_program *p, ir_may_call_back may_call_back, const void *context) {
    *c = (struct ir_calls){.program = p, .n = p->funcs.n};
    struct groups g = {0};
    find_taken(c);
    find_sites(c, &g);
    find_candidates(c, &g);
    find_call_backs(c, may_call_back, context);
    make_edges(c);
    find_components(c);
    list_members(c);
    intern_free(&g.signatures);
    vec_free(&g.first);
}

void ir_calls_free(struct ir_calls *c) {
    arena_free(&c->arena);
    *c = (struct ir_calls){0};
}

bool ir_calls_never(const void *context, const struct ir_program *p, const struct ir_func *f) {
    (void)context;
    (void)p;
    (void)f;
    return false;
}
