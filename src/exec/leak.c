// SPDX-License-Identifier: MIT
#include "exec/leak.h"

#include <assert.h>

#include "exec/describe.h"
#include "exec/fault.h"
#include "exec/run.h"
#include "exec/shadow.h"
#include "exec/start.h"
#include "ir/ending.h"

static const char *called(const struct exec_machine *m, const struct ir_instr *i) {
    return ir_tag(i->args[0]) == IR_FUNC ? m->program->funcs.at[ir_index(i->args[0])].name : NULL;
}

// How the instruction on top loses the last pointer to a block, in words; `returned`: it is a call that hands over its result.
static const char *cause(struct exec_machine *m, const struct exec_loss *l, bool returned) {
    const struct exec_frame *f = exec_top(m);
    const struct ir_func *func = f->code->func;
    const struct ir_instr *i = &func->instrs.at[f->pc];
    struct arena *a = &m->result->arena;
    bool dst = i->n_dsts && !(func->locals.at[i->dsts[0]].flags & IR_TEMP);
    if (i->op == IR_RET) return arena_printf(a, "'%s' returns", func->name);
    if (i->op == IR_LEAVE) return arena_printf(a, "the scope of '%s' ends", exec_describe_variable(m, func, i->subject));
    bool unkept = l->serial > m->memory.serial || (returned && !dst);
    if (i->op == IR_CALL && called(m, i) && !(returned && dst))
        return arena_printf(a, unkept ? "the result of '%s' is not kept" : "in the call of '%s'", called(m, i));
    if (dst) return arena_printf(a, "'%s' gets another value", exec_describe_variable(m, func, ir_val_of(IR_LOCAL, i->dsts[0])));
    if (i->op == IR_STORE || i->op == IR_COPY || i->op == IR_FILL || i->op == IR_HAVOC)
        return arena_printf(a, "'%s' is overwritten", exec_describe_address(m, func, i->to, 0));
    return "it is used here for the last time";
}

// The result of the call, not the end of the called function, lost it: then the place is the call.
static bool lost_by_caller(struct exec_machine *m, const struct exec_loss *l) {
    const struct exec_frame *f = exec_top(m);
    const struct exec_instr *i = &f->code->instrs[f->pc];
    return i->op == IR_RET && !f->outermost && exec_callers_hold(m, i, l->serial);
}

static void record(struct exec_machine *m, const struct exec_loss *l) {
    bool returned = lost_by_caller(m, l);
    if (returned) m->stack->frames.n--;
    const char *more = l->count > 1 ? arena_printf(&m->result->arena, " (and of %u more)", l->count - 1) : "";
    const char *message = arena_printf(&m->result->arena, "the last pointer to a heap block of %llu %s%s is lost: %s",
                                       (unsigned long long)l->size, l->size == 1 ? "byte" : "bytes", more, cause(m, l, returned));
    exec_record(m, IR_RULE_MEMORY_LEAK, 0, message);
    struct exec_fault *f = &m->result->faults[m->result->n_faults - 1];
    f->allocated = l->born.func != UINT32_MAX;
    f->allocation = l->born;
    f->serial = l->serial;
}

bool exec_watch_look(struct exec_machine *m) {
    struct exec_watch *w = m->watch;
    if (w->record) {
        record(m, &w->loss);
        return exec_out_of(m, "a watched instruction is reached");
    }
    if (exec_find_loss(m, false, w->among, NULL, &w->loss)) {
        w->found = true;
        return exec_out_of(m, "a watched block is lost");
    }
    w->next++;
    return true;
}

// ---- the end of main -----------------------------------------------------------------------------------------------------------------

static bool known(const void *context, uint32_t local, uint64_t *value) {
    const struct exec_value *v = &((const struct exec_value *)context)[local];
    *value = (uint64_t)v->bits;
    return exec_is_plain(v);
}

void exec_watch_end(struct exec_machine *m) {
    const struct exec_frame *f = exec_top(m);
    if (!m->end || m->end->seen || !exec_is_main(m, f->func) || !ir_returns(f->code->func, f->pc, known, exec_values(m))) return;
    m->end->seen = true;
    for (uint32_t k = 0; k < f->code->func->locals.n; k++)  // the rest of the run does not see it
        if (exec_values(m)[k].block && !ir_is_read(f->code->func, k)) exec_values(m)[k] = f->code->birth[k];
    exec_find_loss(m, false, NULL, &m->end->lost, &m->end->loss);
}

// ---- where it happened -----------------------------------------------------------------------------------------------------------------

static void set_points(struct exec_watch *w, uint64_t low, uint64_t high) {
    uint64_t room = high - low - 1, n = room < EXEC_WATCH_POINTS ? room : EXEC_WATCH_POINTS;
    w->n_points = (uint32_t)n;
    w->next = 0;
    w->found = false;
    for (uint64_t i = 0; i < n; i++)  // the last one is high - 1: many losses happen at the very end
        w->points[i] = n == 1 ? high - 1 : low + 1 + (uint64_t)((__uint128_t)(room - 1) * i / (n - 1));
}

// A copy of the fault, at its place in time among those of r.
static void insert(struct exec_result *r, const struct exec_fault *f) {
    struct exec_fault *all = ARENA_ARRAY(&r->arena, struct exec_fault, r->n_faults + 1);
    uint32_t at = 0;
    while (at < r->n_faults && r->faults[at].step < f->step) at++;
    if (r->n_faults) {
        memcpy(all, r->faults, at * sizeof *all);
        memcpy(all + at + 1, r->faults + at, (r->n_faults - at) * sizeof *all);
    }
    all[at] = *f;
    all[at].message = arena_strdup(&r->arena, f->message);
    if (f->n_chain) all[at].chain = arena_copy(&r->arena, f->chain, f->n_chain * sizeof *f->chain);
    r->faults = all;
    r->n_faults++;
}

static void run_again(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *w,
                      struct exec_result *r) {
    struct exec_options quiet = *o;
    quiet.output[0] = quiet.output[1] = NULL;
    quiet.echo[0] = quiet.echo[1] = NULL;
    quiet.rules = 0;
    quiet.observer = NULL;
    quiet.record = NULL;
    exec_run_once(p, entry, &quiet, w, NULL, NULL, r);
}

static void insert_unlocated(struct exec_result *r, const struct exec_loss *l) {
    struct exec_fault f = {
        .rule = IR_RULE_MEMORY_LEAK, .place = r->place, .step = r->steps, .allocated = l->born.func != UINT32_MAX, .allocation = l->born};
    f.message = "the last pointer to a heap block is lost before here (no time to find out where)";
    insert(r, &f);
}

// Narrows low .. high, between which the loss happened, to one instruction; false: out of time.
static bool narrow(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *w, uint64_t *low,
                   uint64_t high, struct exec_loss *loss) {
    while (high - *low > 1) {
        struct exec_result scratch;
        set_points(w, *low, high);
        run_again(p, entry, o, w, &scratch);
        exec_result_free(&scratch);
        if (!w->found && w->next < w->n_points) return false;
        *low = w->next ? w->points[w->next - 1] : *low;
        if (w->found) high = w->points[w->next], *loss = w->loss;
    }
    return true;
}

void exec_locate_loss(const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct exec_serials *lost,
                      const struct exec_loss *loss, struct exec_result *r) {
    uint64_t low = 0;
    struct exec_watch w = {.among = lost};
    struct exec_loss first = *loss;
    struct exec_result scratch;
    if (!narrow(p, entry, o, &w, &low, r->steps, &first)) {
        insert_unlocated(r, loss);
        return;
    }
    w = (struct exec_watch){.loss = first, .record = true, .points = {low}, .n_points = 1};
    run_again(p, entry, o, &w, &scratch);
    if (scratch.n_faults)
        insert(r, &scratch.faults[0]);
    else
        insert_unlocated(r, loss);
    exec_result_free(&scratch);
}
