// SPDX-License-Identifier: MIT
#include "inter/inter.h"

#include <stdarg.h>

bool inter_fits(const struct dom *dom, struct buf *why) {
    if (dom->call) return true;
    buf_printf(why, "domain '%s' cannot analyse calls", dom->name);
    return false;
}

// ---- runs that were made ------------------------------------------------------------------------------------------------------------

static uint32_t probe(const struct inter *t, const struct fix *f, uint32_t func, dom_state entry) {
    uint32_t mask = t->n_slots - 1, i = (uint32_t)(((uint64_t)entry * 0x9e3779b97f4a7c15u + func * 0xd1b54a32d192ed03u) >> 32) & mask;
    for (; t->slot[i]; i = (i + 1) & mask) {
        const struct fix_run *r = &f->graph.runs.at[t->slot[i] - 1];
        if (r->func == func && r->entry == entry) break;
    }
    return i;
}

static void grow(struct inter *t, const struct fix *f) {
    uint32_t *old = t->slot, n = t->n_slots;
    t->n_slots = n ? n * 2 : 64;
    t->slot = calloc(t->n_slots, sizeof *t->slot);
    if (!t->slot) base_out_of_memory();
    for (uint32_t i = 0; i < n; i++)
        if (old[i]) t->slot[probe(t, f, f->graph.runs.at[old[i] - 1].func, f->graph.runs.at[old[i] - 1].entry)] = old[i];
    free(old);
}

// ---- runs that depend on each other --------------------------------------------------------------------------------------------------

static struct inter_run *info(struct inter *t, uint32_t run) {
    return &t->runs.at[run];
}

static void depend(struct inter *t, uint32_t run, uint32_t low) {
    if (run != FIX_NONE && low < info(t, run)->low) info(t, run)->low = low;
}

static bool gone(const struct fix *f, uint32_t node) {
    return node != FIX_NONE && f->graph.nodes.at[node].gone;
}

// The states after a call, from the exits of the callee that were not told yet.
static void come_back(struct fix *f, struct inter_caller *c, uint32_t run, fix_states *out) {
    struct fix_sink sink;
    struct dom_sink *to = fix_sink_begin(&sink, f, c->node, out);
    uint32_t func = f->graph.runs.at[run].func;
    while (c->told < f->graph.runs.at[run].exits.n) {
        uint32_t via = sink.via = f->graph.runs.at[run].exits.at[c->told++];
        if (gone(f, via)) continue;
        dom_state s = f->dom->call->leave(f->d, c->at_call, f->graph.nodes.at[via].state, c->code, func, to);
        if (s) vec_push(out, (struct fix_after){.state = s, .via = via});
    }
}

// Tells the callers of an unfinished run what is new; true: there was something.
static bool tell(struct inter *t, struct fix *f, uint32_t run) {
    bool new = false;
    fix_states after = {0};
    for (uint32_t i = 0; i < info(t, run)->callers.n && !f->stopped; i++) {
        struct inter_caller *c = &info(t, run)->callers.at[i];
        if (c->told == f->graph.runs.at[run].exits.n || gone(f, c->node)) continue;
        vec_clear(&after);
        come_back(f, c, run, &after);
        fix_return(f, c->node, &after);
        new = true;
    }
    vec_free(&after);
    return new;
}

static void walk_on(struct inter *t, struct fix *f, uint32_t run) {
    uint32_t func = f->graph.runs.at[run].func;
    t->active[func]++;
    t->depth++;
    fix_walk(f, run);
    t->depth--;
    t->active[func]--;
}

// After a stop: what callers were not told is cut off.
static void cut_untold(struct inter *t, struct fix *f, uint32_t run) {
    for (uint32_t i = 0; i < info(t, run)->callers.n; i++) {
        const struct inter_caller *c = &info(t, run)->callers.at[i];
        if (c->told < f->graph.runs.at[run].exits.n) fix_account_mark(&f->account, c->code->func, c->code->end - 1, FIX_CUT);
    }
}

static void close_from(struct inter *t, struct fix *f, uint32_t first) {
    while (t->open.n > first) {
        uint32_t run = vec_pop(&t->open);
        cut_untold(t, f, run);
        vec_free(&info(t, run)->callers);
        fix_close(f, run);
    }
}

// The unfinished runs from number `first` on, until nothing is new.  They are done, unless one of them depends on a run before these.
static void settle(struct inter *t, struct fix *f, uint32_t first) {
    for (bool new = true; new && !f->stopped;) {
        new = false;
        for (uint32_t i = first; i < t->open.n && !f->stopped; i++) {
            uint32_t run = t->open.at[i];
            new |= tell(t, f, run);
            if (!fix_waits(f, run)) continue;
            walk_on(t, f, run);
            new = true;
        }
    }
    uint32_t low = first;
    for (uint32_t i = first; i < t->open.n; i++)
        if (info(t, t->open.at[i])->low < low) low = info(t, t->open.at[i])->low;
    info(t, t->open.at[first])->low = low;
    if (low == first) close_from(t, f, first);
}

static void walk(struct inter *t, struct fix *f, uint32_t run) {
    uint32_t number = t->open.n;
    vec_push(&t->open, run);
    while (t->runs.n <= run) (void)vec_add(&t->runs);
    info(t, run)->low = number;
    walk_on(t, f, run);
    if (info(t, run)->low == number) settle(t, f, number);
}

// ---- one call ----------------------------------------------------------------------------------------------------------------------

struct call {
    struct inter *t;
    struct fix *f;
    uint32_t node;                // FIX_NONE: from outside the program
    uint32_t before;              // then: what ran before
    const struct dom_code *code;  // NULL: from outside the program
    fix_states *out;
};

static void cannot(const struct call *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void cannot(const struct call *c, const char *format, ...) {
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    fix_account_unknown(&c->f->account, c->code ? c->code->func : UINT32_MAX, c->code ? c->code->end - 1 : 0, buf_text(&text));
    buf_free(&text);
}

// Is the call part of a recursion that is being followed to its fixpoint?
static bool recurs(const struct call *c, uint32_t func) {
    const struct ir_calls *calls = &c->t->calls;
    return c->f->dom->call->local && !c->f->options.exact && calls->recursive[func];
}

static bool from_inside(const struct call *c, uint32_t func) {
    return c->code && c->t->calls.component[c->code->func] == c->t->calls.component[func];
}

enum { COSTLY = 100 };  // so many states were kept: a coarser answer is better than another run
enum { FEW_RUNS = 2 };
typedef VEC(dom_state) inter_entries;

// The entries of costly runs that this one may be taken together with.
static void find_alike(const struct call *c, uint32_t func, dom_state entry, inter_entries *to) {
    const struct fix *f = c->f;
    const inter_numbers *runs = &c->t->costly[func];
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

static dom_state covering(const struct call *c, uint32_t func, dom_state entry) {
    inter_entries old = {0};
    find_alike(c, func, entry, &old);
    dom_state s = cover(c->f, &old, entry);
    vec_free(&old);
    return s;
}

// The entry of a recursive function is abstracted like a loop head; entries from inside of the recursion are joined with each other.
static dom_state generalise(const struct call *c, uint32_t func, dom_state entry) {
    struct inter *t = c->t;
    const struct fix *f = c->f;
    if (!recurs(c, func)) return f->options.coarse ? covering(c, func, entry) : entry;
    dom_state s = f->dom->core.abstract(f->d, entry, f->options.precision), kept;
    if (!from_inside(c, func)) return s;
    if (!t->entries[func].dom) set_begin(&t->entries[func], &f->options.set, f->dom, f->d);
    set_add(&t->entries[func], s, 0, SET_HEAD, &kept);
    return kept ? kept : s;
}

// Nothing of the recursion is left to do.
static void forget_entries(const struct call *c, uint32_t func) {
    const struct ir_calls *calls = &c->t->calls;
    uint32_t k = calls->component[func];
    for (uint32_t i = calls->member_first[k]; i < calls->member_first[k + 1]; i++)
        if (c->t->entries[calls->members[i]].dom) set_free(&c->t->entries[calls->members[i]]);
}

static bool too_deep(const struct call *c, uint32_t func) {
    const struct inter *t = c->t;
    const char *name = c->f->program->funcs.at[func].name;
    bool counts = !recurs(c, func) && t->active[func] >= t->options.max_recursion;
    if (counts) cannot(c, "recursion of '%s' deeper than %u", name, t->options.max_recursion);
    if (!counts && t->depth >= t->options.max_depth) cannot(c, "more than %u nested calls", t->options.max_depth);
    return counts || t->depth >= t->options.max_depth;
}

// The run of a function from an entry state, made if need be; FIX_NONE: it cannot be made.
static uint32_t run_of(const struct call *c, uint32_t func, dom_state entry) {
    struct inter *t = c->t;
    if (t->n_runs * 2 >= t->n_slots) grow(t, c->f);
    uint32_t i = probe(t, c->f, func, entry);
    if (t->slot[i]) {
        t->reused++;
        return t->slot[i] - 1;
    }
    if (too_deep(c, func)) return FIX_NONE;
    uint32_t run = fix_run_new(c->f, func, entry, c->node, c->before);
    c->f->graph.runs.at[run].recursive = recurs(c, func);
    t->slot[i] = run + 1;
    t->n_runs++;
    walk(t, c->f, run);
    if (c->f->graph.runs.at[run].states >= COSTLY) vec_push(&t->costly[func], run);
    if (recurs(c, func) && !from_inside(c, func)) forget_entries(c, func);
    return run;
}

static void go(const struct call *c, dom_state s, uint32_t func) {
    struct fix *f = c->f;
    struct fix_sink sink;
    dom_state entry = f->dom->call->enter(f->d, s, c->code, func, fix_sink_begin(&sink, f, c->node, c->out));
    uint32_t run = entry ? run_of(c, func, generalise(c, func, entry)) : FIX_NONE;
    if (run == FIX_NONE) return;
    struct inter_caller caller = {.node = c->node, .at_call = s, .code = c->code};
    come_back(f, &caller, run, c->out);
    if (f->graph.runs.at[run].done) return;
    vec_push(&info(c->t, run)->callers, caller);
    depend(c->t, f->graph.nodes.at[c->node].run, info(c->t, run)->low);
}

typedef VEC(uint32_t) func_list;

static void take_target(void *self, uint32_t func) {
    vec_push((func_list *)self, func);
}

static void carry_out(void *inter, struct fix *f, uint32_t node, dom_state s, const struct dom_code *code, fix_states *out) {
    struct call c = {inter, f, node, FIX_NONE, code, out};
    struct fix_sink sink;
    func_list targets = {0};
    f->dom->call->targets(f->d, s, code, &targets, take_target, fix_sink_begin(&sink, f, node, out));
    for (uint32_t i = 0; i < targets.n && !f->stopped; i++) go(&c, s, targets.at[i]);
    vec_free(&targets);
}

// ---- states that are still needed --------------------------------------------------------------------------------------------------

static void mark(dom_state s, bool *live, uint32_t n) {
    if (s < n) live[s] = true;
}

static void mark_set(const struct set *set, bool *live, uint32_t n) {
    const struct set_entry *e;
    for (uint32_t i = 0; (e = set_next(set, &i)); i++) mark(e->state, live, n);
}

// A caller that will be told of more exits needs the state at its call, which is no state of the graph.
static void mark_held(void *inter, bool *live, uint32_t n) {
    const struct inter *t = inter;
    for (uint32_t i = 0; i < t->outside.n; i++) mark(t->outside.at[i], live, n);
    for (uint32_t i = 0; i < t->calls.n; i++)
        if (t->entries[i].dom) mark_set(&t->entries[i], live, n);
    for (uint32_t i = 0; i < t->open.n; i++) {
        const struct inter_run *r = &t->runs.at[t->open.at[i]];
        for (uint32_t k = 0; k < r->callers.n; k++) mark(r->callers.at[k].at_call, live, n);
    }
}

// ---- the program -------------------------------------------------------------------------------------------------------------------

static void hold(struct inter *t, const fix_states *states) {
    for (uint32_t i = 0; i < states->n; i++) vec_push(&t->outside, states->at[i].state);
}

// One function called from outside the program, in each of the states.
static void call_outside(struct inter *t, struct fix *f, uint32_t func, fix_states *states) {
    fix_states out = {0};
    hold(t, states);
    for (uint32_t i = 0; i < states->n && !f->stopped; i++) {
        struct call c = {t, f, FIX_NONE, states->at[i].via, NULL, &out};
        go(&c, states->at[i].state, func);
        hold(t, &out);
    }
    vec_free(states);
    *states = out;
}

static void unknown_outside(struct fix *f, const char *format, const char *name) {
    struct buf text = {0};
    buf_printf(&text, format, name);
    fix_account_unknown(&f->account, UINT32_MAX, 0, buf_text(&text));
    buf_free(&text);
}

static const char *name_of(const struct fix *f, uint32_t func) {
    return f->program->funcs.at[func].name;
}

// A hook without body cannot be called, nor can any if the domain has no way to.
static void run_hooks(struct inter *t, struct fix *f, const struct ir_hook *hooks, uint32_t n, const char *what, fix_states *states) {
    for (uint32_t i = 0; i < n && states->n && !f->stopped; i++) {
        if (f->dom->call->outside && fix_enters(f->program, f->lib, hooks[i].func)) {
            call_outside(t, f, hooks[i].func, states);
        } else {
            unknown_outside(f, what, name_of(f, hooks[i].func));
            vec_clear(states);
        }
    }
}

static void run_entry(struct inter *t, struct fix *f, uint32_t entry, fix_states *states) {
    fix_states out = {0};
    bool cut = f->stopped;
    hold(t, states);
    for (uint32_t i = 0; i < states->n && !cut; i++) {
        struct call c = {t, f, FIX_NONE, states->at[i].via, NULL, NULL};
        uint32_t run = run_of(&c, entry, states->at[i].state);
        for (uint32_t k = 0; run != FIX_NONE && k < f->graph.runs.at[run].exits.n; k++) {
            uint32_t exit = f->graph.runs.at[run].exits.at[k];
            vec_push(&out, (struct fix_after){.state = f->graph.nodes.at[exit].state, .via = exit});
        }
        cut = f->stopped && i + 1 < states->n;
    }
    if (cut) fix_account_mark(&f->account, entry, 0, FIX_CUT);
    t->ends = out.n;
    vec_free(states);
    *states = out;
}

// Destructors run when exit is called, too, which ends a path inside the domain.
static bool may_exit(const struct fix *f) {
    const struct ir_program *p = f->program;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        const struct ir_lib *row = ir_lib_of(f->lib, p, &p->funcs.at[i]).row;
        if (row && (row->kind == IR_LIB_K_EXIT || row->kind == IR_LIB_K_DIE)) return true;
    }
    return false;
}

static void run_destructors(struct inter *t, struct fix *f, fix_states *states) {
    const struct ir_program *p = f->program;
    run_hooks(t, f, p->dtors.at, p->dtors.n, "destructor '%s'", states);
    if (p->dtors.n && may_exit(f)) unknown_outside(f, "destructor '%s' after a call of exit", name_of(f, p->dtors.at[0].func));
}

static void finish(struct fix *f, uint32_t entry, const fix_states *states) {
    fix_states none = {0};
    for (uint32_t i = 0; i < states->n && !f->stopped; i++) {
        struct fix_sink sink;
        struct dom_sink *out = fix_sink_begin(&sink, f, FIX_NONE, &none);
        sink.via = states->at[i].via;
        f->dom->call->finish(f->d, states->at[i].state, entry, out);
    }
    vec_free(&none);
}

// What the library calls back is no call of the engine.
void inter_run(struct inter *t, struct fix *f, uint32_t entry, const struct inter_options *o) {
    const struct ir_program *p = f->program;
    fix_states states = {0};
    struct fix_sink sink;
    *t = (struct inter){.options = *o};
    t->active = calloc(p->funcs.n + 1, sizeof *t->active);
    t->entries = calloc(p->funcs.n + 1, sizeof *t->entries);
    t->costly = calloc(p->funcs.n + 1, sizeof *t->costly);
    if (!t->active || !t->entries || !t->costly) base_out_of_memory();
    ir_calls_build(&t->calls, p, ir_calls_never, NULL);
    if (!t->options.max_recursion) t->options.max_recursion = INTER_RECURSION;
    if (!t->options.max_depth) t->options.max_depth = INTER_DEPTH;
    f->call = carry_out;
    f->inter = t;
    f->held = mark_held;
    f->dom->core.initial(f->d, entry, fix_sink_begin(&sink, f, FIX_NONE, &states));
    if (!t->options.open) run_hooks(t, f, p->ctors.at, p->ctors.n, "constructor '%s'", &states);
    run_entry(t, f, entry, &states);
    if (strcmp(name_of(f, entry), "main") == 0) run_destructors(t, f, &states);
    finish(f, entry, &states);
    if (f->stopped) unknown_outside(f, "%s", f->stopped);
    vec_free(&states);
}

void inter_free(struct inter *t) {
    for (uint32_t i = 0; i < t->calls.n; i++)
        if (t->entries[i].dom) set_free(&t->entries[i]);
    for (uint32_t i = 0; i < t->calls.n; i++) vec_free(&t->costly[i]);
    for (uint32_t i = 0; i < t->runs.n; i++) vec_free(&t->runs.at[i].callers);
    ir_calls_free(&t->calls);
    vec_free(&t->runs);
    vec_free(&t->open);
    vec_free(&t->outside);
    free(t->entries);
    free(t->costly);
    free(t->active);
    free(t->slot);
}
