// SPDX-License-Identifier: MIT
#include "fix/fix.h"

#include <assert.h>
#include <stdio.h>

enum { PROGRESS_STEPS = 256 };
enum { STATE_COMPARED = 16, STATE_PARTS = 200 };  // so many pairs of states, or of their parts, are compared while one state is made

// ---- the sink ----------------------------------------------------------------------------------------------------------------------

static bool exact(const struct fix *f, uint32_t node) {
    return node == FIX_NONE || f->graph.nodes.at[node].exact;
}

static void take_state(void *self, dom_state state, uint32_t way) {
    struct fix_sink *s = self;
    vec_push(s->out, (struct fix_after){.state = state, .via = FIX_NONE, .way = way});
}

// The place to blame, and the node in whose code it is: what happens in the body of a library function happens where it was called first.
struct blame {
    struct fix_place place;
    uint32_t node, via;
};

static struct blame blame(const struct fix_sink *s, uint32_t func, uint32_t instr) {
    const struct fix *f = s->f;
    struct blame b = {{func, instr}, s->node, s->via};
    while (b.place.func != UINT32_MAX && f->program->funcs.at[b.place.func].flags & IR_MODEL && b.node != FIX_NONE) {
        const struct fix_run *run = &f->graph.runs.at[f->graph.nodes.at[b.node].run];
        if (run->func == b.place.func) b = (struct blame){b.place, run->caller, FIX_NONE};
        if (b.node == FIX_NONE) break;
        const struct fix_node *n = &f->graph.nodes.at[b.node];
        b.place.func = f->graph.runs.at[n->run].func;
        b.place.instr = f->points[b.place.func]->at[n->point].code.end - 1;
    }
    return b;
}

static struct fix_record *record_of(const struct fix *f, uint32_t node) {
    return node == FIX_NONE ? NULL : f->graph.runs.at[f->graph.nodes.at[node].run].record;
}

static void taint(const struct fix *f, uint32_t node) {
    struct fix_record *r = record_of(f, node);
    if (r) r->tainted = true;
}

static void take_fault(void *self, const struct dom_fault *fault) {
    struct fix_sink *s = self;
    taint(s->f, s->node);
    struct blame b = blame(s, fault->func, fault->instr);
    struct dom_fault there = *fault;
    there.func = b.place.func;
    there.instr = b.place.instr;
    if (there.func != fault->func && fault->cut) fix_account_mark(&s->f->account, fault->func, fault->instr, FIX_CUT);
    fix_account_fault(&s->f->account, &there, b.node, b.via, exact(s->f, s->node) && exact(s->f, s->via));
}

static void take_unknown(void *self, uint32_t func, uint32_t instr, const char *reason) {
    struct fix_sink *s = self;
    taint(s->f, s->node);
    struct blame b = blame(s, func, instr);
    if (b.place.func != func) fix_account_mark(&s->f->account, func, instr, FIX_CUT);
    fix_account_unknown(&s->f->account, b.place.func, b.place.instr, reason, exact(s->f, s->node) && exact(s->f, s->via));
}

static void take_met(void *self, uint32_t func, uint32_t first, uint32_t end) {
    struct fix_sink *s = self;
    struct fix_record *r = record_of(s->f, s->node);
    bool own = r && s->f->graph.runs.at[s->f->graph.nodes.at[s->node].run].func == func;
    for (uint32_t i = first; i < end; i++) fix_account_mark(&s->f->account, func, i, FIX_MET);
    for (uint32_t i = first; own && i < end; i++) r->met[i / 8] |= (uint8_t)(1u << i % 8);
    if (r && !own) r->tainted = true;
}

struct dom_sink *fix_sink_begin(struct fix_sink *s, struct fix *f, uint32_t node, fix_states *out) {
    *s = (struct fix_sink){
        .sink = {s, take_state, take_fault, take_unknown, take_met}, .f = f, .node = node, .via = FIX_NONE, .out = out};
    return &s->sink;
}

// ---- the analysis ------------------------------------------------------------------------------------------------------------------

static void *zeros(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (!p) base_out_of_memory();
    return p;
}

void fix_begin(struct fix *f) {
    assert(f->program && f->dom && f->d && !(f->options.max_words && !f->dom->effort));
    fix_account_begin(&f->account, f->program);
    f->graph = (struct fix_graph){0};
    f->points = zeros(f->program->funcs.n + 1, sizeof *f->points);
}

struct fix_points *fix_points_of(struct fix *f, uint32_t func) {
    if (!f->points[func]) f->points[func] = fix_points_new(f->program, f->lib, func);
    return f->points[func];
}

static void count_words(struct fix *f, uint32_t run, dom_state s) {
    uint32_t words = f->dom->effort ? f->dom->effort->words(f->d, s) : 0;
    f->graph.runs.at[run].words += words;
    f->words += words;
}

uint32_t fix_run_new(struct fix *f, uint32_t func, dom_state entry, uint32_t caller, uint32_t before) {
    uint32_t run = f->graph.runs.n, from = caller != FIX_NONE ? caller : before;
    assert(entry);
    (void)fix_points_of(f, func);
    vec_push(&f->graph.runs, (struct fix_run){.func = func, .entry = entry, .caller = caller, .before = before});
    vec_push(&f->graph.nodes, (struct fix_node){.state = entry, .run = run, .parent = FIX_NONE, .via = FIX_NONE, .exact = exact(f, from)});
    f->graph.runs.at[run].first = f->graph.nodes.n - 1;
    count_words(f, run, entry);
    if (f->options.remember) {
        struct fix_record *r = f->graph.runs.at[run].record = zeros(1, sizeof *r);
        r->met = zeros(f->program->funcs.at[func].instrs.n / 8 + 1, 1);
        vec_push(&r->nodes, f->graph.nodes.n - 1);
    }
    return run;
}

void fix_stop(struct fix *f, const char *reason) {
    assert(*reason);
    if (!f->stopped) f->stopped = arena_strdup(&f->account.arena, reason);
}

// ---- a walk ------------------------------------------------------------------------------------------------------------------------

// One run of one function.  Nodes wait at their point, in order of arrival; the lowest point with waiting nodes is next.
struct queue {
    VEC(uint32_t) nodes;
    uint32_t next;
};
struct fix_walk {
    struct fix *f;
    const struct fix_points *points;
    uint32_t run;
    struct set *sets;      // by point; the last is that of the exit
    struct queue *queues;  // by point
    uint64_t *busy;        // bit by point: does its queue hold something?
    uint32_t lowest;       // no bit is set in a word below this one
    uint64_t waiting;
    fix_states reached;  // by the code that is being run
    uint32_t node;       // whose code is being run, or FIX_NONE
    bool called;         // its call is being carried out
    fix_states after;    // states after a call, to be kept:
    uint32_t caller;     // the node of the call
    uint32_t taken;      // so many are kept, and
    bool kept;           // one more, but the budget was reached
};

static void enqueue(struct fix_walk *w, uint32_t node, uint32_t point) {
    assert(point < w->points->n && w->f->graph.nodes.at[node].run == w->run);
    vec_push(&w->queues[point].nodes, node);
    w->busy[point / 64] |= UINT64_C(1) << point % 64;
    if (point / 64 < w->lowest) w->lowest = point / 64;
    w->waiting++;
    w->f->pending++;
}

static void reach(struct fix *f, enum fix_limit limit) {
    f->reached |= 1u << limit;
}

static uint32_t dequeue(struct fix_walk *w) {
    assert(w->waiting && w->f->pending >= w->waiting);
    while (!w->busy[w->lowest]) w->lowest++;
    uint32_t point = w->lowest * 64 + (uint32_t)__builtin_ctzll(w->busy[w->lowest]);
    struct queue *q = &w->queues[point];
    assert(q->next < q->nodes.n);
    uint32_t node = q->nodes.at[q->next++];
    w->waiting--;
    w->f->pending--;
    if (q->next == q->nodes.n) {
        vec_clear(&q->nodes);
        q->next = 0;
        w->busy[point / 64] &= ~(UINT64_C(1) << point % 64);
    }
    return node;
}

static struct fix_node *node_at(const struct fix_walk *w, uint32_t node) {
    return &w->f->graph.nodes.at[node];
}

static const struct dom_code *code_of(const struct fix_walk *w, uint32_t node) {
    return &w->points->at[node_at(w, node)->point].code;
}

// The set of a point is full, and its states do not join.
static void give_up(struct fix_walk *w, uint32_t parent, uint32_t point) {
    struct dom_code at = *code_of(w, parent);
    struct buf text = {0};
    if (point < w->points->n)
        at = w->points->at[point].code;
    else
        at.first = at.end - 1;
    reach(w->f, FIX_LIMIT_CAP);
    taint(w->f, parent);
    buf_printf(&text, "more than %u states", w->f->options.set.cap);
    fix_account_unknown(&w->f->account, at.func, at.first, buf_text(&text), false);
    buf_free(&text);
}

static void push_node(struct fix_walk *w, uint32_t parent, uint32_t via, dom_state kept, uint32_t point, bool lossless) {
    bool was_exact = exact(w->f, parent) && exact(w->f, via);
    uint32_t node = w->f->graph.nodes.n;
    assert(kept && parent < node && point <= w->points->n);
    vec_push(&w->f->graph.nodes, (struct fix_node){kept, w->run, point, parent, via, .exact = was_exact && lossless});
    w->f->graph.runs.at[w->run].states++;
    count_words(w->f, w->run, kept);
    if (w->f->graph.runs.at[w->run].record) vec_push(&w->f->graph.runs.at[w->run].record->nodes, node);
    if (point < w->points->n)
        enqueue(w, node, point);
    else
        vec_push(&w->f->graph.runs.at[w->run].exits, node);
}

// The exit of a function that may be called while it runs is where a cycle is cut.
static enum set_place place_of(const struct fix_walk *w, uint32_t point) {
    if (w->f->options.exact) return SET_STRAIGHT;
    bool few = w->sets[point].n < fix_limits[FIX_LIMIT_FEW_STATES].value;  // what they know of each other is worth more than a summary
    if (point < w->points->n && w->points->at[point].calls && few) return SET_STRAIGHT;
    if (point < w->points->n && w->points->at[point].calls) reach(w->f, FIX_LIMIT_FEW_STATES);
    if (point < w->points->n) return w->points->at[point].place;
    return w->f->graph.runs.at[w->run].recursive ? SET_HEAD : SET_JUNCTION;
}

// A state arrives at a point.
static void keep(struct fix_walk *w, uint32_t parent, uint32_t via, dom_state state, uint32_t point) {
    struct fix *f = w->f;
    enum set_place place = place_of(w, point);
    bool abstracts = place == SET_HEAD || (f->options.coarse && place == SET_JUNCTION);
    dom_state s = abstracts ? f->dom->core.abstract(f->d, state, f->options.precision) : state, kept;
    struct set *set = &w->sets[point];
    enum set_outcome outcome = set_add(set, s, f->graph.nodes.n, place, &kept);
    f->compared += set->compared;
    for (uint32_t i = 0; i < set->gone.n; i++) node_at(w, set->gone.at[i])->gone = true;
    if (outcome == SET_FULL) give_up(w, parent, point);
    if (outcome == SET_ADDED || outcome == SET_REPLACED) push_node(w, parent, via, kept, point, kept == state);
}

static void check_valid(const struct fix *f, const struct fix_after *states, uint32_t n) {
#ifdef HEAPPROOF_DEBUG
    struct buf why = {0};
    for (uint32_t i = 0; i < n && f->dom->core.valid; i++) {
        if (f->dom->core.valid(f->d, states[i].state, &why)) continue;
        fprintf(stderr, "heapproof: internal error: a state is not well formed: %s\n", buf_text(&why));
        abort();
    }
    buf_free(&why);
#else
    (void)f;
    (void)states;
    (void)n;
#endif
}

struct fix_cost fix_cost(const struct fix *f) {
    const struct dom_effort *of = f->dom->effort;
    uint64_t parts = f->taken_parts + (of && of->compared ? of->compared(f->d) : 0);
    const struct fix_cost *a = &f->ahead;
    return (struct fix_cost){f->graph.nodes.n + a->nodes, f->words + a->words, f->compared + a->pairs, parts + a->parts};
}

struct fix_cost fix_cost_plus(struct fix_cost a, struct fix_cost b) {
    return (struct fix_cost){a.nodes + b.nodes, a.words + b.words, a.pairs + b.pairs, a.parts + b.parts};
}

struct fix_cost fix_cost_minus(struct fix_cost a, struct fix_cost b) {
    assert(a.nodes >= b.nodes && a.words >= b.words && a.pairs >= b.pairs && a.parts >= b.parts);
    return (struct fix_cost){a.nodes - b.nodes, a.words - b.words, a.pairs - b.pairs, a.parts - b.parts};
}

uint64_t fix_pairs(const struct fix *f) {
    struct fix_cost c = fix_cost(f);
    return c.nodes + c.pairs / STATE_COMPARED;
}

uint64_t fix_effort(const struct fix *f) {
    const struct dom_effort *of = f->dom->effort;
    struct fix_cost c = fix_cost(f);
    return of && of->compared ? c.nodes + c.parts / STATE_PARTS : fix_pairs(f);
}

dom_state fix_state(const struct fix *f, uint32_t node) {
    dom_state s = f->graph.nodes.at[node].state;
    return s == DOM_NONE && f->fetch ? f->fetch(f->memory, node) : s;
}

static bool effort_reached(const struct fix *f) {
    const struct fix_budget *b = &f->budget;
    bool faulty = b->fault_effort && f->account.faults.n;
    uint64_t spent = b->effort || faulty ? fix_effort(f) : 0;
    return !f->again && ((b->effort && spent >= b->effort) || (faulty && spent >= b->fault_effort));
}

static bool words_reached(const struct fix *f) {
    return !f->again && f->budget.words && f->words + f->ahead.words >= f->budget.words;
}

static bool states_reached(const struct fix *f) {
    return f->options.max_states && f->graph.nodes.n + f->ahead.nodes - f->given_up >= f->options.max_states;
}

bool fix_is_spent(const struct fix *f) {
    return effort_reached(f) || words_reached(f) || states_reached(f);
}

static bool budget_reached(struct fix *f) {
    bool enough = effort_reached(f);
    f->by_words = !enough && words_reached(f);
    return enough || f->by_words;
}

// False: the budget is reached, and the limits were not looked at.
static bool look_at_limits(struct fix_walk *w) {
    struct fix *f = w->f;
    const char *limit = f->options.limit ? f->options.limit(f->options.self) : NULL;
    char text[64];
    if (!limit && !f->stopped && budget_reached(f)) return false;
    if (!limit && states_reached(f)) {
        snprintf(text, sizeof text, "limit of %llu states reached", (unsigned long long)f->options.max_states);
        reach(f, FIX_LIMIT_STATES);
        limit = text;
    }
    if (!limit && f->options.max_words && f->dom->effort->size(f->d) >= f->options.max_words) {
        reach(f, FIX_LIMIT_WORDS);
        limit = "limit of the states' size reached";
    }
    if (limit) fix_stop(f, limit);
    if (f->options.progress && f->steps++ % PROGRESS_STEPS == 0) {
        struct fix_progress p = {
            .func = f->graph.runs.at[w->run].func, .states = f->graph.nodes.n, .runs = f->graph.runs.n, .pending = f->pending};
        f->options.progress(f->options.self, &p);
    }
    return true;
}

// The states after the call: they may be many, and the limits hold between them, too.  False: paused.
static bool keep_after(struct fix_walk *w) {
    struct fix *f = w->f;
    while (w->taken < w->after.n && !f->stopped) {
        const struct fix_after *x = &w->after.at[w->taken];
        if (!w->kept) keep(w, w->caller, x->via, x->state, node_at(w, w->caller)->point + 1);
        w->kept = true;
        if (!look_at_limits(w)) return false;
        w->kept = false;
        w->taken++;
    }
    if (w->taken < w->after.n) fix_account_mark(&f->account, code_of(w, w->caller)->func, code_of(w, w->caller)->end - 1, FIX_CUT);
    vec_clear(&w->after);
    w->taken = 0;
    w->kept = false;
    return true;
}

static void run_node(struct fix_walk *w, uint32_t node) {
    const struct fix *f = w->f;
    uint32_t point = node_at(w, node)->point;
    struct fix_sink sink;
    vec_clear(&w->reached);
    f->dom->core.run(f->d, node_at(w, node)->state, code_of(w, node), fix_sink_begin(&sink, w->f, node, &w->reached));
    check_valid(f, w->reached.at, w->reached.n);
    for (uint32_t i = 0; i < w->reached.n && !f->stopped; i++) {
        const struct fix_after *r = &w->reached.at[i];
        keep(w, node, FIX_NONE, r->state, fix_target(f->program, w->points, point, r->way));
    }
}

// ---- giving up states ----------------------------------------------------------------------------------------------------------------

// Words that are added before the next time: so many, and (but see below) as many as were left the last time.
static uint64_t words_until_discard(uint64_t left) {
#ifdef HEAPPROOF_DEBUG
    uint64_t least = 4 << 10, more = left / 4;  // often, so that a state that is still needed and not marked comes to light
#else
    uint64_t least = fix_limits[FIX_LIMIT_DISCARD].value, more = left;
#endif
    return more > least ? more : least;
}

static void mark_states(const fix_states *states, bool *live, uint32_t n) {
    for (uint32_t i = 0; i < states->n; i++)
        if (states->at[i].state < n) live[states->at[i].state] = true;
}

static dom_state highest_state(const struct fix *f) {
    dom_state most = 0;
    for (uint32_t i = 0; i < f->graph.nodes.n; i++)
        if (f->graph.nodes.at[i].state > most) most = f->graph.nodes.at[i].state;
    return most;
}

// Of a run that is done entry and exits are left; of one that is not, everything.
static void mark_run(const struct fix *f, const struct fix_run *r, bool *live, uint32_t n) {
    live[r->entry] = true;
    for (uint32_t i = 0; i < r->exits.n; i++) live[f->graph.nodes.at[r->exits.at[i]].state] = true;
    if (r->walk) mark_states(&r->walk->reached, live, n);
    if (r->walk) mark_states(&r->walk->after, live, n);
}

static void discard(struct fix *f) {
    uint32_t n = highest_state(f) + 1;
    bool *live = zeros(n, sizeof *live);
    for (uint32_t i = 0; i < f->graph.runs.n; i++) mark_run(f, &f->graph.runs.at[i], live, n);
    for (uint32_t i = 0; i < f->graph.nodes.n; i++)
        if (!f->graph.runs.at[f->graph.nodes.at[i].run].done) live[f->graph.nodes.at[i].state] = true;
    if (f->held) f->held(f->inter, live, n);
    live[DOM_NONE] = true;
    f->given_up = 0;
    for (uint32_t i = 0; i < f->graph.nodes.n; i++) {
        if (!live[f->graph.nodes.at[i].state]) f->graph.nodes.at[i].state = DOM_NONE;
        f->given_up += f->graph.nodes.at[i].state == DOM_NONE;
    }
    f->dom->effort->discard(f->d, live, n);
    uint64_t left = f->dom->effort->size(f->d);
    assert(f->given_up <= f->graph.nodes.n);
    f->discard_at = left + words_until_discard(left);
    reach(f, FIX_LIMIT_DISCARD);
    free(live);
}

static bool should_discard(const struct fix *f) {
    if (!f->options.discard || !f->dom->effort || !f->dom->effort->discard) return false;
    return f->dom->effort->size(f->d) >= (f->discard_at ? f->discard_at : words_until_discard(0));
}

static struct fix_walk *begin_walk(struct fix *f, uint32_t run) {
    const struct fix_run *r = &f->graph.runs.at[run];
    uint32_t n = f->points[r->func]->n;
    struct fix_walk *w = zeros(1, sizeof *w);
    dom_state kept;
    *w = (struct fix_walk){.f = f, .points = f->points[r->func], .run = run, .node = FIX_NONE, .caller = FIX_NONE};
    w->sets = zeros(n + 1, sizeof *w->sets);
    w->queues = zeros(n, sizeof *w->queues);
    w->busy = zeros(n / 64 + 1, sizeof *w->busy);
    for (uint32_t i = 0; i <= n; i++) set_begin(&w->sets[i], &f->options.set, f->dom, f->d);
    set_add(&w->sets[0], r->entry, r->first, SET_JUNCTION, &kept);
    enqueue(w, r->first, 0);
    return w;
}

static void free_walk(struct fix_walk *w) {
    for (uint32_t i = 0; i <= w->points->n; i++) set_free(&w->sets[i]);
    for (uint32_t i = 0; i < w->points->n; i++) vec_free(&w->queues[i].nodes);
    free(w->sets);
    free(w->queues);
    free(w->busy);
    vec_free(&w->reached);
    vec_free(&w->after);
    free(w);
}

void fix_end(struct fix *f) {
    for (uint32_t i = 0; i < f->graph.runs.n; i++)
        if (f->graph.runs.at[i].walk) free_walk(f->graph.runs.at[i].walk);
    for (uint32_t i = 0; i < f->program->funcs.n; i++) fix_points_free(f->points[i]);
    free(f->points);
    fix_graph_free(&f->graph);
    fix_account_free(&f->account);
}

// The next node to be run, unless there is none.
static bool next_node(struct fix_walk *w) {
    while (w->waiting && !w->f->stopped) {
        w->node = dequeue(w);
        if (!node_at(w, w->node)->gone) return true;
    }
    w->node = FIX_NONE;
    return false;
}

static void end_node(struct fix_walk *w) {
    const struct dom_code *code = code_of(w, w->node);
    assert(!w->after.n && !w->taken && !w->kept);
    if (w->f->stopped) fix_account_mark(&w->f->account, code->func, code->first, FIX_CUT);
    w->node = FIX_NONE;
    w->called = false;
}

// Begins with the node: runs its code, unless that is a call.
static enum fix_walked begin_node(struct fix_walk *w, struct fix_call *call) {
    struct fix *f = w->f;
    if (!look_at_limits(w)) return FIX_PAUSED;
    if (should_discard(f)) discard(f);
    if (!f->stopped && w->points->at[node_at(w, w->node)->point].calls) {
        w->called = true;
        *call = (struct fix_call){w->node, node_at(w, w->node)->state, code_of(w, w->node)};
        return FIX_CALLS;
    }
    if (!f->stopped) run_node(w, w->node);
    return FIX_OVER;
}

enum fix_walked fix_walk(struct fix *f, uint32_t run, struct fix_call *call) {
    if (!f->graph.runs.at[run].walk) f->graph.runs.at[run].walk = begin_walk(f, run);
    struct fix_walk *w = f->graph.runs.at[run].walk;
    assert(!f->graph.runs.at[run].done);
    while (w->node != FIX_NONE || next_node(w)) {
        enum fix_walked how = w->called ? keep_after(w) ? FIX_OVER : FIX_PAUSED : begin_node(w, call);
        if (how != FIX_OVER) return how;
        end_node(w);
    }
    return FIX_OVER;
}

bool fix_waits(const struct fix *f, uint32_t run) {
    assert(f->graph.runs.at[run].walk);
    return f->graph.runs.at[run].walk->waiting;
}

void fix_return(struct fix *f, uint32_t node, const struct fix_after *after, uint32_t n) {
    struct fix_walk *w = f->graph.runs.at[f->graph.nodes.at[node].run].walk;
    assert(w && !w->after.n && w->points->at[node_at(w, node)->point].calls);
    assert(w->called ? w->node == node : w->node == FIX_NONE);
    check_valid(f, after, n);
    w->caller = node;
    for (uint32_t i = 0; i < n; i++) vec_push(&w->after, after[i]);
}

bool fix_take(struct fix *f, uint32_t run) {
    assert(f->graph.runs.at[run].walk && !f->graph.runs.at[run].walk->called);
    return keep_after(f->graph.runs.at[run].walk);
}

// What still waits (after a stop) is cut off.
void fix_close(struct fix *f, uint32_t run) {
    struct fix_run *r = &f->graph.runs.at[run];
    struct fix_walk *w = r->walk;
    uint32_t n = 0;
    assert(w && !r->done && w->node == FIX_NONE && !w->after.n);
    for (uint32_t i = 0; i < r->exits.n; i++)
        if (!node_at(w, r->exits.at[i])->gone) r->exits.at[n++] = r->exits.at[i];
    r->exits.n = n;
    r->done = true;
    while (w->waiting) {
        const struct dom_code *code = code_of(w, dequeue(w));
        fix_account_mark(&f->account, code->func, code->first, FIX_CUT);
    }
    r->walk = NULL;
    free_walk(w);
}
