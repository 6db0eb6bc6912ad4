// SPDX-License-Identifier: MIT
// The nodes of a pair, and whether they are alike.
#include <assert.h>

#include "sl/module.h"

static const struct sl_place_in outside = {0};

uint32_t sl_second_of(const struct sl_draft *d, uint32_t pairs) {
    assert(sl_are_pairs(&d->objects.at[pairs].shape));
    assert(pairs < d->objects.n);
    return d->values.at[sl_linked(d, pairs, SL_SECONDS, 0)].object;
}

bool sl_are_alike(struct sl *s, const struct sl_precision *p, struct sl_draft *d, uint32_t x, uint32_t y, const struct sl_shape *links) {
    const struct sl_object *o = &d->objects.at[x], *q = &d->objects.at[y];
    struct sl_trial t;
    if (x == y) return true;  // in a ring of two
    if (o->size != q->size || o->more != q->more || o->rest != q->rest) return false;
    struct sl_object shape = *o;
    shape.level = 0;
    shape.shape = sl_single_nodes(links);
    sl_trial_begin(&t, s, p, d, shape);
    bool good = sl_trial_walk(&t, x, y, &outside) && t.walk.loses < SL_MIXES;
    sl_trial_end(&t, false);
    return good;
}

// ---- giving up pairs -----------------------------------------------------------------------------------------------------------------

// Does the second node lead back to the first, as nodes of a doubly linked segment do?
static bool leads_back(const struct sl_draft *d, uint32_t segment, uint32_t second, unsigned bits) {
    const struct sl_shape *s = &d->objects.at[segment].shape;
    if (s->kind != SL_DOUBLY_PAIRS) return true;
    uint32_t v = sl_word_at(d, second, sl_link_at(s, 1), bits);
    int64_t at;
    return sl_offset(d, v, &at) && at == s->list.tail && d->values.at[v].object == segment && d->values.at[v].end == SL_EACH;
}

// Does the first node have nothing that is the second's?
static bool share_nothing(const struct sl_walk *w) {
    for (uint32_t i = 0; i < w->objects.n; i++)
        for (uint32_t k = 0; k < w->objects.n; k++)
            if (w->objects.at[i].of[0] && w->objects.at[i].of[0] == w->objects.at[k].of[1]) return false;
    return true;
}

static void take_place(struct sl_draft *d, uint32_t out, uint32_t segment, unsigned bits) {
    for (int end = 0; end < (int)sl_n_links(&d->objects.at[out].shape); end++)
        sl_set_beyond(d, out, end, bits, sl_beyond(d, segment, end, bits));
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind == SL_ADDR && x->object == segment && x->end != SL_EACH) x->object = out;
    }
}

bool sl_give_up_pairs(struct sl *s, const struct sl_precision *p, struct sl_draft *d, uint32_t segment) {
    assert(segment < d->objects.n);
    uint32_t second = sl_second_of(d, segment);
    struct sl_object o = d->objects.at[segment];
    const struct sl_object *q = &d->objects.at[second];
    if (o.size != q->size || o.more != q->more || o.rest != q->rest || !leads_back(d, segment, second, s->bits)) return false;
    struct sl_trial t;
    if (q->text < o.text) o.text = q->text;
    if (q->wide < o.wide) o.wide = q->wide;
    o.escaped |= q->escaped;
    sl_own(&o, &d->objects.at[segment], q);
    uint8_t least = o.shape.least ? 2 : 0;
    o.shape = sl_single_nodes(&o.shape);
    o.shape.least = least;
    sl_trial_begin(&t, s, p, d, o);
    bool good = sl_trial_walk(&t, segment, second, &outside) && share_nothing(&t.walk);
    if (good) take_place(d, t.out, segment, s->bits);
    sl_trial_end(&t, good);
    return good;
}

// ---- looking for pairs -----------------------------------------------------------------------------------------------------------------

// The second node of the pair that a plain node begins, or the segment of pairs itself; 0: neither.
static uint32_t end_of_pair(const struct sl_fold *f, uint32_t first, const struct sl_shape *s) {
    const struct sl_object *o = &f->d->objects.at[first];
    if (sl_is_segment(o)) {
        bool alike = sl_are_pairs(&o->shape) && o->shape.list.next == s->list.next && o->shape.list.head == s->list.head;
        return alike ? first : 0;
    }
    uint32_t second = sl_fold_after(f, first, s);
    return second && !sl_is_segment(&f->d->objects.at[second]) ? second : 0;
}

static bool try_pairs_at(struct sl_fold *f, struct sl_chain c) {
    c.end[0] = end_of_pair(f, c.a, &c.shape);
    c.b = c.end[0] ? sl_fold_after(f, c.end[0], &c.shape) : 0;
    c.end[1] = c.b ? end_of_pair(f, c.b, &c.shape) : 0;
    bool distinct = c.a != c.b && c.end[0] != c.b && c.a != c.end[1] && c.end[0] != c.end[1];
    if (!c.end[1] || !distinct || (c.end[0] != c.a && sl_are_alike(f->sl, f->precision, f->d, c.a, c.end[0], &c.shape))) return false;
    return sl_list_try_doubly(f, &c, false) || sl_list_try(f, &c, false);
}

static bool try_pairs(struct sl_fold *f, uint32_t a) {
    assert(a && a < f->d->objects.n);
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++) {
        const struct sl_field *x = &f->d->fields.at[i];
        int32_t head;
        if (!sl_fold_leads_to(f, x, SL_FIRST, &head) || sl_is_branch(f, a, (int32_t)x->offset, -1)) continue;
        struct sl_chain c = {.a = a, .shape = {.kind = SL_PAIRS, .list.next = (int32_t)x->offset, .list.head = head}};
        if (try_pairs_at(f, c)) return true;
    }
    return false;
}

// Pairs whose nodes have become alike.
static bool split_pairs(struct sl_fold *f, uint32_t a) {
    struct sl_shape s = f->d->objects.at[a].shape;
    return sl_are_pairs(&s) && sl_are_alike(f->sl, f->precision, f->d, a, sl_second_of(f->d, a), &s) &&
           sl_give_up_pairs(f->sl, f->precision, f->d, a);
}

static bool find(struct sl_fold *f, uint32_t a, enum sl_way way) {
    return way == SL_ALIKE ? split_pairs(f, a) : way == SL_PAIRWISE && try_pairs(f, a);
}

// ---- validity --------------------------------------------------------------------------------------------------------------------------

static bool valid(const struct sl_draft *d, uint32_t o, unsigned bits, struct buf *why) {
    uint32_t link = sl_linked(d, o, SL_SECONDS, 0);
    if (d->objects.at[o].life != SL_VALID) return true;
    if (!link) return sl_complain(why, "pairs without second nodes");
    const struct sl_value *v = &d->values.at[link];
    const struct sl_object *s = &d->objects.at[o], *second = &d->objects.at[v->object];
    int64_t at;
    bool leads = v->end == SL_FIRST && sl_offset(d, link, &at) && at == s->shape.list.head;
    bool node = second->shape.kind == SL_SECOND && second->storage == SL_HEAP && second->life == SL_VALID;
    if (!leads || !node || second->level != s->level + 1) return sl_complain(why, "pairs with something else for second nodes");
    int32_t next = s->shape.list.next;
    bool linked = second->shape.second.next == next && !sl_word_at(d, v->object, (uint64_t)next, bits);
    return linked || sl_complain(why, "a second node with a link of its own");
}

static bool valid_second(const struct sl_draft *d, uint32_t o, unsigned bits, struct buf *why) {
    (void)bits;
    return d->objects.at[o].level || sl_complain(why, "a second node of no pair");
}

const struct sl_module sl_pairs = {.find = find, .open = sl_list_open, .valid = valid};
const struct sl_module sl_second = {.valid = valid_second};
