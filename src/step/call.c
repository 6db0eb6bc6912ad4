// SPDX-License-Identifier: MIT
// Calls: what may be called, entering, leaving, and the world around the entry.  Frames are popped where the callee returns (run.c).
#include <assert.h>

#include "step/step.h"

// ---- targets -----------------------------------------------------------------------------------------------------------------------

// Its result is anything.
static void call_callers(struct step_run *r, void *d, const struct ir_instr *i, step_drafts *out) {
    bool fine = true;
    for (uint32_t k = 0; k < i->n_dsts && fine; k++) fine = step_give_any(r, d, i->dsts[k]);
    if (fine)
        vec_push(out, d);
    else
        r->step->ops->drop(r, d);
}

static void call_library(struct step_run *r, void *d, const struct ir_instr *i, uint32_t func) {
    const struct step_ops *ops = r->step->ops;
    step_drafts out = {0};
    if (func == STEP_CALLERS)
        call_callers(r, ops->copy(r, d), i, &out);
    else
        step_instr(r, ops->copy(r, d), i, func, &out);
    for (uint32_t k = 0; k < out.n; k++) {
        step_drop_dead(r, out.at[k]);
        dom_state s = ops->seal(r, out.at[k]);
        if (s) r->out->reach(r->out->self, s, 0);
        ops->drop(r, out.at[k]);
    }
    vec_free(&out);
}

void step_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out) {
    struct step *x = self;
    struct step_run r = step_run_begin(x, code->func, out);
    struct step_value v;
    step_list funcs = {0};
    r.at = code->end - 1;
    const struct ir_instr *i = &r.func->instrs.at[r.at];
    void *d = x->ops->open(&r, s);
    bool all = !step_eval(&r, d, i->args[0], &v) || x->ops->functions(&r, d, &v, &funcs);
    for (uint32_t k = 0; k < funcs.n; k++) {
        bool theirs = funcs.at[k] == STEP_CALLERS;
        if (!theirs && ir_lib_is_entered(x->lib, x->program, &x->program->funcs.at[funcs.at[k]]))
            target(to, funcs.at[k]);
        else
            call_library(&r, d, i, funcs.at[k]);
    }
    if (!all) step_give_up(&r, "call through a pointer that is not followed");
    vec_free(&funcs);
    x->ops->drop(&r, d);
    step_run_end(&r);
}

// ---- entering and leaving ----------------------------------------------------------------------------------------------------------

// A value handed over as another type: what the widths do not settle is anything.
static struct step_value handed(const struct step_run *r, struct step_value v, unsigned from, unsigned to) {
    return from == to || r->step->ops->act ? v : step_number(num_range_full(to));
}

static bool pass(struct step_run *r, void *d, const struct ir_func *callee) {
    const struct ir_instr *i = &r->func->instrs.at[r->at];
    assert(i->op == IR_CALL);
    for (uint32_t k = 0; k < callee->n_params; k++) {
        bool block = callee->flags & IR_VARIADIC && k == callee->n_params - 1;
        ir_val arg = block ? i->subject : k + 1 < i->n_args ? i->args[k + 1] : IR_NOTHING;
        ir_type t = callee->locals.at[k].type;
        struct step_value v;
        if (arg == IR_NOTHING || !(step_bits(t) || r->step->ops->act)) {
            step_give_up(r, "call of '%s' with arguments that do not fit", callee->name);
            return false;
        }
        if (!step_eval(r, d, arg, &v)) return false;
        v = handed(r, v, step_bits_of(r, arg), step_bits(t));
        r->step->ops->pass(r, d, k, t, &v);
    }
    return true;
}

// A frame with everything uninitialised but its parameters; its slots are alive if they are not scoped.
static bool push_frame(struct step_run *r, void *d, uint32_t func) {
    struct step_run inner = {.step = r->step, .func = &r->step->program->funcs.at[func], .func_index = func, .out = r->out};
    r->step->ops->push(r, d, func);
    for (uint32_t i = 0; i < inner.func->slots.n; i++)
        if (!(inner.func->slots.at[i].flags & IR_SCOPED) && !r->step->ops->begin_slot(&inner, d, i)) return false;
    return true;
}

bool step_push(struct step_run *r, void *d, uint32_t callee) {
    if (!pass(r, d, &r->step->program->funcs.at[callee])) return false;
    step_drop_dead(r, d);
    return push_frame(r, d, callee);
}

dom_state step_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct step *x = self;
    struct step_run r = step_run_begin(x, code->func, out);
    assert(x->program->funcs.at[callee].blocks.n);
    r.at = code->end - 1;
    void *d = x->ops->open(&r, at_call);
    bool fine = step_push(&r, d, callee) && (!x->ops->localise || x->ops->localise(&r, d, callee));
    dom_state result = fine ? x->ops->seal(&r, d) : DOM_NONE;
    x->ops->drop(&r, d);
    step_run_end(&r);
    return result;
}

static void take_results(struct step_run *r, void *d, const struct ir_func *callee) {
    const struct ir_instr *i = &r->func->instrs.at[r->at];
    assert(i->op == IR_CALL);
    for (uint32_t k = 0; k < i->n_dsts; k++) {
        ir_type t = step_local_type(r, i->dsts[k]);
        unsigned from = k < callee->n_rets ? step_bits(callee->rets[k]) : 0;
        struct step_value v = r->step->ops->act ? step_plain(STEP_UNINIT) : step_number(num_range_full(step_bits(t)));
        struct step_value given;
        if (from && r->step->ops->result(r, d, k, &given)) v = handed(r, given, from, step_bits(t));
        r->step->ops->assign(r, d, i->dsts[k], t, &v);
    }
    r->step->ops->forget_results(r, d);
}

dom_state step_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct step *x = self;
    struct step_run r = step_run_begin(x, code->func, out);
    dom_state result = DOM_NONE;
    assert(x->program->funcs.at[callee].blocks.n);
    r.at = code->end - 1;
    void *d = x->ops->back ? x->ops->back(&r, at_call, at_exit, callee) : x->ops->open(&r, at_exit);
    if (d) {
        take_results(&r, d, &x->program->funcs.at[callee]);
        step_drop_dead(&r, d);
        result = x->ops->seal(&r, d);
        x->ops->drop(&r, d);
    }
    step_run_end(&r);
    return result;
}

// ---- the world around the entry ----------------------------------------------------------------------------------------------------

static bool begin_entry(struct step_run *r, void *d, uint32_t entry) {
    for (uint32_t k = 0; k < r->func->n_params; k++) {
        ir_type t = step_local_type(r, k);
        if (!step_fits(r, t)) return false;
        struct step_value any = step_number(num_range_full(step_bits(t)));
        r->step->ops->pass(r, d, k, t, &any);
    }
    return push_frame(r, d, entry);
}

void step_initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct step *x = self;
    struct step_run r = step_run_begin(x, entry, out);
    step_drafts worlds = {0};
    x->ops->world(&r, &worlds);
    for (uint32_t i = 0; i < worlds.n; i++) {
        dom_state s = begin_entry(&r, worlds.at[i], entry) ? x->ops->seal(&r, worlds.at[i]) : DOM_NONE;
        if (s) out->reach(out->self, s, 0);
        x->ops->drop(&r, worlds.at[i]);
    }
    vec_free(&worlds);
    step_run_end(&r);
}

void step_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out) {
    struct step *x = self;
    struct step_run r = step_run_begin(x, entry, out);
    r.at = r.func->instrs.n - 1;
    for (uint32_t i = 0; i < r.func->instrs.n; i++)
        if (r.func->instrs.at[i].op == IR_RET) r.at = i;
    void *d = x->ops->open(&r, at_exit);
    x->ops->cleanup(&r, d);
    x->ops->drop(&r, d);
    step_run_end(&r);
}
