// SPDX-License-Identifier: MIT
// Focus: a structure is split into several, in which a formula is definite for all individuals.
//
// An atom that keeps the formula from being definite is made 0, made 1, and, if one of its individuals may stand for several, that individual is split into one for which
// it is 1 and one for which it is 0.  An atom of two such individuals is left alone: no finite split makes it definite.
#include "tvl/machine.h"
#include "tvl/value.h"

struct run {
    struct tvl_machine *m;
    bool coerce;
    uint64_t *dirty;
    tvl_drafts work;
};

static struct tvl_draft *copy(struct run *r, const struct tvl_draft *d) {
    struct tvl_draft *c = tvl_take(r->m);
    tvl_draft_copy(r->m->vocab, c, d);
    return c;
}

static void keep(struct run *r, struct tvl_draft *d) {
    if (!r->coerce || tvl_coerce(r->m, d, r->dirty))
        vec_push(&r->work, d);
    else
        tvl_give(r->m, d);
}

static bool absent(const struct tvl_vocab *v, const struct tvl_draft *d, const struct tvl_culprit *c) {
    tvl_set sure = d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS1)];
    uint32_t arity = v->pred.at[c->pred].arity;
    return (arity > 0 && !(sure >> c->i & 1)) || (arity > 1 && !(sure >> c->j & 1));
}

// The rules that read what changed: pred; equality, if an individual was split; all, if one was found to exist.
static void touch(struct run *r, uint32_t pred, bool apart, bool found) {
    const struct tvl_machine *m = r->m;
    for (uint32_t i = 0; i < m->rule_words; i++)
        r->dirty[i] = found ? m->all_rules[i] : m->readers[pred][i] | (apart ? m->readers[TVL_SM][i] : 0);
}

// Makes the atom 1.  Its individuals exist then: that they do not is described where it is 0.  True: one may have been absent.
static bool affirm(struct run *r, struct tvl_draft *d, const struct tvl_culprit *c) {
    const struct tvl_vocab *v = r->m->vocab;
    uint32_t arity = v->pred.at[c->pred].arity;
    bool found = absent(v, d, c);
    tvl_put(v, d, c->pred, c->i, c->j, TVL_TRUE);
    if (arity > 0) tvl_put(v, d, TVL_ACTIVE, c->i, 0, TVL_TRUE);
    if (arity > 1) tvl_put(v, d, TVL_ACTIVE, c->j, 0, TVL_TRUE);
    return found;
}

// An individual that may be absent is there, or it is not.
static bool split_existence(struct run *r, struct tvl_draft *d, uint32_t i) {
    if (r->m->spare_absent) return false;
    struct tvl_draft *without = copy(r, d);
    tvl_draft_keep(r->m->vocab, without, ~TVL_BIT(i));
    tvl_put(r->m->vocab, d, TVL_ACTIVE, i, 0, TVL_TRUE);
    touch(r, TVL_ACTIVE, false, true);
    keep(r, without);
    keep(r, d);
    return true;
}

// False: the atom cannot be split.  d is used up otherwise.
static bool split(struct run *r, struct tvl_draft *d, const struct tvl_culprit *c) {
    const struct tvl_vocab *v = r->m->vocab;
    if (c->pred == TVL_ACTIVE) return split_existence(r, d, c->i);
    uint32_t arity = v->pred.at[c->pred].arity;
    tvl_set sm = tvl_sm(d);
    bool first = arity > 0 && sm >> c->i & 1, second = arity > 1 && sm >> c->j & 1;
    if ((first && second) || (r->m->spare_absent && absent(v, d, c))) return false;
    if (first || second) {
        if (d->n == TVL_MAX) {
            r->m->overflow = true;
            return false;
        }
        struct tvl_draft *both = copy(r, d);
        uint32_t twin = tvl_draft_twin(v, both, first ? c->i : c->j);
        bool found = affirm(r, both, c);
        tvl_put(v, both, c->pred, first ? twin : c->i, second ? twin : c->j, TVL_FALSE);
        touch(r, c->pred, true, found);
        keep(r, both);
    }
    struct tvl_draft *one = copy(r, d);
    touch(r, c->pred, false, affirm(r, one, c));
    keep(r, one);
    tvl_put(v, d, c->pred, c->i, c->j, TVL_FALSE);
    touch(r, c->pred, false, false);
    keep(r, d);
    return true;
}

// Splits d at the first assignment, from variable k on, for which the formula is 1/2 for a reason that can be split.
static bool split_at(struct run *r, const struct tvl_focus *f, struct tvl_draft *d, uint32_t k, const struct tvl_env *env) {
    uint8_t *at = r->m->at;
    if (k + 1 < f->vars.n) {
        for (uint32_t i = 0; i < d->n; i++) {
            struct tvl_env in = {env, f->vars.at[k], i};
            at[k] = (uint8_t)i;
            if (split_at(r, f, d, k + 1, &in)) return true;
        }
        return false;
    }
    tvl_set half = ~(tvl_plan_run(f->query.is1, d, at) | tvl_plan_run(f->query.is0, d, at));
    struct tvl_culprit c;
    if (!f->vars.n) return half && tvl_find_culprit(r->m->vocab, d, f->formula, env, &c) && split(r, d, &c);
    TVL_EACH(i, half & d->all) {
        struct tvl_env in = {env, f->vars.at[k], (uint32_t)i};
        if (tvl_find_culprit(r->m->vocab, d, f->formula, &in, &c) && split(r, d, &c)) return true;
    }
    return false;
}

static void focus_one(struct run *r, const struct tvl_focus *f, tvl_drafts *in, tvl_drafts *out) {
    while (in->n) vec_push(&r->work, vec_pop(in));
    while (r->work.n) {
        struct tvl_draft *d = vec_pop(&r->work);
        if (r->m->most_parts && out->n + r->work.n > r->m->most_parts) r->m->overflow = true;
        if (r->m->overflow || !split_at(r, f, d, 0, NULL)) vec_push(out, d);
    }
}

void tvl_focus(struct tvl_machine *m, const struct tvl_code *code, struct tvl_draft *d, bool coerce, tvl_drafts *out) {
    struct run r = {.m = m, .coerce = coerce, .dirty = calloc(m->rule_words, sizeof(uint64_t))};
    if (!r.dirty) base_out_of_memory();
    tvl_drafts in = {0}, next = {0};
    vec_push(&in, d);
    for (uint32_t i = 0; i < code->focus.n; i++) {
        focus_one(&r, &code->focus.at[i], &in, &next);
        tvl_drafts t = in;
        in = next;
        next = t;
    }
    for (uint32_t i = 0; i < in.n; i++) vec_push(out, in.at[i]);
    free(r.dirty);
    vec_free(&r.work);
    vec_free(&in);
    vec_free(&next);
}
