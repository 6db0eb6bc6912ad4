// SPDX-License-Identifier: MIT
#include "exec/between.h"

#include <string.h>

#include "base/vec.h"

// ---- the way -------------------------------------------------------------------------------------------------------

struct way {
    const struct exec_code *c;
    uint32_t from, n;
    bool *ahead;    // by instruction: comes after `from`
    bool *towards;  // leads to `to`
};

static uint32_t next_of(const struct way *w, uint32_t i, uint32_t k) {
    const struct exec_instr *instr = &w->c->instrs[i];
    return instr->source->n_succs ? instr->succs[k] : i + 1;
}

static uint32_t count_next(const struct way *w, uint32_t i) {
    const struct exec_instr *instr = &w->c->instrs[i];
    return ir_ops[instr->source->op].group == IR_GROUP_END ? instr->source->n_succs : 1;
}

static void look_ahead(struct way *w) {
    VEC(uint32_t) work = {0};
    vec_push(&work, w->from);
    while (work.n) {
        uint32_t i = vec_pop(&work);
        for (uint32_t k = 0; k < count_next(w, i); k++) {
            uint32_t next = next_of(w, i, k);
            if (next == w->from || w->ahead[next]) continue;
            w->ahead[next] = true;
            vec_push(&work, next);
        }
    }
    vec_free(&work);
}

static bool goes_on(const struct way *w, uint32_t i) {
    for (uint32_t k = 0; k < count_next(w, i); k++)
        if (next_of(w, i, k) != w->from && w->towards[next_of(w, i, k)]) return true;
    return false;
}

static void look_back(struct way *w, uint32_t to) {
    bool more = true;
    w->towards[to] = true;
    while (more) {
        more = false;
        for (uint32_t i = w->n; i-- > 0;) {
            if (w->towards[i] || !goes_on(w, i)) continue;
            w->towards[i] = more = true;
        }
    }
}

// ---- what is written -------------------------------------------------------------------------------------------------

struct look {
    const struct exec_code *c;
    struct exec_between *out;
    bool indirect;  // something is written through an address that the function computes
};

// The slot that an operand is the address of, or UINT32_MAX.
static uint32_t slot_of(const struct exec_code *c, int32_t operand) {
    uint32_t n = c->func->locals.n;
    return operand >= 0 && (uint32_t)operand >= n ? (uint32_t)operand - n : UINT32_MAX;
}

static void mark_range(struct look *l, const struct exec_addr *a, uint64_t n, bool whole) {
    uint32_t slot = slot_of(l->c, a->base);
    if (slot == UINT32_MAX) {
        l->indirect |= a->base >= 0;
        return;
    }
    uint64_t size = l->c->func->slots.at[slot].size, at = (uint64_t)a->offset;
    if (whole || a->n_terms || at > size || n > size - at) at = 0, n = size;
    memset(l->out->slots[slot] + at, true, n);
}

static bool is_pointer(const struct exec_code *c, const struct exec_instr *i, uint32_t k) {
    return i->call_args[k] >= 0 && (uint32_t)i->call_args[k] < c->func->locals.n && ir_kind(i->call_types[k]) == IR_PTR;
}

static void mark_call(struct look *l, const struct ir_program *p, const struct exec_instr *i) {
    ir_val callee = i->source->args[0];
    if (ir_tag(callee) == IR_FUNC && !(p->funcs.at[ir_index(callee)].flags & IR_EXTERN)) return;
    for (uint32_t k = 1; k < i->source->n_args; k++) {
        struct exec_addr whole = {.base = i->call_args[k]};
        if (slot_of(l->c, i->call_args[k]) != UINT32_MAX || is_pointer(l->c, i, k)) mark_range(l, &whole, 0, true);
    }
}

static void mark_written(struct look *l, const struct ir_program *p, const struct exec_instr *i) {
    for (uint32_t k = 0; k < i->source->n_dsts; k++) l->out->locals[i->source->dsts[k]] = true;
    switch (i->source->op) {
    case IR_STORE: mark_range(l, &i->to, ir_bytes(i->type), false); return;
    case IR_COPY:
    case IR_FILL:
    case IR_HAVOC: mark_range(l, &i->to, 0, true); return;
    case IR_ENTER:
    case IR_LEAVE:
        if (ir_tag(i->source->subject) == IR_LOCAL) l->out->locals[ir_index(i->source->subject)] = true;
        return;
    case IR_CALL: mark_call(l, p, i); return;
    default: return;
    }
}

static void mark_operand(const struct exec_code *c, int32_t operand, bool *taken) {
    if (slot_of(c, operand) != UINT32_MAX) taken[slot_of(c, operand)] = true;
}

static bool accesses(const struct exec_instr *i) {
    return ir_ops[i->source->op].group == IR_GROUP_MEMORY;
}

// Its address goes somewhere else than straight into an access.
static void find_taken(const struct exec_code *c, bool *taken) {
    for (uint32_t k = 0; k < c->func->instrs.n; k++) {
        const struct exec_instr *i = &c->instrs[k];
        bool call = i->op == IR_CALL || i->op == IR_RET;
        for (uint32_t j = 0; call && j < i->source->n_args; j++) mark_operand(c, i->call_args[j], taken);
        for (uint32_t j = 0; !call && j < 3 && j < i->source->n_args; j++) mark_operand(c, i->args[j], taken);
        if (i->op == IR_ADDR) mark_operand(c, i->to.base, taken);
        for (uint32_t j = 0; j < i->to.n_terms; j++) mark_operand(c, i->to.terms[j].index, taken);
        if (i->has_varargs) mark_operand(c, i->varargs, taken);
    }
}

static void begin(const struct exec_code *c, struct arena *a, struct exec_between *out) {
    out->slots = ARENA_ARRAY(a, bool *, c->func->slots.n + 1);
    for (uint32_t i = 0; i < c->func->slots.n; i++) out->slots[i] = ARENA_ARRAY(a, bool, c->func->slots.at[i].size + 1);
}

void exec_between_writes(const struct ir_program *p, const struct exec_code *c, uint32_t from, uint32_t to, struct arena *a,
                         struct exec_between *out) {
    uint32_t n = c->func->instrs.n;
    struct way w = {c, from, n, ARENA_ARRAY(a, bool, n), ARENA_ARRAY(a, bool, n)};
    struct look l = {.c = c, .out = out};
    bool *taken = ARENA_ARRAY(a, bool, c->func->slots.n + 1);
    begin(c, a, out);
    out->locals = ARENA_ARRAY(a, bool, c->func->locals.n + 1);
    if (from != UINT32_MAX) look_ahead(&w), look_back(&w, to);
    for (uint32_t i = 0; i < n; i++)
        if (from == UINT32_MAX || (w.ahead[i] && goes_on(&w, i))) mark_written(&l, p, &c->instrs[i]);
    find_taken(c, taken);
    for (uint32_t i = 0; l.indirect && i < c->func->slots.n; i++)
        if (taken[i]) memset(out->slots[i], true, c->func->slots.at[i].size);
}

void exec_between_volatile(const struct exec_code *c, struct arena *a, struct exec_between *out) {
    struct look l = {.c = c, .out = out};
    begin(c, a, out);
    out->locals = NULL;
    for (uint32_t k = 0; k < c->func->instrs.n; k++) {
        const struct exec_instr *i = &c->instrs[k];
        bool single = i->source->op == IR_LOAD || i->source->op == IR_STORE;
        if (!accesses(i) || !(i->source->flags & IR_VOLATILE)) continue;
        mark_range(&l, &i->to, single ? ir_bytes(i->type) : 0, !single);
        if (i->source->op == IR_COPY) mark_range(&l, &i->from, 0, true);
    }
}
