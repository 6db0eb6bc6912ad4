// SPDX-License-Identifier: MIT
// Update: the new values of predicates, all computed from the old structure, then put in place.
#include "tvl/machine.h"

// New individuals: one, or a copy's place for each individual of the formula.
static void make_individuals(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d) {
    const struct tvl_vocab *v = m->vocab;
    uint32_t instance = tvl_vocab_find(v, "instance"), before = d->n;
    tvl_set certain = 1, possible = 1;
    if (code->action->copies) {
        certain = tvl_plan_run(code->copies.is1, d, m->at) & d->all;
        possible = ~tvl_plan_run(code->copies.is0, d, m->at) & d->all;
    }
    if (before + (uint32_t)__builtin_popcountll(possible) > TVL_MAX) {
        m->overflow = true;
        return;
    }
    TVL_EACH(i, possible) {
        uint32_t twin = tvl_draft_add(v, d);
        tvl_put(v, d, TVL_IS_NEW, twin, 0, TVL_TRUE);
        if (!(certain >> i & 1)) tvl_put(v, d, TVL_ACTIVE, twin, 0, TVL_HALF);
        if (!code->action->copies) continue;
        if (instance != TVL_NONE) tvl_put(v, d, instance, (uint32_t)i, twin, TVL_TRUE);
        if (tvl_sm(d) >> i & 1) tvl_put(v, d, TVL_SM, twin, 0, TVL_HALF);
    }
}

static void evaluate(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d, const struct tvl_assign *a) {
    const struct tvl_pred *p = &m->vocab->pred.at[a->pred];
    size_t at = 2 * (size_t)p->slot * TVL_MAX;
    if (p->arity < 2) {
        tvl_set all = p->arity ? d->all : ~(tvl_set)0, *flat = d->flat + 2 * p->slot;
        flat[TVL_IS1] = tvl_plan_run(a->value.is1, d, m->at) & all;
        flat[TVL_IS0] = tvl_plan_run(a->value.is0, d, m->at) & all;
        return;
    }
    for (uint32_t i = 0; i < d->n; i++) {
        m->at[code->free.n] = (uint8_t)i;
        d->row[at + TVL_MAX + i] = tvl_plan_run(a->value.is1, d, m->at) & d->all;
        d->row[at + i] = tvl_plan_run(a->value.is0, d, m->at) & d->all;
    }
    tvl_draft_columns(d, p->slot);
}

static void put_in_place(struct tvl_machine *m, struct tvl_draft *d, const struct tvl_assign *a) {
    const struct tvl_pred *from = &m->vocab->pred.at[a->pred], *to = &m->vocab->pred.at[a->into];
    if (from->arity < 2) {
        memcpy(d->flat + 2 * to->slot, d->flat + 2 * from->slot, 2 * sizeof(tvl_set));
        return;
    }
    for (uint32_t k = 0; k < 2; k++) {
        size_t source = (size_t)(2 * from->slot + k) * TVL_MAX, target = (size_t)(2 * to->slot + k) * TVL_MAX;
        memcpy(d->row + target, d->row + source, d->n * sizeof(tvl_set));
        memcpy(d->col + target, d->col + source, d->n * sizeof(tvl_set));
    }
}

static void retain(struct tvl_machine *m, struct tvl_draft *d, tvl_set certain, tvl_set possible) {
    tvl_set *active = d->flat + tvl_plane(m->vocab, TVL_ACTIVE, TVL_IS0);
    active[TVL_IS1] &= certain;
    tvl_draft_keep(m->vocab, d, possible);
}

// Nothing is new any more.
static void forget_new(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d) {
    tvl_set *fresh = d->flat + tvl_plane(m->vocab, TVL_IS_NEW, TVL_IS0);
    fresh[TVL_IS0] = d->all;
    fresh[TVL_IS1] = 0;
    uint32_t instance = tvl_vocab_find(m->vocab, "instance");
    if (!code->action->copies || instance == TVL_NONE) return;
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t j = 0; j < d->n; j++) tvl_put(m->vocab, d, instance, i, j, TVL_FALSE);
}

static const char *closing(struct tvl_machine *m, const struct tvl_code *code, const struct tvl_draft *d) {
    for (uint32_t i = 0; i < code->closing.n; i++)
        if (~tvl_plan_run(code->closing.at[i].when.is0, d, m->at)) return code->closing.at[i].text;
    return NULL;
}

const char *tvl_update(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d) {
    if (code->action->makes) make_individuals(m, code, d);
    tvl_set certain = 0, possible = 0;
    if (code->action->retain) {
        certain = tvl_plan_run(code->retain.is1, d, m->at) & d->all;
        possible = ~tvl_plan_run(code->retain.is0, d, m->at) & d->all;
    }
    for (uint32_t i = 0; i < code->assign.n; i++) evaluate(m, code, d, &code->assign.at[i]);
    const char *closed = closing(m, code, d);
    for (uint32_t i = 0; i < code->assign.n; i++)
        if (code->assign.at[i].into != TVL_NONE) put_in_place(m, d, &code->assign.at[i]);
    if (code->action->retain) retain(m, d, certain, possible);
    if (code->action->makes) forget_new(m, code, d);
    return closed;
}
