// SPDX-License-Identifier: MIT
#include "check/execute.h"

#include <assert.h>

#include "check/limits.h"
#include "check/run.h"
#include "exec/machine.h"

// ---- programs that are not the same everywhere --------------------------------------------------------------------------------------------

static bool is_float(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i) {
    for (uint32_t k = 0; k < i->n_dsts; k++)
        if (ir_kind(f->locals.at[i->dsts[k]].type) == IR_FLOAT) return true;
    for (uint32_t k = 0; k < i->n_args; k++)
        if (ir_kind(ir_type_of(p, f, i->args[k])) == IR_FLOAT) return true;
    return false;
}

const char *check_why_open(const struct ir_program *p) {
    for (uint32_t n = 0; n < p->funcs.n; n++) {
        const struct ir_func *f = &p->funcs.at[n];
        for (uint32_t k = 0; k < f->instrs.n; k++) {
            const struct ir_instr *i = &f->instrs.at[k];
            if (p->pointer_bits == 32 && is_float(p, f, i)) return "how floating-point numbers are rounded by a 32-bit processor";
        }
    }
    return NULL;
}

// ---- what was met ------------------------------------------------------------------------------------------------------------------------

enum { PROGRESS = 1 << 18 };  // blocks between two looks at the clock

struct look {
    const struct ir_program *p;
    const struct check_domain *how;
    uint32_t blocks;
    struct check_execution *e;
    struct arena *arena;
};

// From here on to the end of the block, or to a call.
static void on_block(void *self, struct exec_machine *m, uint32_t func, uint32_t instr) {
    struct look *l = self;
    const struct ir_func *f = &l->p->funcs.at[func];
    bool **met = &l->e->met[func];
    if (l->how->executing && ++l->blocks % PROGRESS == 0) l->how->executing(l->how->self, f->name, m->steps);
    assert(instr < f->instrs.n);
    if (!*met) *met = ARENA_ARRAY(l->arena, bool, f->instrs.n);
    for (uint32_t i = instr; i < f->instrs.n && !(*met)[i]; i++) {
        (*met)[i] = true;
        if (f->instrs.at[i].n_succs || f->instrs.at[i].op == IR_CALL) return;
    }
}

// ---- the run -----------------------------------------------------------------------------------------------------------------------------

bool check_ended(const struct exec_result *run, ir_rule_set notes) {
    if (run->outcome != EXEC_RETURNED && run->outcome != EXEC_EXITED && run->outcome != EXEC_ABORTED) return false;
    for (uint32_t i = 0; i < run->n_faults; i++)
        if (!(notes >> run->faults[i].rule & 1)) return false;
    assert(run->assumed || !run->n_ways);
    return !run->assumed;
}

void check_say_why(const struct check_task *t, struct check_result *r, enum check_strategy way, const char *why, struct ir_loc loc) {
    const struct check_domain *how = t->o->how;
    struct buf text = {0};
    buf_printf(&text, "%s: %s", check_strategies[way], why);
    if (loc.line) buf_printf(&text, " at %s:%u", t->p->files.text.at[loc.file], loc.line);
    r->not_executed = arena_strdup(&r->arena, buf_text(&text));
    buf_free(&text);
    if (how->aside) how->aside(how->self, arena_printf(&r->arena, "no proof by %s", r->not_executed));
}

const char *check_why_not(const struct exec_result *run) {
    return run->assumed ? run->assumed : run->reason ? run->reason : exec_outcomes[run->outcome];
}

struct ir_loc check_where_not(const struct exec_result *run) {
    return run->assumed ? run->assumed_at.loc : run->place.loc;
}

// A run that is looked at, for all that it does.
struct alone {
    struct look look;
    struct exec_observer observer;
};

static void look_at(struct alone *a, const struct check_task *t, struct check_result *r, struct exec_options *o, struct check_execution *e) {
    a->look = (struct look){.p = t->p, .how = t->o->how, .e = e, .arena = &r->arena};
    a->observer = exec_looks_away;
    a->observer.self = &a->look;
    a->observer.block = on_block;
    o->rules = t->o->rules;
    o->notes = t->notes;
    o->lib = t->o->library;
    o->alone = true;
    o->malloc_may_fail = t->o->malloc_may_fail;
    o->observer = &a->observer;
    o->max_bytes = check_limits[CHECK_LIMIT_RUN_BYTES].value;
    o->max_seconds = check_left(t);
}

void check_execute_alone(const struct check_task *t, struct check_result *r, struct exec_options *o, struct check_execution *e, struct exec_result *run) {
    struct alone a;
    look_at(&a, t, r, o, e);
    exec_run(t->p, t->entry, o, run);
    o->observer = NULL;
    e->moving |= run->moving != NULL;
    e->unseeded |= run->unseeded;
}

// Goes on with the run that was begun, or begins one.
static void go_on(const struct check_task *t, struct check_result *r, uint64_t steps, struct check_execution *e, struct exec_options *o, struct exec_result *run) {
    struct alone *a = ARENA_NEW(&r->arena, struct alone);
    look_at(a, t, r, o, e);
    if (!e->run) e->run = exec_parts_begin(t->p, t->entry, o);
    bool over = exec_parts_go(e->run, steps, o->max_seconds, run);
    o->observer = NULL;
    e->moving |= run->moving != NULL;
    e->unseeded |= run->unseeded;
    if (over || exec_parts_bytes(e->run) > check_limits[CHECK_LIMIT_RUN_KEPT].value) check_execution_end(e);
}

void check_execution_end(struct check_execution *e) {
    exec_parts_free(e->run);
    e->run = NULL;
}

enum check_executed check_execute(const struct check_task *t, struct check_result *r, uint64_t steps, struct check_execution *e) {
    const char *open = check_why_open(t->p);
    if (!e->met) e->met = ARENA_ARRAY(&r->arena, bool *, t->p->funcs.n);
    assert(steps >= e->steps);
    e->steps = steps;
    if (open) check_say_why(t, r, CHECK_BY_EXECUTION, open, (struct ir_loc){0});
    if (open) return CHECK_NOT_EXECUTED;
    struct exec_options o = {0};
    struct exec_result run;
    go_on(t, r, steps, e, &o, &run);
    bool proof = check_ended(&run, t->notes);
    bool longer = run.outcome == EXEC_OUT_OF_STEPS && !run.assumed && run.steps >= steps;
    if (proof || longer) e->steps = run.steps;
    if (proof && run.n_faults) check_add_faults(r, t->p, t->entry, &o, &run);
    if (proof) r->inputs = NULL;  // there are none
    if (!proof) check_say_why(t, r, CHECK_BY_EXECUTION, check_why_not(&run), check_where_not(&run));
    e->draws = run.n_inputs > 0;
    e->placed = run.placed;
    exec_result_free(&run);
    return proof ? CHECK_EXECUTED : longer ? CHECK_OUT_OF_STEPS : CHECK_NOT_EXECUTED;
}
