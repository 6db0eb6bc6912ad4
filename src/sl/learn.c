// SPDX-License-Identifier: MIT
// What a number says of those that it was made from.
#include <assert.h>

#include "sl/relate.h"

bool sl_source_of(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range *out) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v], *s = &d->values.at[x->source];
    if (s->kind != SL_INT || x->times > 1 || s->range.bits > r.bits) return false;
    if (s->range.bits == r.bits)
        *out = num_range_binary(NUM_SUB, r, num_range_const(r.bits, x->delta));
    else
        *out = num_range_trunc(r, s->range.bits);
    return true;
}

bool sl_learnt(struct sl_draft *d, uint32_t v) {
    assert(v < d->values.n);
    struct num_range r;
    for (; d->values.at[v].source && (sl_source_of(d, v, d->values.at[v].range, &r) || sl_source_range(d, v, &r)); v = d->values.at[v].source) {
        struct num_range *range = &d->values.at[d->values.at[v].source].range;
        *range = num_range_meet(*range, r);
        if (num_range_is_empty(*range)) return false;
    }
    return true;
}
