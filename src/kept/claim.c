// SPDX-License-Identifier: MIT
// Runs of an earlier analysis that are to be taken over.
#include <assert.h>

#include "kept/kept.h"

// What was made together, the run that is asked for first.
struct member {
    uint32_t func;
    struct kept_record *record;
    uint32_t run;    // once it is part of the graph
    uint32_t first;  // of its callees, in the list of all
};
struct outer {              // a call from one of them to another run
    uint32_t member, callee;
    uint32_t run;
};
struct claim {
    struct inter_start from;
    VEC(struct member) members;
    VEC(uint32_t) inner;       // by callee of a member: the number of the member that it is, or FIX_NONE
    VEC(struct outer) outer;   // in the order in which they were made
};

static uint32_t func_of(const struct kept *k, const char *name) {
    ir_val v = ir_find(k->digests->program, name);
    return ir_tag(v) == IR_FUNC && k->digests->program->funcs.at[ir_index(v)].blocks.n ? ir_index(v) : UINT32_MAX;
}

static bool fits(const struct kept *k, uint32_t func, const struct kept_record *r) {
    struct fix *f = k->t->f;
    uint32_t n = fix_points_of(f, func)->n;
    for (uint32_t i = 0; i < r->nodes.n; i++)
        if (r->nodes.at[i].point > n) return false;
    return r->n_met == f->program->funcs.at[func].instrs.n / 8 + 1;
}

// ---- what was made together ---------------------------------------------------------------------------------------------------------------

static uint32_t find_member(const struct claim *c, const struct kept_record *r) {
    uint32_t i = 0;
    while (i < c->members.n && c->members.at[i].record != r) i++;
    return i;
}

// The number of the member, which is added if need be; FIX_NONE: it is not there.
static uint32_t add_member(struct kept *k, struct claim *c, const char *name, struct cache_key key) {
    uint32_t func = func_of(k, name);
    struct kept_record *r = func == UINT32_MAX ? NULL : kept_find(k, func, key);
    if (!r || !cache_same(r->group, c->members.at[0].record->group)) return FIX_NONE;
    uint32_t i = find_member(c, r);
    if (i == c->members.n) vec_push(&c->members, (struct member){.func = func, .record = r});
    return i;
}

static bool gather(struct kept *k, struct claim *c) {
    for (uint32_t i = 0; i < c->members.n; i++) {
        const struct kept_record *r = c->members.at[i].record;
        if (!fits(k, c->members.at[i].func, r)) return false;
        c->members.at[i].first = c->inner.n;
        for (uint32_t n = 0; n < r->callees.n; n++) {
            const struct kept_callee *x = &r->callees.at[n];
            uint32_t member = x->inside ? add_member(k, c, x->func, x->key) : FIX_NONE;
            if (x->inside && member == FIX_NONE) return false;
            vec_push(&c->inner, member);
            if (!x->inside) vec_push(&c->outer, (struct outer){.member = i, .callee = n});
        }
    }
    return true;
}

static const struct kept_callee *callee_of(const struct claim *c, const struct outer *x) {
    return &c->members.at[x->member].record->callees.at[x->callee];
}

static void order(struct claim *c) {
    for (uint32_t i = 1; i < c->outer.n; i++)
        for (uint32_t n = i; n && callee_of(c, &c->outer.at[n - 1])->when > callee_of(c, &c->outer.at[n])->when; n--) {
            struct outer x = c->outer.at[n];
            c->outer.at[n] = c->outer.at[n - 1];
            c->outer.at[n - 1] = x;
        }
}

// Where calls came back from, inside.
static bool returns_fit(const struct claim *c) {
    for (uint32_t i = 0; i < c->members.n; i++) {
        const struct member *m = &c->members.at[i];
        for (uint32_t n = 0; n < m->record->nodes.n; n++) {
            const struct kept_node *x = &m->record->nodes.at[n];
            uint32_t member = x->callee == FIX_NONE ? FIX_NONE : c->inner.at[m->first + x->callee];
            if (member != FIX_NONE && x->via >= c->members.at[member].record->nodes.n) return false;
        }
    }
    return true;
}

void kept_drop(void *self, void *claim) {
    struct claim *c = claim;
    (void)self;
    vec_free(&c->members);
    vec_free(&c->inner);
    vec_free(&c->outer);
    free(c);
}

static bool is_refused(const struct kept *k, const struct kept_record *r) {
    for (uint32_t i = 0; i < k->refused->n; i++)
        if (cache_same(k->refused->at[i], r->key)) return true;
    return false;
}

uint32_t kept_claimed(const struct inter *t, kept_keys *to) {
    uint32_t n = to->n;
    for (uint32_t i = 0; i < t->frames.n; i++)
        if (t->frames.at[i].task == INTER_CLAIM) vec_push(to, ((const struct claim *)t->frames.at[i].claim)->members.at[0].record->key);
    return to->n - n;
}

void *kept_recall(void *self, struct inter *t, const struct inter_start *from) {
    struct kept *k = self;
    k->t = t;
    struct kept_record *r = kept_find(k, from->func, kept_key(k, from));
    if (!r || !r->head || is_refused(k, r) || kept_parse(k, r, r->nodes.at[0].text) != from->entry) return NULL;
    struct claim *c = calloc(1, sizeof *c);
    if (!c) base_out_of_memory();
    c->from = *from;
    vec_push(&c->members, (struct member){.func = from->func, .record = r});
    bool good = gather(k, c) && returns_fit(c);
    for (uint32_t i = 0; i < r->exits.n && good; i++) good = kept_parse(k, r, r->nodes.at[r->exits.at[i]].text) != DOM_NONE;
    for (uint32_t i = 1; i < c->members.n && good; i++) good = kept_parse(k, c->members.at[i].record, c->members.at[i].record->nodes.at[0].text) != DOM_NONE;
    if (good) order(c);
    if (!good) kept_drop(k, c);
    return good ? c : NULL;
}

// ---- its calls ---------------------------------------------------------------------------------------------------------------------------

static struct inter_done all_of(const struct claim *c) {
    struct inter_done all = {.calls = c->inner.n};
    for (uint32_t i = 0; i < c->members.n; i++) all.cost = fix_cost_plus(all.cost, c->members.at[i].record->cost);
    return all;
}

static struct inter_done until_call(const struct claim *c, const struct kept_callee *x) {
    struct inter_done done = {.cost = x->spent};
    for (uint32_t i = 0; i < c->members.n; i++) {
        const struct kept_record *r = c->members.at[i].record;
        for (uint32_t n = 0; n < r->callees.n; n++) done.calls += r->callees.at[n].when <= x->when;
    }
    return done;
}

bool kept_call(void *self, struct inter *t, void *claim, uint32_t i, struct inter_start *to, struct inter_done *until) {
    struct kept *k = self;
    const struct claim *c = claim;
    k->t = t;
    *until = i < c->outer.n ? until_call(c, callee_of(c, &c->outer.at[i])) : all_of(c);
    if (i == c->outer.n) return false;
    const struct outer *x = &c->outer.at[i];
    const struct kept_callee *callee = callee_of(c, x);
    const struct kept_record *r = c->members.at[x->member].record;
    uint32_t func = func_of(k, callee->func);
    t->f->dom->keep->tell(t->f->d, callee->knew);
    k->asked.entry = DOM_NONE;  // a key from before has less of what is known
    *to = (struct inter_start){func, func != UINT32_MAX ? kept_parse(k, r, callee->entry) : DOM_NONE, r->nodes.at[callee->node].exact};
    return true;
}

bool kept_confirms(void *self, struct inter *t, void *claim, uint32_t i, uint32_t run) {
    struct kept *k = self;
    struct claim *c = claim;
    k->t = t;
    assert(i < c->outer.n && t->f->graph.runs.at[run].done);
    c->outer.at[i].run = run;
    return cache_same(kept_ends(k, run), callee_of(c, &c->outer.at[i])->key);
}

// ---- in the graph --------------------------------------------------------------------------------------------------------------------------

static struct fix_run *run_at(const struct kept *k, uint32_t run) {
    return &k->t->f->graph.runs.at[run];
}

static void add_nodes(struct kept *k, const struct member *m) {
    struct fix_graph *g = &k->t->f->graph;
    struct fix_run *run = run_at(k, m->run);
    const struct kept_record *r = m->record;
    for (uint32_t i = 0; i < r->nodes.n; i++) {
        const struct kept_node *n = &r->nodes.at[i];
        struct fix_node node = {.run = m->run, .point = n->point, .parent = FIX_NONE, .via = FIX_NONE, .gone = n->gone, .exact = n->exact};
        if (i) node.parent = run->first + n->parent;
        vec_push(&g->nodes, node);
    }
    g->nodes.at[run->first].state = run->entry;
    run->states = r->nodes.n - 1;
    for (uint32_t i = 0; i < r->exits.n; i++) vec_push(&run->exits, run->first + r->exits.at[i]);
}

static void add_costs(struct kept *k, const struct member *m) {
    struct fix *f = k->t->f;
    const struct kept_record *r = m->record;
    for (uint32_t i = 0; i < f->program->funcs.at[m->func].instrs.n; i++)
        if (r->met[i / 8] >> i % 8 & 1) fix_account_mark(&f->account, m->func, i, FIX_MET);
    (void)f->dom->keep->noted(f->d, f->dom->keep->noted(f->d, 0) | r->noted);
    f->reached |= r->fix_limits;
    k->t->reached |= r->inter_limits;
    k->t->reused += r->entered;
    k->recalled += r->nodes.n;
    f->compared += r->cost.pairs;
    f->taken_parts += r->cost.parts;
    f->words += r->cost.words;
}

static void add_run(struct kept *k, struct member *m, dom_state entry) {
    struct fix *f = k->t->f;
    m->run = f->graph.runs.n;
    m->record->used = true;
    vec_push(&f->graph.runs, (struct fix_run){.func = m->func, .entry = entry, .caller = FIX_NONE, .before = FIX_NONE, .first = f->graph.nodes.n, .done = true});
    add_nodes(k, m);
    *kept_run(k, m->run) = (struct kept_run){.key = m->record->key, .ends = m->record->ends, .keyed = true, .ended = true, .knew = m->record->knew, .record = m->record};
    run_at(k, m->run)->words = m->record->cost.words;
    add_costs(k, m);
    inter_adopt(k->t, m->run, &(struct inter_cost){.entered = m->record->entered, .pairs = m->record->cost.pairs, .parts = m->record->cost.parts});
}

static uint32_t outer_run(const struct claim *c, uint32_t member, uint32_t callee) {
    for (uint32_t i = 0; i < c->outer.n; i++)
        if (c->outer.at[i].member == member && c->outer.at[i].callee == callee) return c->outer.at[i].run;
    return FIX_NONE;
}

// Where its calls led, and where they came back from.
static void add_ways(struct kept *k, const struct claim *c, uint32_t number) {
    const struct member *m = &c->members.at[number];
    uint32_t first = run_at(k, m->run)->first;
    for (uint32_t i = 0; i < m->record->callees.n; i++) {
        uint32_t inner = c->inner.at[m->first + i], run = inner != FIX_NONE ? c->members.at[inner].run : outer_run(c, number, i);
        struct fix_run *r = run_at(k, run);
        if (r->caller == FIX_NONE && r->before == FIX_NONE && (inner != FIX_NONE ? inner != 0 : r->asked)) r->caller = first + m->record->callees.at[i].node;
        vec_push(&k->t->runs.at[m->run].callees, (struct inter_callee){.run = run, .node = first + m->record->callees.at[i].node, .when = k->t->when++});
    }
    for (uint32_t i = 0; i < m->record->nodes.n; i++) {
        const struct kept_node *n = &m->record->nodes.at[i];
        if (n->callee == FIX_NONE) continue;
        uint32_t run = k->t->runs.at[m->run].callees.at[n->callee].run;
        bool inside = c->inner.at[m->first + n->callee] != FIX_NONE;
        const struct fix_run *r = run_at(k, run);
        if (inside || n->via < r->exits.n) k->t->f->graph.nodes.at[first + i].via = inside ? r->first + n->via : r->exits.at[n->via];
    }
}

uint32_t kept_adopt(void *self, struct inter *t, void *claim, uint32_t caller, uint32_t before) {
    struct kept *k = self;
    struct claim *c = claim;
    struct fix *f = t->f;
    k->t = t;
    for (uint32_t i = 0; i < c->members.n; i++) {
        struct member *m = &c->members.at[i];
        add_run(k, m, i ? kept_parse(k, m->record, m->record->nodes.at[0].text) : c->from.entry);
    }
    run_at(k, c->members.at[0].run)->caller = caller;
    run_at(k, c->members.at[0].run)->before = before;
    for (uint32_t i = 0; i < c->members.n; i++) add_ways(k, c, i);
    t->reused -= c->members.n - 1;  // those that were new
    f->dom->keep->tell(f->d, c->members.at[0].record->knows);
    return c->members.at[0].run;
}
