// SPDX-License-Identifier: MIT
// What a possible fault asks for: pointers whose being null or not keeps independent states apart.
//
// Literature: D. Beyer, T. Henzinger and G. Theoduloz, Lazy shape analysis (CAV 2006), section 4.1, for pointers of one function.
#include <assert.h>

#include "sl/lattice.h"

// ---- where a pointer comes from --------------------------------------------------------------------------------------------------------

// The nearest instruction before it that gives the local its value, or NULL.
static const struct ir_instr *given_before(const struct ir_func *f, uint32_t instr, uint32_t local) {
    while (instr--)
        for (uint32_t k = 0; k < f->instrs.at[instr].n_dsts; k++)
            if (f->instrs.at[instr].dsts[k] == local) return &f->instrs.at[instr];
    return NULL;
}

// A temporary holds what was loaded from a variable in memory; everything else is itself.
static struct sl_asked place_of(const struct ir_func *f, uint32_t func, uint32_t instr, ir_val base) {
    const struct ir_instr *i = given_before(f, instr, ir_index(base));
    bool loaded = i && i->op == IR_LOAD && !(f->locals.at[ir_index(base)].flags & IR_USER) && !i->to->n_terms && ir_tag(i->to->base) == IR_SLOT;
    return loaded ? (struct sl_asked){func, i->to->base, i->to->offset} : (struct sl_asked){func, base, 0};
}

bool sl_ask(struct sl *s, uint32_t func, uint32_t instr) {
    const struct ir_func *f = &s->step.program->funcs.at[func];
    assert(instr < f->instrs.n);
    const struct ir_addr *to = f->instrs.at[instr].to;
    if (!to || ir_tag(to->base) != IR_LOCAL) return false;
    struct sl_asked a = place_of(f, func, instr, to->base);
    sl_asked_see(s, &a);
    return sl_learn(s);
}

void sl_asked_see(struct sl *s, const struct sl_asked *a) {
    uint32_t i = 0;
    while (i < s->asked.n && (s->asked.at[i].func != a->func || s->asked.at[i].root != a->root || s->asked.at[i].offset != a->offset)) i++;
    if (i == s->asked.n && sl_exceeds(&s->reached, SL_LIMIT_ASKED, i + 1)) return;
    if (i == s->asked.n) vec_push(&s->asked, *a);
    s->report.asked |= UINT64_C(1) << i;
}

// ---- what it is in a state -------------------------------------------------------------------------------------------------------------

static uint32_t value_at(const struct sl *s, const struct sl_draft *d, uint32_t frame, const struct sl_asked *a) {
    uint32_t k = ir_index(a->root);
    if (ir_tag(a->root) == IR_LOCAL) return d->regs.at[d->frames.at[frame].first_reg + k];
    uint32_t slot = d->slots.at[d->frames.at[frame].first_slot + k];
    return slot ? sl_word_at(d, slot, (uint64_t)a->offset, s->bits) : 0;
}

enum { EITHER, IS_NULL, IS_NONE };

static uint64_t sort_of(const struct sl_draft *d, uint32_t v) {
    if (!v) return EITHER;
    const struct sl_value *x = &d->values.at[v];
    if (sl_is_null(d, v)) return IS_NULL;
    return x->kind == SL_ADDR && sl_least(&d->objects.at[x->object]) ? IS_NONE : EITHER;
}

void sl_key_asked(const struct sl *s, const struct sl_draft *d, uint32_t frame, sl_key *key) {
    uint64_t asked = sl_precision_now(s)->asked;
    for (uint32_t i = 0; asked && i < s->asked.n; i++)
        if (asked >> i & 1 && s->asked.at[i].func == d->frames.at[frame].func) vec_push(key, sort_of(d, value_at(s, d, frame, &s->asked.at[i])));
}
