// SPDX-License-Identifier: MIT
// Numbers that sizes of blocks are made from, in all of a program: how they lie to others is of interest before there is a block.
//
// A number is *sizing* if it is given to an allocation, or to a function whose parameter is, or if a sizing number is computed from it.  It
// is *saved* if it is put to where some function loads a sizing number from (so many bytes at such an offset, wherever that is), or
// returned to one for which it is; or if a saved number is computed from it.  What else it depends on is not followed: a size that is
// computed here and used there is usually a product, and that it is one is told in a term (term.h) from the beginning.
#include <assert.h>
#include <stdlib.h>

#include "sl/context.h"

enum { MOST_ROUNDS = 4 };  // from function to function, and against the order of instructions in one

struct place {
    int64_t offset;
    ir_type type;
};
struct sizing {
    const struct sl *s;
    const struct ir_program *p;
    bool *gives;  // by function: its result is sizing or saved where it is used
    VEC(struct place) places;
    bool more;
};

static bool allocates(const struct sl *s, const struct ir_instr *x) {
    if (x->op != IR_CALL || ir_tag(x->args[0]) != IR_FUNC) return x->op == IR_ALLOCA;
    const struct ir_lib *row = ir_lib_of(s->step.lib, s->step.program, &s->step.program->funcs.at[ir_index(x->args[0])]).row;
    return row && (row->kind == IR_LIB_K_ALLOC || row->kind == IR_LIB_K_REALLOC || row->kind == IR_LIB_K_ALLOCA);
}

static bool is_place(const struct sizing *z, const struct ir_addr *a, ir_type t) {
    for (uint32_t i = 0; i < z->places.n; i++)
        if (z->places.at[i].offset == a->offset && z->places.at[i].type == t) return !a->n_terms;
    return false;
}

static void add_place(struct sizing *z, const struct ir_addr *a, ir_type t) {
    if (a->n_terms || is_place(z, a, t)) return;
    vec_push(&z->places, (struct place){a->offset, t});
    z->more = true;
}

static void mark(struct sizing *z, uint32_t func, ir_val v, uint8_t how) {
    const struct ir_func *f = &z->p->funcs.at[func];
    if (!how || ir_tag(v) != IR_LOCAL || ir_kind(f->locals.at[ir_index(v)].type) != IR_INT) return;
    uint8_t *is = &z->s->sizing[func][ir_index(v)];
    z->more |= (*is | how) != *is;
    *is |= how;
}

// What the argument k of the instruction is by what becomes of it.
static uint8_t use_of(const struct sizing *z, uint32_t func, const struct ir_instr *x, uint32_t k) {
    const uint8_t *is = z->s->sizing[func];
    uint32_t callee = x->op == IR_CALL && ir_tag(x->args[0]) == IR_FUNC ? ir_index(x->args[0]) : UINT32_MAX;
    if (allocates(z->s, x)) return SL_SIZING;
    if (x->op == IR_LET) return ir_pures[x->pure].class == IR_CLASS_TEST ? 0 : is[x->dsts[0]];
    if (x->op == IR_RET) return z->gives[func] ? SL_SAVED : 0;
    if (x->op == IR_STORE)
        return ir_tag(x->args[k]) == IR_LOCAL && is_place(z, x->to, z->p->funcs.at[func].locals.at[ir_index(x->args[k])].type) ? SL_SAVED : 0;
    bool passed = callee != UINT32_MAX && k && k <= z->p->funcs.at[callee].n_params;
    return passed ? z->s->sizing[callee][k - 1] & SL_SIZING : 0;
}

static void follow(struct sizing *z, uint32_t func) {
    const struct ir_func *f = &z->p->funcs.at[func];
    const uint8_t *is = z->s->sizing[func];
    for (uint32_t i = f->instrs.n; i--;) {
        const struct ir_instr *x = &f->instrs.at[i];
        uint8_t becomes = x->n_dsts ? is[x->dsts[0]] & (SL_SIZING | SL_SAVED) : 0;
        if (becomes & SL_SIZING && x->op == IR_LOAD) add_place(z, x->to, f->locals.at[x->dsts[0]].type);
        if (becomes && x->op == IR_CALL && ir_tag(x->args[0]) == IR_FUNC && !z->gives[ir_index(x->args[0])])
            z->gives[ir_index(x->args[0])] = z->more = true;
        for (uint32_t k = 0; k < x->n_args; k++) mark(z, func, x->args[k], use_of(z, func, x, k));
    }
}

void sl_find_sizing(struct sl *s) {
    const struct ir_program *p = s->step.program;
    struct sizing z = {.s = s, .p = p, .gives = calloc(p->funcs.n + 1, sizeof *z.gives), .more = true};
    s->sizing = calloc(p->funcs.n + 1, sizeof *s->sizing);
    if (!s->sizing || !z.gives) base_out_of_memory();
    for (uint32_t i = 0; i < p->funcs.n; i++) {
        s->sizing[i] = calloc(p->funcs.at[i].locals.n + 1, 1);
        if (!s->sizing[i]) base_out_of_memory();
        assert(p->funcs.at[i].n_params <= p->funcs.at[i].locals.n);
    }
    for (int round = 0; z.more && round < MOST_ROUNDS; round++) {
        z.more = false;
        for (uint32_t i = 0; i < p->funcs.n; i++) follow(&z, i);
    }
    free(z.gives);
    vec_free(&z.places);
}

void sl_free_sizing(struct sl *s) {
    for (uint32_t i = 0; s->sizing && i < s->step.program->funcs.n; i++) free(s->sizing[i]);
    free(s->sizing);
}
