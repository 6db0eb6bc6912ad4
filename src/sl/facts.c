// SPDX-License-Identifier: MIT
// What is asked, and what is known of a function before it is run.
#include <assert.h>

#include "sl/context.h"

// ---- functions ---------------------------------------------------------------------------------------------------------------------

// A variable that is only ever given constants, or truth values: its value is kept apart, not joined.
static void find_flags(struct sl_facts *f, const struct ir_func *func) {
    f->flag = calloc(func->locals.n + 1, 1);
    if (!f->flag) base_out_of_memory();
    for (uint32_t i = func->n_params; i < func->locals.n; i++)
        f->flag[i] = ir_kind(func->locals.at[i].type) == IR_INT && !(func->locals.at[i].flags & IR_TEMP);
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool constant = x->op == IR_LET && x->pure == IR_COPY_ && ir_tag(x->args[0]) == IR_CONST;
        for (uint32_t k = 0; k < x->n_dsts && !constant; k++) f->flag[x->dsts[k]] = 0;
    }
    for (uint32_t i = 0; i < func->locals.n; i++)
        if (func->locals.at[i].type == IR_I(1)) f->flag[i] = 1;  // the outcome of a condition, which is about other things
}

static void find_routes(struct sl_facts *f, const struct ir_func *func) {
    f->route = calloc(func->locals.n + 1, 1);
    if (!f->route) base_out_of_memory();
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_SWITCH || ir_tag(x->args[0]) != IR_LOCAL) continue;
        uint32_t local = ir_index(x->args[0]);
        f->route[local] = f->flag[local] && !(func->locals.at[local].flags & IR_USER);
    }
}

// The local that v is or was widened from, or UINT32_MAX.
static uint32_t widened_from(const uint32_t *from, ir_val v) {
    if (ir_tag(v) != IR_LOCAL) return UINT32_MAX;
    return from[ir_index(v)] != UINT32_MAX ? from[ir_index(v)] : ir_index(v);
}

static bool is_below_few(const struct ir_program *p, const struct ir_instr *x, uint32_t local) {
    bool test = x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST && x->args[0] == ir_val_of(IR_LOCAL, local);
    const struct ir_const *c = test ? ir_const_of(p, x->args[1]) : NULL;
    return c && ir_kind(c->type) == IR_INT && c->lo <= SL_MOST_COUNTED;
}

static bool is_counter(const struct ir_program *p, const struct ir_func *func, uint32_t local) {
    if (ir_kind(func->locals.at[local].type) != IR_INT || func->locals.at[local].flags & IR_TEMP) return false;
    for (uint32_t i = 0; i < func->instrs.n; i++)
        if (is_below_few(p, &func->instrs.at[i], local)) return true;
    return false;
}

// A variable that goes through the few places of an array of pointers: what they hold by then differs from place to place.
static void find_counters(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    uint32_t *from = malloc((func->locals.n + 1) * sizeof *from);
    if (!from) base_out_of_memory();
    for (uint32_t i = 0; i < func->locals.n; i++) from[i] = UINT32_MAX;
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool widens = x->op == IR_LET && (x->pure == IR_ZEXT_ || x->pure == IR_SEXT_) && ir_tag(x->args[0]) == IR_LOCAL;
        if (widens && func->locals.at[x->dsts[0]].flags & IR_TEMP) from[x->dsts[0]] = ir_index(x->args[0]);
    }
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool pointer = x->op == IR_LOAD && ir_kind(func->locals.at[x->dsts[0]].type) == IR_PTR;
        for (uint32_t k = 0; pointer && k < x->to->n_terms; k++) {
            uint32_t local = widened_from(from, x->to->terms[k].index);
            if (local != UINT32_MAX && !f->flag[local] && is_counter(p, func, local)) f->flag[local] = SL_COUNTER;
        }
    }
    free(from);
}

static void find_status(struct sl_facts *f, const struct ir_func *func) {
    f->status = calloc(func->locals.n + 1, 1);
    if (!f->status) base_out_of_memory();
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        for (uint32_t k = 0; x->op == IR_RET && k < x->n_args; k++)
            if (ir_tag(x->args[k]) == IR_LOCAL) f->status[ir_index(x->args[k])] = 1;
        for (uint32_t k = 0; x->op == IR_CALL && k < x->n_dsts; k++) f->status[x->dsts[k]] = 1;
    }
}

// The constants that variables are compared with, for equality.
static void find_questions(struct sl *s, struct sl_facts *f, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_LET || (x->pure != IR_EQ_ && x->pure != IR_NE_)) continue;
        if (ir_tag(x->args[0]) != IR_LOCAL || ir_tag(x->args[1]) != IR_CONST) continue;
        struct sl_question q = {ir_index(x->args[0]), s->step.program->consts.at[ir_index(x->args[1])].lo};
        bool number = ir_kind(func->locals.at[q.local].type) == IR_INT && !(func->locals.at[q.local].flags & IR_TEMP);
        if (number) vec_push(&f->questions, q);
    }
}

enum { LEAST_LIMIT = 64 };

static void add_threshold(struct sl_facts *f, int64_t x) {
    for (uint32_t i = 0; i < f->thresholds.n; i++)
        if (f->thresholds.at[i] == x) return;
    if (!sl_exceeds(&f->reached, SL_LIMIT_THRESHOLDS, f->thresholds.n + 1)) vec_push(&f->thresholds, x);
}

static void find_thresholds(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        for (uint32_t k = 0; x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST && k < x->n_args; k++) {
            const struct ir_const *c = ir_const_of(p, x->args[k]);
            if (!c || ir_kind(c->type) != IR_INT || ir_bits(c->type) > 64) continue;
            int64_t t = (int64_t)num_signed(ir_bits(c->type), c->lo);
            for (int64_t near = -1; near <= 1; near++)
                if (t > INT64_MIN && t < INT64_MAX) add_threshold(f, t + near);
        }
    }
}

// A callee may hold numbers below a limit of its own: what is far away and compared by order in functions that this one and those call.
static void find_limits(struct sl_facts *f, const struct ir_program *p, const struct ir_func *callee) {
    for (uint32_t i = 0; i < callee->instrs.n; i++) {
        const struct ir_instr *x = &callee->instrs.at[i];
        bool order = x->op == IR_LET && (x->pure == IR_ULT_ || x->pure == IR_ULE_ || x->pure == IR_SLT_ || x->pure == IR_SLE_);
        for (uint32_t k = 0; order && k < x->n_args; k++) {
            const struct ir_const *c = ir_const_of(p, x->args[k]);
            if (!c || ir_kind(c->type) != IR_INT || ir_bits(c->type) > 64) continue;
            int64_t t = (int64_t)num_signed(ir_bits(c->type), c->lo);
            if (t < LEAST_LIMIT || t == INT64_MAX) continue;
            add_threshold(f, t - 1);
            add_threshold(f, t);
        }
    }
}

static void find_limits_of_callees(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func, int depth) {
    for (uint32_t i = 0; i < func->instrs.n && f->thresholds.n < SL_MOST_THRESHOLDS; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_CALL || ir_tag(x->args[0]) != IR_FUNC) continue;
        find_limits(f, p, &p->funcs.at[ir_index(x->args[0])]);
        if (depth) find_limits_of_callees(f, p, &p->funcs.at[ir_index(x->args[0])], depth - 1);
    }
}

const struct sl_facts *sl_facts(struct sl *s, uint32_t func) {
    assert(func < s->step.program->funcs.n);
    struct sl_facts *f = &s->facts[func];
    if (!f->made) {
        f->made = true;
        find_flags(f, &s->step.program->funcs.at[func]);
        find_routes(f, &s->step.program->funcs.at[func]);
        find_counters(f, s->step.program, &s->step.program->funcs.at[func]);
        find_status(f, &s->step.program->funcs.at[func]);
        find_questions(s, f, &s->step.program->funcs.at[func]);
        find_thresholds(f, s->step.program, &s->step.program->funcs.at[func]);
        find_limits_of_callees(f, s->step.program, &s->step.program->funcs.at[func], 1);
        s->reached |= f->reached;
    }
    return f;
}
