// SPDX-License-Identifier: MIT
// Calls and returns: of the program's functions, of library functions, and from library functions back.
#include <assert.h>

#include "exec/describe.h"
#include "exec/given.h"
#include "exec/met.h"
#include "exec/open.h"
#include "exec/run.h"
#include "exec/shadow.h"
#include "exec/trail.h"
#include "exec/watch.h"

bool exec_callee(struct exec_machine *m, const struct exec_value *callee, uint32_t *func) {
    uint32_t block = 0;
    uint64_t offset;
    struct exec_value fixed = *callee;
    if (callee->unknown && exec_trail_fix(m, &fixed)) callee = &fixed;
    if (callee->unknown) return exec_give_up(m, "call through an unknown pointer: %s", exec_reason(m, callee));
    if (callee->uninit) return exec_fault(m, IR_RULE_UNINITIALISED_POINTER, 0, "calls a function through an uninitialised pointer");
    exec_depend(m, callee);
    if (!exec_resolve(m, callee, &block, &offset)) {
        if (callee->bits < 4096 || callee->flags & EXEC_NULLISH)
            return exec_fault(m, IR_RULE_NULL_DEREFERENCE, 0, "calls a function through a null pointer");
        return exec_fault(m, IR_RULE_OUT_OF_BOUNDS, 0, "calls address 0x%llx, where there is no function",
                          (unsigned long long)callee->bits);
    }
    const struct exec_block *b = exec_block(&m->memory, block);
    *func = UINT32_MAX;
    if (exec_is_unseen(m, block)) return true;
    if (b->life == EXEC_FREED)
        return exec_fault(m, IR_RULE_USE_AFTER_FREE, block, "calls something in %s, which was freed", exec_describe_block(m, block));
    if (b->life == EXEC_LEFT)
        return exec_fault(m, IR_RULE_USE_OUT_OF_SCOPE, block, "calls something in %s, whose scope has ended",
                          exec_describe_block(m, block));
    if (b->kind != EXEC_CODE || offset)
        return exec_fault(m, IR_RULE_OUT_OF_BOUNDS, block, "calls %s, which is no function", exec_describe_block(m, block));
    *func = b->index;
    return true;
}

static void observe_library(struct exec_machine *m, const struct exec_lib_call *c, bool returned) {
    const struct exec_observer *o = m->options->observer;
    if (o && o->library) o->library(o->self, m, c, returned);
}

static bool call_library(struct exec_machine *m, const struct exec_value *callee, const struct exec_lib_call *c) {
    uint32_t block;
    uint64_t offset;
    if (c->func == UINT32_MAX) return exec_resolve(m, callee, &block, &offset) && exec_call_unseen(m, block, c);
    uint32_t outer = m->calling;
    m->calling = c->func;
    observe_library(m, c, false);
    bool on = exec_lib_call(m, c);
    if (on && !m->stack->landing) observe_library(m, c, true);
    if (on) m->calling = outer;
    return on;
}

static void get_args(struct exec_machine *m, const struct exec_instr *i, uint32_t n, struct exec_value *args) {
    const struct exec_value *values = exec_values(m);
    for (uint32_t k = 0; k < n; k++) args[k] = *exec_operand(m, values, i->call_args[k + 1]);
}

static void *allocate(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) base_out_of_memory();
    return p;
}

// Results of a library function as declared at the call: what its declaration says may differ.
static bool call_external(struct exec_machine *m, const struct exec_instr *i, const struct exec_value *callee, uint32_t func, uint32_t n) {
    const struct ir_instr *s = i->source;
    const struct ir_func *caller = exec_top(m)->code->func;
    struct exec_value *args = allocate(n + s->n_dsts, sizeof *args), *results = args + n;
    ir_type *types = allocate(s->n_dsts, sizeof *types);
    get_args(m, i, n, args);
    for (uint32_t k = 0; k < s->n_dsts; k++) types[k] = caller->locals.at[s->dsts[k]].type;
    struct exec_lib_call c = {func, args, i->call_types + 1, n, results, types, s->n_dsts};
    bool on = call_library(m, callee, &c), lands = on && m->stack->landing;
    for (uint32_t k = 0; k < s->n_dsts && on && !lands; k++) exec_values(m)[s->dsts[k]] = results[k];
    free(args);
    free(types);
    if (lands) return exec_land(m);
    if (on) exec_top(m)->pc++;
    return on;
}

bool exec_do_call(struct exec_machine *m, const struct exec_instr *i) {
    const struct exec_value *values = exec_values(m);
    uint32_t func, n = i->source->n_args - 1;
    struct exec_value callee = *exec_operand(m, values, i->call_args[0]);
    if (!exec_callee(m, &callee, &func)) return false;
    if (func == UINT32_MAX || !exec_has_body(m, func)) return call_external(m, i, &callee, func, n);
    struct exec_stack *s = m->stack;
    vec_clear(&s->args);
    vec_reserve(&s->args, n + 1);
    get_args(m, i, n, s->args.at);
    if (m->options->contracts) exec_look_at_contract(m, func, s->args.at, n);
    struct exec_value varargs = i->has_varargs ? *exec_operand(m, values, i->varargs) : exec_int(0);
    return exec_push(m, func, s->args.at, i->call_types + 1, n, i->has_varargs ? &varargs : NULL, false);
}

static struct exec_value result_of(struct exec_machine *m, uint32_t k, ir_type type) {
    const struct exec_stack *s = m->stack;
    if (k >= s->returned.n) return exec_any(m, type, "the result of a function that returns none");
    return exec_convert(m, &s->returned.at[k], s->returned_types.at[k], type);
}

bool exec_do_return(struct exec_machine *m, const struct exec_instr *i) {
    struct exec_stack *s = m->stack;
    const struct exec_value *values = exec_values(m);
    bool outermost = exec_top(m)->outermost;
    if (s->frames.n == 1) exec_watch_end(m);
    vec_clear(&s->returned);
    vec_clear(&s->returned_types);
    for (uint32_t k = 0; k < i->source->n_args; k++) {
        vec_push(&s->returned, *exec_operand(m, values, i->call_args[k]));
        vec_push(&s->returned_types, i->call_types[k]);
    }
    if (s->frames.n == 1) m->result->place = exec_here(m);
    exec_pop(m);
    if (outermost) return true;
    struct exec_frame *f = exec_top(m);
    const struct ir_instr *call = &f->code->func->instrs.at[f->pc];
    for (uint32_t k = 0; k < call->n_dsts; k++)
        exec_values(m)[call->dsts[k]] = result_of(m, k, f->code->func->locals.at[call->dsts[k]].type);
    f->pc++;
    return true;
}

bool exec_call(struct exec_machine *m, const struct exec_value *callee, const struct exec_value *args, const ir_type *types,
               uint32_t n_args, struct exec_value *results, const ir_type *result_types, uint32_t n_results) {
    uint32_t func;
    if (!exec_callee(m, callee, &func)) return false;
    if (func == UINT32_MAX || !exec_has_body(m, func)) {
        for (uint32_t k = 0; k < n_results; k++) results[k] = exec_int(0);
        bool on = call_library(m, callee, &(struct exec_lib_call){func, args, types, n_args, results, result_types, n_results});
        return on && (!m->stack->landing || exec_give_up(m, "a library function calls '%s'", m->program->funcs.at[func].name));
    }
    uint32_t outer = m->calling;
    m->calling = UINT32_MAX;
    if (m->options->contracts) exec_look_at_contract(m, func, args, n_args);
    if (!exec_push(m, func, args, types, n_args, NULL, true) || !exec_loop(m)) return false;
    m->calling = outer;
    for (uint32_t k = 0; k < n_results; k++) results[k] = result_of(m, k, result_types[k]);
    return true;
}
