// SPDX-License-Identifier: MIT
// The greatest set that every assignment keeps: what an assignment shows not to count is taken out, until nothing changes.
#include "ir/counting.h"

#include <assert.h>
#include <stdlib.h>

#include "ir/operand.h"

enum { LEAST_BITS = 32, MOST_BITS = 64, LEAST_ROOM = 16 };  // ROOM: so many bits more than the number that it is widened from

struct builder {
    struct ir_counting *c;
    const struct ir_program *p;
    uint32_t f;
    bool changed;
};

static bool is_wide(ir_type t) {
    return ir_kind(t) == IR_INT && ir_bits(t) >= LEAST_BITS && ir_bits(t) <= MOST_BITS;
}

// ---- what is given ---------------------------------------------------------------------------------------------------------------------

static int64_t signed_of(uint64_t word, uint64_t bits) {
    assert(bits && bits <= MOST_BITS);
    return (int64_t)(word << (MOST_BITS - bits)) >> (MOST_BITS - bits);
}

static bool is_small(const struct ir_program *p, ir_val v, int64_t most) {
    const struct ir_const *c = ir_const_of(p, v);
    if (!c || c->undef || ir_kind(c->type) != IR_INT || ir_bits(c->type) > MOST_BITS) return false;
    int64_t x = signed_of(c->lo, ir_bits(c->type));
    return x >= -most && x <= most;
}

static bool counts(const struct ir_counting *c, const struct ir_program *p, uint32_t f, ir_val v) {
    if (ir_tag(v) == IR_LOCAL) return c->locals[c->first[f] + ir_index(v)] & IR_COUNTS;
    return is_small(p, v, IR_COUNTING_LARGEST);
}

static bool is_step(const struct ir_counting *c, const struct ir_program *p, uint32_t f, ir_val v) {
    if (ir_tag(v) == IR_LOCAL) return c->locals[c->first[f] + ir_index(v)] & IR_STEPS;
    return is_small(p, v, IR_COUNTING_STEP);
}

bool ir_is_step(const struct ir_counting *c, const struct ir_program *p, uint32_t f, const struct ir_instr *i, uint32_t *which) {
    assert(f < p->funcs.n);
    if (i->op != IR_LET || (i->pure != IR_ADD_ && i->pure != IR_SUB_) || !is_wide(p->funcs.at[f].locals.at[i->dsts[0]].type)) return false;
    for (*which = 0; *which < (i->pure == IR_ADD_ ? 2 : 1); ++*which)
        if (ir_tag(i->args[*which]) == IR_LOCAL && counts(c, p, f, i->args[*which]) && is_step(c, p, f, i->args[1 - *which])) return true;
    return false;
}

// Is it a small number, not negative?
static bool is_mask(const struct ir_program *p, ir_val v) {
    const struct ir_const *c = ir_const_of(p, v);
    return c && !c->undef && ir_kind(c->type) == IR_INT && !c->hi && c->lo <= IR_COUNTING_LARGEST;
}

// Numbers of so few bits are small.
static bool widens(const struct ir_func *func, const struct ir_program *p, const struct ir_instr *i) {
    uint32_t bits = ir_bits(func->locals.at[i->dsts[0]].type), from = ir_bits(ir_type_of(p, func, i->args[0]));
    return from + LEAST_ROOM <= bits;
}

static bool gives_count(const struct builder *b, const struct ir_func *func, const struct ir_instr *i) {
    uint32_t which;
    switch (i->pure) {
    case IR_COPY_: return counts(b->c, b->p, b->f, i->args[0]);
    case IR_SELECT_: return counts(b->c, b->p, b->f, i->args[1]) && counts(b->c, b->p, b->f, i->args[2]);
    case IR_ZEXT_:
    case IR_SEXT_: return widens(func, b->p, i);
    case IR_UREM_:
    case IR_SREM_:
    case IR_AND_: return is_mask(b->p, i->args[1]);
    default: return ir_is_step(b->c, b->p, b->f, i, &which);
    }
}

// ---- globals ---------------------------------------------------------------------------------------------------------------------------

// The global that is loaded or stored whole, or UINT32_MAX.
static uint32_t whole_global(const struct ir_program *p, const struct ir_func *func, const struct ir_instr *i) {
    if ((i->op != IR_LOAD && i->op != IR_STORE) || ir_tag(i->to->base) != IR_GLOBAL || i->to->n_terms || i->to->offset) return UINT32_MAX;
    const struct ir_global *g = &p->globals.at[ir_index(i->to->base)];
    ir_type t = i->op == IR_LOAD ? func->locals.at[i->dsts[0]].type : ir_type_of(p, func, i->args[0]);
    return is_wide(t) && ir_bits(t) == g->size * 8 ? ir_index(i->to->base) : UINT32_MAX;
}

static void forget(struct builder *b, ir_val v) {
    if (ir_tag(v) == IR_GLOBAL) b->c->globals[ir_index(v)] = 0;
}

// Is an operand the address of one, other than in a load or a store of it as a whole?
static void see_addresses(struct builder *b, const struct ir_func *func, const struct ir_instr *i) {
    bool whole = whole_global(b->p, func, i) != UINT32_MAX;
    for (uint32_t k = 0; k < ir_n_operands(i); k++) {
        ir_val v = ir_operand(i, k);
        bool base = whole && v == i->to->base && (i->op == IR_LOAD || i->args[0] != v);
        if (!base && v != IR_NOTHING) forget(b, v);
    }
}

static bool may_count(const struct ir_global *g) {
    uint64_t word = 0;
    if (g->flags & (IR_EXTERN | IR_WEAK) || (g->size != LEAST_BITS / 8 && g->size != MOST_BITS / 8) || g->n_relocs) return false;
    for (uint64_t k = g->n_bytes; k-- > 0;) word = word << 8 | g->bytes[k];
    int64_t x = signed_of(word, g->size * 8);
    return x >= -IR_COUNTING_LARGEST && x <= IR_COUNTING_LARGEST;
}

static void begin_globals(struct builder *b) {
    const struct ir_program *p = b->p;
    for (uint32_t i = 0; i < p->globals.n; i++) b->c->globals[i] = may_count(&p->globals.at[i]) ? IR_COUNTS : 0;
    for (uint32_t i = 0; i < p->globals.n; i++)
        for (uint32_t k = 0; k < p->globals.at[i].n_relocs; k++) forget(b, p->globals.at[i].relocs[k].target);
    for (b->f = 0; b->f < p->funcs.n; b->f++)
        for (uint32_t i = 0; i < p->funcs.at[b->f].instrs.n; i++) see_addresses(b, &p->funcs.at[b->f], &p->funcs.at[b->f].instrs.at[i]);
}

// ---- locals ----------------------------------------------------------------------------------------------------------------------------

static void begin_locals(struct builder *b, const struct ir_func *func) {
    uint8_t *is = b->c->locals + b->c->first[b->f];
    for (uint32_t i = func->n_params; i < func->locals.n; i++) is[i] = is_wide(func->locals.at[i].type) ? IR_COUNTS : 0;
    for (uint32_t i = 0; i < func->instrs.n; i++) {
        const struct ir_instr *x = &func->instrs.at[i];
        bool truth = x->op == IR_LET && (x->pure == IR_ZEXT_ || x->pure == IR_SEXT_) && ir_type_of(b->p, func, x->args[0]) == IR_I1;
        if (truth && func->locals.at[x->dsts[0]].flags & IR_TEMP) is[x->dsts[0]] |= IR_STEPS;
    }
}

static void take_out(struct builder *b, uint8_t *from) {
    b->changed |= *from & IR_COUNTS;
    *from &= (uint8_t)~IR_COUNTS;
}

static void see(struct builder *b, const struct ir_func *func, const struct ir_instr *i) {
    uint8_t *is = b->c->locals + b->c->first[b->f];
    uint32_t g = whole_global(b->p, func, i);
    bool count = i->op == IR_LET ? gives_count(b, func, i) : g != UINT32_MAX && b->c->globals[g] & IR_COUNTS;
    for (uint32_t k = 0; k < i->n_dsts && !count; k++) take_out(b, &is[i->dsts[k]]);
    if (i->op == IR_STORE && g != UINT32_MAX && !counts(b->c, b->p, b->f, i->args[0])) take_out(b, &b->c->globals[g]);
}

void ir_counting_build(struct ir_counting *c, const struct ir_program *p) {
    struct builder b = {.c = c, .p = p, .changed = true};
    uint32_t n = 0;
    c->first = calloc(p->funcs.n + 1, sizeof *c->first);
    if (!c->first) base_out_of_memory();
    for (uint32_t i = 0; i < p->funcs.n; n += p->funcs.at[i++].locals.n) c->first[i] = n;
    c->locals = calloc((size_t)n + 1, 1);
    c->globals = calloc(p->globals.n + 1, 1);
    if (!c->locals || !c->globals) base_out_of_memory();
    begin_globals(&b);
    for (b.f = 0; b.f < p->funcs.n; b.f++) begin_locals(&b, &p->funcs.at[b.f]);
    while (b.changed) {
        b.changed = false;
        for (b.f = 0; b.f < p->funcs.n; b.f++)
            for (uint32_t i = 0; i < p->funcs.at[b.f].instrs.n; i++) see(&b, &p->funcs.at[b.f], &p->funcs.at[b.f].instrs.at[i]);
    }
}

void ir_counting_free(struct ir_counting *c) {
    free(c->first);
    free(c->locals);
    free(c->globals);
    *c = (struct ir_counting){0};
}
