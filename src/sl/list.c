// SPDX-License-Identifier: MIT
// Lists, singly and doubly linked: where two neighbours may be nodes of one.
#include <assert.h>

#include "sl/module.h"
#include "sl/nodes.h"
#include "sl/uses.h"

static bool fits_shape(const struct sl_fold *f, uint32_t node, const struct sl_shape *s) {
    const struct sl_object *o = &f->d->objects.at[node];
    if (!sl_is_segment(o)) return true;
    return sl_same_shape(&o->shape, s) || (s->kind == SL_SINGLY && sl_may_be(f->d, node, s, f->sl->bits));
}

// Pairs next to what is none of them.
static bool give_up_pairs(struct sl_fold *f, const struct sl_chain *c) {
    for (int side = 0; side < 2; side++) {
        uint32_t s = side ? c->b : c->a;
        const struct sl_shape *x = &f->d->objects.at[s].shape;
        if (!sl_are_pairs(x) || !sl_same_links(x, &c->shape) || !sl_fold_is_long(f, c)) continue;
        if (sl_give_up_pairs(f->sl, f->precision, f->d, s)) return true;
    }
    return false;
}

bool sl_list_try(struct sl_fold *f, struct sl_chain *c, bool may_lose) {
    if (may_lose && give_up_pairs(f, c)) return true;
    const struct sl_object *a = &f->d->objects.at[c->a], *b = &f->d->objects.at[c->b];
    if (a->level != b->level || a->size != b->size || a->more != b->more || a->rest != b->rest || !fits_shape(f, c->a, &c->shape) ||
        !fits_shape(f, c->b, &c->shape))
        return false;
    for (int end = 0; end < (int)sl_n_links(&c->shape); end++)
        if (!(c->beyond[end] = sl_fold_link(f, end ? c->a : c->end[1], sl_link_at(&c->shape, end)))) return false;
    return sl_fold_merge(f, c, may_lose);
}

bool sl_list_try_doubly(struct sl_fold *f, const struct sl_chain *singly, bool may_lose) {
    for (uint32_t i = sl_first_field(f->d, singly->b); sl_has(f->d, i, singly->b); i++) {
        const struct sl_field *x = &f->d->fields.at[i];
        int32_t tail;
        if (x->offset <= (uint64_t)singly->shape.list.next || sl_fold_leads_to(f, x, SL_LAST, &tail) != singly->end[0]) continue;
        struct sl_chain c = *singly;
        c.shape.kind = sl_are_pairs(&c.shape) ? SL_DOUBLY_PAIRS : SL_DOUBLY;
        c.shape.list.back = (int32_t)x->offset;
        c.shape.list.tail = tail;
        if (!sl_is_branch(f, c.a, c.shape.list.next, c.shape.list.back) && sl_list_try(f, &c, may_lose)) return true;
    }
    return false;
}

static bool find(struct sl_fold *f, uint32_t a, enum sl_way way) {
    bool may_lose = way == SL_ANYHOW;
    assert(a && a < f->d->objects.n);
    if (way == SL_PAIRWISE || way == SL_MIXING) return false;
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++) {
        const struct sl_field *x = &f->d->fields.at[i];
        int32_t head;
        uint32_t b = sl_fold_leads_to(f, x, SL_FIRST, &head);
        if (!b || b == a) continue;
        struct sl_chain c = {.a = a, .b = b, .end = {a, b}, .shape = {.kind = SL_SINGLY, .list.next = (int32_t)x->offset, .list.head = head}};
        if (sl_list_try_doubly(f, &c, may_lose)) return true;
        if (sl_is_branch(f, a, c.shape.list.next, -1) || sl_is_lower(f, &c) || sl_is_landing(f, &c) || sl_is_handle(f, &c)) continue;
        if (sl_list_try(f, &c, may_lose)) return true;
    }
    return false;
}

// ---- opening ---------------------------------------------------------------------------------------------------------------------------

// Links what was opened, from a node to an `end` (the same, or the second of a pair), with the rest of the segment behind or (`last`) before it.
static void link(struct sl_draft *d, uint32_t node, uint32_t end, const struct sl_opening *how) {
    uint32_t segment = how->segment;
    unsigned bits = how->bits;
    bool last = how->last;
    int32_t by = how->shift;
    assert(sl_is_list(&d->objects.at[segment]) && node != segment && end != segment);
    struct sl_shape s = d->objects.at[segment].shape;
    uint64_t n = bits / 8, next = sl_link_at(&s, 0), on = (uint64_t)by;
    sl_put(d, end, next + on, n, last ? sl_word_at(d, segment, next, bits) : sl_address_in(d, segment, SL_FIRST, bits, s.list.head));
    if (last) sl_put(d, segment, next, n, sl_address_in(d, node, SL_FIRST, bits, s.list.head + by));
    if (sl_n_links(&s) < 2) return;
    uint64_t back = sl_link_at(&s, 1);
    sl_put(d, node, back + on, n, last ? sl_address_in(d, segment, SL_LAST, bits, s.list.tail) : sl_word_at(d, segment, back, bits));
    if (!last) sl_put(d, segment, back, n, sl_address_in(d, end, SL_FIRST, bits, s.list.tail + by));
}

// What holds what the link of the node that was opened does.
static void put_after(struct sl_draft *d, uint32_t node, const struct sl_opening *how) {
    const struct sl_shape s = d->objects.at[how->segment].shape;
    for (uint32_t v = 1, n = d->values.n; v < n; v++) {
        struct sl_value x = d->values.at[v];
        if (x.kind != SL_ADDR || x.object != node || x.end != SL_AFTER) continue;
        assert(!sl_are_pairs(&s) && !sl_are_mixed(&s));
        sl_replace(d, v, sl_moved(d, sl_word_at(d, node, sl_link_at(&s, 0), how->bits), x.range, s.list.head, how->bits));
        d->values.at[v].end = SL_FIRST;  // which nothing holds any more
    }
}

void sl_list_open(struct sl_draft *d, uint32_t node, const struct sl_opening *how) {
    uint32_t segment = how->segment;
    unsigned bits = how->bits;
    bool last = how->last;
    struct sl_shape *s = &d->objects.at[segment].shape;
    uint32_t end = sl_are_pairs(s) ? d->values.at[sl_word_at(d, node, sl_link_at(s, 0), bits)].object : node;
    sl_move_addresses(d, segment, last ? SL_LAST : SL_FIRST, last ? end : node);
    link(d, node, end, how);
    put_after(d, node, how);
    s->least -= s->least > 0;
    sl_take_node(d, segment);
}

const struct sl_module sl_list = {.find = find, .open = sl_list_open};
