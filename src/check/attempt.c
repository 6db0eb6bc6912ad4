// SPDX-License-Identifier: MIT
#include "check/attempt.h"

#include <assert.h>
#include <time.h>

#include "dom/option.h"
#include "ir/clauses.h"


static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double check_deadline(double seconds) {
    return seconds > 0 ? now() + seconds : 0;
}

double check_left(const struct check_task *t) {
    double left = t->deadline - now();
    return t->deadline <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

bool check_late(const struct check_task *t) {
    return t->deadline > 0 && now() > t->deadline;
}

static const char *limit(void *self) {
    const struct check_attempt *a = self;
    return check_late(a->task) ? "the time is over" : NULL;
}

static void progress(void *self, const struct fix_progress *p) {
    const struct check_attempt *a = self;
    const struct check_domain *how = a->task->o->how;
    how->progress(how->self, a->task->p->funcs.at[p->func].name, p);
}

static struct set_options set_of(const struct check_attempt *a) {
    const struct check_domain *how = a->task->o->how;
    struct set_options usual = {.policy = a->domain->core.join ? SET_PARTIAL : SET_POWERSET, .delay = SET_DELAY};
    struct set_options set = a->domain == how->domain ? how->set : usual;
    if (a->way == CHECK_BY_EXACT || a->way == CHECK_BY_APART) return (struct set_options){.policy = SET_POWERSET, .delay = set.delay};
    if (a->way == CHECK_BY_SEVERAL) set.apart = a->apart;
    return set;
}

static struct dom_settings settings_of(const struct check_attempt *a, bool coarse) {
    const struct check_domain *how = a->task->o->how;
    const struct dom_refine *refine = a->domain->refine;
    struct dom_settings s = {0};
    if (a->domain == how->domain) s = how->settings;
    if (refine && coarse) s = dom_settings_with(a->domain, &s, refine->coarse);
    if (refine && a->way == CHECK_BY_INDEPENDENT) s = dom_settings_with(a->domain, &s, refine->independent);
    if (refine && a->way == CHECK_BY_NONEMPTY) s = dom_settings_with(a->domain, &s, refine->nonempty);
    return s;
}

static void *open_domain(const struct check_attempt *a, bool coarse) {
    const struct check_analyse_options *o = a->task->o;
    struct dom_options d = {
        .rules = o->rules,
        .malloc_may_fail = o->malloc_may_fail,
        .counters_fit = o->counters_fit,
        .lib = o->library,
        .inputs = o->inputs,
        .variant = a->variant,
        .settings = settings_of(a, coarse),
        .digests = a->task->digests,
    };
    return a->domain->core.open(a->task->p, &d);
}

// Nothing is kept of what is looked at from inside, nor of what keeps every state apart.
static bool can_keep(const struct check_attempt *a) {
    const struct check_domain *how = a->task->o->how;
    bool looks = how->keep || how->state || how->look;
    return a->task->digests && a->domain->keep && a->domain->call->local && a->way != CHECK_BY_EXACT && !looks;
}

// What decides in this attempt, and is not said by the options.
static void begin_keeping(struct check_attempt *a, struct inter_options *calls) {
    const struct check_analyse_options *o = a->task->o;
    const struct fix_options *f = &a->f.options;
    struct dom_settings s = settings_of(a, f->coarse);
    struct buf context = {0};
    buf_printf(&context, "%s;%x;%d;%d;%d;%u;%d;%u;%u;", o->context, o->rules, o->malloc_may_fail, o->counters_fit, a->way, a->variant, f->coarse, calls->max_recursion, a->task->notes);
    buf_printf(&context, "%d;%u;%u;%u;%x", f->set.policy, f->set.cap, f->set.delay, f->set.apart, s.given);
    for (uint32_t i = 0; i < DOM_MOST_OPTIONS; i++) buf_printf(&context, ",%llu", (unsigned long long)s.at[i]);
    if (o->inputs) buf_printf(&context, ";%s;", a->task->p->funcs.at[a->task->entry].name);
    if (o->inputs) ir_inputs_key(o->inputs, &context);
    kept_begin(&a->kept, o->store, &context, a->task->digests, &a->refused, &a->f);
    calls->memory = &a->kept.memory;
    buf_free(&context);
}

void check_attempt_begin(struct check_attempt *a) {
    const struct check_task *t = a->task;
    const struct check_domain *how = t->o->how;
    bool coarse = (how->coarse == CHECK_COARSE && a->way != CHECK_BY_EXACT) || a->way == CHECK_BY_COARSE || a->way == CHECK_BY_INDEPENDENT;
    assert((a->way == CHECK_BY_SEVERAL) == (a->apart != 0));
    a->f = (struct fix){.program = t->p, .lib = t->o->library, .dom = a->domain, .d = open_domain(a, coarse)};
    a->f.options = (struct fix_options){.set = set_of(a),
                                        .exact = a->way == CHECK_BY_EXACT,
                                        .coarse = coarse,
                                        .discard = !how->keep && !how->state && !how->look,
                                        .max_states = how->max_states,
                                        .max_words = a->domain->effort ? fix_limits[FIX_LIMIT_WORDS].value : 0,
                                        .limit = limit,
                                        .progress = how->progress ? progress : NULL,
                                        .self = a};
    a->keeps = a->f.options.remember = can_keep(a);
    fix_begin(&a->f);
    a->f.account.noted = t->notes;
    struct inter_options calls = how->calls;
    calls.open = t->o->inputs != NULL;
    if (a->keeps) begin_keeping(a, &calls);
    inter_begin(&a->t, &a->f, t->entry, &calls);
    a->outcome = INTER_PAUSED;
}

enum inter_outcome check_attempt_go(struct check_attempt *a, struct fix_budget budget) {
    assert(a->outcome == INTER_PAUSED);
    return a->outcome = inter_go(&a->t, budget);
}

void check_attempt_end(struct check_attempt *a) {
    if (a->keeps) kept_end(&a->kept, &a->f);
    inter_end(&a->t);
    fix_end(&a->f);
    a->domain->core.close(a->f.d);
    buf_free(&a->knew);
}

bool check_attempt_proves(const struct check_attempt *a) {
    return a->outcome == INTER_DONE && !a->f.account.faults.n && !a->f.account.unknowns.n;
}

static bool is_refused(const struct check_task *t, const struct ir_instr *i) {
    if (i->op == IR_UNMODELLED) return true;
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    const struct ir_func *callee = &t->p->funcs.at[ir_index(i->args[0])];
    return callee->flags & IR_EXTERN && !ir_lib_of(t->o->library, t->p, callee).row;
}

bool check_attempt_refused(const struct check_attempt *a) {
    if (a->f.options.coarse || a->domain != a->task->o->how->domain) return false;  // it may have come there for want of precision
    for (uint32_t i = 0; i < a->f.account.unknowns.n; i++) {
        const struct fix_unknown *u = &a->f.account.unknowns.at[i];
        if (u->exact && u->func != UINT32_MAX && is_refused(a->task, &a->task->p->funcs.at[u->func].instrs.at[u->instr])) return true;
    }
    return false;
}
