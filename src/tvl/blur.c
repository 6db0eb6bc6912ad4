// SPDX-License-Identifier: MIT
// Blur: individuals of one name are merged, and all are sorted by name.
#include "tvl/machine.h"

// An ordered partition of the individuals.
struct classes {
    uint32_t n;
    tvl_set set[TVL_MAX];
};

// Every class in two: those outside the set, then those inside.
static void refine(struct classes *c, tvl_set by) {
    struct classes next;
    next.n = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        tvl_set out = c->set[i] & ~by, in = c->set[i] & by;
        if (out) next.set[next.n++] = out;
        if (in) next.set[next.n++] = in;
    }
    c->n = next.n;
    memcpy(c->set, next.set, next.n * sizeof *next.set);
}

// Two individuals that no abstraction predicate definitely tells apart are merged, and so are those that such ones connect.
static void loosen(const struct tvl_vocab *v, const struct tvl_draft *d, struct classes *c) {
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t j = i + 1; j < c->n; j++) {
            bool differ = false;
            for (uint32_t a = 0; a < v->abs_unary.n && !differ; a++) {
                tvl_set is0 = d->flat[2 * v->abs_unary.at[a]], is1 = d->flat[2 * v->abs_unary.at[a] + 1];
                differ = ((c->set[i] & ~is0) == 0 && (c->set[j] & ~is1) == 0) || ((c->set[i] & ~is1) == 0 && (c->set[j] & ~is0) == 0);
            }
            if (differ) continue;
            c->set[i] |= c->set[j];
            c->set[j] = c->set[--c->n];
            i = (uint32_t)-1;
            break;
        }
}

// A plane over classes: where it holds for every member.
static tvl_set over(const struct classes *c, tvl_set plane) {
    tvl_set out = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (!(c->set[i] & ~plane)) out |= TVL_BIT(i);
    return out;
}

static void merge_rows(const struct classes *c, tvl_set *row) {
    tvl_set out[TVL_MAX];
    for (uint32_t i = 0; i < c->n; i++) {
        tvl_set w = ~(tvl_set)0;
        TVL_EACH(k, c->set[i]) w &= row[k];
        out[i] = over(c, w);
    }
    memcpy(row, out, c->n * sizeof *out);
}

static void merge(const struct tvl_vocab *v, struct tvl_draft *d, const struct classes *c) {
    tvl_set several = 0, present = 0, active = d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS1)];
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->set[i] & (c->set[i] - 1)) several |= TVL_BIT(i);
        if (c->set[i] & active) present |= TVL_BIT(i);
    }
    for (uint32_t p = 0; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity == 0) continue;
        for (uint32_t plane = 2 * pred->slot; plane <= 2 * pred->slot + 1; plane++)
            if (pred->arity == 1)
                d->flat[plane] = over(c, d->flat[plane]);
            else
                merge_rows(c, d->row + plane * TVL_MAX);
    }
    d->flat[TVL_IS0] &= ~several;
    d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS1)] = present;
    d->n = c->n;
    d->all = c->n == TVL_MAX ? ~(tvl_set)0 : TVL_BIT(c->n) - 1;
    for (uint32_t slot = 0; slot < v->n_binary; slot++) tvl_draft_columns(d, slot);
}

bool tvl_blur(struct tvl_machine *m, struct tvl_draft *d, uint32_t apart) {
    const struct tvl_vocab *v = m->vocab;
    if (m->options.concrete) return false;
    struct classes c = {.n = d->n ? 1 : 0, .set = {d->all}};
    if (apart != TVL_NONE) refine(&c, d->flat[2 * apart + TVL_IS0]);
    for (uint32_t a = 0; a < v->abs_unary.n; a++) {
        refine(&c, d->flat[2 * v->abs_unary.at[a] + TVL_IS1]);
        refine(&c, d->flat[2 * v->abs_unary.at[a] + TVL_IS0]);
    }
    if (!m->options.three_way) loosen(v, d, &c);
    bool merged = c.n != d->n, sorted = !merged;
    for (uint32_t i = 0; i < c.n && sorted; i++) sorted = c.set[i] == TVL_BIT(i);
    if (!sorted) merge(v, d, &c);
    return merged;
}
