// SPDX-License-Identifier: MIT
// What the roots reach.
#include "sl/state.h"

struct walk {
    const struct sl_draft *draft;
    uint8_t *seen;
    VEC(uint32_t) stack;
};

static void see_object(struct walk *w, uint32_t o) {
    if (!o || w->seen[o]) return;
    w->seen[o] = 1;
    vec_push(&w->stack, o);
}

static void see_value(struct walk *w, uint32_t v) {
    if (v && w->draft->values.at[v].kind == SL_ADDR) see_object(w, w->draft->values.at[v].object);
}

static void see_roots(struct walk *w) {
    const struct sl_draft *d = w->draft;
    for (uint32_t i = 0; i < d->regs.n; i++) see_value(w, d->regs.at[i]);
    for (uint32_t i = 0; i < d->results.n; i++) see_value(w, d->results.at[i]);
    for (uint32_t i = 0; i < d->slots.n; i++) see_object(w, d->slots.at[i]);
    for (uint32_t i = 0; i < d->blocks.n; i++) see_object(w, d->blocks.at[i].object);
    for (uint32_t i = 1; i < d->objects.n; i++)
        if (d->objects.at[i].storage == SL_GLOBAL) see_object(w, i);
}

// What a freed or dead object held is gone with it.
void sl_reach(const struct sl_draft *d, uint8_t *seen) {
    struct walk w = {d, seen, {0}};
    see_roots(&w);
    while (w.stack.n) {
        uint32_t o = vec_pop(&w.stack);
        if (d->objects.at[o].life != SL_VALID) continue;
        for (uint32_t i = sl_first_field(d, o); i < d->fields.n && d->fields.at[i].object == o; i++) see_value(&w, d->fields.at[i].value);
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
