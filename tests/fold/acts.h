// SPDX-License-Identifier: MIT
// Statements on heaps and on states: those of the paper's figure 8, and comparisons.
#ifndef HP_TESTS_FOLD_ACTS_H
#define HP_TESTS_FOLD_ACTS_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// after those
#include <cmocka.h>

#include "fold/heap.h"

// A function whose locals are the variables and one condition, and whose first instruction is a comparison.
enum { CONDITION = HEAP_VARS };
struct world {
    struct ir_func func;
    struct ir_instr compare;
    uint32_t dst;
    ir_val args[2];
    struct fold fold;
    struct dom_sink sink;
    struct step_run run;
    uint32_t faults, unknowns;
};

static void take_fault(void *self, const struct dom_fault *f) {
    (void)f;
    ((struct world *)self)->faults++;
}

static void take_unknown(void *self, uint32_t func, uint32_t instr, const char *reason) {
    (void)func, (void)instr, (void)reason;
    ((struct world *)self)->unknowns++;
}

static void begin(struct world *w, bool leaks) {
    *w = (struct world){0};
    struct ir_program *p = ir_program_new(64);
    ir_rule_set losses = 1u << IR_RULE_MEMORY_LEAK | 1u << IR_RULE_LEAK_AT_EXIT | 1u << IR_RULE_MEMORY_CLEANUP;
    struct dom_options o = {.rules = leaks ? ~0u : ~losses};
    w->fold.step = (struct step){.ops = &fold_operations, .program = p, .options = o, .main = UINT32_MAX};
    w->fold.base.bits = 64;
    w->sink = (struct dom_sink){.self = w, .fault = take_fault, .unknown = take_unknown};
    w->run = (struct step_run){.step = &w->fold.step, .out = &w->sink};
    for (uint32_t v = 0; v <= HEAP_VARS; v++)
        vec_push(&w->func.locals, (struct ir_local){.type = v < HEAP_VARS ? ir_ptr(p) : IR_I1});
    w->dst = CONDITION;
    w->compare = (struct ir_instr){.op = IR_LET, .n_dsts = 1, .n_args = 2, .dsts = &w->dst, .args = w->args};
    vec_push(&w->func.instrs, w->compare);
    w->run.func = &w->func;
    w->run.at = 1;
    fold_base_begin(&w->fold.base);
}

static void end(struct world *w) {
    fold_base_end(&w->fold.base);
    vec_free(&w->func.locals);
    vec_free(&w->func.instrs);
    ir_program_free((struct ir_program *)w->fold.step.program);
}

static void check_valid(struct fold_base *f, const struct fold_draft *d) {
    struct buf why = {0};
    if (!fold_valid(f, d, &why)) fail_msg("%s", buf_text(&why));
    buf_free(&why);
}

static uint32_t heap_nodes(struct fold_base *f, const struct fold_draft *d, uint32_t *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->nodes.n; i++)
        if (fold_is_heap(f, d->nodes.at[i].node)) out[n++] = d->nodes.at[i].node;
    return n;
}

enum statement { SET_NULL, SET_NUMBER, SET_COPY, SET_NEW, LOAD, STORE, STORE_NULL, FREE, N_STATEMENTS };
struct act {
    enum statement what;
    uint32_t x, y, cell;
};

static int fresh_block(const struct heap *h) {
    for (int i = 0; i < HEAP_BLOCKS; i++)
        if (!h->alive[i]) return i;
    return -1;
}

// The statement on a heap; false: a fault.
static bool act_on_heap(struct heap *h, struct act a) {
    int x = h->var[a.x], y = h->var[a.y];
    switch (a.what) {
    case SET_NULL: h->var[a.x] = HEAP_NULL; return true;
    case SET_NUMBER: h->var[a.x] = HEAP_NUMBER - (int)a.y; return true;
    case SET_COPY: h->var[a.x] = y; return true;
    case SET_NEW:
        x = fresh_block(h);
        h->alive[x] = true;
        for (uint32_t c = 0; c < HEAP_CELLS; c++) h->cell[x][c] = HEAP_UNINIT;
        h->var[a.x] = x;
        return true;
    case LOAD:
        if (y < 0) return false;
        h->var[a.x] = h->cell[y][a.cell];
        return true;
    case STORE:
    case STORE_NULL:
        if (x < 0) return false;
        h->cell[x][a.cell] = a.what == STORE ? y : HEAP_NULL;
        return true;
    default:
        if (x == HEAP_NULL) return true;
        if (x < 0) return false;
        h->alive[x] = false;
        for (uint32_t v = 0; v < HEAP_VARS; v++)
            if (h->var[v] == x) h->var[v] = HEAP_DANGLING;
        for (uint32_t i = 0; i < HEAP_BLOCKS; i++)
            for (uint32_t c = 0; c < HEAP_CELLS; c++)
                if (h->cell[i][c] == x) h->cell[i][c] = HEAP_DANGLING;
        return true;
    }
}

static void join_into(struct fold_base *f, struct fold_draft *all, bool *have, struct fold_draft *one) {
    struct fold_draft out;
    if (one->b == LOGIC_FALSE) {
        fold_draft_free(one);
    } else if (!*have) {
        *all = *one;
        *have = true;
    } else {
        assert_true(fold_join(f, all, one, false, &out));
        fold_draft_free(all);
        fold_draft_free(one);
        *all = out;
    }
}

static void free_block(struct world *w, struct fold_draft *d, uint32_t node) {
    for (uint32_t i = fold_first_cell(d, node); fold_is_cell(d, i, node);) {
        struct fold_place p = d->cells.at[i].place;
        fold_lose(&w->run, d, p);
        fold_clear(&w->fold.base, d, p);
    }
    fold_end_node(&w->fold.base, d, node, FOLD_FREED);
}

static void access_all(struct world *w, struct fold_draft *d, struct act a, struct fold_draft *all, bool *have) {
    struct fold_base *f = &w->fold.base;
    struct step_value p = fold_at(heap_var(a.what == LOAD ? a.y : a.x)), null = step_number(num_range_const(64, 0));
    fold_targets targets = {0};
    p.offset = a.what == FREE ? 0 : 8 * a.cell;
    fold_deref(&w->run, d, &p, a.what == FREE ? 0 : 8, a.what == LOAD ? FOLD_READ : a.what == FREE ? FOLD_FREE : FOLD_WRITE, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        struct fold_target *t = &targets.at[i];
        struct fold_place cell = {t->node, t->offset};
        struct step_value from = fold_at(a.what == LOAD ? cell : heap_var(a.y));
        if (a.what != FREE) assert_non_null(fold_make_cell(f, &t->d, cell, 8));
        if (a.what == FREE)
            free_block(w, &t->d, t->node);
        else
            fold_assign(&w->run, &t->d, a.what == LOAD ? heap_var(a.x) : cell, 8, 64, a.what == STORE_NULL ? &null : &from);
        join_into(f, all, have, &t->d);
    }
    vec_free(&targets);
    if (a.what != FREE) return;
    struct fold_draft rest;
    fold_draft_copy(&rest, d);
    fold_assume(f, &rest, logic_not(f->logic, logic_or(f->logic, fold_pointer(f, d, fold_place_of(&p)), fold_uninit(f, d, fold_place_of(&p)))));
    join_into(f, all, have, &rest);
}

// The statement on a state: false if nothing is left.
static bool act_on_draft(struct world *w, struct fold_draft *d, struct act a) {
    struct fold_base *f = &w->fold.base;
    struct step_value null = step_number(num_range_const(64, 0)), y = fold_at(heap_var(a.y));
    struct fold_draft all;
    bool have = false;
    if (a.what == SET_NUMBER) null.range = num_range_const(64, a.y + 1);
    if (a.what == SET_NULL || a.what == SET_NUMBER || a.what == SET_COPY) {
        fold_assign(&w->run, d, heap_var(a.x), 8, 64, a.what == SET_COPY ? &y : &null);
        return d->b != LOGIC_FALSE;
    }
    if (a.what == SET_NEW) {
        uint32_t node = fold_fresh_like(f, d, heap_node(f, 0));
        fold_add_node(d, (struct fold_node){node, FOLD_REST_UNINIT, 8 * HEAP_CELLS});
        fold_define(f, d, fold_node_flag(f, FOLD_EXISTS, node), LOGIC_TRUE);
        fold_assign(&w->run, d, heap_var(a.x), 8, 64, &(struct step_value){.kind = FOLD_ADDRESS, .object = node});
        return d->b != LOGIC_FALSE;
    }
    access_all(w, d, a, &all, &have);
    fold_draft_free(d);
    *d = have ? all : (struct fold_draft){.b = LOGIC_FALSE};
    return have;
}

// Assumes that two variables are equal (or that one is null, y = HEAP_VARS), or are not.
static void compare_in_draft(struct world *w, struct fold_draft *d, uint32_t x, uint32_t y, enum ir_pure how, bool equal) {
    w->args[0] = ir_val_of(IR_LOCAL, x);
    w->args[1] = y == HEAP_VARS ? ir_const_int((struct ir_program *)w->fold.step.program, ir_ptr(w->fold.step.program), 0) : ir_val_of(IR_LOCAL, y);
    w->func.instrs.at[0].pure = how;
    w->run.at = 0;
    assert_true(step_let(&w->run, d, &w->func.instrs.at[0]));
    w->run.at = 1;
    if (!step_assume(&w->run, d, ir_val_of(IR_LOCAL, CONDITION), how == IR_EQ_ ? equal : !equal)) d->b = LOGIC_FALSE;
    fold_clear(&w->fold.base, d, fold_reg(d, CONDITION));
}
#endif
