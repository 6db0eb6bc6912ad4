// SPDX-License-Identifier: MIT
// Values that are the address of one of some functions: what nodes with different functions have in common.
#include <assert.h>

#include "sl/context.h"

const sl_func_set *sl_funcs(struct sl *s, const struct sl_draft *d, uint32_t v, sl_func_set *one) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    int64_t offset;
    if (x->kind == SL_FUNCS) return &s->func_sets.at[x->range.lo];
    if (x->kind != SL_ADDR || d->objects.at[x->object].storage != SL_CODE || !sl_offset(d, v, &offset) || offset) return NULL;
    vec_clear(one);
    vec_push(one, d->objects.at[x->object].tag);
    return one;
}

static bool same(const sl_func_set *a, const sl_func_set *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

uint32_t sl_func_union(struct sl *s, const sl_func_set *a, const sl_func_set *b) {
    sl_func_set both = {0};
    for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
        uint32_t x = i < a->n ? a->at[i] : UINT32_MAX, y = k < b->n ? b->at[k] : UINT32_MAX;
        vec_push(&both, x < y ? x : y);
        i += x <= y;
        k += y <= x;
    }
    for (uint32_t i = 0; i < s->func_sets.n; i++)
        if (same(&s->func_sets.at[i], &both)) {
            vec_free(&both);
            return i;
        }
    vec_push(&s->func_sets, both);
    return s->func_sets.n - 1;
}

void sl_func_sets_free(struct sl *s) {
    for (uint32_t i = 0; i < s->func_sets.n; i++) vec_free(&s->func_sets.at[i]);
    vec_free(&s->func_sets);
}
