// SPDX-License-Identifier: MIT
// The ways in which a run ends, and what is recorded about a fault.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "exec/fault.h"
#include "exec/run.h"

const char *const exec_outcomes[EXEC_N_OUTCOMES] = {
    [EXEC_RUNNING] = "running",
    [EXEC_RETURNED] = "returned",
    [EXEC_EXITED] = "exited",
    [EXEC_ABORTED] = "aborted",
    [EXEC_FAULT] = "fault",
    [EXEC_STOPPED] = "stopped",
    [EXEC_UNKNOWN] = "unknown",
    [EXEC_OUT_OF_STEPS] = "out of steps",
    [EXEC_ASSUME_FAILED] = "assumption failed",
    [EXEC_TRAPPED] = "trapped",
};

static const char *vtext(struct exec_machine *m, const char *format, va_list ap) {
    struct buf b = {0};
    buf_vprintf(&b, format, ap);
    const char *s = arena_strdup(&m->result->arena, buf_text(&b));
    buf_free(&b);
    return s;
}

struct exec_place exec_frame_place(const struct exec_machine *m, uint32_t frame) {
    assert(frame < m->stack->frames.n);
    const struct exec_frame *f = &m->stack->frames.at[frame];
    return (struct exec_place){f->func, f->code->func->instrs.at[f->pc].loc};
}

struct exec_place exec_here(const struct exec_machine *m) {
    uint32_t n = m->stack->frames.n;
    return n ? exec_frame_place(m, n - 1) : (struct exec_place){.func = UINT32_MAX};
}

static bool end(struct exec_machine *m, enum exec_outcome outcome) {
    assert(outcome != EXEC_RUNNING && outcome < EXEC_N_OUTCOMES);
    m->outcome = outcome;
    m->result->place = exec_here(m);
    return false;
}

static void record_chain(struct exec_machine *m, struct exec_fault *f) {
    uint32_t n = m->stack->frames.n ? m->stack->frames.n - 1 : 0;
    f->n_chain = n;
    f->chain = ARENA_ARRAY(&m->result->arena, struct exec_place, n);
    for (uint32_t i = 0; i < n; i++) f->chain[i] = exec_frame_place(m, n - 1 - i);
}

void exec_record(struct exec_machine *m, enum ir_rule rule, uint32_t block, const char *message) {
    struct exec_result *r = m->result;
    struct exec_fault *all = ARENA_ARRAY(&r->arena, struct exec_fault, r->n_faults + 1);
    if (r->n_faults) memcpy(all, r->faults, r->n_faults * sizeof *all);
    r->faults = all;
    struct exec_fault *f = &r->faults[r->n_faults++];
    *f = (struct exec_fault){.rule = rule, .place = exec_here(m), .step = m->steps, .message = message};
    record_chain(m, f);
    const struct exec_block *b = exec_block(&m->memory, block);
    if (block) {
        f->allocated = b->born.func != UINT32_MAX;
        f->allocation = b->born;
        f->freed = b->life != EXEC_LIVE && b->died.func != UINT32_MAX;
        f->release = b->died;
        f->serial = b->serial;
    }
}

bool exec_fault(struct exec_machine *m, enum ir_rule rule, uint32_t block, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    const char *message = vtext(m, format, ap);
    va_end(ap);
    if (m->options->rules >> rule & 1) {
        exec_record(m, rule, block, message);
        return end(m, EXEC_FAULT);
    }
    if (ir_rules[rule].property == IR_REACHABILITY) return end(m, EXEC_ABORTED);
    m->result->reason = arena_printf(&m->result->arena, "%s: %s", ir_rules[rule].text, message);
    return end(m, EXEC_STOPPED);
}

bool exec_give_up(struct exec_machine *m, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    m->result->reason = vtext(m, format, ap);
    va_end(ap);
    return end(m, EXEC_UNKNOWN);
}

bool exec_out_of(struct exec_machine *m, const char *what) {
    m->result->reason = what;
    return end(m, EXEC_OUT_OF_STEPS);
}

bool exec_exit(struct exec_machine *m, int32_t status, bool handlers) {
    m->status = status;
    m->no_handlers = !handlers;
    return end(m, EXEC_EXITED);
}

bool exec_abort(struct exec_machine *m) {
    return end(m, EXEC_ABORTED);
}

bool exec_trap(struct exec_machine *m, const char *why) {
    m->result->reason = arena_strdup(&m->result->arena, why);
    return end(m, EXEC_TRAPPED);
}

bool exec_assume_failed(struct exec_machine *m) {
    return end(m, EXEC_ASSUME_FAILED);
}

void exec_alone_changes(struct exec_machine *m) {
    exec_assume(m, "how often a comparison that changes something is called");
}

void exec_assume(struct exec_machine *m, const char *format, ...) {
    if (m->result->assumed) return;
    va_list ap;
    va_start(ap, format);
    m->result->assumed = vtext(m, format, ap);
    m->result->assumed_at = exec_here(m);
    va_end(ap);
    if (m->options->alone) m->pause_at = m->steps;  // nobody wants the rest
}

void exec_result_free(struct exec_result *r) {
    arena_free(&r->arena);
}
