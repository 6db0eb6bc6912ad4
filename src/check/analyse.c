// SPDX-License-Identifier: MIT
#include "check/analyse.h"

#include "check/able.h"
#include "check/contract.h"
#include "check/portfolio.h"
#include "check/trace.h"
#include "fix/lost.h"
#include "ir/standin.h"

// A verdict in the making: what an attempt came to becomes findings, reasons and counters.
struct verdict {
    struct check_result *r;
    const struct ir_program *p;
    const struct check_analyse_options *o;
    uint32_t entry;
    check_targets *open;
    struct check_attempt *from;
    bool refuted;  // a definite fault was found
    uint32_t first;  // finding of the attempt
    bool late;     // the time is over
};

bool check_domain_fits(const struct check_domain *how, struct buf *why) {
    return set_fits(&how->set, how->domain, why) && inter_fits(how->domain, why);
}

// ---- findings ----------------------------------------------------------------------------------------------------------------------

// Of an instruction without place the last one before it that has one.
static struct check_place place_of(struct verdict *a, struct fix_place at) {
    const struct ir_func *f = at.func == UINT32_MAX ? NULL : &a->p->funcs.at[at.func];
    while (f && at.instr && !f->instrs.at[at.instr].loc.line) at.instr--;
    return check_place_of(a->r, a->p, f, f ? f->instrs.at[at.instr].loc : (struct ir_loc){0});
}

static void add_fault(struct verdict *a, const struct fix_fault *fault) {
    struct check_place place = place_of(a, (struct fix_place){fault->func, fault->instr});
    bool noted = a->r->notes >> fault->rule & 1;
    if (fault->func != UINT32_MAX && !noted) vec_push(a->open, (struct check_target){fault->func, fault->instr});
    struct check_finding *finding =
        check_add_finding(a->r, fault->rule, a->o->inputs ? CHECK_CONDITIONAL : CHECK_POSSIBLE, place, fault->message);
    finding->cut = fault->cut;
    check_trace(a->r, finding, &a->from->f, fault);
}

static void add_unknown(struct verdict *a, const struct fix_unknown *u) {
    struct check_place place = place_of(a, (struct fix_place){u->func, u->instr});
    struct buf text = {0};
    buf_str(&text, u->reason);
    if (place.line) buf_printf(&text, " at %s:%u", place.file, place.line);
    check_unknown(a->r, "%s", buf_text(&text));
    check_add_reason(a->r, u->reason, place);
    if (a->o->how->note) a->o->how->note(a->o->how->self, buf_text(&text));
    buf_free(&text);
}

// ---- counters ----------------------------------------------------------------------------------------------------------------------

static void count_func(struct verdict *a, uint32_t func) {
    const struct ir_func *f = &a->p->funcs.at[func];
    uint64_t *count = a->r->counters;
    bool standin = ir_is_standin(a->p, func);  // which may be called instead of what is
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        if (!(check_able(a->p, a->o->library, &f->instrs.at[i]) & a->o->rules)) continue;
        uint8_t bits = fix_account_bits(&a->from->f.account, func, i);
        bool open = bits & (FIX_FAILED | FIX_LOST);
        bool never = f->instrs.at[i].op == IR_PROMISE && ir_is_zero(a->p, f->instrs.at[i].args[0]);  // that no run comes there is what it asks
        if (standin && !(bits & FIX_MET) && !open) continue;
        a->r->unmet += !(bits & FIX_MET || never);
        count[open ? CHECK_OPEN : bits & FIX_MET || never ? CHECK_PROVED : CHECK_NOT_REACHED]++;
        if (open) vec_push(a->open, (struct check_target){func, i});
    }
}

static uint32_t count_marked(const struct verdict *a, uint8_t mark) {
    uint32_t n = 0;
    for (uint32_t f = 0; f < a->p->funcs.n; f++)
        for (uint32_t i = 0; a->from->f.account.bits[f] && i < a->p->funcs.at[f].instrs.n; i++)
            n += fix_account_bits(&a->from->f.account, f, i) & mark && check_able(a->p, a->o->library, &a->p->funcs.at[f].instrs.at[i]) & a->o->rules;
    return n;
}

// What is not reached since no state passes a fault; of several such faults the first that it is behind.
static void count_behind(struct verdict *a, const struct ir_calls *calls) {
    struct fix *f = &a->from->f;
    uint32_t before = 0;
    for (uint32_t i = 0; i < f->account.faults.n; i++) {
        const struct fix_fault *x = &f->account.faults.at[i];
        bool inside = x->func != UINT32_MAX && x->instr + 1 < a->p->funcs.at[x->func].instrs.n;
        if (!inside || fix_account_bits(&f->account, x->func, x->instr + 1)) continue;
        fix_behind(f, calls, x->func, x->instr);
        uint32_t now = count_marked(a, FIX_BEHIND);
        a->r->findings.at[a->first + i].behind = now - before;
        before = now;
    }
}

static void count_procedures(struct verdict *a) {
    const struct fix_graph *g = &a->from->f.graph;
    const struct ir_program *p = a->p;
    struct check_procedure *of = calloc(p->funcs.n + 1, sizeof *of);
    if (!of) base_out_of_memory();
    for (uint32_t i = 0; i < g->nodes.n; i++) of[g->runs.at[g->nodes.at[i].run].func].states++;
    for (uint32_t i = 0; i < g->runs.n; i++) of[g->runs.at[i].func].entered++;
    for (uint32_t i = 0; i < g->runs.n; i++) of[g->runs.at[i].func].exits += g->runs.at[i].exits.n;
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        of[i].name = p->funcs.at[i].name;
        if (of[i].entered) check_add_procedure(a->r, of[i]);
    }
    free(of);
}

// Is it a call after which the program ends?
static bool is_end(const struct verdict *a, const struct ir_instr *i) {
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return false;
    const struct ir_func *callee = &a->p->funcs.at[ir_index(i->args[0])];
    const struct ir_lib *row = ir_lib_of(a->o->library, a->p, callee).row;
    if (!row) return callee->flags & IR_EXTERN && callee->flags & IR_NORETURN;
    switch (row->kind) {
    case IR_LIB_K_EXIT:
    case IR_LIB_K_HALT:
    case IR_LIB_K_ABORT:
    case IR_LIB_K_DIE:
    case IR_LIB_K_EXEC:
    case IR_LIB_K_ERROR:
    case IR_LIB_K_ASSERT_FAIL: return true;
    default: return false;
    }
}

static bool meets_end(const struct verdict *a) {
    for (uint32_t f = 0; f < a->p->funcs.n; f++)
        for (uint32_t i = 0; a->from->f.account.bits[f] && i < a->p->funcs.at[f].instrs.n; i++)
            if (fix_account_bits(&a->from->f.account, f, i) & FIX_MET && is_end(a, &a->p->funcs.at[f].instrs.at[i])) return true;
    return false;
}

// A proof says nothing about what no run comes to.  Of a program that is not whole only the functions count that its entry may call.
static void say_what_is_not_reached(struct verdict *a, const bool *reached) {
    struct check_result *r = a->r;
    if (r->verdict != CHECK_SAFE) return;
    for (uint32_t i = 0, k = 0; i < a->p->funcs.n; i++) {
        const struct ir_func *f = &a->p->funcs.at[i];
        bool entered = k < r->procedures.n && strcmp(r->procedures.at[k].name, f->name) == 0;
        k += entered;
        if (!entered && !(f->flags & IR_EXTERN) && !ir_is_standin(a->p, i) && (!a->o->inputs || reached[i])) check_add_not_entered(r, f->name);
    }
    r->endless = !a->from->t.ends && !meets_end(a);
}

static void kept_apart(void *self, const char *reason, bool better, uint64_t times) {
    check_add_apart(((struct verdict *)self)->r, (struct check_apart){reason, better, times});
}

// Functions without body that are not come to since what is before them is not followed: the user hears of all at once.
static void add_missing(struct verdict *a, const bool *reached) {
    for (uint32_t i = 0; i < a->p->funcs.n; i++) {
        const struct ir_func *f = &a->p->funcs.at[i];
        for (uint32_t k = 0; k < f->instrs.n && reached[i] && a->r->verdict == CHECK_UNKNOWN && !(f->flags & IR_EXTERN); k++) {
            const struct ir_instr *call = &f->instrs.at[k];
            if (call->op != IR_CALL || ir_tag(call->args[0]) != IR_FUNC) continue;
            const struct ir_func *callee = &a->p->funcs.at[ir_index(call->args[0])];
            if (!(callee->flags & IR_EXTERN) || ir_lib_of(a->o->library, a->p, callee).row) continue;
            check_add_reason(a->r, arena_printf(&a->r->arena, "function '%s' has neither body nor model, called", callee->name),
                             place_of(a, (struct fix_place){i, k}));
        }
    }
}

static void count(struct verdict *a, uint32_t entry) {
    const struct ir_program *p = a->p;
    struct ir_calls calls = {0};
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    check_calls(&calls, p, a->o->library);
    ir_calls_reach(&calls, entry, reached);
    check_survey(a->r, p, entry, reached, a->o->library, a->o->rules, a->o->malloc_may_fail);
    check_survey_values(a->r, p, reached, a->o->library, a->o->rules, a->from->f.dom->core.values);
    uint32_t assumed = a->from->f.dom->core.assumed ? a->from->f.dom->core.assumed(a->from->f.d) : 0;
    if (a->from->keeps) check_add_assumption(a->r, CHECK_ASSUME_STORE, "");
    if (assumed & DOM_ASSUMES_COUNTERS) check_add_assumption(a->r, CHECK_ASSUME_COUNTER_FITS, "");
    if (assumed & DOM_ASSUMES_PRINTS) check_add_assumption(a->r, CHECK_ASSUME_PRINT_FITS, "");
    if (assumed & DOM_ASSUMES_SIGNALS) check_add_assumption(a->r, CHECK_ASSUME_SIGNAL_HANDLERS, "");
    if (assumed & DOM_ASSUMES_STEPS) check_add_assumption(a->r, CHECK_ASSUME_STEPS_FIT, "");
    if (assumed & DOM_ASSUMES_GIVEN && a->o->rules >> IR_RULE_UNINITIALISED_VALUE & 1) check_add_assumption(a->r, CHECK_ASSUME_INITIALISED_ELEMENTS, "");
    fix_lost(&a->from->f, &calls);
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (reached[i] && !(p->funcs.at[i].flags & IR_EXTERN)) count_func(a, i);
    count_behind(a, &calls);
    a->r->counters[CHECK_STATES] = a->from->f.graph.nodes.n;
    a->r->counters[CHECK_END_STATES] = a->from->t.ends;
    a->r->counters[CHECK_ENTERED] = a->from->f.graph.runs.n;
    a->r->counters[CHECK_REUSED] = a->from->t.reused;
    count_procedures(a);
    const struct dom_effort *effort = a->from->f.dom->effort;
    if (effort && effort->apart) effort->apart(a->from->f.d, a, kept_apart);
    say_what_is_not_reached(a, reached);
    add_missing(a, reached);
    free(reached);
    ir_calls_free(&calls);
}

static void say_what_was_proved(struct check_result *r) {
    const uint64_t *n = r->counters;
    if (r->verdict != CHECK_UNKNOWN) return;
    r->reason = arena_printf(&r->arena, "%s (accesses: %llu proved, %llu open, %llu not reached)", r->reason,
                             (unsigned long long)n[CHECK_PROVED], (unsigned long long)n[CHECK_OPEN],
                             (unsigned long long)n[CHECK_NOT_REACHED]);
}

// ---- the analysis ------------------------------------------------------------------------------------------------------------------

static void show_states(struct verdict *a) {
    const struct fix_graph *g = &a->from->f.graph;
    for (uint32_t i = 0; i < g->nodes.n; i++) {
        const struct fix_node *n = &g->nodes.at[i];
        uint32_t func = g->runs.at[n->run].func;
        const struct fix_points *points = a->from->f.points[func];
        struct buf text = {0};
        if (n->gone) continue;
        buf_printf(&text, "state %u (%u) of '%s'", i, n->state, a->p->funcs.at[func].name);
        if (n->point < points->n) {
            struct check_place at = place_of(a, (struct fix_place){func, points->at[n->point].code.first});
            buf_printf(&text, " at %s:%u, point %u%s", at.file, at.line, n->point,
                       points->at[n->point].place == SET_HEAD ? ", a loop" : "");
        }
        buf_printf(&text, ", from state %d\n", (int)n->parent);
        a->from->f.dom->show->print(a->from->f.d, n->state, &text);
        a->o->how->state(a->o->how->self, buf_text(&text));
        buf_free(&text);
    }
}

// Those of the attempt that decides.
static void note_limits(struct verdict *a) {
    for (uint32_t i = 0; i < FIX_N_LIMITS; i++)
        if (a->from->f.reached >> i & 1) check_add_limit(a->r, fix_limits[i].name);
    for (uint32_t i = 0; i < INTER_N_LIMITS; i++)
        if (a->from->t.reached >> i & 1) check_add_limit(a->r, inter_limits[i].name);
    const struct dom_effort *effort = a->from->f.dom->effort;
    uint32_t reached = effort && effort->limits ? effort->reached(a->from->f.d) : 0;
    for (uint32_t i = 0; reached >> i; i++)
        if (reached >> i & 1) check_add_limit(a->r, effort->limits[i].name);
    if (a->late) check_reach(a->r, CHECK_LIMIT_TIME);
}

static void take_over(struct verdict *a) {
    for (uint32_t i = 0; i < a->r->findings.n; i++) a->r->findings.at[i].cut = a->from->f.stopped;  // of a run that ended the analysis
    a->first = a->r->findings.n;
    for (uint32_t i = 0; i < a->from->f.account.faults.n; i++) add_fault(a, &a->from->f.account.faults.at[i]);
    for (uint32_t i = 0; i < a->from->f.account.notes.n; i++) add_fault(a, &a->from->f.account.notes.at[i]);
    for (uint32_t i = 0; i < a->from->f.account.unknowns.n && !a->refuted; i++) add_unknown(a, &a->from->f.account.unknowns.at[i]);
    if (a->o->how->state && a->from->f.dom->show) show_states(a);
    if (a->o->how->look) a->o->how->look(a->o->how->self, &a->from->f);
    if (a->o->inputs && a->r->verdict == CHECK_SAFE) check_add_case(a->r, &a->from->f, a->o->inputs);
    count(a, a->entry);
    say_what_was_proved(a->r);
    note_limits(a);
    if (a->r->verdict != CHECK_UNSAFE) check_set_strategy(a->r, a->from->way, a->from->domain->name, a->from->variant);
}

// ---- a proof by execution -----------------------------------------------------------------------------------------------------------

static void count_met(struct verdict *a, uint32_t func, const bool *met) {
    const struct ir_func *f = &a->p->funcs.at[func];
    for (uint32_t i = 0; i < f->instrs.n; i++)
        if (check_able(a->p, a->o->library, &f->instrs.at[i]) & a->o->rules) a->r->counters[met && met[i] ? CHECK_PROVED : CHECK_NOT_REACHED]++;
}

static void take_execution(struct verdict *a, const struct check_execution *e) {
    const struct ir_program *p = a->p;
    struct ir_calls calls = {0};
    bool *reached = calloc(p->funcs.n, sizeof *reached);
    if (!reached) base_out_of_memory();
    check_calls(&calls, p, a->o->library);
    ir_calls_reach(&calls, a->entry, reached);
    check_survey(a->r, p, a->entry, reached, a->o->library, a->o->rules, a->o->malloc_may_fail);
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        if (p->funcs.at[i].flags & IR_EXTERN || ir_is_standin(p, i)) continue;
        if (reached[i]) count_met(a, i, e->met[i]);
        if (!e->met[i]) check_add_not_entered(a->r, p->funcs.at[i].name);
    }
    a->r->counters[CHECK_STATES] = a->from->f.graph.nodes.n;
    a->r->counters[CHECK_STEPS] += e->steps;
    a->r->counters[CHECK_PATHS] = e->paths;
    a->r->counters[CHECK_QUESTIONS] = e->questions;
    if (e->unseeded) check_add_assumption(a->r, CHECK_ASSUME_RANDOM_START, "");
    if (e->moving) check_add_assumption(a->r, CHECK_ASSUME_VOLATILE_VARIABLES, "");
    if (e->paths) {
        const char *text = arena_printf(&a->r->arena, "%llu paths of %llu steps, %llu questions", (unsigned long long)e->paths, (unsigned long long)e->steps, (unsigned long long)e->questions);
        check_add_assumption(a->r, CHECK_ASSUME_SOLVER, text);
    }
    check_set_strategy(a->r, e->paths ? CHECK_BY_EXHAUSTION : CHECK_BY_EXECUTION, NULL, 0);
    free(reached);
    ir_calls_free(&calls);
}

void check_analyse(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_analyse_options *o,
                   check_targets *open) {
    struct check_task task = {.p = p, .entry = entry, .o = o, .notes = r->notes, .deadline = check_deadline(o->max_seconds)};
    struct check_portfolio all;
    struct ir_digests digests;
    if (o->store) ir_digests_build(&digests, p);
    if (o->store) task.digests = &digests;
    check_portfolio_run(&all, &task, r);
    struct verdict v = {.r = r, .p = p, .o = o, .entry = entry, .open = open, .from = all.decides};
    v.refuted = all.refuted;
    v.late = check_late(&task);
    if (all.executed)
        take_execution(&v, &all.execution);
    else
        take_over(&v);
    check_portfolio_end(&all);
    if (o->store) ir_digests_free(&digests);
}
