// SPDX-License-Identifier: MIT
// What the roots reach, and what is pointed to.
#include "sl/state.h"

struct walk {
    const struct sl_draft *draft;
    uint8_t *seen;
    VEC(uint32_t) stack;
};
enum { SEEN = 1, FROM_BACK = 2 };  // a segment that may be empty: by its last node

static void see_object(struct walk *w, uint32_t o, bool back) {
    const struct sl_object *x = &w->draft->objects.at[o];
    bool empty = x->segment && !x->least;
    uint8_t mark = !empty ? SEEN | FROM_BACK : back ? FROM_BACK : SEEN;
    if (!o || (w->seen[o] & mark) == mark) return;
    w->seen[o] |= mark;
    vec_push(&w->stack, o);
}

static void see_value(struct walk *w, uint32_t v) {
    const struct sl_value *x = &w->draft->values.at[v];
    if (v && x->kind == SL_ADDR) see_object(w, x->object, x->end == SL_LAST);
}

static void see_roots(struct walk *w) {
    const struct sl_draft *d = w->draft;
    for (uint32_t i = 0; i < d->regs.n; i++) see_value(w, d->regs.at[i]);
    for (uint32_t i = 0; i < d->results.n; i++) see_value(w, d->results.at[i]);
    for (uint32_t i = 0; i < d->slots.n; i++) see_object(w, d->slots.at[i], false);
    for (uint32_t i = 0; i < d->blocks.n; i++) see_object(w, d->blocks.at[i].object, false);
    for (uint32_t i = 1; i < d->objects.n; i++)
        if (d->objects.at[i].storage == SL_GLOBAL) see_object(w, i, false);
}

// Does the field lead on?  What each node has for itself is there if and only if the node is.
static bool leads_on(const struct walk *w, uint32_t o, const struct sl_field *f) {
    const struct sl_object *x = &w->draft->objects.at[o];
    if (!x->segment || x->least || w->draft->values.at[f->value].level > x->level) return true;
    if (x->segment == SL_OPTION) return false;
    if (f->offset == (uint64_t)x->next) return w->seen[o] & SEEN;
    return x->segment == SL_DOUBLY && f->offset == (uint64_t)x->back && w->seen[o] & FROM_BACK;
}

// What a freed or dead object held is gone with it.
void sl_reach(const struct sl_draft *d, uint8_t *seen) {
    struct walk w = {d, seen, {0}};
    see_roots(&w);
    while (w.stack.n) {
        uint32_t o = vec_pop(&w.stack);
        if (d->objects.at[o].life != SL_VALID) continue;
        for (uint32_t i = sl_first_field(d, o); sl_has(d, i, o); i++)
            if (leads_on(&w, o, &d->fields.at[i])) see_value(&w, d->fields.at[i].value);
    }
    vec_free(&w.stack);
}

uint32_t sl_find_lost(const struct sl_draft *d) {
    uint8_t *seen = calloc(d->objects.n, 1);
    uint32_t lost = 0;
    if (!seen) base_out_of_memory();
    sl_reach(d, seen);
    for (uint32_t i = 1; i < d->objects.n && !lost; i++) {
        const struct sl_object *o = &d->objects.at[i];
        if (!seen[i] && o->storage == SL_HEAP && o->life == SL_VALID && o->level == 0) lost = i;
    }
    free(seen);
    return lost;
}

// ---- counting ----------------------------------------------------------------------------------------------------------------------

struct sl_counts sl_counts_new(uint32_t n) {
    struct sl_counts c = {calloc(n, sizeof *c.first), calloc(n, sizeof *c.last), n};
    if (!c.first || !c.last) base_out_of_memory();
    return c;
}

void sl_counts_free(struct sl_counts *c) {
    free(c->first);
    free(c->last);
    *c = (struct sl_counts){0};
}

void sl_count(struct sl_counts *c, const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    if (!v || x->kind != SL_ADDR || x->end == SL_EACH || x->object >= c->n) return;
    if (x->end == SL_LAST)
        c->last[x->object]++;
    else
        c->first[x->object]++;
}

void sl_count_all(struct sl_counts *c, const struct sl_draft *d) {
    for (uint32_t i = 0; i < d->regs.n; i++) sl_count(c, d, d->regs.at[i]);
    for (uint32_t i = 0; i < d->results.n; i++) sl_count(c, d, d->results.at[i]);
    for (uint32_t i = 0; i < d->fields.n; i++)
        if (d->objects.at[d->fields.at[i].object].life == SL_VALID) sl_count(c, d, d->fields.at[i].value);
}
