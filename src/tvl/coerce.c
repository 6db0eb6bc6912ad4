// SPDX-License-Identifier: MIT
// Coerce: what the constraints decide is made definite; a structure that breaks one describes nothing.
#include "tvl/machine.h"

struct run {
    struct tvl_machine *m;
    struct tvl_draft *d;
    tvl_set certain;  // individuals that exist
};

static void wake(const struct run *r, uint32_t pred) {
    const uint64_t *readers = r->m->readers[pred];
    for (uint32_t i = 0; i < r->m->rule_words; i++) r->m->queue[i] |= readers[i];
}

// An individual that may be absent and breaks a constraint is merely absent: that is no breach.
static bool breach(const struct run *r, tvl_set at) {
    return (at & r->certain) != 0;
}

static bool fix_flat(const struct run *r, const struct tvl_rule *rule) {
    tvl_set *plane = r->d->flat + 2 * rule->slot, all = rule->arity ? r->d->all : ~(tvl_set)0;
    tvl_set open = all & ~plane[rule->truth];
    if (!open) return true;
    tvl_set w = tvl_plan_run(rule->body, r->d, r->m->at) & open;
    if (!w) return true;
    tvl_set wrong = w & plane[!rule->truth];
    if (wrong && (!rule->arity || breach(r, wrong))) return false;
    w &= ~plane[!rule->truth];
    if (!w) return true;
    plane[rule->truth] |= w;
    wake(r, rule->pred);
    return true;
}

static bool set_row(const struct run *r, const struct tvl_rule *rule, uint32_t i, tvl_set w) {
    size_t own = (size_t)(2 * rule->slot + (uint32_t)rule->truth) * TVL_MAX, other = (size_t)(2 * rule->slot + !rule->truth) * TVL_MAX;
    tvl_set wrong = w & r->d->row[other + i];
    if (wrong && (r->certain >> i & 1) && breach(r, wrong)) return false;
    w &= ~(r->d->row[other + i] | r->d->row[own + i]);
    if (!w) return true;
    r->d->row[own + i] |= w;
    TVL_EACH(j, w) r->d->col[own + j] |= TVL_BIT(i);
    wake(r, rule->pred);
    return true;
}

static bool fix_rows(const struct run *r, const struct tvl_rule *rule) {
    const tvl_set *own = r->d->row + (size_t)(2 * rule->slot + (uint32_t)rule->truth) * TVL_MAX;
    for (uint32_t i = 0; i < r->d->n; i++) {
        tvl_set open = r->d->all & ~own[i];
        if (!open) continue;
        r->m->at[0] = (uint8_t)i;
        tvl_set w = tvl_plan_run(rule->body, r->d, r->m->at) & open;
        if (w && !set_row(r, rule, i, w)) return false;
    }
    return true;
}

static bool fix_diagonal(const struct run *r, const struct tvl_rule *rule) {
    tvl_set w = tvl_plan_run(rule->body, r->d, r->m->at) & r->d->all;
    TVL_EACH(i, w)
    if (!set_row(r, rule, (uint32_t)i, TVL_BIT(i))) return false;
    return true;
}

static bool fix_equal(const struct run *r, const struct tvl_rule *rule) {
    tvl_set single = 0;
    for (uint32_t i = 0; i < r->d->n; i++) {
        r->m->at[0] = (uint8_t)i;
        tvl_set w = tvl_plan_run(rule->body, r->d, r->m->at) & r->d->all;
        if ((w & ~TVL_BIT(i)) && (r->certain >> i & 1) && breach(r, w & ~TVL_BIT(i))) return false;
        single |= w & TVL_BIT(i);
    }
    if (single & tvl_sm(r->d)) {
        r->d->flat[TVL_IS0] |= single;
        wake(r, TVL_SM);
    }
    return true;
}

static bool fix_unequal(const struct run *r, const struct tvl_rule *rule) {
    for (uint32_t i = 0; i < r->d->n; i++) {
        r->m->at[0] = (uint8_t)i;
        if (tvl_plan_run(rule->body, r->d, r->m->at) & TVL_BIT(i) & r->certain) return false;
    }
    return true;
}

static bool fix(const struct run *r, const struct tvl_rule *rule) {
    switch (rule->head) {
    case TVL_HEAD_EQ: return fix_equal(r, rule);
    case TVL_HEAD_NEQ: return fix_unequal(r, rule);
    case TVL_HEAD_FALSE: return !tvl_plan_run(rule->body, r->d, r->m->at);
    case TVL_HEAD_PRED: break;
    }
    if (rule->arity < 2) return fix_flat(r, rule);
    return rule->diagonal ? fix_diagonal(r, rule) : fix_rows(r, rule);
}

bool tvl_coerce(struct tvl_machine *m, struct tvl_draft *d, const uint64_t *dirty) {
    struct run r = {m, d, m->vocab->maybe ? d->flat[tvl_plane(m->vocab, TVL_ACTIVE, TVL_IS1)] : d->all};
    memcpy(m->queue, dirty, m->rule_words * sizeof *dirty);
    for (uint32_t i = 0; i < m->rule_words;) {
        if (m->asleep) m->queue[i] &= ~m->asleep[i];
        if (!m->queue[i]) {
            i++;
            continue;
        }
        uint32_t rule = i * 64 + (uint32_t)__builtin_ctzll(m->queue[i]);
        m->queue[i] &= m->queue[i] - 1;
        if (!fix(&r, &m->rule.at[rule])) {
            m->broken = m->rule.at[rule].origin;
            return false;
        }
        i = 0;
    }
    return true;
}
