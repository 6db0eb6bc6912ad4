// SPDX-License-Identifier: MIT
#include "exec/watch.h"

#include <assert.h>

#include "exec/describe.h"
#include "exec/fault.h"
#include "exec/run.h"
#include "exec/world.h"
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
    assert(w && w->next < w->n_points);
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
