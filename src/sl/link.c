// SPDX-License-Identifier: MIT
// What objects hold besides bytes, by role; and the rows of shapes, which say who holds what.
#include <assert.h>

#include "sl/state.h"

const struct sl_shape_row sl_shapes[] = {
#define SL_SHAPE(kind, module, links, least, rank, role, view, text) {links, least, rank, SL_##role, text},
#include "sl/shape.def"
};

uint32_t sl_first_link(const struct sl_draft *d, uint32_t object) {
    uint32_t i = 0;
    while (i < d->links.n && d->links.at[i].object < object) i++;
    return i;
}

bool sl_has_links(const struct sl_draft *d, uint32_t object) {
    return sl_has_link(d, sl_first_link(d, object), object);
}

int sl_by_link(const void *a, const void *b) {
    const struct sl_link *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return x->role != y->role ? x->role - y->role : x->index - y->index;
}

// Where it is, or would be.
static uint32_t find_link(const struct sl_draft *d, struct sl_link l, bool *found) {
    uint32_t i = 0;
    while (i < d->links.n && sl_by_link(&d->links.at[i], &l) < 0) i++;
    *found = i < d->links.n && !sl_by_link(&d->links.at[i], &l);
    return i;
}

uint32_t sl_linked(const struct sl_draft *d, uint32_t object, enum sl_role role, uint32_t index) {
    bool found;
    uint32_t i = find_link(d, (struct sl_link){object, 0, (uint16_t)role, (uint16_t)index}, &found);
    return found ? d->links.at[i].value : 0;
}

void sl_set_link(struct sl_draft *d, uint32_t object, enum sl_role role, uint32_t index, uint32_t value) {
    assert(object && object < d->objects.n && value < d->values.n);
    struct sl_link l = {object, value, (uint16_t)role, (uint16_t)index};
    bool found;
    uint32_t i = find_link(d, l, &found);
    if (value && !found) {
        (void)vec_add(&d->links);
        memmove(&d->links.at[i + 1], &d->links.at[i], (d->links.n - 1 - i) * sizeof l);
    }
    if (value) d->links.at[i] = l;
    if (!value && found) memmove(&d->links.at[i], &d->links.at[i + 1], (--d->links.n - i) * sizeof l);
}

void sl_drop_links(struct sl_draft *d, uint32_t object) {
    uint32_t first = sl_first_link(d, object), last = sl_first_link(d, object + 1);
    if (first == last) return;
    memmove(&d->links.at[first], &d->links.at[last], (d->links.n - last) * sizeof *d->links.at);
    d->links.n -= last - first;
}
