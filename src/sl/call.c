// SPDX-License-Identifier: MIT
// Calls: the callee's frame is pushed, the heap divided (local.h); at the return both parts are put together and the frame is popped.
#include <assert.h>

#include "dom/silence.h"
#include "sl/local.h"
#include "sl/relate.h"
#include "sl/sl.h"

// Nothing that it is given is gone: what becomes of that in a function of the callers is not known.
static bool hands_over_what_is_there(struct step_run *r, struct sl_draft *d) {
    const struct ir_instr *i = &r->func->instrs.at[r->at];
    assert(i->op == IR_CALL);
    for (uint32_t k = 1; k < i->n_args; k++) {
        struct step_value v;
        if (!step_eval(r, d, i->args[k], &v)) return false;
        const struct sl_value *x = &d->values.at[v.object];
        if (x->kind != SL_UNINIT && (x->kind != SL_ADDR || d->objects.at[x->object].life == SL_VALID)) continue;
        step_give_up(r, "call of a function of the callers with what is gone, or has no value");
        return false;
    }
    return true;
}

static bool is_callback(const struct sl_draft *d, const struct sl_value *x) {
    return x->kind == SL_ADDR && sl_is_callback(&d->objects.at[x->object]) && num_range_is_const(x->range, NULL);
}

bool sl_op_functions(struct step_run *r, void *draft, const struct step_value *f, step_list *out) {
    struct sl_draft *d = draft;
    const struct sl_value *x = &d->values.at[f->object];
    if (is_callback(d, x)) {
        if (!sl_least(&d->objects.at[x->object]))
            step_fault(r, IR_RULE_NULL_DEREFERENCE, STEP_CUT, NULL, "a function may be called through a null pointer");
        if (hands_over_what_is_there(r, d)) vec_push(out, STEP_CALLERS);
        return true;
    }
    sl_func_set one = {0};
    const sl_func_set *all = sl_funcs(sl_of(r), d, f->object, &one);
    for (uint32_t k = 0; all && k < all->n; k++) vec_push(out, all->at[k]);
    vec_free(&one);
    if (all) return true;
    bool null = x->kind == SL_INT && num_range_has(x->range, 0);
    if (x->kind == SL_UNINIT)
        step_fault(r, IR_RULE_UNINITIALISED_POINTER, STEP_CUT, NULL, "a function may be called through a pointer that has no value");
    else if (null)
        step_fault(r, IR_RULE_NULL_DEREFERENCE, num_range_is_const(x->range, NULL) ? STEP_ALWAYS : STEP_CUT, NULL,
                   "a function may be called through a null pointer");
    return x->kind == SL_UNINIT || null;
}

// ---- entering and leaving ----------------------------------------------------------------------------------------------------------

// A value of one type handed over as another: what the widths do not settle is anything.
static uint32_t handed(struct sl *s, struct sl_draft *d, uint32_t v, ir_type t) {
    assert(v && v < d->values.n);
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

// A constructor gets the arguments of main, as far as main has them.
static dom_state enter_outside(struct sl *sl, dom_state at_call, uint32_t callee) {
    assert(callee < sl->step.program->funcs.n);
    const struct ir_func *f = &sl->step.program->funcs.at[callee];
    struct sl_draft d;
    sl_unseal(&sl->store, at_call, &d);
    vec_clear(&d.results);
    const struct ir_func *entry = d.frames.n ? &sl->step.program->funcs.at[d.frames.at[0].func] : NULL;
    sl_push_frame(sl, &d, callee);
    for (uint32_t k = 0; k < f->n_params; k++) {
        ir_type t = f->locals.at[k].type;
        bool same = entry && strcmp(entry->name, "main") == 0 && k < entry->n_params && entry->locals.at[k].type == t && d.regs.at[k];
        *sl_reg(&d, k) = same ? d.regs.at[k] : sl_unknown(&d, t, sl->bits);
    }
    dom_state result = sl_seal(&sl->store, &d);
    sl_draft_free(&d);
    return result;
}

static dom_state leave_outside(struct sl *sl, dom_state at_exit, uint32_t callee, struct dom_sink *out) {
    struct step_run r = step_run_begin(&sl->step, callee, out);
    struct sl_draft d;
    sl_unseal(&sl->store, at_exit, &d);
    r.at = r.func->instrs.n - 1;
    vec_clear(&d.results);
    if (d.frames.n > 1) sl_end_frame(&d);  // the outermost frame went with its RET
    d.lost = true;
    sl_check_lost(&r, &d);
    dom_state result = sl_seal(&sl->store, &d);
    sl_draft_free(&d);
    step_run_end(&r);
    return result;
}

static bool is_parameter(const struct sl_draft *d, uint32_t v) {
    for (uint32_t i = vec_last(&d->frames).first_reg; i < d->regs.n; i++)
        if (v && d->regs.at[i] && sl_same(d, d->regs.at[i], v)) return true;
    return false;
}

// What the caller will not use again and the callee holds.
static void forget_arguments(struct step_run *r, struct sl_draft *d) {
    struct sl_frame caller = d->frames.at[d->frames.n - 2];
    uint32_t n;
    const uint32_t *dead = ir_live_deaths(&step_facts(r->step, r->func_index)->live, r->at, &n);
    for (uint32_t k = 0; k < n && sl_of(r)->options.narrow; k++) {
        uint32_t *reg = &d->regs.at[caller.first_reg + dead[k]];
        if (is_parameter(d, *reg)) *reg = 0;
    }
}

// Until the frame is there, arguments are where results are.
void sl_op_pass(struct step_run *r, void *d, uint32_t k, ir_type t, const struct step_value *v) {
    sl_op_answer(r, d, k, t, v);
    uint32_t *last = &vec_last(&((struct sl_draft *)d)->results);
    *last = handed(sl_of(r), d, *last, t);
}

void sl_op_push(struct step_run *r, void *draft, uint32_t func) {
    struct sl_draft *d = draft;
    assert(d->results.n == r->step->program->funcs.at[func].n_params);
    sl_push_frame(sl_of(r), d, func);
    for (uint32_t k = 0; k < d->results.n; k++) *sl_reg(d, k) = d->results.at[k];
    vec_clear(&d->results);
    d->lost = true;  // arguments that no parameter takes, or none as wide
}

static struct dom_code code_of(const struct step_run *r) {
    return (struct dom_code){.func = r->func_index, .first = r->at, .end = r->at + 1};
}

bool sl_op_localise(struct step_run *r, void *d, uint32_t callee) {
    struct sl *sl = sl_of(r);
    struct dom_code code = code_of(r);
    struct sl_local l;
    (void)callee;
    forget_arguments(r, d);
    sl_check_lost(r, d);
    sl_local_begin(sl, d, &code, &l);
    sl_take_local(sl, d, &l);
    if (sl->options.coarse) sl_generalise(sl, d);
    ((struct sl_draft *)d)->lost = false;  // what is not passed is the caller's
    sl_local_end(&l);
    return true;
}

void *sl_op_back(struct step_run *r, dom_state at_call, dom_state at_exit, uint32_t callee) {
    struct dom_sink *out = r->out, silent = dom_silence;
    struct dom_code code = code_of(r);
    struct sl_draft e, *d = sl_op_open(r, at_call);
    struct sl_local l;
    r->out = &silent;  // what is entered again to come back reports nothing twice
    bool good = step_push(r, d, callee);
    if (good) {
        forget_arguments(r, d);
        sl_check_lost(r, d);
    }
    r->out = out;
    if (good) {
        sl_unseal(&sl_of(r)->store, at_exit, &e);
        sl_local_begin(sl_of(r), d, &code, &l);
        good = sl_put_together(d, &l, &e);
        sl_local_end(&l);
        sl_draft_free(&e);
        if (!good) step_give_up(r, "return of '%s' to variables that cannot be followed", r->step->program->funcs.at[callee].name);
    }
    if (good) {
        sl_end_frame(d);
        return d;
    }
    sl_op_drop(r, d);
    return NULL;
}

// ---- results -----------------------------------------------------------------------------------------------------------------------

void sl_op_answer(struct step_run *r, void *draft, uint32_t k, ir_type t, const struct step_value *v) {
    struct sl_draft *d = draft;
    (void)r, (void)t;
    if (!k) vec_clear(&d->results);
    assert(d->results.n == k && v->kind == STEP_OWN);
    vec_push(&d->results, v->object);
}

bool sl_op_result(struct step_run *r, void *draft, uint32_t k, struct step_value *v) {
    const struct sl_draft *d = draft;
    (void)r;
    *v = (struct step_value){.kind = STEP_OWN, .object = k < d->results.n ? d->results.at[k] : 0};
    return k < d->results.n;
}

void sl_op_forget_results(struct step_run *r, void *d) {
    (void)r;
    vec_clear(&((struct sl_draft *)d)->results);
    ((struct sl_draft *)d)->lost = true;
}

void sl_op_assign(struct step_run *r, void *d, uint32_t local, ir_type t, const struct step_value *v) {
    bool number = v->kind == STEP_NUMBER && ir_kind(t) == IR_INT && ir_bits(t) <= 64;
    sl_assign(d, local,
              v->kind == STEP_OWN      ? handed(sl_of(r), d, v->object, t)
              : v->kind == STEP_UNINIT ? sl_fresh(d, SL_UNINIT)
              : number                 ? sl_int(d, v->range)
                                       : sl_unknown(d, t, sl_of(r)->bits));
}

dom_state sl_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    assert(at_call != DOM_NONE);
    return code ? step_enter(self, at_call, code, callee, out) : enter_outside(self, at_call, callee);
}

dom_state sl_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    assert(at_call != DOM_NONE && at_exit != DOM_NONE);
    return code ? step_leave(self, at_call, at_exit, code, callee, out) : leave_outside(self, at_exit, callee, out);
}

// ---- the world around the entry ----------------------------------------------------------------------------------------------------

static bool is_used(const struct ir_func *f, uint32_t local) {
    for (uint32_t i = 0; i < f->instrs.n; i++) {
        const struct ir_instr *x = &f->instrs.at[i];
        ir_val v = ir_val_of(IR_LOCAL, local);
        for (uint32_t k = 0; k < x->n_args; k++)
            if (x->args[k] == v) return true;
        if ((x->to && x->to->base == v) || (x->from && x->from->base == v)) return true;
    }
    return false;
}

static bool is_main(const struct ir_func *f) {
    return strcmp(f->name, "main") == 0 && f->n_params >= 2 && f->locals.at[0].type == IR_I(32) && ir_kind(f->locals.at[1].type) == IR_PTR;
}

void sl_initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct sl *sl = self;
    const struct ir_func *f = &sl->step.program->funcs.at[entry];
    if (sl->step.options.inputs) {
        sl_open(sl, out);
        sl_learn(sl);
        return;
    }
    struct sl_draft d;
    sl_draft_init(&d);
    sl_push_frame(sl, &d, entry);
    for (uint32_t k = 0; k < f->n_params; k++) *sl_reg(&d, k) = sl_unknown(&d, f->locals.at[k].type, sl->bits);
    if (strcmp(f->name, "main") == 0 && f->n_params && f->locals.at[0].type == IR_I(32))
        *sl_reg(&d, 0) = sl_int(&d, num_range_signed(32, 1, INT32_MAX));
    if (is_main(f) && (is_used(f, 1) || sl->step.program->ctors.n)) *sl_reg(&d, 1) = sl_add_strings(sl, &d, *sl_reg(&d, 0));
    out->reach(out->self, sl_seal(&sl->store, &d), 0);
    sl_draft_free(&d);
}

// At the end of an open program, what its callers gave may be left.
void sl_op_cleanup(struct step_run *r, void *d) {
    bool left = r->step->options.inputs && r->func->instrs.at[r->at].op != IR_CALL;
    if (!left) {
        sl_check_cleanup(r, d);
        return;
    }
    sl_end_frame(d);
    sl_check_lost(r, d);
}
