// SPDX-License-Identifier: MIT
// Calls entered in place: frames are pushed and popped on the state itself.
#include "sl/sl.h"

void sl_push_frame(struct sl *s, struct sl_draft *d, uint32_t func) {
    const struct ir_func *f = &s->program->funcs.at[func];
    vec_push(&d->frames, (struct sl_frame){func, d->regs.n, d->slots.n});
    for (uint32_t i = 0; i < f->locals.n; i++) vec_push(&d->regs, 0);
    for (uint32_t i = 0; i < f->slots.n; i++) {
        uint32_t o = f->slots.at[i].flags & IR_SCOPED ? 0 : sl_slot_object(d, f, func, i);
        vec_push(&d->slots, o);
    }
}

static const struct ir_instr *call_of(struct sl_run *r, const struct dom_code *code) {
    r->at = code->end - 1;
    return &r->func->instrs.at[r->at];
}

// ---- targets -----------------------------------------------------------------------------------------------------------------------

static bool function_of(struct sl_run *r, const struct sl_draft *d, uint32_t v, uint32_t *func) {
    int64_t offset;
    const struct sl_value *x = &d->values.at[v];
    if (x->kind == SL_UNINIT) {
        sl_fault(r, d, IR_RULE_UNINITIALISED_POINTER, true, 0, "calls a function through a pointer that has no value");
    } else if (x->kind == SL_INT && num_range_has(x->range, 0)) {
        sl_fault(r, d, IR_RULE_NULL_DEREFERENCE, num_range_is_const(x->range, NULL), 0, "calls a function through a null pointer");
    } else if (x->kind == SL_ADDR && d->objects.at[x->object].storage == SL_CODE && sl_offset(d, v, &offset) && !offset) {
        *func = d->objects.at[x->object].tag;
        return true;
    } else {
        sl_give_up(r, "call through a pointer that is not followed");
    }
    return false;
}

// A library function through a pointer is carried out here; what it leaves goes to the sink.
static void call_library(struct sl_run *r, struct sl_draft *d, const struct ir_instr *i, uint32_t func) {
    if (sl_library(r, d, i, func)) sl_fork(r, d, r->at + 1);
    while (r->waiting.n) {
        struct sl_waiting w = vec_pop(&r->waiting);
        if (w.at == r->at) {
            if (sl_library(r, w.draft, i, func)) sl_fork(r, w.draft, r->at + 1);
        } else if (w.at == r->at + 1) {
            sl_forget_dead(r, w.draft);
            sl_check_lost(r, w.draft);
            r->out->reach(r->out->self, sl_seal(&r->sl->store, w.draft), 0);
        }
        sl_draft_free(w.draft);
        free(w.draft);
    }
}

void sl_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, code->func, out);
    const struct ir_instr *i = call_of(&r, code);
    struct sl_draft d;
    uint32_t func;
    sl_unseal(&sl->store, s, &d);
    uint32_t v = sl_eval(&r, &d, i->args[0]);
    if (v && function_of(&r, &d, v, &func)) {
        const struct ir_func *f = &sl->program->funcs.at[func];
        if (f->flags & IR_EXTERN || ir_lib_of(sl->lib, sl->program, f).row)
            call_library(&r, &d, i, func);
        else
            target(to, func);
    }
    sl_draft_free(&d);
    sl_run_end(&r);
}

// ---- entering and leaving ----------------------------------------------------------------------------------------------------------

// A value of one type handed over as another: what the widths do not settle is anything.
static uint32_t handed(struct sl *s, struct sl_draft *d, uint32_t v, ir_type t) {
    const struct sl_value *x = &d->values.at[v];
    unsigned bits = x->kind == SL_INT ? x->range.bits : s->bits;
    if (x->kind == SL_UNINIT || bits == ir_bits(t)) return v;
    if (x->kind != SL_INT) {
        sl_escape(d, v);
        return sl_unknown(d, t, s->bits);
    }
    if (ir_kind(t) == IR_INT && ir_bits(t) < x->range.bits) return sl_int(d, num_range_trunc(x->range, ir_bits(t)));
    return sl_unknown(d, t, s->bits);
}

dom_state sl_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, code->func, out);
    const struct ir_instr *i = call_of(&r, code);
    const struct ir_func *f = &sl->program->funcs.at[callee];
    struct sl_draft d;
    uint32_t n = f->n_params, values[256];
    bool variadic = f->flags & IR_VARIADIC, fits = n <= 256;
    dom_state result = DOM_NONE;
    sl_unseal(&sl->store, at_call, &d);
    for (uint32_t k = 0; k < n && fits; k++) {
        bool block = variadic && k == n - 1;
        ir_val arg = block ? i->subject : k + 1 < i->n_args ? i->args[k + 1] : IR_NOTHING;
        fits = arg != IR_NOTHING;
        if (fits) fits = (values[k] = sl_eval(&r, &d, arg)) != 0;
    }
    if (fits) {
        sl_push_frame(sl, &d, callee);
        for (uint32_t k = 0; k < n; k++) *sl_reg(&d, k) = handed(sl, &d, values[k], f->locals.at[k].type);
        struct sl_frame *caller = &d.frames.at[d.frames.n - 2];
        uint32_t n_dead;
        const uint32_t *dead = ir_live_deaths(&sl_facts(sl, code->func)->live, r.at, &n_dead);
        for (uint32_t k = 0; k < n_dead; k++)
            if (r.func->locals.at[dead[k]].flags & IR_TEMP) d.regs.at[caller->first_reg + dead[k]] = 0;
        d.lost = i->n_args > n + 1;  // arguments that no parameter takes
        sl_check_lost(&r, &d);
        result = sl_seal(&sl->store, &d);
    } else {
        sl_give_up(&r, "call of '%s' with too few arguments", f->name);
    }
    sl_draft_free(&d);
    return result;
}

dom_state sl_leave(void *self, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, code->func, out);
    const struct ir_instr *i = call_of(&r, code);
    struct sl_draft d;
    (void)callee;
    sl_unseal(&sl->store, at_exit, &d);
    sl_end_frame(&d);
    for (uint32_t k = 0; k < i->n_dsts; k++) {
        ir_type t = r.func->locals.at[i->dsts[k]].type;
        uint32_t v = k < d.results.n ? handed(sl, &d, d.results.at[k], t) : sl_fresh(&d, SL_UNINIT);
        sl_assign(&d, i->dsts[k], v);
    }
    vec_clear(&d.results);
    sl_forget_dead(&r, &d);
    d.lost = true;
    sl_check_lost(&r, &d);
    dom_state result = sl_seal(&sl->store, &d);
    sl_draft_free(&d);
    return result;
}

// ---- the world around the entry ----------------------------------------------------------------------------------------------------

void sl_initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct sl *sl = self;
    const struct ir_func *f = &sl->program->funcs.at[entry];
    struct sl_draft d;
    bool is_main = strcmp(f->name, "main") == 0;
    sl_draft_init(&d);
    sl_push_frame(sl, &d, entry);
    for (uint32_t k = 0; k < f->n_params; k++) {
        ir_type t = f->locals.at[k].type;
        bool argc = is_main && k == 0 && t == IR_I(32);
        uint32_t v = argc ? sl_int(&d, num_range_signed(32, 1, INT32_MAX)) : sl_unknown(&d, t, sl->bits);
        *sl_reg(&d, k) = v;
    }
    out->reach(out->self, sl_seal(&sl->store, &d), 0);
    sl_draft_free(&d);
}

void sl_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, entry, out);
    struct sl_draft d;
    r.at = r.func->instrs.n - 1;
    for (uint32_t i = 0; i < r.func->instrs.n; i++)
        if (r.func->instrs.at[i].op == IR_RET) r.at = i;
    sl_unseal(&sl->store, at_exit, &d);
    vec_clear(&d.results);
    sl_end_frame(&d);
    sl_check_lost(&r, &d);
    sl_check_cleanup(&r, &d);
    sl_draft_free(&d);
}
