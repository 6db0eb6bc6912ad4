// SPDX-License-Identifier: MIT
// What is asked, and what is known of a function before it is run.
#include <assert.h>

#include "sl/context.h"

// A variable that is only ever given constants, or truth values: its value is kept apart, not joined.
static void find_flags(struct sl_facts *f, const struct ir_func *func) {
    assert(f->is && func->n_params <= func->locals.n);
    for (uint32_t i = func->n_params; i < func->locals.n; i++)
        if (ir_kind(func->locals.at[i].type) == IR_INT && !(func->locals.at[i].flags & IR_TEMP)) f->is[i] |= SL_FLAG;
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool constant = x->op == IR_LET && x->pure == IR_COPY_ && ir_tag(x->args[0]) == IR_CONST;
        for (uint32_t k = 0; k < x->n_dsts && !constant; k++) f->is[x->dsts[k]] = 0;
    }
    for (uint32_t i = 0; i < func->locals.n; i++)
        if (func->locals.at[i].type == IR_I(1)) f->is[i] |= SL_FLAG;  // the outcome of a condition, which is about other things
}

// Flags of the compiler's that a switch decides by, and results.
static void find_routes(struct sl_facts *f, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        uint32_t local = x->op == IR_SWITCH && ir_tag(x->args[0]) == IR_LOCAL ? ir_index(x->args[0]) : UINT32_MAX;
        if (local != UINT32_MAX && f->is[local] & SL_FLAG && !(func->locals.at[local].flags & IR_USER)) f->is[local] |= SL_ROUTE;
        for (uint32_t k = 0; x->op == IR_RET && k < x->n_args; k++)
            if (ir_tag(x->args[k]) == IR_LOCAL) f->is[ir_index(x->args[k])] |= SL_STATUS;
        for (uint32_t k = 0; x->op == IR_CALL && k < x->n_dsts; k++) f->is[x->dsts[k]] |= SL_STATUS;
    }
}

// The local that v is, or was widened from; UINT32_MAX: it is none.
static uint32_t widened_from(const struct ir_func *func, ir_val v) {
    if (ir_tag(v) != IR_LOCAL) return UINT32_MAX;
    for (uint32_t i = func->locals.at[ir_index(v)].flags & IR_TEMP ? func->instrs.n : 0; i--;) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool widens = x->op == IR_LET && (x->pure == IR_ZEXT_ || x->pure == IR_SEXT_) && ir_tag(x->args[0]) == IR_LOCAL;
        if (widens && x->dsts[0] == ir_index(v)) return ir_index(x->args[0]);
    }
    return ir_index(v);
}

// Is it compared with a small constant?
static bool is_counter(const struct ir_program *p, const struct ir_func *func, uint32_t local) {
    if (ir_kind(func->locals.at[local].type) != IR_INT || func->locals.at[local].flags & IR_TEMP) return false;
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool test = x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST && x->args[0] == ir_val_of(IR_LOCAL, local);
        const struct ir_const *c = test ? ir_const_of(p, x->args[1]) : NULL;
        if (c && ir_kind(c->type) == IR_INT && c->lo <= SL_MOST_COUNTED) return true;
    }
    return false;
}

// A variable that goes through the few places of an array of pointers: what they hold by then differs from place to place.
static void find_counters(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool pointer = x->op == IR_LOAD && ir_kind(func->locals.at[x->dsts[0]].type) == IR_PTR;
        for (uint32_t k = 0; pointer && k < x->to->n_terms; k++) {
            uint32_t local = widened_from(func, x->to->terms[k].index);
            if (local != UINT32_MAX && !(f->is[local] & SL_FLAG) && is_counter(p, func, local)) f->is[local] |= SL_COUNTER;
        }
    }
}

// ---- comparisons ---------------------------------------------------------------------------------------------------------------------

// What is compared: a variable, or what was loaded at an offset from wherever.
struct compared {
    bool loaded;
    int64_t what;
};

// Of an argument of instruction i.
static struct compared compared_at(const struct ir_func *func, uint32_t i, ir_val v) {
    if (ir_tag(v) != IR_LOCAL) return (struct compared){false, -1};
    while (i-- && func->locals.at[ir_index(v)].flags & IR_TEMP) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->n_dsts && x->dsts[0] == ir_index(v)) return (struct compared){x->op == IR_LOAD && !x->to->n_terms, x->op == IR_LOAD ? x->to->offset : -1};
    }
    return (struct compared){false, ir_index(v)};
}

static bool is_order(const struct ir_instr *x) {
    return x->op == IR_LET && (x->pure == IR_ULT_ || x->pure == IR_ULE_ || x->pure == IR_SLT_ || x->pure == IR_SLE_);
}

static bool same_compared(const struct ir_func *func, uint32_t i, uint32_t k, bool swapped) {
    bool same = true;
    for (uint32_t n = 0; n < 2 && same; n++) {
        struct compared x = compared_at(func, i, func->instrs.at[i].args[n]), y = compared_at(func, k, func->instrs.at[k].args[n ^ swapped]);
        same = x.loaded == y.loaded && x.what == y.what && x.what >= 0;
    }
    return same;
}

// Where a search went left or right, and what it found none for is put there: the same question again.
static void find_again(struct sl_facts *f, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++)
        for (uint32_t k = 0; is_order(&func->instrs.at[i]) && k < func->instrs.n; k++) {
            if (k == i || !is_order(&func->instrs.at[k]) || !(same_compared(func, i, k, false) || same_compared(func, i, k, true))) continue;
            for (uint32_t n = 0; n < 2; n++)
                if (compared_at(func, i, func->instrs.at[i].args[n]).loaded) f->is[ir_index(func->instrs.at[i].args[n])] |= SL_AGAIN;
        }
}

// ---- tables of functions -------------------------------------------------------------------------------------------------------------

enum { MOST_HOPS = 3 };

static void mark_indices(struct sl_facts *f, const struct ir_func *func, const struct ir_addr *a) {
    for (uint32_t k = 0; k < a->n_terms; k++) {
        uint32_t local = widened_from(func, a->terms[k].index);
        bool counts = local != UINT32_MAX && ir_kind(func->locals.at[local].type) == IR_INT && !(func->locals.at[local].flags & IR_TEMP);
        if (counts && !(f->is[local] & SL_FLAG)) f->is[local] |= SL_WALKED;
    }
}

// By which indices the value was found, as far as its definitions tell.
static void mark_walk(struct sl_facts *f, const struct ir_func *func, ir_val v, int hops) {
    if (ir_tag(v) != IR_LOCAL) return;
    for (uint32_t i = 0; i < func->instrs.n && hops; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool copy = x->op == IR_LET && x->pure == IR_COPY_, found = x->op == IR_LOAD || x->op == IR_ADDR;
        if (!(copy || found) || x->dsts[0] != ir_index(v)) continue;
        if (found) mark_indices(f, func, x->to);
        mark_walk(f, func, copy ? x->args[0] : x->to->base, hops - 1);
    }
}

static bool calls_parameter(const struct ir_func *func, uint32_t k) {
    for (uint32_t i = 0; i < func->instrs.n && k < func->n_params; i++)
        if (func->instrs.at[i].op == IR_CALL && func->instrs.at[i].args[0] == ir_val_of(IR_LOCAL, k)) return true;
    return false;
}

// A variable by which functions are found that are called, here or by the function that they are given to.
static void find_walks(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_CALL) continue;
        mark_walk(f, func, x->args[0], MOST_HOPS);
        for (uint32_t k = 1; k < x->n_args && ir_tag(x->args[0]) == IR_FUNC; k++)
            if (ir_tag(x->args[k]) == IR_LOCAL && calls_parameter(&p->funcs.at[ir_index(x->args[0])], k - 1))
                mark_walk(f, func, x->args[k], MOST_HOPS);
    }
}

// ---- constants -----------------------------------------------------------------------------------------------------------------------

// The constants that variables are compared with, for equality.
static void find_questions(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_LET || (x->pure != IR_EQ_ && x->pure != IR_NE_)) continue;
        if (ir_tag(x->args[0]) != IR_LOCAL || ir_tag(x->args[1]) != IR_CONST) continue;
        struct sl_question q = {ir_index(x->args[0]), p->consts.at[ir_index(x->args[1])].lo};
        bool number = ir_kind(func->locals.at[q.local].type) == IR_INT && !(func->locals.at[q.local].flags & IR_TEMP);
        assert(q.local < func->locals.n);
        if (number) vec_push(&f->questions, q);
    }
}

enum { LEAST_LIMIT = 64, LEAST_CALLED = 4 };

static void add_threshold(struct sl_facts *f, int64_t x) {
    for (uint32_t i = 0; i < f->thresholds.n; i++)
        if (f->thresholds.at[i] == x) return;
    if (!sl_exceeds(&f->reached, SL_LIMIT_THRESHOLDS, f->thresholds.n + 1)) vec_push(&f->thresholds, x);
}

// A constant that has neighbours?
static bool is_limit(const struct ir_program *p, ir_val v, int64_t *x) {
    const struct ir_const *c = ir_const_of(p, v);
    if (!c || ir_kind(c->type) != IR_INT || ir_bits(c->type) > 64) return false;
    *x = (int64_t)num_signed(ir_bits(c->type), c->lo);
    return *x > INT64_MIN && *x < INT64_MAX;
}

// Constants in tests.  A callee may hold numbers below a limit of its own: there only what is far away and compared by order counts.
static void find_thresholds(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func, bool callee) {
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool test = x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST;
        if (callee) test &= x->pure == IR_ULT_ || x->pure == IR_ULE_ || x->pure == IR_SLT_ || x->pure == IR_SLE_;
        for (uint32_t k = 0; test && k < x->n_args; k++) {
            int64_t t;
            bool counts = is_limit(p, x->args[k], &t) && (!callee || t >= LEAST_LIMIT);
            for (int64_t near = -1; counts && near <= !callee; near++) add_threshold(f, t + near);
        }
    }
}

// All constants, some way from 0, that functions are called with.
static void find_called(struct sl *s) {
    const struct ir_program *p = s->step.program;
    for (uint32_t k = 0; k < p->funcs.n; k++)
        for (uint32_t i = 0; i < p->funcs.at[k].instrs.n; i++) {
            const struct ir_instr *x = &p->funcs.at[k].instrs.at[i];
            for (uint32_t n = 1; x->op == IR_CALL && ir_tag(x->args[0]) == IR_FUNC && n < x->n_args; n++) {
                struct sl_called g = {.func = ir_index(x->args[0])};
                if (!(p->funcs.at[g.func].flags & IR_EXTERN) && is_limit(p, x->args[n], &g.what) && g.what >= LEAST_CALLED) vec_push(&s->called, g);
            }
        }
    s->knows_called = true;
}

// What the function is called with it may compare numbers with.
static void find_limits_of_calls(struct sl *s, struct sl_facts *f, uint32_t number) {
    if (!s->knows_called) find_called(s);
    for (uint32_t i = 0; i < s->called.n; i++)
        for (int64_t near = -1; s->called.at[i].func == number && near <= 1; near++) add_threshold(f, s->called.at[i].what + near);
}

// Of functions that this one and those call.
static void find_limits_of_callees(struct sl_facts *f, const struct ir_program *p, const struct ir_func *func, int depth) {
    for (uint32_t i = 0; i < func->instrs.n && f->thresholds.n < SL_MOST_THRESHOLDS; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        if (x->op != IR_CALL || ir_tag(x->args[0]) != IR_FUNC) continue;
        find_thresholds(f, p, &p->funcs.at[ir_index(x->args[0])], true);
        if (depth) find_limits_of_callees(f, p, &p->funcs.at[ir_index(x->args[0])], depth - 1);
    }
}

const struct sl_facts *sl_facts(struct sl *s, uint32_t number) {
    assert(number < s->step.program->funcs.n);
    struct sl_facts *f = &s->facts[number];
    const struct ir_program *p = s->step.program;
    const struct ir_func *func = &p->funcs.at[number];
    if (f->is) return f;
    f->is = calloc(func->locals.n + 1, sizeof *f->is);
    if (!f->is) base_out_of_memory();
    find_flags(f, func);
    find_routes(f, func);
    find_counters(f, p, func);
    find_walks(f, p, func);
    if (s->trees.n) find_again(f, func);
    if (!s->sizing) sl_find_sizing(s);
    for (uint32_t i = 0; i < func->locals.n; i++) f->is[i] |= s->sizing[number][i];
    find_questions(f, p, func);
    find_thresholds(f, p, func, false);
    find_limits_of_calls(s, f, number);
    find_limits_of_callees(f, p, func, 1);
    s->reached |= f->reached;
    return f;
}
