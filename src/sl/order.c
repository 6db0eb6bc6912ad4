// SPDX-License-Identifier: MIT
#include "sl/order.h"

#include <assert.h>
#include "sl/uses.h"

static uint32_t block_of(const struct sl_draft *d, uint32_t root) {
    assert(root < d->regs.n);
    const struct sl_value *v = &d->values.at[d->regs.at[root]];
    bool heap = d->regs.at[root] && v->kind == SL_ADDR && d->objects.at[v->object].storage == SL_HEAP;
    return heap ? v->object : 0;
}

struct visit {
    const struct sl_draft *draft;
    bool *seen;
    uint32_t *stack, n;
};

static void see(struct visit *v, uint32_t o) {
    assert(o && o < v->draft->objects.n);
    if (v->seen[o]) return;
    v->seen[o] = true;
    v->stack[v->n++] = o;
}

static void see_from(struct visit *v, uint32_t first) {
    const struct sl_draft *d = v->draft;
    memset(v->seen, 0, d->objects.n * sizeof *v->seen);
    see(v, first);
    while (v->n) {
        uint32_t o = v->stack[--v->n];
        if (d->objects.at[o].life != SL_VALID) continue;
        SL_EACH_USE_OF(u, d, o, SL_FIELDS)
            if (d->values.at[sl_used(&u)].kind == SL_ADDR) see(v, d->values.at[sl_used(&u)].object);
    }
}

static void find_leads(const struct sl_draft *d, struct sl_order *o, uint32_t n) {
    struct visit v = {.draft = d};
    v.seen = pool_take(d->pool, d->objects.n * sizeof *v.seen);
    v.stack = pool_take(d->pool, d->objects.n * sizeof *v.stack);
    for (uint32_t k = 0; k < n; k++) {
        if (!(o->roots >> k & 1)) continue;
        see_from(&v, block_of(d, k));
        for (uint32_t j = 0; j < n; j++)
            if (o->roots >> j & 1 && v.seen[block_of(d, j)]) o->leads[k] |= UINT64_C(1) << j;
    }
    pool_give(d->pool, v.seen, d->objects.n * sizeof *v.seen);
    pool_give(d->pool, v.stack, d->objects.n * sizeof *v.stack);
}

void sl_order_of(const struct sl_draft *d, struct sl_order *o) {
    uint32_t n = d->regs.n < SL_ORDER_ROOTS ? d->regs.n : SL_ORDER_ROOTS;
    *o = (struct sl_order){0};
    for (uint32_t k = 0; k < n; k++)
        if (block_of(d, k)) o->roots |= UINT64_C(1) << k;
    if (o->roots & (o->roots - 1)) find_leads(d, o, n);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t j = 0; j < n; j++)
            if (o->leads[k] >> j & 1 && !(o->leads[j] >> k & 1)) o->before[k] |= UINT64_C(1) << j;
}

bool sl_orders_agree(const struct sl_order *a, const struct sl_order *b) {
    uint64_t common = a->roots & b->roots;
    for (uint64_t left = common; left; left &= left - 1) {
        int k = __builtin_ctzll(left);
        if (((a->before[k] & ~b->leads[k]) | (b->before[k] & ~a->leads[k])) & common) return false;
    }
    return true;
}
