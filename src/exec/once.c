// SPDX-License-Identifier: MIT
#include "exec/once.h"

#include <assert.h>

#include "exec/decode.h"
#include "exec/fault.h"
#include "exec/given.h"
#include "exec/limit.h"
#include "exec/limits.h"
#include "exec/met.h"
#include "exec/run.h"
#include "exec/start.h"
#include "exec/world.h"

static void begin(struct exec_machine *m, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *watch,
                  struct exec_codes *codes, struct exec_result *r) {
    *r = (struct exec_result){.place.func = UINT32_MAX};
    *m = (struct exec_machine){.program = p, .entry = entry, .options = o, .result = r, .watch = watch, .calling = UINT32_MAX, .random = o->inputs.seed};
    m->stack = calloc(1, sizeof *m->stack);
    if (!m->stack) base_out_of_memory();
    m->codes = codes;
    exec_codes_begin(codes, p->funcs.n);
    intern_add(&m->reasons, "");
    exec_memory_begin(&m->memory, p->pointer_bits, o->max_bytes ? o->max_bytes : exec_limits[EXEC_LIMIT_BYTES].value, o->inputs.seeded ? o->inputs.seed | 1 : 0);
    exec_memory_take(&m->memory, &codes->blocks);
    exec_limit_begin(m);
}

static void finish(struct exec_machine *m) {
    struct exec_result *r = m->result;
    r->outcome = m->outcome;
    r->status = m->status;
    r->steps = m->steps;
    r->n_inputs = m->inputs.n;
    if (m->inputs.n) r->inputs = arena_copy(&r->arena, m->inputs.at, m->inputs.n * sizeof *m->inputs.at);
    exec_lib_end(m);
    exec_jump_end(m);
    exec_table_free(&m->mixes);
    exec_table_free(&m->opens);
    vec_free(&m->stack->frames);
    vec_free(&m->stack->values);
    vec_free(&m->stack->allocas);
    vec_free(&m->stack->args);
    vec_free(&m->stack->returned);
    vec_free(&m->stack->returned_types);
    free(m->stack);
    free(m->codes->pool);
    m->codes->pool = m->pool;
    exec_memory_keep(&m->memory, &m->codes->blocks);
    intern_free(&m->reasons);
    vec_free(&m->handlers);
    vec_free(&m->inputs);
    vec_free(&m->arguments);
    vec_free(&m->answers);
    vec_free(&m->reason_text);
}

// Destructors run after the handlers that the program registers, the latest of which runs first.
static bool run_constructors(struct exec_machine *m, const struct exec_arguments *world) {
    const struct ir_program *p = m->program;
    for (uint32_t i = p->dtors.n; i-- > 0;)
        exec_at_exit(m, (struct exec_handler){.func = exec_pointer(m, m->first_func + p->dtors.at[i].func, 0)});
    for (uint32_t i = 0; i < p->ctors.n; i++) {
        struct exec_value f = exec_pointer(m, m->first_func + p->ctors.at[i].func, 0);
        if (!exec_call(m, &f, world->values.at, world->types.at, world->values.n, NULL, NULL, 0)) return false;
    }
    return true;
}

static bool run_entry(struct exec_machine *m, uint32_t entry, const struct exec_arguments *world) {
    struct exec_arguments a = {0};
    bool on = true;
    if (m->options->given)
        on = exec_give(m, m->options->given, &a);
    else
        exec_start_arguments(m, entry, world, &a);
    const struct exec_observer *o = m->options->observer;
    if (on && o && o->entered) o->entered(o->self, m, a.values.at, a.values.n);
    on = on && exec_push(m, entry, a.values.at, a.types.at, a.values.n, NULL, true);
    m->pausable = m->options->in_parts;
    on = on && exec_loop(m);
    exec_arguments_free(&a);
    return on;
}

// To the end of the entry; false: the run ended before.
static bool run_program(struct exec_machine *m, uint32_t entry) {
    struct exec_arguments world = {0};
    bool on = exec_start(m) && exec_start_world(m, entry, &world) && run_constructors(m, &world) && run_entry(m, entry, &world);
    exec_arguments_free(&world);
    return on;
}

static void run_handlers(struct exec_machine *m) {
    enum exec_outcome normal = m->outcome;
    ir_type word = ir_ptr(m->program);
    while (m->handlers.n && m->outcome == normal && !m->no_handlers) {
        struct exec_handler h = vec_pop(&m->handlers);
        m->outcome = EXEC_RUNNING;
        m->calling = UINT32_MAX;
        m->nesting = 0;
        if (exec_call(m, &h.func, &h.arg, &word, h.has_arg, NULL, NULL, 0) || m->outcome == EXEC_EXITED) m->outcome = normal;
    }
}

static void returned(struct exec_machine *m, uint32_t entry) {
    const struct exec_stack *s = m->stack;
    const struct exec_observer *o = m->options->observer;
    m->outcome = EXEC_RETURNED;
    if (o && o->left) o->left(o->self, m, s->returned.at, s->returned.n);
    if (!exec_is_main(m, entry)) {
        exec_escape(m, s->returned.at, s->returned.n);
        return;
    }
    m->status = s->returned.n ? (int32_t)s->returned.at[0].bits : 0;
    run_handlers(m);
}

static void check_cleanup(struct exec_machine *m) {
    uint32_t first = 0, count = 0;
    for (uint32_t i = 0; i < m->memory.heap.n; i++) {
        const struct exec_block *b = exec_block(&m->memory, m->memory.heap.at[i]);
        if (b->kind != EXEC_HEAP || b->life != EXEC_LIVE) continue;
        first = first ? first : m->memory.heap.at[i];
        count++;
    }
    if (!first) return;
    const char *message =
        arena_printf(&m->result->arena, "%u heap %s still allocated when the program ends", count, count == 1 ? "block is" : "blocks are");
    exec_record(m, IR_RULE_MEMORY_CLEANUP, first, message);
    if (!m->stack->frames.n) m->result->faults[m->result->n_faults - 1].place = m->result->place;
}

// A block that was freed too early did not lose what it pointed to: the fault is that it was freed.
static bool freed_too_early(const struct exec_machine *m) {
    const struct exec_result *r = m->result;
    enum ir_rule last = r->n_faults ? r->faults[r->n_faults - 1].rule : IR_N_RULES;
    return m->outcome == EXEC_FAULT && (last == IR_RULE_USE_AFTER_FREE || last == IR_RULE_DOUBLE_FREE);
}

#define BIT(rule) ((ir_rule_set)1 << IR_RULE_##rule)

static void record_at_exit(struct exec_machine *m) {
    struct exec_serials left = {0};
    struct exec_loss loss;
    if (m->options->rules & BIT(LEAK_AT_EXIT) && exec_find_loss(m, false, NULL, &left, &loss)) {
        const char *more = loss.count > 1 ? arena_printf(&m->result->arena, " (and %u more)", loss.count - 1) : "";
        const char *message = arena_printf(&m->result->arena, "only variables of 'main' hold a heap block of %llu %s%s when it returns",
                                           (unsigned long long)loss.size, loss.size == 1 ? "byte" : "bytes", more);
        exec_record(m, IR_RULE_LEAK_AT_EXIT, 0, message);
        struct exec_fault *f = &m->result->faults[m->result->n_faults - 1];
        f->place = m->result->place;
        f->allocated = loss.born.func != UINT32_MAX;
        f->allocation = loss.born;
        f->serial = loss.serial;
    }
    vec_free(&left.v);
}

// What was lost by the end of the run; what main's variables held when it returned, if that is told apart, is not.
static void find_lost(struct exec_machine *m, struct exec_serials *lost, struct exec_loss *loss) {
    bool leak = m->options->rules & BIT(MEMORY_LEAK);
    if (m->outcome == EXEC_ASSUME_FAILED) return;
    if (!m->end || !m->end->seen) {
        if (leak) exec_find_loss(m, freed_too_early(m), NULL, lost, loss);
        return;
    }
    if (m->end->lost.v.n && leak)
        *lost = m->end->lost, *loss = m->end->loss, m->end->lost = (struct exec_serials){0};
    else if (m->outcome == EXEC_RETURNED)
        record_at_exit(m);
}

void exec_once_begin(struct exec_once *x, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *watch, bool seeks,
                     struct exec_result *r) {
    *x = (struct exec_once){0};
    begin(&x->machine, p, entry, o, watch, o->codes ? o->codes : &x->own, r);
    if (seeks && (o->rules | o->notes) & BIT(LEAK_AT_EXIT)) x->machine.end = &x->end;
}

bool exec_once_go(struct exec_once *x) {
    struct exec_machine *m = &x->machine;
    bool on = x->entered ? exec_loop_on(m) : run_program(m, m->entry);
    x->entered = !on && m->outcome == EXEC_RUNNING;
    assert(!x->entered || m->pausable);
    if (x->entered) return false;
    m->pausable = false;
    if (on)
        returned(m, m->entry);
    else if (m->outcome == EXEC_EXITED)
        run_handlers(m);
    return true;
}

void exec_once_end(struct exec_once *x, struct exec_serials *lost, struct exec_loss *loss) {
    struct exec_machine *m = &x->machine;
    bool ended = m->outcome == EXEC_RETURNED || m->outcome == EXEC_EXITED || m->outcome == EXEC_ABORTED;
    if (lost) find_lost(m, lost, loss);
    if (ended && m->options->rules >> IR_RULE_MEMORY_CLEANUP & 1) check_cleanup(m);
    if (m->options->contracts) exec_contracts_close(m->options->contracts);
    finish(m);
    exec_codes_free(&x->own);
    vec_free(&x->end.lost.v);
}

void exec_run_once(const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_watch *watch,
                   struct exec_serials *lost, struct exec_loss *loss, struct exec_result *r) {
    struct exec_once x;
    assert(!o->in_parts);
    exec_once_begin(&x, p, entry, o, watch, lost != NULL, r);
    exec_once_go(&x);
    exec_once_end(&x, lost, loss);
}
