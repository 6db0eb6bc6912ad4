// SPDX-License-Identifier: MIT
#include "inter/inter.h"

#include <assert.h>

#include "ir/model.h"

bool inter_fits(const struct dom *dom, struct buf *why) {
    if (dom->call) return true;
    buf_printf(why, "domain '%s' cannot analyse calls", dom->name);
    return false;
}

// ---- runs that were made ------------------------------------------------------------------------------------------------------------

static uint32_t probe(const struct inter *t, uint32_t func, dom_state entry) {
    uint32_t mask = t->n_slots - 1, i = (uint32_t)(((uint64_t)entry * 0x9e3779b97f4a7c15u + func * 0xd1b54a32d192ed03u) >> 32) & mask;
    for (; t->slot[i]; i = (i + 1) & mask) {
        const struct fix_run *r = &t->f->graph.runs.at[t->slot[i] - 1];
        if (r->func == func && r->entry == entry) break;
    }
    return i;
}

static void grow(struct inter *t) {
    uint32_t *old = t->slot, n = t->n_slots;
    const struct fix_graph *g = &t->f->graph;
    t->n_slots = n ? n * 2 : 64;
    t->slot = calloc(t->n_slots, sizeof *t->slot);
    if (!t->slot) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++)
        if (old[i]) t->slot[probe(t, g->runs.at[old[i] - 1].func, g->runs.at[old[i] - 1].entry)] = old[i];
    free(old);
}

// ---- runs that depend on each other --------------------------------------------------------------------------------------------------

static struct inter_frame *top(struct inter *t) {
    assert(t->frames.n);
    return &vec_last(&t->frames);
}

static const struct inter_memory *memory(const struct inter *t) {
    return t->options.memory;
}

static struct fix_run *run_at(const struct inter *t, uint32_t run) {
    return &t->f->graph.runs.at[run];
}

static struct inter_run *info(const struct inter *t, uint32_t run) {
    assert(run < t->runs.n);
    return &t->runs.at[run];
}

static void depend(struct inter *t, uint32_t run, uint32_t low) {
    assert(low < t->open.n && !run_at(t, run)->done);
    if (low < info(t, run)->low) info(t, run)->low = low;
}

static bool gone(const struct inter *t, uint32_t node) {
    return node != FIX_NONE && t->f->graph.nodes.at[node].gone;
}

// The states after a call, from the exits of the callee that were not told yet.
static void come_back(struct inter *t, struct inter_caller *c, uint32_t run) {
    struct fix *f = t->f;
    struct fix_sink sink;
    struct dom_sink *to = fix_sink_begin(&sink, f, c->call.node, &t->after);
    uint32_t func = run_at(t, run)->func;
    assert(c->told <= run_at(t, run)->exits.n);
    while (c->told < run_at(t, run)->exits.n) {
        uint32_t via = sink.via = run_at(t, run)->exits.at[c->told++];
        if (gone(t, via)) continue;
        dom_state s = f->dom->call->leave(f->d, c->call.state, f->graph.nodes.at[via].state, c->call.code, func, to);
        if (s) vec_push(&t->after, (struct fix_after){.state = s, .via = via});
    }
}

static void begin_walk(struct inter *t, uint32_t run) {
    assert(!run_at(t, run)->done);
    t->active[run_at(t, run)->func]++;
    vec_push(&t->frames, (struct inter_frame){.task = INTER_WALK, .run = run});
}

static void begin_settling(struct inter *t, uint32_t first) {
    assert(first < t->open.n);
    vec_push(&t->frames, (struct inter_frame){.task = INTER_SETTLE, .number = first, .at = first, .taker = FIX_NONE});
}

// After a stop: what callers were not told is cut off.
static void cut_untold(struct inter *t, uint32_t run) {
    for (uint32_t i = 0; i < info(t, run)->callers.n; i++) {
        const struct inter_caller *c = &info(t, run)->callers.at[i];
        bool untold = c->told < run_at(t, run)->exits.n;
        assert(!untold || t->f->stopped || gone(t, c->call.node));
        if (untold) fix_account_mark(&t->f->account, c->call.code->func, c->call.code->end - 1, FIX_CUT);
    }
}

struct fix_cost inter_cost_of(const struct inter *t, uint32_t run) {
    const struct inter_cost *c = &info(t, run)->cost;
    return (struct fix_cost){run_at(t, run)->states + UINT64_C(1), run_at(t, run)->words, c->pairs, c->parts};
}

// What all runs that are not done cost so far.
static struct fix_cost open_cost(const struct inter *t) {
    return fix_cost_minus(fix_cost(t->f), t->closed);
}

static void close_from(struct inter *t, uint32_t first) {
    uint32_t n = t->open.n - first;
    while (t->open.n > first) {
        uint32_t run = vec_pop(&t->open);
        cut_untold(t, run);
        vec_free(&info(t, run)->callers);
        fix_close(t->f, run);
        if (memory(t)) t->closed = fix_cost_plus(t->closed, inter_cost_of(t, run));
    }
    t->f->again = false;
    if (memory(t)) memory(t)->done(memory(t)->self, t, t->open.at + first, n);
}

// They are done, unless one of them depends on a run before these.
static void end_settling(struct inter *t) {
    uint32_t first = vec_pop(&t->frames).number, low = first;
    for (uint32_t i = first; i < t->open.n; i++)
        if (info(t, t->open.at[i])->low < low) low = info(t, t->open.at[i])->low;
    info(t, t->open.at[first])->low = low;
    if (low == first) close_from(t, first);
}

// Tells a caller of an unfinished run what is new.
static void tell(struct inter *t, uint32_t run, struct inter_caller *c) {
    uint32_t first = t->after.n, node = c->call.node;
    if (c->told == run_at(t, run)->exits.n || gone(t, node)) return;
    come_back(t, c, run);
    fix_return(t->f, node, t->after.at + first, t->after.n - first);
    t->after.n = first;
    top(t)->taker = t->f->graph.nodes.at[node].run;
    top(t)->news = true;
}

// The unfinished runs from some number on, until nothing is new: each tells its callers, then it is walked if there is something to do.
static bool settle(struct inter *t) {
    struct inter_frame *s = top(t);
    if (s->taker != FIX_NONE && !fix_take(t->f, s->taker)) return false;
    s->taker = FIX_NONE;
    if (t->f->stopped || (s->at == t->open.n && !s->news)) {
        end_settling(t);
        return true;
    }
    if (s->at == t->open.n) {
        s->at = s->number;
        s->news = false;
    }
    assert(s->number <= s->at && s->at < t->open.n);
    uint32_t run = t->open.at[s->at];
    if (s->caller < info(t, run)->callers.n) {
        tell(t, run, &info(t, run)->callers.at[s->caller++]);
        return true;
    }
    s->at++;
    s->caller = 0;
    if (!fix_waits(t->f, run)) return true;
    s->news = true;
    begin_walk(t, run);
    return true;
}

// ---- one call ----------------------------------------------------------------------------------------------------------------------

// Is the function part of a recursion that is followed to its fixpoint?
static bool recurs(const struct inter *t, uint32_t func) {
    return t->f->dom->call->local && !t->f->options.exact && t->calls->recursive[func];
}

static bool from_inside(const struct inter *t, const struct dom_code *code, uint32_t func) {
    return code && t->calls->component[code->func] == t->calls->component[func];
}

enum { FEW_RUNS = 2 };
typedef VEC(dom_state) inter_entries;

// The entries of costly runs that this one may be taken together with.
static void find_alike(const struct inter *t, uint32_t func, dom_state entry, inter_entries *to) {
    const struct fix *f = t->f;
    const inter_numbers *runs = &t->costly[func];
    for (uint32_t i = runs->n; i-- > 0;) {
        dom_state s = f->graph.runs.at[runs->at[i]].entry;
        if (!f->dom->call->alike || f->dom->call->alike(f->d, s, entry)) vec_push(to, s);
    }
}

// The one that covers this entry; if there are some and none does, what covers this and one of them; or the entry itself.
static dom_state cover(const struct fix *f, const inter_entries *old, dom_state entry) {
    for (uint32_t i = 0; i < old->n; i++)
        if (old->at[i] == entry) return entry;
    for (uint32_t i = 0; i < old->n; i++)
        if (f->dom->core.leq(f->d, entry, old->at[i])) return old->at[i];
    for (uint32_t i = 0; i < old->n && old->n >= FEW_RUNS; i++) {
        dom_state j = f->dom->core.widen ? f->dom->core.widen(f->d, old->at[i], entry) : DOM_NONE;
        if (j) return j;
    }
    return entry;
}

static dom_state covering(const struct inter *t, uint32_t func, dom_state entry) {
    inter_entries old = {0};
    find_alike(t, func, entry, &old);
    dom_state s = cover(t->f, &old, entry);
    vec_free(&old);
    return s;
}

// The entry of a recursive function is abstracted like a loop head; entries from inside of the recursion are joined with each other.
static dom_state generalise(struct inter *t, const struct dom_code *code, uint32_t func, dom_state entry) {
    const struct fix *f = t->f;
    if (!recurs(t, func)) return f->options.coarse ? covering(t, func, entry) : entry;
    dom_state s = f->dom->core.abstract(f->d, entry, f->options.precision), kept;
    if (!from_inside(t, code, func)) return s;
    if (!t->entries[func].dom) set_begin(&t->entries[func], &f->options.set, f->dom, f->d);
    set_add(&t->entries[func], s, 0, SET_HEAD, &kept);
    return kept ? kept : s;
}

// Nothing of the recursion is left to do.
static void forget_entries(struct inter *t, uint32_t func) {
    uint32_t k = t->calls->component[func];
    for (uint32_t i = t->calls->member_first[k]; i < t->calls->member_first[k + 1]; i++)
        if (t->entries[t->calls->members[i]].dom) set_free(&t->entries[t->calls->members[i]]);
}

static bool too_deep(struct inter *t, const struct dom_code *code, uint32_t func) {
    if (recurs(t, func) || t->active[func] < t->options.max_recursion) return false;
    struct buf text = {0};
    t->reached |= 1u << INTER_LIMIT_RECURSION;
    if (code && t->f->graph.runs.at[t->f->graph.nodes.at[top(t)->call.node].run].record)
        t->f->graph.runs.at[t->f->graph.nodes.at[top(t)->call.node].run].record->tainted = true;
    buf_printf(&text, "recursion of '%s' deeper than %u", t->f->program->funcs.at[func].name, t->options.max_recursion);
    fix_account_unknown(&t->f->account, code ? code->func : UINT32_MAX, code ? code->end - 1 : 0, buf_text(&text), false);
    buf_free(&text);
    return true;
}

// The run in which the call is leads to this one, which had no caller if a claim asked for it first.
static void add_callee(struct inter *t, uint32_t run, uint32_t node) {
    if (node == FIX_NONE) return;
    struct inter_run *r = info(t, t->f->graph.nodes.at[node].run);
    r->cost.entered++;
    for (uint32_t i = r->callees.n; i--;)
        if (r->callees.at[i].run == run) return;
    vec_push(&r->callees, (struct inter_callee){run, node, t->when++, open_cost(t)});
    t->f->again = t->when < t->again;
    if (run_at(t, run)->caller == FIX_NONE && run_at(t, run)->before == FIX_NONE && run_at(t, run)->asked) run_at(t, run)->caller = node;
}

// The run of the target gave what it can give now.
static void answer(struct inter *t, uint32_t run) {
    struct inter_frame *c = top(t);
    if (c->asks) {
        struct inter_frame *claim = &t->frames.at[t->frames.n - 2];
        claim->run = run;
        claim->fresh++;
        return;
    }
    if (memory(t)) add_callee(t, run, c->call.node);
    if (memory(t)) memory(t)->used(memory(t)->self, t, run);
    const struct fix_run *r = run_at(t, run);
    if (c->entry) {
        assert(r->done);
        for (uint32_t k = 0; k < r->exits.n; k++)
            vec_push(&t->after, (struct fix_after){.state = t->f->graph.nodes.at[r->exits.at[k]].state, .via = r->exits.at[k]});
        return;
    }
    struct inter_caller caller = {.call = c->call};
    come_back(t, &caller, run);
    if (r->done) return;
    assert(caller.call.node != FIX_NONE);
    vec_push(&info(t, run)->callers, caller);
    depend(t, t->f->graph.nodes.at[caller.call.node].run, info(t, run)->low);
}

// After a costly one a coarser answer is better than another run.
static void note_cost(struct inter *t, uint32_t run) {
    if (run_at(t, run)->states < inter_limits[INTER_LIMIT_COSTLY].value) return;
    t->reached |= 1u << INTER_LIMIT_COSTLY;
    vec_push(&t->costly[run_at(t, run)->func], run);
}

static uint32_t run_from(const struct inter *t, uint32_t func, dom_state entry) {
    uint32_t known = t->n_slots ? t->slot[probe(t, func, entry)] : 0;
    return known ? known - 1 : FIX_NONE;
}

static void register_run(struct inter *t, uint32_t run) {
    const struct fix_run *r = run_at(t, run);
    if (t->n_runs * 2 >= t->n_slots) grow(t);
    uint32_t *slot = &t->slot[probe(t, r->func, r->entry)];
    assert(!*slot);
    *slot = run + 1;
    t->n_runs++;
    while (t->runs.n <= run) (void)vec_add(&t->runs);
}

void inter_adopt(struct inter *t, uint32_t run, const struct inter_cost *cost) {
    const struct fix_run *r = run_at(t, run);
    assert(r->done && r->entry);
    while (t->runs.n <= run) (void)vec_add(&t->runs);
    info(t, run)->cost = *cost;
    t->closed = fix_cost_plus(t->closed, inter_cost_of(t, run));
    if (run_from(t, r->func, r->entry) == FIX_NONE) register_run(t, run);
}

// A run that was not made before.
static void begin_run(struct inter *t, uint32_t func, dom_state entry) {
    struct inter_frame *c = top(t);
    struct fix_cost before = memory(t) ? open_cost(t) : (struct fix_cost){0};
    uint32_t run = fix_run_new(t->f, func, entry, c->call.node, c->before);
    run_at(t, run)->recursive = recurs(t, func);
    assert(c->run == FIX_NONE);
    register_run(t, run);
    info(t, run)->cost.before = before;
    run_at(t, run)->asked = c->asks;
    if (c->joined) t->f->graph.nodes.at[run_at(t, run)->first].exact = false;
    if (memory(t)) memory(t)->begun(memory(t)->self, t, run);
    c->run = run;
    c->number = t->open.n;
    c->settled = false;
    info(t, run)->low = c->number;
    vec_push(&t->open, run);
    begin_walk(t, run);
}

// What goes wrong in the body of a library function is blamed on where it is called from: a claim that asks for it is not there yet.
static void make_run(struct inter *t, uint32_t func, dom_state entry) {
    if (!(top(t)->asks && t->f->program->funcs.at[func].flags & IR_MODEL)) begin_run(t, func, entry);
}

// Is it being looked whether a claim for this run holds?  Then a call of it led here, and the run is made.
static bool is_claimed(const struct inter *t, uint32_t func, dom_state entry) {
    for (uint32_t i = 0; i < t->frames.n; i++)
        if (t->frames.at[i].task == INTER_CLAIM && t->frames.at[i].from.func == func && t->frames.at[i].from.entry == entry) return true;
    return false;
}

// The run of a function from an entry state, made if need be, unless it cannot be made.
static void enter(struct inter *t, uint32_t func, dom_state entry) {
    struct inter_frame *c = top(t);
    uint32_t known = run_from(t, func, entry), from = c->call.node != FIX_NONE ? c->call.node : c->before;
    t->reused += known != FIX_NONE;
    if (known != FIX_NONE) {
        answer(t, known);
        return;
    }
    if (too_deep(t, c->call.code, func)) return;
    struct inter_start start = {func, entry, !c->joined && (from == FIX_NONE || t->f->graph.nodes.at[from].exact)};
    void *claim = memory(t) && !is_claimed(t, func, entry) ? memory(t)->recall(memory(t)->self, t, &start) : NULL;
    if (claim)
        vec_push(&t->frames, (struct inter_frame){.task = INTER_CLAIM, .claim = claim, .from = start, .run = FIX_NONE});
    else
        make_run(t, func, entry);
}

static struct inter_frame *begin_call(struct inter *t, const struct fix_call *call, uint32_t before) {
    vec_push(&t->frames, (struct inter_frame){.task = INTER_CALL, .call = *call, .before = before, .run = FIX_NONE});
    struct inter_frame *c = top(t);
    c->targets = c->next = t->targets.n;
    c->after = t->after.n;
    return c;
}

// ---- claims ------------------------------------------------------------------------------------------------------------------------------

// What it had cost up to its next call, or in all, is told as if it were spent now.  False: the budget is reached on the way there, so that the run is to be made:
// when the analysis pauses, it is where it would be without memory.
static bool tell_cost(struct inter *t, struct fix_cost spent) {
    struct fix_cost *told = &top(t)->told.cost;
    t->f->ahead = fix_cost_plus(fix_cost_minus(t->f->ahead, *told), spent);
    *told = spent;
    return !fix_is_spent(t->f);
}

// The run is made since the claim for it does not hold, or not yet: its calls that were looked at are done.
static void make_claimed(struct inter *t, const struct inter_frame *s) {
    t->again = t->when + s->told.calls;
    t->f->again = s->told.calls;
    make_run(t, s->from.func, s->from.entry);
}

// It holds, and the call below has its run.  Or it does not, and the run is made: unless one of its calls came there by itself, in a recursion that the claim knew
// nothing of.
static void end_claim(struct inter *t, bool holds) {
    struct inter_frame s = vec_pop(&t->frames), *c = top(t);
    const struct inter_memory *m = memory(t);
    assert(s.task == INTER_CLAIM && c->task == INTER_CALL && c->run == FIX_NONE);
    t->reused -= s.fresh;  // which they would have been, had the calls been made
    t->f->ahead = fix_cost_minus(t->f->ahead, s.told.cost);
    uint32_t known = run_from(t, s.from.func, s.from.entry);
    if (known == FIX_NONE && holds) {
        uint32_t first = t->f->graph.runs.n;
        c->run = m->adopt(m->self, t, s.claim, c->call.node, c->before);
        c->recalled = true;
        run_at(t, c->run)->asked = c->asks;
        for (uint32_t i = first; i < t->f->graph.runs.n; i++)
            if (i != c->run) note_cost(t, i);
    }
    m->drop(m->self, s.claim);
    t->reused += known != FIX_NONE;
    if (known != FIX_NONE)
        answer(t, known);
    else if (!holds)
        make_claimed(t, &s);
}

// The next call of the claim, with the number that it has among all first ones: its run is there, or is made.
static void look_at_call(struct inter *t, struct inter_start x, uint32_t number) {
    struct inter_frame *s = top(t);
    uint32_t known = x.entry ? run_from(t, x.func, x.entry) : FIX_NONE;
    if (!x.entry || (known != FIX_NONE && !run_at(t, known)->done)) {
        end_claim(t, false);
        return;
    }
    s->run = known;
    s->told.calls = number;
    if (known != FIX_NONE) return;
    struct fix_call call = {FIX_NONE, x.entry, NULL};
    struct inter_frame *c = begin_call(t, &call, FIX_NONE);
    c->asks = true;
    c->joined = !x.exact;
    vec_push(&t->targets, x.func);
}

static void look_at_claim(struct inter *t) {
    struct inter_frame *s = top(t);
    const struct inter_memory *m = memory(t);
    struct inter_start x;
    struct inter_done until;
    bool asked = s->settled;  // the call was looked at
    if (t->f->stopped || (asked && (s->run == FIX_NONE || !run_at(t, s->run)->done || !m->confirms(m->self, t, s->claim, s->next, s->run)))) {
        end_claim(t, false);
        return;
    }
    s->next += asked;
    s->run = FIX_NONE;
    s->settled = m->call(m->self, t, s->claim, s->next, &x, &until);
    bool enough = !tell_cost(t, until.cost);
    if (enough || !s->settled)
        end_claim(t, !enough);
    else
        look_at_call(t, x, until.calls);
}

// The run that was begun for the target has nothing to do.  If it does not depend on an earlier one, it is settled with all that depend
// on it.
static void end_run(struct inter *t) {
    struct inter_frame *c = top(t);
    uint32_t run = c->run, func = run_at(t, run)->func;
    if (!c->recalled && !c->settled && info(t, run)->low == c->number) {
        c->settled = true;
        begin_settling(t, c->number);
        return;
    }
    c->run = FIX_NONE;
    c->recalled = false;
    note_cost(t, run);
    if (recurs(t, func) && !from_inside(t, c->call.code, func)) forget_entries(t, func);
    answer(t, run);
}

static void call_target(struct inter *t, uint32_t func) {
    const struct inter_frame *c = top(t);
    struct fix *f = t->f;
    struct fix_sink sink;
    if (c->entry || c->asks) {
        enter(t, func, c->call.state);
        return;
    }
    dom_state s = f->dom->call->enter(f->d, c->call.state, c->call.code, func, fix_sink_begin(&sink, f, c->call.node, &t->after));
    if (s) enter(t, func, generalise(t, c->call.code, func, s));
}

static void take_target(void *self, uint32_t func) {
    struct inter *t = self;
    vec_push(&t->targets, func);
}

static void begin_call_inside(struct inter *t, const struct fix_call *call) {
    struct fix *f = t->f;
    struct fix_sink sink;
    begin_call(t, call, FIX_NONE);
    f->dom->call->targets(f->d, call->state, call->code, t, take_target, fix_sink_begin(&sink, f, call->node, &t->after));
}

static void end_call(struct inter *t) {
    struct inter_frame c = vec_pop(&t->frames);
    assert(c.task == INTER_CALL && c.run == FIX_NONE && c.targets <= c.next && c.next <= t->targets.n && c.after <= t->after.n);
    const struct fix_after *after = t->after.at + c.after;
    uint32_t n = t->after.n - c.after;
    if (c.call.node != FIX_NONE)
        fix_return(t->f, c.call.node, after, n);
    else
        for (uint32_t i = 0; i < n && !c.asks; i++) vec_push(&t->out, after[i]);
    t->after.n = c.after;
    t->targets.n = c.targets;
}

static void carry_out(struct inter *t) {
    struct inter_frame *c = top(t);
    if (c->run != FIX_NONE)
        end_run(t);
    else if (c->next < t->targets.n && !t->f->stopped)
        call_target(t, t->targets.at[c->next++]);
    else
        end_call(t);
}

static bool walk(struct inter *t) {
    struct fix_call call;
    uint32_t run = top(t)->run;
    switch (fix_walk(t->f, run, &call)) {
    case FIX_PAUSED: return false;
    case FIX_CALLS: begin_call_inside(t, &call); return true;
    case FIX_OVER: break;
    }
    assert(t->active[run_at(t, run)->func] && (t->f->stopped || !fix_waits(t->f, run)));
    t->active[run_at(t, run)->func]--;
    t->frames.n--;
    return true;
}

// False: paused.
static bool step(struct inter *t) {
    switch (top(t)->task) {
    case INTER_WALK: return walk(t);
    case INTER_SETTLE: return settle(t);
    case INTER_CALL: carry_out(t); return true;
    case INTER_CLAIM: look_at_claim(t); return true;
    }
    assert(false);
    return true;
}

// ---- what a step costs, and whose it is ------------------------------------------------------------------------------------------------

static uint32_t run_of_step(const struct inter *t) {
    const struct inter_frame *c = top((struct inter *)t);
    switch (c->task) {
    case INTER_WALK: return c->run;
    case INTER_SETTLE: return c->taker != FIX_NONE ? c->taker : t->open.at[c->number];
    case INTER_CLAIM: return FIX_NONE;
    case INTER_CALL: return c->call.node == FIX_NONE ? FIX_NONE : t->f->graph.nodes.at[c->call.node].run;
    }
    return FIX_NONE;
}

static uint64_t parts_of(const struct fix *f) {
    return f->dom->effort && f->dom->effort->compared ? f->dom->effort->compared(f->d) : 0;
}

// With memory, what it costs and what is noted in passing are put down for the run that the step is made for.
static bool step_for(struct inter *t) {
    struct fix *f = t->f;
    const struct dom_keep *keep = f->dom->keep;
    uint32_t run = run_of_step(t);
    if (keep) keep->within(f->d, run);
    if (!memory(t)) return step(t);
    uint32_t of_fix = f->reached, of_inter = t->reached;
    uint64_t pairs = f->compared, parts = parts_of(f), noted = keep->noted(f->d, 0);
    f->reached = t->reached = 0;
    bool goes_on = step(t);
    uint64_t noted_now = keep->noted(f->d, 0);
    struct inter_cost none = {0}, *cost = run != FIX_NONE ? &info(t, run)->cost : &none;
    cost->pairs += f->compared - pairs;
    cost->parts += parts_of(f) - parts;
    cost->fix_limits |= f->reached;
    cost->inter_limits |= t->reached;
    cost->noted |= noted_now;
    f->reached |= of_fix;
    t->reached |= of_inter;
    (void)keep->noted(f->d, noted | noted_now);
    return goes_on;
}

// ---- states that are still needed --------------------------------------------------------------------------------------------------

static void mark(dom_state s, bool *live, uint32_t n) {
    if (s < n) live[s] = true;
}

static void mark_set(const struct set *set, bool *live, uint32_t n) {
    const struct set_entry *e;
    for (uint32_t i = 0; (e = set_next(set, &i)); i++) mark(e->state, live, n);
}

static void mark_states(const fix_states *states, bool *live, uint32_t n) {
    for (uint32_t i = 0; i < states->n; i++) mark(states->at[i].state, live, n);
}

// A caller that will be told of more exits needs the state at its call; what is called from outside is in a state that is none of the
// graph.
static void mark_held(void *inter, bool *live, uint32_t n) {
    const struct inter *t = inter;
    mark_states(&t->states, live, n);
    mark_states(&t->out, live, n);
    mark_states(&t->after, live, n);
    for (uint32_t i = 0; i < t->frames.n; i++) {
        mark(t->frames.at[i].call.state, live, n);
        mark(t->frames.at[i].from.entry, live, n);
    }
    for (uint32_t i = 0; i < t->calls->n; i++)
        if (t->entries[i].dom) mark_set(&t->entries[i], live, n);
    for (uint32_t i = 0; i < t->open.n; i++) {
        const struct inter_run *r = info(t, t->open.at[i]);
        for (uint32_t k = 0; k < r->callers.n; k++) mark(r->callers.at[k].call.state, live, n);
    }
}

// ---- the program -------------------------------------------------------------------------------------------------------------------

static void unknown_outside(struct fix *f, const char *format, const char *name) {
    struct buf text = {0};
    buf_printf(&text, format, name);
    fix_account_unknown(&f->account, UINT32_MAX, 0, buf_text(&text), false);
    buf_free(&text);
}

static const char *name_of(const struct fix *f, uint32_t func) {
    return f->program->funcs.at[func].name;
}

// One function called from outside the program, in one of the states.
static void call_outside(struct inter *t, const struct inter_outside *x) {
    const struct fix_after *s = &t->states.at[t->next++];
    struct fix_call call = {FIX_NONE, s->state, NULL};
    begin_call(t, &call, s->via)->entry = !x->what;
    take_target(t, x->func);
}

// A hook without body cannot be called, nor can any if the domain has no way to.
static void begin_stage(struct inter *t, const struct inter_outside *x) {
    struct fix *f = t->f;
    t->begun = true;
    t->next = 0;
    if (!x->what) t->cut = f->stopped;
    if (!x->what || !t->states.n || f->stopped || (f->dom->call->outside && fix_enters(f->program, f->lib, x->func))) return;
    unknown_outside(f, x->what, name_of(f, x->func));
    vec_clear(&t->states);
}

static void end_stage(struct inter *t, const struct inter_outside *x) {
    assert(t->begun && !t->frames.n && t->next <= t->states.n);
    if (!x->what) {
        if (t->cut || (t->f->stopped && t->next < t->states.n)) fix_account_mark(&t->f->account, x->func, 0, FIX_CUT);
        t->ends = t->out.n;
    }
    vec_free(&t->states);
    t->states = t->out;
    t->out = (fix_states){0};
    t->begun = false;
    t->stage++;
}

// Destructors run when exit is called, too, which ends a path inside the domain.
static bool may_exit(const struct fix *f) {
    const struct ir_program *p = f->program;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_lib *row = ir_lib_of(f->lib, p, &p->funcs.at[i]).row;
        if (row && !(p->funcs.at[i].flags & IR_MODEL) && (row->kind == IR_LIB_K_EXIT || row->kind == IR_LIB_K_DIE)) return true;
    }
    return false;
}

static bool is_main(const struct inter *t) {
    return strcmp(name_of(t->f, t->entry), "main") == 0;
}

static void finish(struct inter *t) {
    struct fix *f = t->f;
    const struct ir_program *p = f->program;
    fix_states none = {0};
    t->over = true;
    if (is_main(t) && p->dtors.n && may_exit(f))
        unknown_outside(f, "destructor '%s' after a call of exit", name_of(f, p->dtors.at[0].func));
    for (uint32_t i = 0; i < t->states.n && !f->stopped; i++) {
        struct fix_sink sink;
        struct dom_sink *out = fix_sink_begin(&sink, f, FIX_NONE, &none);
        sink.via = t->states.at[i].via;
        f->dom->call->finish(f->d, t->states.at[i].state, t->entry, out);
    }
    if (f->stopped) fix_account_stop(&f->account, f->stopped);
    vec_free(&none);
}

// Begins the next call from outside; false: all is done.
static bool go_on_outside(struct inter *t) {
    while (t->stage < t->plan.n) {
        const struct inter_outside *x = &t->plan.at[t->stage];
        if (!t->begun) begin_stage(t, x);
        if (t->next < t->states.n && !t->f->stopped) {
            call_outside(t, x);
            return true;
        }
        end_stage(t, x);
    }
    if (!t->over) finish(t);
    return false;
}

static void add_hooks(struct inter *t, const struct ir_hook *hooks, uint32_t n, const char *what) {
    for (uint32_t i = 0; i < n; i++) vec_push(&t->plan, (struct inter_outside){hooks[i].func, what});
}

// What the library calls back is no call of the engine.
void inter_begin(struct inter *t, struct fix *f, uint32_t entry, const struct inter_options *o) {
    const struct ir_program *p = f->program;
    struct fix_sink sink;
    assert(entry < p->funcs.n && !f->graph.runs.n);
    *t = (struct inter){.options = *o, .f = f, .entry = entry};
    t->active = calloc(p->funcs.n + 1, sizeof *t->active);
    t->entries = calloc(p->funcs.n + 1, sizeof *t->entries);
    t->costly = calloc(p->funcs.n + 1, sizeof *t->costly);
    if (!t->active || !t->entries || !t->costly) base_out_of_memory();
    t->calls = &ir_whole_of(p)->calls;
    if (!t->options.max_recursion) t->options.max_recursion = (uint32_t)inter_limits[INTER_LIMIT_RECURSION].value;
    f->inter = t;
    f->held = mark_held;
    if (!o->open) add_hooks(t, p->ctors.at, p->ctors.n, "constructor '%s'");
    vec_push(&t->plan, (struct inter_outside){.func = entry});
    uint32_t handlers = ir_model_handlers(p);
    if (is_main(t) && handlers != UINT32_MAX) vec_push(&t->plan, (struct inter_outside){handlers, "%s"});
    if (is_main(t)) add_hooks(t, p->dtors.at, p->dtors.n, "destructor '%s'");
    f->dom->core.initial(f->d, entry, fix_sink_begin(&sink, f, FIX_NONE, &t->states));
}

enum inter_outcome inter_go(struct inter *t, struct fix_budget budget) {
    t->f->budget = budget;
    while (t->frames.n || go_on_outside(t))
        if (!step_for(t)) return INTER_PAUSED;
    assert(!t->open.n && !t->after.n && !t->targets.n);
    return t->f->stopped ? INTER_STOPPED : INTER_DONE;
}

void inter_end(struct inter *t) {
    for (uint32_t i = 0; i < t->calls->n; i++)
        if (t->entries[i].dom) set_free(&t->entries[i]);
    for (uint32_t i = 0; i < t->calls->n; i++) vec_free(&t->costly[i]);
    for (uint32_t i = 0; i < t->frames.n; i++)
        if (t->frames.at[i].task == INTER_CLAIM) memory(t)->drop(memory(t)->self, t->frames.at[i].claim);
    for (uint32_t i = 0; i < t->runs.n; i++) vec_free(&t->runs.at[i].callers);
    for (uint32_t i = 0; i < t->runs.n; i++) vec_free(&t->runs.at[i].callees);
    vec_free(&t->runs);
    vec_free(&t->open);
    vec_free(&t->frames);
    vec_free(&t->targets);
    vec_free(&t->after);
    vec_free(&t->plan);
    vec_free(&t->states);
    vec_free(&t->out);
    free(t->entries);
    free(t->costly);
    free(t->active);
    free(t->slot);
}
