// SPDX-License-Identifier: MIT
// Calls: the callee's frame is pushed, the heap divided (local.h); at the return both parts are put together and the frame is popped.
#include <assert.h>

#include "sl/local.h"
#include "sl/sl.h"
#include "sl/relate.h"

static const struct ir_instr *call_of(struct sl_run *r, const struct dom_code *code) {
    assert(code->end && code->end <= r->func->instrs.n);
    r->at = code->end - 1;
    return &r->func->instrs.at[r->at];
}

// ---- targets -----------------------------------------------------------------------------------------------------------------------

static const sl_func_set *functions_of(struct sl_run *r, const struct sl_draft *d, uint32_t v, sl_func_set *one) {
    const struct sl_value *x = &d->values.at[v];
    const sl_func_set *all = sl_funcs(r->sl, d, v, one);
    if (all) return all;
    if (x->kind == SL_UNINIT)
        sl_fault(r, d, IR_RULE_UNINITIALISED_POINTER, SL_CUT, 0, "a function may be called through a pointer that has no value");
    else if (x->kind == SL_INT && num_range_has(x->range, 0))
        sl_fault(r, d, IR_RULE_NULL_DEREFERENCE, num_range_is_const(x->range, NULL) ? SL_ALWAYS : SL_CUT, 0,
                 "a function may be called through a null pointer");
    else
        sl_give_up(r, "call through a pointer that is not followed");
    return NULL;
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

static void call_one(struct sl_run *r, const struct sl_draft *d, const struct ir_instr *i, uint32_t func, void *to,
                     void (*target)(void *, uint32_t)) {
    const struct ir_func *f = &r->sl->program->funcs.at[func];
    if (f->flags & IR_EXTERN || ir_lib_of(r->sl->lib, r->sl->program, f).row) {
        struct sl_draft copy;
        sl_draft_copy(&copy, d);
        call_library(r, &copy, i, func);
        sl_draft_free(&copy);
    } else {
        target(to, func);
    }
}

void sl_targets(void *self, dom_state s, const struct dom_code *code, void *to, void (*target)(void *, uint32_t), struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, code->func, out);
    const struct ir_instr *i = call_of(&r, code);
    struct sl_draft d;
    sl_func_set one = {0}, all = {0};
    sl_unseal(&sl->store, s, &d);
    uint32_t v = sl_eval(&r, &d, i->args[0]);
    const sl_func_set *funcs = v ? functions_of(&r, &d, v, &one) : NULL;
    for (uint32_t k = 0; funcs && k < funcs->n; k++) vec_push(&all, funcs->at[k]);
    for (uint32_t k = 0; k < all.n; k++) call_one(&r, &d, i, all.at[k], to, target);
    vec_free(&all);
    vec_free(&one);
    sl_draft_free(&d);
    sl_run_end(&r);
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
    assert(callee < sl->program->funcs.n);
    const struct ir_func *f = &sl->program->funcs.at[callee];
    struct sl_draft d;
    sl_unseal(&sl->store, at_call, &d);
    const struct ir_func *entry = d.frames.n ? &sl->program->funcs.at[d.frames.at[0].func] : NULL;
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
    struct sl_run r = sl_run_begin(sl, callee, out);
    struct sl_draft d;
    sl_unseal(&sl->store, at_exit, &d);
    r.at = r.func->instrs.n - 1;
    vec_clear(&d.results);
    if (d.frames.n > 1) sl_end_frame(&d);  // the outermost frame went with its RET
    d.lost = true;
    sl_check_lost(&r, &d);
    dom_state result = sl_seal(&sl->store, &d);
    sl_draft_free(&d);
    return result;
}

// What enters again to come back reports nothing twice.
static void ignore_fault(void *self, const struct dom_fault *f) {
    (void)self;
    (void)f;
}
static void ignore_unknown(void *self, uint32_t func, uint32_t instr, const char *reason) {
    (void)self;
    (void)func;
    (void)instr;
    (void)reason;
}
static void ignore_state(void *self, dom_state s, uint32_t way) {
    (void)self;
    (void)s;
    (void)way;
}
static void ignore_met(void *self, uint32_t func, uint32_t first, uint32_t end) {
    (void)self;
    (void)func;
    (void)first;
    (void)end;
}

static bool is_parameter(const struct sl_draft *d, uint32_t v) {
    for (uint32_t i = vec_last(&d->frames).first_reg; i < d->regs.n; i++)
        if (v && d->regs.at[i] && sl_same(d, d->regs.at[i], v)) return true;
    return false;
}

// What the caller will not use again and the callee holds.
static void forget_arguments(struct sl_run *r, struct sl_draft *d, const struct dom_code *code) {
    struct sl_frame caller = d->frames.at[d->frames.n - 2];
    uint32_t n;
    const uint32_t *dead = ir_live_deaths(&sl_facts(r->sl, code->func)->live, r->at, &n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t *reg = &d->regs.at[caller.first_reg + dead[k]];
        if (r->func->locals.at[dead[k]].flags & IR_TEMP || (r->sl->options.narrow && is_parameter(d, *reg))) *reg = 0;
    }
}

// The whole state at the first instruction of callee, its frame on top, parameters bound; false after an unknown.
static bool bind(struct sl_run *r, dom_state at_call, const struct dom_code *code, uint32_t callee, struct sl_draft *d) {
    const struct ir_instr *i = call_of(r, code);
    const struct ir_func *f = &r->sl->program->funcs.at[callee];
    uint32_t n = f->n_params, values[256];
    bool variadic = f->flags & IR_VARIADIC, fits = n <= 256;
    sl_unseal(&r->sl->store, at_call, d);
    for (uint32_t k = 0; k < n && fits; k++) {
        bool block = variadic && k == n - 1;
        ir_val arg = block ? i->subject : k + 1 < i->n_args ? i->args[k + 1] : IR_NOTHING;
        fits = arg != IR_NOTHING;
        if (fits) fits = (values[k] = sl_eval(r, d, arg)) != 0;
    }
    if (!fits) {
        sl_give_up(r, "call of '%s' with too few arguments", f->name);
        return false;
    }
    sl_push_frame(r->sl, d, callee);
    for (uint32_t k = 0; k < n; k++) *sl_reg(d, k) = handed(r->sl, d, values[k], f->locals.at[k].type);
    forget_arguments(r, d, code);
    d->lost = true;  // arguments that no parameter takes, or none as wide
    sl_check_lost(r, d);
    return true;
}

dom_state sl_enter(void *self, dom_state at_call, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    assert(at_call != DOM_NONE);
    struct sl *sl = self;
    if (!code) return enter_outside(sl, at_call, callee);
    struct sl_run r = sl_run_begin(sl, code->func, out);
    struct sl_draft d;
    struct sl_local l;
    dom_state result = DOM_NONE;
    if (bind(&r, at_call, code, callee, &d)) {
        sl_local_begin(sl, &d, code, &l);
        sl_take_local(sl, &d, &l);
        if (sl->options.coarse) {
            sl_fold(sl, &d, &(struct sl_precision){.least_chain = 2});
            sl_coarsen(sl, &d);
        }
        result = sl_seal(&sl->store, &d);
        sl_local_end(&l);
    }
    sl_draft_free(&d);
    return result;
}

static bool come_back(struct sl_run *r, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee,
                      struct sl_draft *d) {
    struct dom_sink *out = r->out;
    struct sl_draft e;
    struct sl_local l;
    struct dom_sink silent = {NULL, ignore_state, ignore_fault, ignore_unknown, ignore_met};
    r->out = &silent;
    bool good = bind(r, at_call, code, callee, d);
    r->out = out;
    if (!good) return false;
    sl_unseal(&r->sl->store, at_exit, &e);
    sl_local_begin(r->sl, d, code, &l);
    good = sl_put_together(r->sl, d, &l, &e);
    sl_local_end(&l);
    sl_draft_free(&e);
    if (!good) sl_give_up(r, "return of '%s' to variables that cannot be followed", r->sl->program->funcs.at[callee].name);
    return good;
}

dom_state sl_leave(void *self, dom_state at_call, dom_state at_exit, const struct dom_code *code, uint32_t callee, struct dom_sink *out) {
    assert(at_call != DOM_NONE && at_exit != DOM_NONE);
    struct sl *sl = self;
    if (!code) return leave_outside(sl, at_exit, callee, out);
    struct sl_run r = sl_run_begin(sl, code->func, out);
    const struct ir_instr *i = call_of(&r, code);
    struct sl_draft d;
    dom_state result = DOM_NONE;
    if (come_back(&r, at_call, at_exit, code, callee, &d)) {
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
        sl_settle(&d);
        result = sl_seal(&sl->store, &d);
    }
    sl_draft_free(&d);
    return result;
}

// ---- the world around the entry ----------------------------------------------------------------------------------------------------

// An object of the world around main.
static uint32_t world_object(struct sl_draft *d, uint64_t size, uint64_t more, uint32_t number) {
    struct sl_object o = {.storage = SL_LIBRARY, .tag = SL_WORLD, .rest = SL_REST_ANY, .size = size, .more = more, .instr = number};
    return sl_add_object(d, o);
}

// The vector has as many strings as argc says, and the null.
static void open_argv(struct sl *sl, struct sl_draft *d, uint32_t vector, uint32_t argc) {
    int64_t word = sl->bits / 8, most = (int64_t)sl_largest_block(sl->bits) / word - 1;
    struct num_range *r = &d->values.at[argc].range;
    *r = num_range_meet(*r, num_range_signed(r->bits, 0, most < INT32_MAX ? most : INT32_MAX));
    uint32_t size = sl_int(d, num_range_signed(sl->bits, (num_range_smin(*r) + 1) * word, (num_range_smax(*r) + 1) * word));
    struct sl_object *o = &d->objects.at[vector];
    o->rest = SL_REST_STRINGS;
    o->more = num_range_umax(d->values.at[size].range) - o->size;
    o->count = size;
    o->unit = argc;
    o->scale = (uint32_t)word;
    o->plus = word;
    d->sized = true;
}

// The vector of n strings and the null behind them; if it is open, more strings follow.
static uint32_t make_argv(struct sl *sl, struct sl_draft *d, uint32_t n, bool open) {
    uint32_t word = sl->bits / 8, vector = world_object(d, (n + 1ull) * word, 0, 0);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t s = world_object(d, 1, SL_UNBOUNDED, k + 1);
        d->objects.at[s].text = SL_TEXT;
        sl_put(d, vector, (uint64_t)k * word, word, sl_address(d, s, sl->bits, 0));
    }
    if (open)
        open_argv(sl, d, vector, *sl_reg(d, 0));
    else
        sl_put(d, vector, (uint64_t)n * word, word, sl_const(d, sl->bits, 0));
    return sl_address(d, vector, sl->bits, 0);
}

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

enum { KNOWN_ARGUMENTS = 3 };  // so many, each number of them a state of its own; then any number

// The entry with `argc` arguments (KNOWN_ARGUMENTS + 1: at least so many; 0: any number, and what they are is not known).
static void begin_with(struct sl *sl, uint32_t entry, uint32_t argc, struct dom_sink *out) {
    const struct ir_func *f = &sl->program->funcs.at[entry];
    bool is_main = strcmp(f->name, "main") == 0, open = argc > KNOWN_ARGUMENTS;
    struct sl_draft d;
    sl_draft_init(&d);
    sl_push_frame(sl, &d, entry);
    for (uint32_t k = 0; k < f->n_params; k++) {
        ir_type t = f->locals.at[k].type;
        uint32_t v;
        if (is_main && k == 0 && t == IR_I(32))
            v = sl_int(&d, num_range_signed(32, argc ? argc : 1, argc && !open ? argc : INT32_MAX));
        else
            v = is_main && k == 1 && argc ? make_argv(sl, &d, argc, open) : sl_unknown(&d, t, sl->bits);
        *sl_reg(&d, k) = v;
    }
    out->reach(out->self, sl_seal(&sl->store, &d), 0);
    sl_draft_free(&d);
}

void sl_initial(void *self, uint32_t entry, struct dom_sink *out) {
    struct sl *sl = self;
    const struct ir_func *f = &sl->program->funcs.at[entry];
    if (sl->options.inputs) {
        sl_open(sl, out);
        return;
    }
    bool usual =
        strcmp(f->name, "main") == 0 && f->n_params >= 2 && f->locals.at[0].type == IR_I(32) && ir_kind(f->locals.at[1].type) == IR_PTR;
    bool used = usual && (is_used(f, 1) || sl->program->ctors.n);
    for (uint32_t argc = used; argc <= (used ? KNOWN_ARGUMENTS + 1 : 0); argc++) begin_with(sl, entry, argc, out);
}

void sl_finish(void *self, dom_state at_exit, uint32_t entry, struct dom_sink *out) {
    struct sl *sl = self;
    struct sl_run r = sl_run_begin(sl, entry, out);
    struct sl_draft d;
    r.at = r.func->instrs.n - 1;
    for (uint32_t i = 0; i < r.func->instrs.n; i++)
        if (r.func->instrs.at[i].op == IR_RET) r.at = i;
    sl_unseal(&sl->store, at_exit, &d);
    if (sl->options.inputs) {
        sl_end_frame(&d);
        sl_check_lost(&r, &d);
    } else {
        sl_check_cleanup(&r, &d);
    }
    sl_draft_free(&d);
}
