// SPDX-License-Identifier: MIT
#include "ir/through.h"

enum { DEEPEST = 6 };  // calls that hand the pointer on

struct through {
    const struct ir_program *p;
    const struct ir_func *f;
    const struct ir_shape *s;
    bool *holds;  // by local, then by slot: it may be a copy
    bool grown;
    int depth;
};

static bool is_copy(const struct through *w, ir_val v) {
    return ir_tag(v) == IR_LOCAL && w->holds[ir_index(v)];
}

static void take(struct through *w, uint32_t which) {
    w->grown |= !w->holds[which];
    w->holds[which] = true;
}

// A slot that is read or written whole; another use of its address may be any.
static bool is_slot(const struct ir_addr *a) {
    return ir_tag(a->base) == IR_SLOT && !a->offset && !a->n_terms;
}

static bool is_held_slot(const struct through *w, const struct ir_addr *a) {
    return ir_tag(a->base) == IR_SLOT && w->holds[w->f->locals.n + ir_index(a->base)];
}

static bool is_of_link(const struct through *w, const struct ir_addr *a) {
    return is_copy(w, a->base) && (a->n_terms || a->offset < 0 || ir_shape_is_link(w->s, (uint64_t)a->offset));
}

static bool reaches(const struct ir_program *p, uint32_t func, uint32_t param, const struct ir_shape *s, int depth);

static bool hands_on(const struct through *w, const struct ir_instr *x) {
    bool direct = ir_tag(x->args[0]) == IR_FUNC;
    for (uint32_t k = 1; k < x->n_args; k++) {
        if (!is_copy(w, x->args[k])) continue;
        const struct ir_func *callee = direct ? &w->p->funcs.at[ir_index(x->args[0])] : NULL;
        bool seen = callee && !(callee->flags & (IR_EXTERN | IR_VARIADIC)) && k - 1 < callee->n_params && w->depth;
        if (!seen || reaches(w->p, ir_index(x->args[0]), k - 1, w->s, w->depth - 1)) return true;
    }
    return false;
}

// May links be reached by this instruction?
static bool follow(struct through *w, const struct ir_instr *x) {
    bool given = false;
    for (uint32_t k = 0; k < x->n_args; k++) given |= is_copy(w, x->args[k]);
    bool slots = (x->to && is_held_slot(w, x->to)) || (x->from && is_held_slot(w, x->from));
    switch (x->op) {
    case IR_LET:
        if (given && x->pure == IR_COPY_) take(w, x->dsts[0]);
        return given && x->pure != IR_COPY_ && x->pure != IR_EQ_ && x->pure != IR_NE_;
    case IR_LOAD:
        if (slots && is_slot(x->to)) take(w, x->dsts[0]);
        return is_of_link(w, x->to) || (slots && !is_slot(x->to));
    case IR_STORE:
        if (given && is_slot(x->to)) take(w, w->f->locals.n + ir_index(x->to->base));
        return is_of_link(w, x->to) || ((given || slots) && !is_slot(x->to));
    case IR_CALL: return hands_on(w, x);
    case IR_RET: return false;
    default: return given || slots || (x->to && is_copy(w, x->to->base)) || (x->from && is_copy(w, x->from->base));
    }
}

static bool reaches(const struct ir_program *p, uint32_t func, uint32_t param, const struct ir_shape *s, int depth) {
    const struct ir_func *f = &p->funcs.at[func];
    struct through w = {.p = p, .f = f, .s = s, .depth = depth, .grown = true};
    bool found = false;
    w.holds = calloc((size_t)f->locals.n + f->slots.n + 1, sizeof *w.holds);
    if (!w.holds) base_out_of_memory();
    w.holds[param] = true;
    while (w.grown && !found) {
        w.grown = false;
        for (uint32_t i = 0; i < f->instrs.n && !found; i++) found = follow(&w, &f->instrs.at[i]);
    }
    free(w.holds);
    return found;
}

bool ir_reaches_links(const struct ir_program *p, uint32_t func, uint32_t param, const struct ir_shape *s) {
    return reaches(p, func, param, s, DEEPEST);
}
