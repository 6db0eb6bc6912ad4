// SPDX-License-Identifier: MIT
#include "inter/inter.h"

#include <stdarg.h>

bool inter_fits(const struct dom *dom, struct buf *why) {
    if (dom->targets && dom->enter && dom->leave && dom->finish) return true;
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

static void walk(const struct call *c, uint32_t run) {
    uint32_t func = c->f->graph.runs.at[run].func;
    c->t->active[func]++;
    c->t->depth++;
    fix_walk(c->f, run);
    c->t->depth--;
    c->t->active[func]--;
}

// The run of a function from an entry state, made if need be; FIX_NONE: it cannot be made.
static uint32_t run_of(const struct call *c, uint32_t func, dom_state entry) {
    struct inter *t = c->t;
    if (t->n_runs * 2 >= t->n_slots) grow(t, c->f);
    uint32_t i = probe(t, c->f, func, entry);
    if (t->slot[i] && c->f->graph.runs.at[t->slot[i] - 1].done) return t->slot[i] - 1;
    const char *name = c->f->program->funcs.at[func].name;
    if (t->slot[i]) return cannot(c, "'%s' is called again in the state that it was entered in", name), FIX_NONE;
    if (t->active[func] >= t->options.max_recursion)
        return cannot(c, "recursion of '%s' deeper than %u", name, t->options.max_recursion), FIX_NONE;
    if (t->depth >= t->options.max_depth) return cannot(c, "more than %u nested calls", t->options.max_depth), FIX_NONE;
    uint32_t run = fix_run_new(c->f, func, entry, c->node, c->before);
    t->slot[i] = run + 1;
    t->n_runs++;
    walk(c, run);
    return run;
}

static void come_back(const struct call *c, dom_state at_call, uint32_t func, uint32_t run, struct fix_sink *sink) {
    for (uint32_t i = 0; i < c->f->graph.runs.at[run].exits.n; i++) {
        uint32_t via = sink->via = c->f->graph.runs.at[run].exits.at[i];
        dom_state s = c->f->dom->leave(c->f->d, at_call, c->f->graph.nodes.at[via].state, c->code, func, &sink->sink);
        if (s) vec_push(c->out, (struct fix_after){.state = s, .via = via});
    }
}

static void go(const struct call *c, dom_state s, uint32_t func) {
    struct fix_sink sink;
    dom_state entry = c->f->dom->enter(c->f->d, s, c->code, func, fix_sink_begin(&sink, c->f, c->node, c->out));
    uint32_t run = entry ? run_of(c, func, entry) : FIX_NONE;
    if (run != FIX_NONE) come_back(c, s, func, run, &sink);
}

typedef VEC(uint32_t) func_list;

static void take_target(void *self, uint32_t func) {
    vec_push((func_list *)self, func);
}

static void carry_out(void *inter, struct fix *f, uint32_t node, dom_state s, const struct dom_code *code, fix_states *out) {
    struct call c = {inter, f, node, FIX_NONE, code, out};
    struct fix_sink sink;
    func_list targets = {0};
    f->dom->targets(f->d, s, code, &targets, take_target, fix_sink_begin(&sink, f, node, out));
    for (uint32_t i = 0; i < targets.n && !f->stopped; i++) go(&c, s, targets.at[i]);
    vec_free(&targets);
}

// ---- the program -------------------------------------------------------------------------------------------------------------------

// One function called from outside the program, in each of the states.
static void call_outside(struct inter *t, struct fix *f, uint32_t func, fix_states *states) {
    fix_states out = {0};
    for (uint32_t i = 0; i < states->n && !f->stopped; i++) {
        struct call c = {t, f, FIX_NONE, states->at[i].via, NULL, &out};
        go(&c, states->at[i].state, func);
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
        if (f->dom->outside && fix_enters(f->program, f->lib, hooks[i].func)) {
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
        f->dom->finish(f->d, states->at[i].state, entry, out);
    }
    vec_free(&none);
}

void inter_run(struct inter *t, struct fix *f, uint32_t entry, const struct inter_options *o) {
    const struct ir_program *p = f->program;
    fix_states states = {0};
    struct fix_sink sink;
    *t = (struct inter){.options = *o, .active = calloc(p->funcs.n + 1, sizeof *t->active)};
    if (!t->active) base_out_of_memory();
    if (!t->options.max_recursion) t->options.max_recursion = INTER_RECURSION;
    if (!t->options.max_depth) t->options.max_depth = INTER_DEPTH;
    f->call = carry_out;
    f->inter = t;
    f->dom->initial(f->d, entry, fix_sink_begin(&sink, f, FIX_NONE, &states));
    run_hooks(t, f, p->ctors.at, p->ctors.n, "constructor '%s'", &states);
    run_entry(t, f, entry, &states);
    if (strcmp(name_of(f, entry), "main") == 0) run_destructors(t, f, &states);
    finish(f, entry, &states);
    if (f->stopped) unknown_outside(f, "%s", f->stopped);
    vec_free(&states);
}

void inter_free(struct inter *t) {
    free(t->active);
    free(t->slot);
}
