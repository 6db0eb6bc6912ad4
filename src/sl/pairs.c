// SPDX-License-Identifier: MIT
// The nodes of a pair, and whether they are alike.
#include <assert.h>

#include "sl/walk.h"

static const struct sl_place_in outside = {0};

uint32_t sl_second_of(const struct sl_draft *d, uint32_t pairs) {
    assert(sl_are_pairs(&d->objects.at[pairs].shape));
    assert(pairs < d->objects.n);
    return d->values.at[sl_linked(d, pairs, SL_SECONDS, 0)].object;
}

// Two nodes of one state walked into a new segment of single nodes, and what to go back to if that is not wanted.
struct trial {
    struct sl_walk walk;
    struct sl_draft *d;
    uint32_t values, objects, out;
    bool lost;
};

static bool try_nodes(struct trial *t, struct sl *s, struct sl_draft *d, uint32_t x, uint32_t y, struct sl_object shape) {
    *t = (struct trial){.d = d, .values = d->values.n, .objects = d->objects.n, .lost = d->lost};
    sl_walk_begin(&t->walk, s, d, d, d);
    t->out = sl_add_object(d, shape);
    sl_walk_pair(&t->walk, x, y, t->out);
    return sl_walk_fields(&t->walk, x, y, t->out, &outside, false) && sl_walk_settle(&t->walk);
}

static void end(struct trial *t, bool keep) {
    if (!keep) sl_draft_shrink(t->d, t->values, t->objects);
    t->d->lost = t->lost;
    sl_walk_end(&t->walk);
}

bool sl_are_alike(struct sl *s, struct sl_draft *d, uint32_t x, uint32_t y, const struct sl_shape *links) {
    const struct sl_object *o = &d->objects.at[x], *p = &d->objects.at[y];
    struct trial t;
    if (o->size != p->size || o->more != p->more || o->rest != p->rest) return false;
    struct sl_object shape = *o;
    shape.level = 0;
    shape.shape = sl_single_nodes(links);
    bool good = try_nodes(&t, s, d, x, y, shape) && t.walk.loses < SL_MIXES;
    end(&t, false);
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

static void take_place(struct trial *t, uint32_t segment, unsigned bits) {
    struct sl_draft *d = t->d;
    struct sl_object o = d->objects.at[segment];
    for (int end = 0; end < (int)sl_n_links(&o.shape); end++) {
        uint64_t at = sl_link_at(&o.shape, end);
        sl_put(d, t->out, at, bits / 8, sl_word_at(d, segment, at, bits));
    }
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind == SL_ADDR && x->object == segment && x->end != SL_EACH) x->object = t->out;
    }
    for (uint32_t i = 0; i < t->walk.objects.n; i++)
        for (int k = 0; k < 2; k++)
            if (t->walk.objects.at[i].of[k]) d->objects.at[t->walk.objects.at[i].of[k]].life = SL_DEAD;
}

bool sl_give_up_pairs(struct sl *s, struct sl_draft *d, uint32_t segment) {
    assert(segment < d->objects.n);
    uint32_t second = sl_second_of(d, segment);
    struct sl_object o = d->objects.at[segment];
    const struct sl_object *p = &d->objects.at[second];
    if (o.size != p->size || o.more != p->more || o.rest != p->rest || !leads_back(d, segment, second, s->bits)) return false;
    struct trial t;
    if (p->text < o.text) o.text = p->text;
    if (p->wide < o.wide) o.wide = p->wide;
    o.escaped |= p->escaped;
    sl_own(&o, &d->objects.at[segment], p);
    uint8_t least = o.shape.least ? 2 : 0;
    o.shape = sl_single_nodes(&o.shape);
    o.shape.least = least;
    bool good = try_nodes(&t, s, d, segment, second, o) && share_nothing(&t.walk);
    if (good) take_place(&t, segment, s->bits);
    end(&t, good);
    return good;
}
