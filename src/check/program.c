// SPDX-License-Identifier: MIT
#include "check/program.h"

#include <time.h>

#include "check/arrange.h"
#include "check/inspect.h"
#include "check/limits.h"
#include "check/order.h"
#include "check/portfolio.h"
#include "check/search.h"
#include "check/stack.h"
#include "solve/solve.h"

// Work is shared out by effort; when so much of the time allowed is over, all of it ends, and the rest is left to tell what was found.
static const double working_time = 0.9;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct job {
    const struct ir_program *p;
    uint32_t entry;
    const struct check_options *o;
    double deadline;  // 0: none
    uint64_t effort;  // of all attempts to prove it, so far
    const struct ir_inputs *inputs;  // NULL: not open
};

// False: no time is left.
static bool search_options(struct check_search_options *to, const struct check_result *r, const struct job *j, const check_targets *targets, uint64_t states) {
    const struct check_options *o = j->o;
    struct check_search_options s = {.rules = o->rules & ~r->notes, .malloc_may_fail = o->malloc_may_fail, .library = o->library, .targets = targets};
    s.max_runs = o->search_runs;
    s.most_runs = o->search_runs;
    s.first = o->first;
    s.before = j->effort * CHECK_MORE_STEPS + r->counters[CHECK_STEPS];
    s.progress = o->searching;
    s.self = o->self;
    s.max_seconds = j->deadline > 0 ? j->deadline - now() : 0;
    if (j->deadline > 0 && s.max_seconds <= 0) return false;
    if (states) {  // a share of what the proof took so far
        uint64_t runs = states / CHECK_QUICK_STATES + 1 < CHECK_QUICK_RUNS ? states / CHECK_QUICK_STATES + 1 : CHECK_QUICK_RUNS;
        s.max_steps = states * CHECK_QUICK_STEPS;
        s.max_work = states < CHECK_QUICK_SOLVE ? 1 : states / CHECK_QUICK_WORK;
        if (!s.max_runs || s.max_runs > runs) s.max_runs = runs;
    }
    *to = s;
    return true;
}

static bool search(struct check_result *r, const struct job *j, const check_targets *targets, uint64_t states) {
    struct check_search_options s;
    bool chosen = check_turns_have(j->o->strategies, CHECK_TURN_SEARCH);
    return chosen && search_options(&s, r, j, targets, states) && check_search(r, j->p, j->entry, &s);
}

static bool search_quickly(void *self, struct check_result *r, const check_targets *targets, uint64_t states, uint64_t effort) {
    struct job *j = self;
    j->effort = effort;
    return search(r, j, targets, states);
}

static void prove(struct check_result *r, struct job *j, check_targets *open) {
    const struct check_options *o = j->o;
    struct check_analyse_options a = {.how = o->domain, .rules = o->rules, .malloc_may_fail = o->malloc_may_fail, .counters_fit = !o->in_time, .library = o->library};
    struct check_inspect_options i = {.rules = o->rules & ~r->notes, .malloc_may_fail = o->malloc_may_fail, .library = o->library};
    a.max_seconds = j->deadline > 0 ? j->deadline - now() : 0;
    a.inputs = j->inputs;
    a.strategies = o->strategies;
    a.store = o->store;
    a.context = o->context;
    if (!j->inputs) a.search = search_quickly;
    a.self = j;
    if (o->domain)
        check_analyse(r, j->p, j->entry, &a, open);
    else
        check_inspect(r, j->p, j->entry, &i);
}

static void assume(void *self, const char *text) {
    check_add_assumption(self, CHECK_ASSUME_INPUT, text);
}

static void prove_open(struct check_result *r, struct job *j, check_targets *open) {
    const struct dom *domain = j->o->domain ? j->o->domain->domain : NULL;
    ir_inputs_words(j->inputs, r, assume);
    if (r->assumptions.n) check_add_assumption(r, CHECK_ASSUME_INPUT_APART, "");
    if (domain && !domain->core.inputs) {
        check_unknown(r, "domain '%s' cannot build the inputs of a function that is not main", domain->name);
        return;
    }
    prove(r, j, open);
}

static bool assumes(const struct check_result *r, enum check_assumption_kind kind) {
    for (uint32_t i = 0; i < r->assumptions.n; i++)
        if (r->assumptions.at[i].kind == kind) return true;
    return false;
}

static void prove_closed(struct check_result *r, struct job *j, check_targets *open) {
    prove(r, j, open);
    bool lax = assumes(r, CHECK_ASSUME_INITIALISED_ELEMENTS) || assumes(r, CHECK_ASSUME_INITIALISED_MEMORY);
    if (r->verdict == CHECK_SAFE && lax) search(r, j, NULL, CHECK_DOUBT_STATES);  // what is assumed of memory may be seen to be wrong
    uint64_t full = j->o->search_runs ? j->o->search_runs : check_limits[CHECK_LIMIT_RUNS].value;
    bool again = r->counters[CHECK_SEARCH_RUNS] >= full;  // all that is new is what it is for
    if (r->verdict == CHECK_UNKNOWN) search(r, j, open, again ? CHECK_AGAIN_STATES : 0);
    check_arrange(r, j->o->in_time);
    struct check_search_options s;
    if (search_options(&s, r, j, NULL, r->verdict == CHECK_UNSAFE ? CHECK_AGAIN_STATES : CHECK_DOUBT_STATES)) check_order(r, j->p, j->entry, &s);
}

void check_program(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o) {
    struct job j = {.p = p, .entry = entry, .o = o, .deadline = o->max_seconds > 0 ? now() + working_time * o->max_seconds : 0};
    struct ir_inputs inputs;
    check_targets open = {0};
    if (ir_inputs_begin(&inputs, p, entry, o->library, o->inputs)) {
        j.inputs = &inputs;
        prove_open(r, &j, &open);
        check_arrange(r, o->in_time);
        ir_inputs_end(&inputs);
    } else {
        prove_closed(r, &j, &open);
    }
    check_stack(r, p, entry, o->library);
    vec_free(&open);
}

void check_versions(struct buf *out) {
    buf_str(out, "Z3: ");
    solve_version(out);
    buf_char(out, '\n');
}
