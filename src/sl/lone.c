// SPDX-License-Identifier: MIT
// Nodes that are alone: what others that come from the same place were seen to make lists of, by which links.
#include <assert.h>

#include "sl/lattice.h"
#include "sl/lift.h"

static bool same_listing(const struct sl_listing *a, const struct sl_listing *b) {
    return a->func == b->func && a->instr == b->instr && a->size == b->size && sl_same_shape(&a->shape, &b->shape);
}

void sl_lists_see(struct sl *s, const struct sl_listing *l) {
    uint32_t i = 0;
    assert(!l->shape.least && sl_n_links(&l->shape));
    while (i < s->lists.n && !same_listing(&s->lists.at[i], l)) i++;
    if (i == s->lists.n && sl_exceeds(&s->reached, SL_LIMIT_LISTS, i + 1)) return;
    if (i == s->lists.n) vec_push(&s->lists, *l);
    s->report.chains |= UINT64_C(1) << i;
}

// Do all links of such a list lead nowhere in this node, and does one place lead to it, to where links would?
static bool is_list_of_one(const struct sl *s, const struct sl_draft *d, const struct sl_counts *all, uint32_t o, const struct sl_shape *links) {
    int64_t at;
    if (all->first[o] != 1) return false;
    for (int end = 0; end < (int)sl_n_links(links); end++) {
        uint32_t link = sl_word_at(d, o, sl_link_at(links, end), s->bits);
        if (!link || !sl_is_null(d, link)) return false;
    }
    for (uint32_t v = 1; v < d->values.n; v++)
        if (d->values.at[v].kind == SL_ADDR && d->values.at[v].object == o && (!sl_offset(d, v, &at) || at != sl_link_to(links, 0))) return false;
    return sl_can_lift(d, o, &(struct sl_mix){*links, 0}, s->bits);
}

const struct sl_shape *sl_list_of_one(const struct sl *s, const struct sl_draft *d, const struct sl_counts *all, uint32_t o, sl_list_set lists) {
    const struct sl_object *x = &d->objects.at[o];
    if (x->storage != SL_HEAP || x->life != SL_VALID || x->shape.kind != SL_PLAIN || x->level || x->count || x->more || x->escaped) return NULL;
    for (uint32_t i = 0; i < s->lists.n; i++) {
        const struct sl_listing *l = &s->lists.at[i];
        if (lists >> i & 1 && l->func == x->func && l->instr == x->instr && l->size == x->size && is_list_of_one(s, d, all, o, &l->shape)) return &l->shape;
    }
    return NULL;
}
