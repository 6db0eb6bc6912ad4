// SPDX-License-Identifier: MIT
// Calls entered in place: frames are pushed and popped on the state itself.
#include <assert.h>

#include "fold/fold.h"

// The first register of a frame on top of the present one.
static uint32_t next_reg(struct fold *f, const struct fold_draft *d) {
    if (!d->frames.n) return 0;
    return vec_last(&d->frames).first_reg + f->program->funcs.at[vec_last(&d->frames).func].locals.n;
}

void fold_push_frame(struct fold_run *r, struct fold_draft *d, uint32_t func) {
    const struct ir_func *f = &r->fold->program->funcs.at[func];
    uint32_t first = next_reg(r->fold, d);
    vec_push(&d->frames, (struct fold_frame){func, first});
    for (uint32_t i = 0; i < f->slots.n; i++)
        if (!(f->slots.at[i].flags & IR_SCOPED)) fold_begin_slot(r, d, func, i);
}

void fold_pop_frame(struct fold_run *r, struct fold_draft *d) {
    struct fold_frame top = vec_last(&d->frames);
    const struct ir_func *f = &r->fold->program->funcs.at[top.func];
    for (uint32_t i = 0; i < f->locals.n; i++) {
        struct fold_place p = {FOLD_REGS, top.first_reg + i};
        if (!fold_cell(d, p)) continue;
        fold_lose(r, d, p);
        fold_clear(r->base, d, p);
    }
    for (uint32_t i = 0; i < f->slots.n; i++) fold_end_slot(r, d, fold_slot_node(r->base, d, top.func, i));
    d->frames.n--;
}

static dom_state seal(struct fold_run *r, struct fold_draft *d) {
    fold_prune(r->base, d);
    return d->b == LOGIC_FALSE ? DOM_NONE : fold_seal(r->base, d);
}

// ---- targets -----------------------------------------------------------------------------------------------------------------------

static void call_library(struct fold_run *r, const struct fold_draft *d, const struct ir_instr *i, uint32_t func) {
    struct fold_draft copy;
    fold_drafts out = {0};
    fold_draft_copy(&copy, d);
    fold_library(r, &copy, i, func, &out);
    for (uint32_t k = 0; k < out.n; k++) {
        fold_drop_dead(r, &out.at[k]);
        dom_state s = seal(r, &out.at[k]);
        if (s) r->out->reach(r->out->self, s, 0);
        fold_draft_free(&out.at[k]);
    }
    vec_free(&out);
}

static void call_one(struct fold_run *r, const struct fold_draft *d, const struct ir_instr *i, uint32_t func, void *to,
                     void (*target)(void *, uint32_t)) {
    const struct ir_func *f = &r->fold->program->funcs.at[func];
    if (f->flags & IR_EXTERN || ir_lib_of(r->fold->lib, r->fold->program, f).row)
        call_library(r, d, i, func);
    else
        target(to, func);
}

// A pointer to functions: each that it may be; anything else goes to the sink.
static void call_through(struct fold_run *r, const struct fold_draft *d, const struct ir_instr *i, struct fold_place p, void *to,
                         void (*target)(void *, uint32_t)) {
    struct fold_base *f = r->base;
    fold_list edges = {0};
    logic_fn known = LOGIC_FALSE;
    fold_edges(f, d, p, &edges);
    for (uint32_t k = 0; k < edges.n; k++) {
        const struct fold_flag *e = fold_flag_of(f, edges.at[k]);
        if (fold_name_of(f, e->target)->storage != FOLD_CODE || e->offset) continue;
        known = logic_or(f->logic, known, logic_var(f->logic, edges.at[k]));
        call_one(r, d, i, fold_name_of(f, e->target)->a, to, target);
    }
    if (!logic_leq(f->logic, d->b, known)) fold_give_up(r, "call through a pointer that is not followed");
    vec_free(&edges);
}

void fold_call_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t),
                       struct dom_sink *out) {
    struct fold *f = self;
    struct fold_run r = fold_run_begin(f, code->func, out);
    struct fold_draft d;
    struct fold_operand v;
    uint32_t mark = logic_mark(f->base.logic);
    r.at = code->end - 1;
    const struct ir_instr *i = &r.func->instrs.at[r.at];
    fold_unseal(&f->base, s, &d);
    if (!fold_eval(&r, &d, i->args[0], &v))
        ;
    else if (v.kind == FOLD_PLACE)
        call_through(&r, &d, i, v.place, to, target);
    else if (v.kind == FOLD_ADDRESS && fold_name_of(r.base, v.node)->storage == FOLD_CODE)
        call_one(&r, &d, i, fold_name_of(r.base, v.node)->a, to, target);
    else
        fold_give_up(&r, "call through a pointer that is not followed");
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
}

// ---- entering and leaving ----------------------------------------------------------------------------------------------------------

// A value handed over as another type: what the widths do not settle is anything.
static void hand_over(struct fold_run *r, struct fold_draft *d, struct fold_place p, ir_type t, const struct fold_operand *v,
                      unsigned bits) {
    struct fold_operand any = {.kind = FOLD_NUMBER, .range = num_range_full(fold_bits(t))};
    fold_assign(r, d, p, ir_bytes(t), fold_bits(t), bits == fold_bits(t) ? v : &any);
}

static bool bind(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, const struct ir_func *callee) {
    uint32_t first = next_reg(r->fold, d);
    for (uint32_t k = 0; k < callee->n_params; k++) {
        bool block = callee->flags & IR_VARIADIC && k == callee->n_params - 1;
        ir_val arg = block ? i->subject : k + 1 < i->n_args ? i->args[k + 1] : IR_NOTHING;
        struct fold_operand v;
        if (arg == IR_NOTHING || !fold_bits(callee->locals.at[k].type)) {
            fold_give_up(r, "call of '%s' with arguments that do not fit", callee->name);
            return false;
        }
        if (!fold_eval(r, d, arg, &v)) return false;
        unsigned bits = fold_bits(ir_type_of(r->fold->program, r->func, arg));
        hand_over(r, d, (struct fold_place){FOLD_REGS, first + k}, callee->locals.at[k].type, &v, bits);
    }
    return true;
}

dom_state fold_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct fold *f = self;
    struct fold_run r = fold_run_begin(f, code->func, out);
    struct fold_draft d;
    dom_state result = DOM_NONE;
    uint32_t mark = logic_mark(f->base.logic);
    r.at = code->end - 1;
    fold_unseal(&f->base, at_call, &d);
    if (bind(&r, &d, &r.func->instrs.at[r.at], &f->program->funcs.at[callee])) {
        uint32_t n;
        const uint32_t *dead = ir_live_deaths(&fold_facts(f, code->func)->live, r.at, &n);
        for (uint32_t k = 0; k < n; k++) {  // the results are written after the call
            struct fold_place p = fold_reg(&d, dead[k]);
            if (!(r.func->locals.at[dead[k]].flags & IR_TEMP) || !fold_cell(&d, p)) continue;
            fold_lose(&r, &d, p);
            fold_clear(&f->base, &d, p);
        }
        fold_push_frame(&r, &d, callee);
        result = seal(&r, &d);
    }
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
    return result;
}

static void take_result(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, uint32_t k) {
    ir_type t = r->func->locals.at[i->dsts[k]].type;
    struct fold_place from = {FOLD_RESULTS, k}, to = fold_reg(d, i->dsts[k]);
    const struct fold_cell *c = fold_cell(d, from);
    struct fold_operand v = {.kind = c ? FOLD_PLACE : FOLD_NOTHING, .place = from};
    hand_over(r, d, to, t, &v, c ? c->range.bits : fold_bits(t));
}

dom_state fold_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct fold *f = self;
    struct fold_run r = fold_run_begin(f, code->func, out);
    struct fold_draft d;
    uint32_t mark = logic_mark(f->base.logic);
    (void)at_call;  // the frames of all callers are in the state
    r.at = code->end - 1;
    const struct ir_instr *i = &r.func->instrs.at[r.at];
    fold_unseal(&f->base, at_exit, &d);
    fold_pop_frame(&r, &d);
    for (uint32_t k = 0; k < i->n_dsts; k++) take_result(&r, &d, i, k);
    for (uint32_t k = 0; k < f->program->funcs.at[callee].n_rets; k++) {
        fold_lose(&r, &d, (struct fold_place){FOLD_RESULTS, k});
        fold_clear(&f->base, &d, (struct fold_place){FOLD_RESULTS, k});
    }
    fold_drop_dead(&r, &d);
    dom_state result = seal(&r, &d);
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
    return result;
}

// ---- the world around the entry ----------------------------------------------------------------------------------------------------

void fold_initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct fold *f = self;
    const struct ir_func *func = &f->program->funcs.at[entry];
    struct fold_run r = fold_run_begin(f, entry, out);
    struct fold_draft d = {.b = LOGIC_TRUE};
    uint32_t mark = logic_mark(f->base.logic);
    bool good = true;
    for (uint32_t k = 0; k < func->n_params; k++) {
        ir_type t = func->locals.at[k].type;
        good &= fold_bits(t) != 0;
        if (good) fold_put_number(&f->base, &d, (struct fold_place){FOLD_REGS, k}, ir_bytes(t), num_range_full(fold_bits(t)));
    }
    fold_push_frame(&r, &d, entry);
    if (good)
        out->reach(out->self, fold_seal(&f->base, &d), 0);
    else
        fold_give_up(&r, "a value of more than %u bits", NUM_MAX_BITS);
    fold_draft_free(&d);
    logic_release(f->base.logic, mark);
}

void fold_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out) {
    struct fold *f = self;
    struct fold_run r = fold_run_begin(f, entry, out);
    struct fold_draft d;
    r.at = r.func->instrs.n - 1;
    for (uint32_t i = 0; i < r.func->instrs.n; i++)
        if (r.func->instrs.at[i].op == IR_RET) r.at = i;
    fold_unseal(&f->base, at_exit, &d);
    if (f->options.rules >> IR_RULE_MEMORY_CLEANUP & 1) fold_check_cleanup(&r, &d);
    fold_draft_free(&d);
}
