// SPDX-License-Identifier: MIT
#include "ir/ending.h"

#include <string.h>

enum { MOST_BRANCHES = 16 };  // on one way to the end; beyond, the answer is no

static bool mentions(const struct ir_instr *i, ir_val f) {
    for (uint32_t k = 0; k < i->n_args; k++)
        if (i->args[k] == f) return true;
    return (i->to && i->to->base == f) || (i->from && i->from->base == f);
}

static bool is_mentioned(const struct ir_program *p, uint32_t func) {
    ir_val f = ir_val_of(IR_FUNC, func);
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t k = 0; k < p->globals.at[g].n_relocs; k++)
            if (p->globals.at[g].relocs[k].target == f) return true;
    for (uint32_t g = 0; g < p->funcs.n; g++)
        for (uint32_t k = 0; k < p->funcs.at[g].instrs.n; k++)
            if (mentions(&p->funcs.at[g].instrs.at[k], f)) return true;
    return false;
}

uint32_t ir_main_of(const struct ir_program *p) {
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (strcmp(p->funcs.at[i].name, "main") == 0) return is_mentioned(p, i) ? UINT32_MAX : i;
    return UINT32_MAX;
}

struct walk {
    const struct ir_func *f;
    ir_known_fn *known;
    const void *context;
    struct ir_loc from;  // where it begins
};

static bool is_user(const struct ir_func *f, ir_val v) {
    return ir_tag(v) == IR_LOCAL && f->locals.at[ir_index(v)].flags & IR_USER;
}

// Not a statement of the program: at most the value to be returned is fetched from where the compiler keeps it.
static bool is_of_compiler(const struct ir_func *f, const struct ir_instr *i) {
    bool copied = i->op == IR_LET && i->pure == IR_COPY_ && !is_user(f, i->args[0]);
    return f->locals.at[i->dsts[0]].flags & IR_TEMP && (copied || i->op == IR_LOAD);
}

// Did the return lead to where the walk began, and not the end of a scope before it?  A value that the compiler keeps was set by the return, on this
// side of which the walk began.  If it keeps none, there is one return, and it has its own place.
static bool is_after_return(const struct walk *w, const struct ir_instr *ret) {
    bool kept = ret->n_args && ir_tag(ret->args[0]) == IR_LOCAL && !is_user(w->f, ret->args[0]);
    bool behind = w->from.line > ret->loc.line || (w->from.line == ret->loc.line && w->from.column >= ret->loc.column);
    return kept || behind;
}

// The successor that the instruction goes to, or UINT32_MAX: not known.
static uint32_t chosen(const struct walk *w, const struct ir_instr *i) {
    uint64_t v;
    if (i->op == IR_JUMP) return i->succs[0];
    if (!w->known || ir_tag(i->args[0]) != IR_LOCAL || !w->known(w->context, ir_index(i->args[0]), &v)) return UINT32_MAX;
    if (i->op == IR_BRANCH) return i->succs[v ? 0 : 1];
    for (uint32_t k = 0; k < i->n_cases; k++)
        if (i->cases[k].lo <= v && v <= i->cases[k].hi) return i->succs[i->cases[k].succ];
    return i->succs[0];
}

static bool returns(struct walk w, uint32_t at, uint32_t branches) {
    for (;; at++) {
        const struct ir_instr *i = &w.f->instrs.at[at];
        switch (i->op) {
        case IR_RET: return is_after_return(&w, i);
        case IR_LEAVE:
        case IR_RELEASE: continue;
        case IR_LET:
        case IR_LOAD:
            if (!is_of_compiler(w.f, i)) return false;
            w.known = NULL;  // it may be what is branched by
            continue;
        case IR_JUMP:
        case IR_BRANCH:
        case IR_SWITCH: break;
        default: return false;
        }
        if (branches == MOST_BRANCHES) return false;
        uint32_t to = chosen(&w, i);
        if (to != UINT32_MAX) return returns(w, w.f->blocks.at[to].first, branches + 1);
        for (uint32_t k = 0; k < i->n_succs; k++)
            if (!returns(w, w.f->blocks.at[i->succs[k]].first, branches + 1)) return false;
        return true;
    }
}

static bool address_reads(const struct ir_addr *a, ir_val v) {
    bool reads = a && a->base == v;
    for (uint32_t k = 0; a && k < a->n_terms; k++) reads |= a->terms[k].index == v;
    return reads;
}

bool ir_is_read(const struct ir_func *f, uint32_t local) {
    ir_val v = ir_val_of(IR_LOCAL, local);
    for (uint32_t k = 0; k < f->instrs.n; k++) {
        const struct ir_instr *i = &f->instrs.at[k];
        bool block = i->op == IR_CALL && i->subject == v;
        if (block || mentions(i, v) || address_reads(i->to, v) || address_reads(i->from, v)) return true;
    }
    return false;
}

bool ir_returns(const struct ir_func *f, uint32_t at, ir_known_fn *known, const void *context) {
    const struct ir_instr *i = &f->instrs.at[at];
    bool idle = i->op == IR_LEAVE && ir_tag(i->subject) == IR_LOCAL && !ir_is_read(f, ir_index(i->subject));
    return !idle && returns((struct walk){f, known, context, f->instrs.at[at].loc}, at, 0);
}

#define BIT(rule) ((ir_rule_set)1 << IR_RULE_##rule)

ir_rule_set ir_loss_rules(ir_rule_set asked, bool at_exit) {
    if (at_exit && asked & BIT(LEAK_AT_EXIT)) return asked & (BIT(LEAK_AT_EXIT) | BIT(MEMORY_CLEANUP));
    return asked & BIT(MEMORY_LEAK) ? BIT(MEMORY_LEAK) : asked & (BIT(MEMORY_CLEANUP) | BIT(LEAK_AT_EXIT));
}
