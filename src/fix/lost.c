// SPDX-License-Identifier: MIT
#include "fix/lost.h"

#include <assert.h>

#include "ir/model.h"

struct search {
    struct fix *f;
    const struct ir_calls *calls;
    uint8_t mark;
    bool *returns;  // by function: is it lost that it returns?
    VEC(struct fix_place) open;
};

static void open_at(struct search *s, uint32_t func, uint32_t instr) {
    assert(func < s->f->program->funcs.n);
    if (s->f->program->funcs.at[func].instrs.n > instr) vec_push(&s->open, (struct fix_place){func, instr});
}

static void lose_targets(struct search *s, struct fix_place at) {
    uint32_t n;
    const uint32_t *targets = ir_call_targets(s->calls, at.func, at.instr, &n);
    for (uint32_t i = 0; i < n; i++) open_at(s, targets[i], 0);
}

static bool may_enter(const struct ir_calls *c, const struct ir_site *site, uint32_t func) {
    return site->target == func || (site->target == UINT32_MAX && c->taken[func]);
}

// The function may return on a lost path: what follows its calls is lost.
static void lose_callers(struct search *s, uint32_t func) {
    if (s->returns[func]) return;
    s->returns[func] = true;
    bool inside = s->f->program->funcs.at[func].flags & IR_MODEL;  // then the call itself is not proved
    for (uint32_t i = 0; i < s->calls->site_first[s->calls->n]; i++)
        if (may_enter(s->calls, &s->calls->sites[i], func)) open_at(s, s->calls->sites[i].func, s->calls->sites[i].instr + !inside);
}

// Is it marked, or nothing to be marked?
static bool is_done(const struct search *s, struct fix_place at) {
    uint8_t bits = fix_account_bits(&s->f->account, at.func, at.instr);
    return s->mark == FIX_LOST ? bits & FIX_LOST : bits;
}

// From one instruction to the end of its block.
static void lose(struct search *s, struct fix_place at) {
    const struct ir_func *f = &s->f->program->funcs.at[at.func];
    for (; !is_done(s, at); at.instr++) {
        const struct ir_instr *i = &f->instrs.at[at.instr];
        fix_account_mark(&s->f->account, at.func, at.instr, s->mark);
        if (i->op == IR_CALL) lose_targets(s, at);
        if (ir_ops[i->op].group != IR_GROUP_END) continue;
        for (uint32_t k = 0; k < i->n_succs; k++) open_at(s, at.func, f->blocks.at[i->succs[k]].first);
        return;
    }
}

static void open_cuts(struct search *s, bool everything) {
    const struct ir_program *p = s->f->program;
    for (uint32_t f = 0; f < p->funcs.n; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].instrs.n; i++)
            if (everything || fix_account_bits(&s->f->account, f, i) & FIX_CUT) open_at(s, f, i);
}

// Was a path cut off outside the program?  (A limit cuts inside, where it stopped.)
static bool outside(const struct fix *f) {
    for (uint32_t i = 0; i < f->account.unknowns.n; i++) {
        const struct fix_unknown *u = &f->account.unknowns.at[i];
        if (u->func == UINT32_MAX && !u->stop) return true;
    }
    return false;
}

static void begin(struct search *s, struct fix *f, const struct ir_calls *calls, uint8_t mark) {
    *s = (struct search){.f = f, .calls = calls, .mark = mark, .returns = calloc(f->program->funcs.n + 1, sizeof(bool))};
    if (!s->returns) base_out_of_memory();
}

static void spread(struct search *s) {
    const struct ir_program *p = s->f->program;
    for (uint32_t i = 0; i < p->dtors.n && s->open.n; i++) open_at(s, p->dtors.at[i].func, 0);
    if (s->open.n && ir_model_handlers(p) != UINT32_MAX) open_at(s, ir_model_handlers(p), 0);
    while (s->open.n) {
        struct fix_place at = vec_pop(&s->open);
        lose_callers(s, at.func);
        lose(s, at);
    }
    free(s->returns);
    vec_free(&s->open);
}

void fix_lost(struct fix *f, const struct ir_calls *calls) {
    struct search s;
    begin(&s, f, calls, FIX_LOST);
    open_cuts(&s, outside(f));
    spread(&s);
}

void fix_behind(struct fix *f, const struct ir_calls *calls, uint32_t func, uint32_t instr) {
    struct search s;
    begin(&s, f, calls, FIX_BEHIND);
    open_at(&s, func, instr + 1);
    spread(&s);
}
