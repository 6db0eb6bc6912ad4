// SPDX-License-Identifier: MIT
#include "check/blame.h"

#include <assert.h>
#include <string.h>

#include "check/mutate.h"
#include "exec/given.h"
#include "exec/once.h"

// Runs with other numbers, and with such that are near those of the first run; so many have to come to the place of the fault at least; how long each may be.
// Runs in which one number is one that stands in the program.
enum { OTHERS = 24, NEAR = 40, LEAST = 4, OTHER_STEPS = 200000, SINGLE = 256 };

struct other {  // a run with other numbers
    const struct exec_result *run;
    const struct exec_fault *fault;
    bool heap;              // what is there is as in the first run
    uint64_t near;          // 0: numbers are any; else the state of a generator that says what differs
    uint32_t shape, number;  // next choices of the first run
    uint32_t single;        // choice that alone differs, or UINT32_MAX: not this way
    uint64_t instead;
    bool came;              // to the place of the fault
};

static uint64_t turn(struct other *x, uint64_t n) {
    x->near = x->near * 6364136223846793005u + 1442695040888963407u;
    return (x->near >> 33) % n;
}

// The next choice of the first run of the same kind.
static bool first_choice(const struct other *x, bool shape, uint32_t *next, uint64_t *value) {
    while (*next < x->run->n_inputs && (strcmp(x->run->inputs[*next].what, exec_given_shape) == 0) != shape) ++*next;
    if (*next == x->run->n_inputs) return false;
    *value = x->run->inputs[(*next)++].value;
    return true;
}

static bool choose(void *self, const struct exec_machine *m, const char *what, uint64_t *value) {
    struct other *x = self;
    (void)m;
    if (x->single != UINT32_MAX) {
        *value = x->number == x->single ? x->instead : x->number < x->run->n_inputs ? x->run->inputs[x->number].value : 0;
        x->number++;
        return true;
    }
    if (strcmp(what, exec_given_shape) == 0) return first_choice(x, true, &x->shape, value) && (x->heap || (x->near && turn(x, 4)));
    if (!x->near || !first_choice(x, false, &x->number, value)) return false;
    switch (turn(x, 4)) {
    case 0: *value += turn(x, 5) - 2; break;
    case 1: *value = turn(x, 33); break;
    default: break;
    }
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

struct judged {  // a fault
    const struct ir_program *p;
    uint32_t entry;
    const struct exec_options *o;
    const struct exec_result *run;
    const struct exec_fault *fault;
};
enum said { ELSEWHERE, FAILS, REFUTES, STOPS };  // STOPS: something else is wrong before the place

static enum said try_other(const struct judged *j, struct other *x, uint64_t seed) {
    struct exec_oracle oracle = {x, choose};
    struct exec_observer observer = exec_looks_away;
    struct exec_options q = exec_quiet(j->o);
    struct exec_result r;
    x->run = j->run;
    x->fault = j->fault;
    observer.self = x;
    observer.step = step;
    q.observer = &observer;
    q.max_steps = OTHER_STEPS;
    q.inputs = (struct exec_inputs){.oracle = &oracle, .seeded = true, .seed = seed};
    exec_run(j->p, j->entry, &q, &r);
    bool fails = has_fault(&r, j->fault, is_own(j->run, j->fault)), fault = r.outcome == EXEC_FAULT;
    // One that is not followed at the place itself, because of what callers handed over, does not have the fault for sure.
    bool ended = r.outcome == EXEC_UNKNOWN ? same_place(&r.place, &j->fault->place) : r.outcome != EXEC_OUT_OF_STEPS && !r.assumed;
    exec_result_free(&r);
    if (!x->came) return fault ? STOPS : ELSEWHERE;
    return fails ? FAILS : ended ? REFUTES : ELSEWHERE;
}

// What a number of the callers decides may be told by its value alone (a kind, a size of a key): no such value lets a run get by.
static bool is_any_single(const struct judged *j) {
    check_list constants = {0};
    uint32_t runs = 0;
    bool always = true;
    check_list_constants(j->p, &constants);
    for (uint32_t i = 0; i < j->run->n_inputs && always; i++) {
        if (strcmp(j->run->inputs[i].what, exec_given_shape) == 0) continue;
        for (uint32_t k = 0; k < constants.n && always && runs++ < SINGLE; k++) {
            enum said said = try_other(j, &(struct other){.heap = true, .single = i, .instead = constants.at[k]}, 0);
            always = said == FAILS || said == ELSEWHERE;
        }
    }
    vec_free(&constants);
    return always;
}

// Every run that comes to the place has the fault; with `heap`, every one that has this heap.
static bool is_always(const struct judged *j, bool heap) {
    uint32_t came = 0;
    for (uint64_t seed = 1; seed <= OTHERS + NEAR; seed++) {
        enum said said = try_other(j, &(struct other){.heap = heap, .near = seed > OTHERS ? seed : 0, .single = UINT32_MAX}, seed);
        if (said == REFUTES) return false;
        came += said == FAILS;
    }
    return came >= LEAST && is_any_single(j);
}

// Does a caller hand over something that nobody wrote to, to be filled?
static bool has_blank(const struct ir_inputs *in) {
    for (uint32_t k = 0; k < in->program->funcs.at[in->entry].n_params; k++)
        if (ir_input_param(in, k).blank) return true;
    return false;
}

bool check_is_manifest(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_result *run, uint32_t i) {
    const struct exec_fault *f = &run->faults[i];
    struct judged j = {p, entry, o, run, f};
    bool own = is_own(run, f);
    assert(o->given && i < run->n_faults);
    switch (f->rule) {
    case IR_RULE_USE_AFTER_FREE:
    case IR_RULE_DOUBLE_FREE: return f->freed;
    case IR_RULE_USE_OUT_OF_SCOPE:
    case IR_RULE_INVALID_FREE:
    case IR_RULE_MEMORY_LEAK: return own;
    case IR_RULE_UNINITIALISED_POINTER:
    case IR_RULE_UNINITIALISED_VALUE: return !run->lent && !has_blank(&o->given->cases[0]) && is_always(&j, false);
    case IR_RULE_OUT_OF_BOUNDS: return own && is_always(&j, run->structures == 1);
    default: return false;
    }
}
