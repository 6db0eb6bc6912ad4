// SPDX-License-Identifier: MIT
// What the roots reach, and what is pointed to.
#include "sl/table.h"
#include "sl/uses.h"

struct walk {
    const struct sl_draft *draft;
    uint8_t *seen;
    VEC(uint32_t) stack;
};
enum { SEEN = 1, FROM_BACK = 2 };  // a segment that may be empty: by its last node

static void see_object(struct walk *w, uint32_t o, bool back) {
    const struct sl_object *x = &w->draft->objects.at[o];
    bool empty = !sl_least(x);
    uint8_t mark = !empty ? SEEN | FROM_BACK : back ? FROM_BACK : SEEN;
    if (!o || (w->seen[o] & mark) == mark) return;
    w->seen[o] |= mark;
    vec_push(&w->stack, o);
    if (x->storage == SL_PLACES) see_object(w, sl_array_of(w->draft, o), false);
}

static void see_value(struct walk *w, uint32_t v) {
    const struct sl_value *x = &w->draft->values.at[v];
    if (v && x->kind == SL_ADDR) see_object(w, x->object, x->end == SL_LAST);
}

// What the callers of an open program provided they can still reach; of a segment that may be empty there may be nothing.
static bool is_known_outside(const struct sl_object *o) {
    return o->foreign && !o->level && sl_least(o);
}

static void see_roots(struct walk *w) {
    const struct sl_draft *d = w->draft;
    SL_EACH_USE(u, d, SL_ROOTS) see_value(w, sl_used(&u));
    SL_EACH_USE(u, d, SL_PLACED) see_object(w, sl_used(&u), false);
    for (uint32_t i = 1; i < d->objects.n; i++)
        if (d->objects.at[i].storage == SL_GLOBAL || is_known_outside(&d->objects.at[i])) see_object(w, i, false);
}

static bool leads_to(const struct sl_draft *d, uint32_t o, uint32_t to) {
    SL_EACH_USE_OF(u, d, o, SL_FIELDS)
        if (d->values.at[sl_used(&u)].kind == SL_ADDR && d->values.at[sl_used(&u)].object == to) return true;
    return false;
}

// Whichever of its kinds the nodes of a mixed segment are: what all of them lead to.
static void see_variants(struct walk *w, uint32_t o) {
    const struct sl_draft *d = w->draft;
    uint32_t first = d->values.at[sl_linked(d, o, SL_VARIANTS, 0)].object;
    SL_EACH_USE_OF(u, d, first, SL_FIELDS) {
        const struct sl_value *v = &d->values.at[sl_used(&u)];
        bool all = v->kind == SL_ADDR && v->level <= d->objects.at[o].level;
        for (uint32_t i = 1, x; all && (x = sl_linked(d, o, SL_VARIANTS, i)); i++) all = leads_to(d, d->values.at[x].object, v->object);
        if (all) see_object(w, v->object, false);
    }
}

// What surely leads on: of a segment that may be empty only what lies beyond, seen from the other end.
static void see_contents(struct walk *w, uint32_t o) {
    const struct sl_draft *d = w->draft;
    const struct sl_object *x = &d->objects.at[o];
    static const uint8_t from[] = {SEEN, FROM_BACK};
    if (sl_least(x) && !sl_are_mixed(&x->shape)) {
        SL_EACH_USE_OF(u, d, o, SL_FIELDS) see_value(w, sl_used(&u));
        return;
    }
    for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++) {
        int end = sl_link_end(x, d->fields.at[i].offset);
        if (end >= 0 && w->seen[o] & from[end]) see_value(w, d->fields.at[i].value);
    }
    if (w->seen[o] & SEEN) see_value(w, sl_linked(d, o, SL_HOLE, 0));
    if (sl_least(x)) see_variants(w, o);
}

// What a freed or dead object held is gone with it.
void sl_reach(const struct sl_draft *d, uint8_t *seen) {
    struct walk w = {d, seen, {0}};
    size_t room = 2 * d->objects.n * sizeof *w.stack.at;  // an object waits at most twice, by its first node and by its last
    vec_lend(&w.stack, pool_take(d->pool, room), 2 * d->objects.n);
    char *block = (char *)w.stack.at;
    see_roots(&w);
    while (w.stack.n) {
        uint32_t o = vec_pop(&w.stack);
        if (d->objects.at[o].life == SL_VALID) see_contents(&w, o);
    }
    vec_free(&w.stack);
    pool_give(d->pool, block, room);
}

uint32_t sl_find_lost(const struct sl_draft *d) {
    uint8_t *seen = pool_take_zeroed(d->pool, d->objects.n, 1);
    uint32_t lost = 0;
    sl_reach(d, seen);
    for (uint32_t i = 1; i < d->objects.n && !lost; i++) {
        const struct sl_object *o = &d->objects.at[i];
        bool block = o->storage == SL_HEAP && !o->foreign, run = o->shape.kind == SL_RUN && sl_owns_blocks(d, i);
        if (!seen[i] && (block || run) && o->life == SL_VALID && o->level == 0) lost = i;
    }
    pool_give(d->pool, seen, d->objects.n);
    return lost;
}

// ---- nesting -----------------------------------------------------------------------------------------------------------------------

struct nesting {
    const struct sl_draft *draft;
    uint32_t *owner;  // by object: the segment to whose nodes it belongs; 0: none, or not met yet
    VEC(uint32_t) stack;
};

// The segment of that level whose nodes those of segment s belong to or are; 0: none.
static uint32_t owner_at(const struct nesting *w, uint32_t s, unsigned level) {
    assert(s < w->draft->objects.n);
    while (s && w->draft->objects.at[s].level > level) s = w->owner[s];
    return s && w->draft->objects.at[s].level == level ? s : 0;
}

// Something in the nodes of segment `inside` (0: in none) holds v.
static bool may_hold(struct nesting *w, uint32_t inside, const struct sl_value *v) {
    uint8_t level = w->draft->objects.at[v->object].level;
    if (sl_is_inner(v) && owner_at(w, inside, level) != v->object) return false;
    if (!level) return true;
    uint32_t owner = owner_at(w, inside, level - 1u);
    if (!w->owner[v->object] && owner) vec_push(&w->stack, v->object);
    if (!w->owner[v->object]) w->owner[v->object] = owner;
    return owner && w->owner[v->object] == owner;
}

static bool is_nested(struct nesting *w, uint32_t o) {
    const struct sl_draft *d = w->draft;
    const struct sl_object *x = &d->objects.at[o];
    if (x->life != SL_VALID) return true;
    SL_EACH_USE_OF(u, d, o, SL_FIELDS) {
        const struct sl_value *v = &d->values.at[sl_used(&u)];
        uint32_t inside = sl_is_segment(x) && !sl_use_leads_out(&u) ? o : w->owner[o];
        if (v->kind == SL_ADDR && !may_hold(w, inside, v)) return false;
    }
    return true;
}

bool sl_is_nested(const struct sl_draft *d, uint32_t *owner) {
    uint32_t n = d->objects.n;
    struct nesting w = {d, pool_take_zeroed(d->pool, n, 2 * sizeof *w.owner), {0}};
    bool good = true;
    vec_lend(&w.stack, w.owner + n, n);
    for (uint32_t o = 1; o < d->objects.n; o++)
        if (!d->objects.at[o].level) vec_push(&w.stack, o);
    while (w.stack.n && good) good = is_nested(&w, vec_pop(&w.stack));
    if (owner) memcpy(owner, w.owner, n * sizeof *owner);
    vec_free(&w.stack);
    pool_give(d->pool, w.owner, n * 2 * sizeof *w.owner);
    return good;
}

// ---- counting ----------------------------------------------------------------------------------------------------------------------

struct sl_counts sl_counts_new(const struct sl_draft *d, uint32_t n) {
    assert(n);
    uint32_t *both = pool_take_zeroed(d->pool, n, 2 * sizeof *both);
    return (struct sl_counts){both, both + n, n, d->pool};
}

void sl_counts_free(struct sl_counts *c) {
    pool_give(c->pool, c->first, c->n * 2 * sizeof *c->first);
    *c = (struct sl_counts){0};
}

void sl_count(struct sl_counts *c, const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    if (!v || x->kind != SL_ADDR || sl_is_inner(x) || x->object >= c->n) return;
    if (x->end == SL_LAST)
        c->last[x->object]++;
    else
        c->first[x->object]++;
}

void sl_count_all(struct sl_counts *c, const struct sl_draft *d) {
    assert(c->n && c->n <= d->objects.n);
    SL_EACH_USE(u, d, SL_ROOTS) sl_count(c, d, sl_used(&u));
    SL_EACH_USE(u, d, SL_FIELDS)
        if (sl_use_counts(&u)) sl_count(c, d, sl_used(&u));
}

void sl_recount(struct sl_counts *c, const struct sl_draft *d) {
    sl_counts_free(c);
    *c = sl_counts_new(d, d->objects.n);
    sl_count_all(c, d);
}
