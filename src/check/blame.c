// SPDX-License-Identifier: MIT
#include "check/blame.h"

#include <assert.h>
#include <string.h>

#include "exec/given.h"
#include "exec/once.h"

// Runs with other numbers; so many have to come to the place of the fault at least; how long each may be.
enum { OTHERS = 24, LEAST = 4, OTHER_STEPS = 200000 };

struct other {  // a run with other numbers
    const struct exec_result *run;
    const struct exec_fault *fault;
    uint32_t next;  // choice of the first run
    bool came;      // to the place of the fault
};

// What is there is as in the first run.
static bool same_shape(void *self, const struct exec_machine *m, const char *what, uint64_t *value) {
    struct other *x = self;
    (void)m;
    if (strcmp(what, exec_given_shape) != 0) return false;
    while (x->next < x->run->n_inputs && strcmp(x->run->inputs[x->next].what, exec_given_shape) != 0) x->next++;
    if (x->next == x->run->n_inputs) return false;
    *value = x->run->inputs[x->next++].value;
    return true;
}

static bool same_place(const struct exec_place *a, const struct exec_place *b) {
    return a->func == b->func && a->loc.file == b->loc.file && a->loc.line == b->loc.line && a->loc.column == b->loc.column;
}

static void step(void *self, struct exec_machine *m) {
    struct other *x = self;
    struct exec_place here = exec_here(m);
    x->came |= same_place(&here, &x->fault->place);
}

static bool is_own(const struct exec_result *run, const struct exec_fault *f) {
    return f->serial > run->given;
}

// The same fault, with something of the same owner.
static bool has_fault(const struct exec_result *run, const struct exec_fault *f, bool own) {
    const struct exec_fault *last = run->n_faults ? &run->faults[run->n_faults - 1] : NULL;
    return run->outcome == EXEC_FAULT && last->rule == f->rule && same_place(&last->place, &f->place) && is_own(run, last) == own;
}

// Every run that comes to the place has the fault; with `heap`, every one that has this heap.
static bool is_always(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run, const struct exec_fault *f, bool heap) {
    uint32_t came = 0;
    for (uint64_t seed = 1; seed <= OTHERS; seed++) {
        struct other x = {.run = run, .fault = f};
        struct exec_oracle oracle = {&x, same_shape};
        struct exec_observer observer = exec_looks_away;
        struct exec_options q = exec_quiet(o);
        struct exec_result other;
        observer.self = &x;
        observer.step = step;
        q.observer = &observer;
        q.max_steps = OTHER_STEPS;
        q.inputs = (struct exec_inputs){.oracle = heap ? &oracle : NULL, .seeded = true, .seed = seed};
        exec_run(p, entry, &q, &other);
        bool fails = has_fault(&other, f, is_own(run, f)), ended = other.outcome != EXEC_OUT_OF_STEPS && other.outcome != EXEC_UNKNOWN && !other.assumed;
        exec_result_free(&other);
        if (!x.came) continue;
        if (!fails && ended) return false;
        came += fails;
    }
    return came >= LEAST;
}

// Does a caller hand over something that nobody wrote to, to be filled?
static bool has_blank(const struct ir_inputs *in) {
    for (uint32_t k = 0; k < in->program->funcs.at[in->entry].n_params; k++)
        if (ir_input_param(in, k).blank) return true;
    return false;
}

bool check_is_manifest(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run, uint32_t i) {
    const struct exec_fault *f = &run->faults[i];
    bool own = is_own(run, f);
    assert(o->given && i < run->n_faults);
    switch (f->rule) {
    case IR_RULE_USE_AFTER_FREE:
    case IR_RULE_DOUBLE_FREE: return f->freed;
    case IR_RULE_USE_OUT_OF_SCOPE:
    case IR_RULE_INVALID_FREE:
    case IR_RULE_MEMORY_LEAK: return own;
    case IR_RULE_UNINITIALISED_POINTER:
    case IR_RULE_UNINITIALISED_VALUE: return !run->lent && !has_blank(&o->given->cases[0]) && is_always(p, entry, o, run, f, false);
    case IR_RULE_OUT_OF_BOUNDS: return own && is_always(p, entry, o, run, f, run->structures == 1);
    default: return false;
    }
}
