// SPDX-License-Identifier: MIT
// Drafts: structures that are being changed.
#include <assert.h>
#include <stdlib.h>

#include "tvl/structure.h"

static tvl_set universe(uint32_t n) {
    return n == TVL_MAX ? ~(tvl_set)0 : TVL_BIT(n) - 1;
}

struct tvl_draft *tvl_draft_new(const struct tvl_vocab *v) {
    size_t flat = 2 * (size_t)v->all_flat, rows = 2 * (size_t)v->all_binary * TVL_MAX;
    struct tvl_draft *d = calloc(1, sizeof *d + (flat + 2 * rows) * sizeof(tvl_set));
    if (!d) base_out_of_memory();
    d->flat = (tvl_set *)(d + 1);
    d->row = d->flat + flat;
    d->col = d->row + rows;
    return d;
}

void tvl_draft_free(struct tvl_draft *d) {
    free(d);
}

void tvl_draft_clear(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t n) {
    assert(n <= TVL_MAX);
    d->n = n;
    d->all = universe(n);
    for (uint32_t p = 0; p < 2 * v->n_flat; p++) d->flat[p] = p & TVL_IS1 ? 0 : d->all;
    for (uint32_t p = 0; p < v->pred.n; p++)
        if (v->pred.at[p].arity == 0 && !v->pred.at[p].hidden) d->flat[tvl_plane(v, p, TVL_IS0)] = ~(tvl_set)0;
    for (uint32_t p = 0; p < 2 * v->n_binary; p++)
        for (uint32_t i = 0; i < n; i++) d->row[p * TVL_MAX + i] = d->col[p * TVL_MAX + i] = p & TVL_IS1 ? 0 : d->all;
    tvl_set *active = &d->flat[tvl_plane(v, TVL_ACTIVE, TVL_IS0)];
    active[TVL_IS0] = 0;
    active[TVL_IS1] = d->all;
}

void tvl_draft_copy(const struct tvl_vocab *v, struct tvl_draft *to, const struct tvl_draft *from) {
    to->n = from->n;
    to->all = from->all;
    memcpy(to->flat, from->flat, 2 * v->n_flat * sizeof(tvl_set));
    for (uint32_t p = 0; p < 2 * v->n_binary; p++) {
        memcpy(to->row + p * TVL_MAX, from->row + p * TVL_MAX, from->n * sizeof(tvl_set));
        memcpy(to->col + p * TVL_MAX, from->col + p * TVL_MAX, from->n * sizeof(tvl_set));
    }
}

uint32_t tvl_draft_add(const struct tvl_vocab *v, struct tvl_draft *d) {
    assert(d->n < TVL_MAX);
    uint32_t i = d->n++;
    tvl_set bit = TVL_BIT(i);
    d->all |= bit;
    for (uint32_t p = 0; p < v->pred.n; p++) {
        if (v->pred.at[p].hidden) continue;
        uint32_t plane = tvl_plane(v, p, TVL_IS0), at = plane * TVL_MAX;
        if (v->pred.at[p].arity == 1) d->flat[plane + (p == TVL_ACTIVE)] |= bit;
        if (v->pred.at[p].arity != 2) continue;
        for (uint32_t j = 0; j < i; j++) {
            d->row[at + j] |= bit;
            d->col[at + j] |= bit;
        }
        d->row[at + i] = d->col[at + i] = d->all;
        d->row[at + TVL_MAX + i] = d->col[at + TVL_MAX + i] = 0;
    }
    return i;
}

static void twin_lines(tvl_set *line, uint32_t n, uint32_t i) {
    for (uint32_t j = 0; j < n; j++) line[j] |= (line[j] >> i & 1) << n;
    line[n] = line[i];
}

uint32_t tvl_draft_twin(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t i) {
    assert(d->n < TVL_MAX && i < d->n);
    uint32_t n = d->n++;
    d->all |= TVL_BIT(n);
    for (uint32_t p = 0; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity == 0) continue;
        for (uint32_t plane = 2 * pred->slot; plane <= 2 * pred->slot + 1; plane++) {
            if (pred->arity == 1) {
                d->flat[plane] |= (d->flat[plane] >> i & 1) << n;
            } else {
                twin_lines(d->row + plane * TVL_MAX, n, i);
                twin_lines(d->col + plane * TVL_MAX, n, i);
            }
        }
    }
    return n;
}

// The bits of w at the places of keep, packed.
static tvl_set pack(tvl_set w, tvl_set keep) {
    tvl_set out = 0;
    uint32_t n = 0;
    TVL_EACH(i, keep) out |= (w >> i & 1) << n++;
    return out;
}

static void keep_lines(tvl_set *line, tvl_set keep) {
    uint32_t n = 0;
    TVL_EACH(i, keep) line[n++] = pack(line[i], keep);
}

void tvl_draft_keep(const struct tvl_vocab *v, struct tvl_draft *d, tvl_set keep) {
    keep &= d->all;
    if (keep == d->all) return;
    for (uint32_t p = 0; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden || pred->arity == 0) continue;
        for (uint32_t plane = 2 * pred->slot; plane <= 2 * pred->slot + 1; plane++) {
            if (pred->arity == 1) {
                d->flat[plane] = pack(d->flat[plane], keep);
            } else {
                keep_lines(d->row + plane * TVL_MAX, keep);
                keep_lines(d->col + plane * TVL_MAX, keep);
            }
        }
    }
    d->n = (uint32_t)__builtin_popcountll(keep);
    d->all = universe(d->n);
}

static enum tvl_kleene value_of(tvl_set is0, tvl_set is1) {
    return is1 ? TVL_TRUE : is0 ? TVL_FALSE : TVL_HALF;
}

enum tvl_kleene tvl_get(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t pred, uint32_t i, uint32_t j) {
    const struct tvl_pred *p = &v->pred.at[pred];
    const tvl_set *flat = d->flat + 2 * p->slot, *row = d->row + 2 * p->slot * TVL_MAX + i;
    if (p->arity == 0) return value_of(flat[TVL_IS0] & 1, flat[TVL_IS1] & 1);
    if (p->arity == 1) return value_of(flat[TVL_IS0] & TVL_BIT(i), flat[TVL_IS1] & TVL_BIT(i));
    return value_of(row[0] & TVL_BIT(j), row[TVL_MAX] & TVL_BIT(j));
}

static void put_bit(tvl_set *is0, tvl_set *is1, tvl_set bits, enum tvl_kleene value) {
    *is0 = value == TVL_FALSE ? *is0 | bits : *is0 & ~bits;
    *is1 = value == TVL_TRUE ? *is1 | bits : *is1 & ~bits;
}

void tvl_put(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t pred, uint32_t i, uint32_t j, enum tvl_kleene value) {
    const struct tvl_pred *p = &v->pred.at[pred];
    tvl_set *flat = d->flat + 2 * p->slot;
    size_t at = 2 * (size_t)p->slot * TVL_MAX;
    if (p->arity == 0) {
        put_bit(&flat[TVL_IS0], &flat[TVL_IS1], ~(tvl_set)0, value);
    } else if (p->arity == 1) {
        put_bit(&flat[TVL_IS0], &flat[TVL_IS1], TVL_BIT(i), value);
    } else {
        put_bit(&d->row[at + i], &d->row[at + TVL_MAX + i], TVL_BIT(j), value);
        put_bit(&d->col[at + j], &d->col[at + TVL_MAX + j], TVL_BIT(i), value);
    }
}

void tvl_draft_columns(struct tvl_draft *d, uint32_t slot) {
    for (uint32_t plane = 2 * slot; plane <= 2 * slot + 1; plane++) {
        tvl_set *row = d->row + plane * TVL_MAX, *col = d->col + plane * TVL_MAX;
        for (uint32_t j = 0; j < d->n; j++) col[j] = 0;
        for (uint32_t i = 0; i < d->n; i++) TVL_EACH(j, row[i]) col[j] |= TVL_BIT(i);
    }
}

static bool line_valid(const struct tvl_draft *d, const tvl_set *line, const tvl_set *other) {
    for (uint32_t i = 0; i < d->n; i++) {
        if ((line[i] & line[TVL_MAX + i]) || ((line[i] | line[TVL_MAX + i]) & ~d->all)) return false;
        for (uint32_t j = 0; j < d->n; j++)
            if ((line[i] >> j & 1) != (other[j] >> i & 1) || (line[TVL_MAX + i] >> j & 1) != (other[TVL_MAX + j] >> i & 1)) return false;
    }
    return true;
}

bool tvl_draft_valid(const struct tvl_vocab *v, const struct tvl_draft *d) {
    if (d->n > TVL_MAX || d->all != universe(d->n) || d->flat[TVL_IS1]) return false;
    for (uint32_t p = 0; p < v->pred.n; p++) {
        const struct tvl_pred *pred = &v->pred.at[p];
        if (pred->hidden) continue;
        const tvl_set *flat = d->flat + 2 * pred->slot;
        size_t at = 2 * (size_t)pred->slot * TVL_MAX;
        if (pred->arity == 2 ? !line_valid(d, d->row + at, d->col + at) : (flat[0] & flat[1]) != 0) return false;
        if (pred->arity == 1 && ((flat[0] | flat[1]) & ~d->all)) return false;
        if (pred->arity == 0 && (flat[0] + 1 > 1 || flat[1] + 1 > 1)) return false;
    }
    return true;
}
