// SPDX-License-Identifier: MIT
// The nodes of a pair, and whether they are alike.
#include <assert.h>

#include "sl/walk.h"

static const struct sl_place_in outside = {0};

uint32_t sl_second_of(const struct sl_draft *d, uint32_t pairs) {
    assert(d->objects.at[pairs].pairing == SL_PAIRS);
    assert(pairs < d->objects.n);
    uint32_t i = sl_first_field(d, pairs);
    while (d->fields.at[i].offset != SL_SECOND_AT) i++;
    assert(sl_has(d, i, pairs));
    return d->values.at[d->fields.at[i].value].object;
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
    if (!keep) {
        t->d->values.n = t->values;
        t->d->objects.n = t->objects;
        t->d->fields.n = sl_first_field(t->d, t->objects);
    }
    t->d->lost = t->lost;
    sl_walk_end(&t->walk);
}

bool sl_are_alike(struct sl *s, struct sl_draft *d, uint32_t x, uint32_t y, const struct sl_object *links) {
    const struct sl_object *o = &d->objects.at[x], *p = &d->objects.at[y];
    struct trial t;
    if (o->size != p->size || o->more != p->more || o->rest != p->rest) return false;
    struct sl_object shape = *o;
    shape.pairing = SL_ALONE;
    shape.level = 0;
    shape.segment = links->segment;
    shape.next = links->next;
    shape.back = links->back;
    bool good = try_nodes(&t, s, d, x, y, shape) && t.walk.loses < SL_MIXES;
    end(&t, false);
    return good;
}

// ---- giving up pairs -----------------------------------------------------------------------------------------------------------------

// Does the second node lead back to the first, as nodes of a doubly linked segment do?
static bool leads_back(const struct sl_draft *d, uint32_t segment, uint32_t second, unsigned bits) {
    const struct sl_object *o = &d->objects.at[segment];
    if (o->segment != SL_DOUBLY) return true;
    uint32_t i = sl_field_at(d, second, (uint64_t)o->back, bits / 8);
    int64_t at;
    if (i == UINT32_MAX || !sl_offset(d, d->fields.at[i].value, &at)) return false;
    const struct sl_value *v = &d->values.at[d->fields.at[i].value];
    return at == o->tail && v->object == segment && v->end == SL_EACH;
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
    for (int end = 0; end < (o.segment == SL_DOUBLY ? 2 : 1); end++) {
        uint64_t at = (uint64_t)(end ? o.back : o.next);
        sl_put(d, t->out, at, bits / 8, d->fields.at[sl_field_at(d, segment, at, bits / 8)].value);
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
    o.pairing = SL_ALONE;
    o.least = o.least ? 2 : 0;
    bool good = try_nodes(&t, s, d, segment, second, o) && share_nothing(&t.walk);
    if (good) take_place(&t, segment, s->bits);
    end(&t, good);
    return good;
}
