// SPDX-License-Identifier: MIT
// Numbers in nodes that tell of which kind they are: those for which the program asks (sl_precision.kinds).
#include "sl/context.h"
#include "sl/uses.h"

enum { MOST_IN_CASE = 16 };  // of one case of a switch that are told one by one: more are a range of numbers rather than tags

static bool is_known(const struct sl *s, int64_t tag) {
    for (uint32_t i = 0; i < s->tags.n; i++)
        if (s->tags.at[i] == tag) return true;
    return false;
}

static void add(struct sl *s, unsigned bits, uint64_t x) {
    int64_t tag = (int64_t)num_signed(bits, x);
    if (!is_known(s, tag)) vec_push(&s->tags, tag);
}

static void add_of(struct sl *s, const struct ir_func *f, const struct ir_instr *x) {
    bool test = x->op == IR_LET && ir_pures[x->pure].class == IR_CLASS_TEST;
    for (uint32_t k = 0; test && k < x->n_args; k++) {
        const struct ir_const *c = ir_const_of(s->step.program, x->args[k]);
        if (c && ir_kind(c->type) == IR_INT && ir_bits(c->type) <= 64) add(s, ir_bits(c->type), c->lo);
    }
    if (x->op != IR_SWITCH || ir_tag(x->args[0]) != IR_LOCAL) return;
    unsigned bits = ir_bits(f->locals.at[ir_index(x->args[0])].type);
    for (uint32_t k = 0; k < x->n_cases && bits <= 64; k++)
        for (uint64_t n = 0; n <= x->cases[k].hi - x->cases[k].lo && n < MOST_IN_CASE; n++) add(s, bits, x->cases[k].lo + n);
}

void sl_find_tags(struct sl *s) {
    const struct ir_program *p = s->step.program;
    for (uint32_t i = 0; i < p->funcs.n; i++)
        for (uint32_t k = 0; k < p->funcs.at[i].instrs.n; k++) add_of(s, &p->funcs.at[i], &p->funcs.at[i].instrs.at[k]);
}

// A number in a node may be narrower than what it is compared as, and was extended with its sign or without.
bool sl_is_asked_for(const struct sl *s, struct num_range r) {
    num_word x;
    if (!num_range_is_const(r, &x) || r.bits > 64) return false;
    return is_known(s, (int64_t)num_signed(r.bits, x)) || is_known(s, (int64_t)x);
}

static bool is_in_block(const struct sl_draft *d, uint32_t v) {
    SL_EACH_USE(u, d, SL_FIELDS)
        if (sl_used(&u) == v && d->objects.at[sl_user(&u)].storage == SL_HEAP) return true;
    return false;
}

void sl_see_question(struct sl *s, const struct sl_draft *d, uint32_t v) {
    if (s->asks || s->options.kinds || d->values.at[v].kind != SL_INT) return;
    while (v && !s->asks) {
        s->asks = is_in_block(d, v);
        v = d->values.at[v].kind == SL_INT ? d->values.at[v].source : 0;
    }
}
