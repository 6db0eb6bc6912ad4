// SPDX-License-Identifier: MIT
// The states of the domain, their order, and calls, behind the interface of dom.h.
#include <assert.h>
#include <stdlib.h>

#include "dom/option.h"
#include "intervals/intervals.h"

enum { CONDITIONS };
static const struct dom_option options[] = {
    {"conditions", 0, 1, 1, "conditions of branches narrow the ranges of what they compare"},
    {0},
};

static void *open_domain(const struct ir_program *p, const struct dom_options *o) {
    struct intervals *d = calloc(1, sizeof *d);
    if (!d) base_out_of_memory();
    d->program = p;
    d->rules = o->rules;
    d->conditions = dom_setting(&intervals_domain, &o->settings, CONDITIONS);
    if (!o->lib) d->own = ir_lib_new();
    d->lib = o->lib ? o->lib : d->own;
    return d;
}

static void close_domain(void *self) {
    struct intervals *d = self;
    if (d->own) ir_lib_free(d->own);
    dom_store_free(&d->store);
    free(d);
}

// ---- states ------------------------------------------------------------------------------------------------------------------------

static struct num_range if_fits(struct num_range r, ir_type t) {
    return r.bits == intervals_anything(t).bits ? r : intervals_anything(t);
}

static struct intervals_frame new_frame(const struct intervals *d, uint32_t func) {
    const struct ir_func *f = &d->program->funcs.at[func];
    struct intervals_frame frame = {.func = func};
    for (uint32_t i = 0; i < f->locals.n; i++) vec_push(&frame.values, intervals_anything(f->locals.at[i].type));
    for (uint32_t i = 0; i < f->slots.n; i++) vec_push(&frame.values, num_range_const(1, !(f->slots.at[i].flags & IR_SCOPED)));
    return frame;
}

// ---- order -------------------------------------------------------------------------------------------------------------------------

static bool leq(void *self, dom_state a, dom_state b) {
    struct intervals_frame x = intervals_unseal(self, a), y = intervals_unseal(self, b);
    bool less = x.func == y.func && x.values.n == y.values.n;
    for (uint32_t i = 0; less && i < x.values.n; i++) less = num_range_leq(x.values.at[i], y.values.at[i]);
    vec_free(&x.values);
    vec_free(&y.values);
    return less;
}

static dom_state merge(struct intervals *d, dom_state a, dom_state b, bool widen) {
    struct intervals_frame x = intervals_unseal(d, a), y = intervals_unseal(d, b);
    bool fits = x.func == y.func && x.values.n == y.values.n;
    for (uint32_t i = 0; fits && i < x.values.n; i++) {
        struct num_range *v = &x.values.at[i], w = y.values.at[i];
        *v = widen ? num_range_widen(*v, w, NULL, 0) : num_range_join(*v, w);
    }
    dom_state s = fits ? intervals_seal(d, &x) : DOM_NONE;
    vec_free(&x.values);
    vec_free(&y.values);
    return s;
}

static dom_state join(void *self, dom_state a, dom_state b) {
    return merge(self, a, b, false);
}

static dom_state widen(void *self, dom_state a, dom_state b) {
    return merge(self, a, b, true);
}

// There is nothing that could be forgotten before states are joined.
static dom_state abstract(void *self, dom_state s, const void *precision) {
    (void)self, (void)precision;
    return s;
}

static bool valid(void *self, dom_state s, struct buf *why) {
    struct intervals *d = self;
    struct intervals_frame f = intervals_unseal(d, s);
    const struct ir_func *func = &d->program->funcs.at[f.func];
    bool good = f.values.n >= func->locals.n + func->slots.n;
    for (uint32_t i = 0; good && i < f.values.n; i++) good = num_range_valid(f.values.at[i]) && !num_range_is_empty(f.values.at[i]);
    for (uint32_t i = 0; good && i < func->locals.n; i++) good = f.values.at[i].bits == intervals_anything(func->locals.at[i].type).bits;
    if (!good) buf_printf(why, "a frame of '%s' with ranges that are not of its locals", func->name);
    vec_free(&f.values);
    return good;
}

// ---- calls -------------------------------------------------------------------------------------------------------------------------

static void initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct intervals_frame f = new_frame(self, entry);
    out->reach(out->self, intervals_seal(self, &f), 0);
    vec_free(&f.values);
}

static const struct ir_instr *call_at(const struct intervals *d, const struct dom_code *code) {
    return &d->program->funcs.at[code->func].instrs.at[code->end - 1];
}

static void targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *to, uint32_t func),
                    struct dom_sink *out) {
    ir_val callee = call_at(self, code)->args[0];
    (void)s;
    if (ir_tag(callee) == IR_FUNC)
        target(to, ir_index(callee));
    else
        out->unknown(out->self, code->func, code->end - 1, "a call through a pointer");
}

static dom_state enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    struct intervals *d = self;
    struct intervals_frame outer = intervals_unseal(d, at_call), f = new_frame(d, callee);
    const struct ir_func *func = &d->program->funcs.at[callee];
    assert(func->blocks.n && (!code || outer.func == code->func));
    (void)out;
    for (uint32_t k = 0; code && k < func->n_params && k + 1 < call_at(d, code)->n_args; k++)
        f.values.at[k] = if_fits(intervals_operand(d, &outer, call_at(d, code)->args[k + 1]), func->locals.at[k].type);
    dom_state s = intervals_seal(d, &f);
    vec_free(&f.values);
    vec_free(&outer.values);
    return s;
}

// Nobody but the caller changes its locals, and what memory holds is not followed: only the results are new.
static dom_state leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee,
                       struct dom_sink *out) {
    struct intervals *d = self;
    if (!code) return at_call;
    struct intervals_frame outer = intervals_unseal(d, at_call), f = intervals_unseal(d, at_exit);
    const struct ir_func *func = &d->program->funcs.at[callee], *caller = &d->program->funcs.at[code->func];
    const struct ir_instr *i = call_at(d, code);
    uint32_t first = func->locals.n + func->slots.n;
    assert(f.func == callee && outer.func == code->func && f.values.n >= first);
    (void)out;
    for (uint32_t k = 0; k < i->n_dsts; k++) {
        ir_type t = caller->locals.at[i->dsts[k]].type;
        outer.values.at[i->dsts[k]] = first + k < f.values.n ? if_fits(f.values.at[first + k], t) : intervals_anything(t);
    }
    dom_state s = intervals_seal(d, &outer);
    vec_free(&f.values);
    vec_free(&outer.values);
    return s;
}

// No heap block is ever given out, so that none is left.
static void finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out) {
    (void)self, (void)at_exit, (void)entry, (void)out;
}

// ---- the rest ------------------------------------------------------------------------------------------------------------------------

static void print(void *self, dom_state s, struct buf *out) {
    struct intervals *d = self;
    struct intervals_frame f = intervals_unseal(d, s);
    const struct ir_func *func = &d->program->funcs.at[f.func];
    for (uint32_t i = 0; i < func->locals.n; i++) {
        struct num_range x = f.values.at[i];
        if (num_range_is_full(x) || !func->locals.at[i].name) continue;
        buf_printf(out, "%s: %lld .. %lld\n", func->locals.at[i].name, (long long)num_range_smin(x), (long long)num_range_smax(x));
    }
    vec_free(&f.values);
}

static uint64_t size(void *self) {
    return ((struct intervals *)self)->store.n_words;
}

static uint32_t words(void *self, dom_state s) {
    return dom_store_get(&((struct intervals *)self)->store, s)->n;
}

static const struct dom_call call = {
    .outside = true,
    .local = true,
    .targets = targets,
    .enter = enter,
    .leave = leave,
    .finish = finish,
};
static const struct dom_show show = {.print = print};
static const struct dom_effort effort = {.size = size, .words = words};

const struct dom intervals_domain = {
    .name = "intervals",
    .options = options,
    .core =
        {
            .open = open_domain,
            .close = close_domain,
            .initial = initial,
            .run = intervals_run,
            .leq = leq,
            .join = join,
            .widen = widen,
            .abstract = abstract,
            .valid = valid,
        },
    .call = &call,
    .show = &show,
    .effort = &effort,
};
