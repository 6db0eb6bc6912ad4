// SPDX-License-Identifier: MIT
// What shapes have in common (shape.def).
#include <assert.h>

#include "sl/state.h"

const struct sl_shape_row sl_shapes[] = {
#define SL_SHAPE(kind, links, least, role, view, text) {links, least, SL_##role, text},
#include "sl/shape.def"
};

struct sl_shape sl_single_nodes(const struct sl_shape *s) {
    struct sl_shape alone = *s;
    if (sl_are_pairs(s)) alone.kind = sl_n_links(s) == 2 ? SL_DOUBLY : SL_SINGLY;
    return alone;
}

bool sl_same_links(const struct sl_shape *x, const struct sl_shape *y) {
    return sl_n_links(x) == sl_n_links(y) && (x->kind == SL_TREE) == (y->kind == SL_TREE) && !memcmp(x->words, y->words, sizeof x->words);
}

uint64_t sl_link_at(const struct sl_shape *s, int end) {
    assert((uint32_t)end < sl_n_links(s) && s->kind != SL_TREE);
    return (uint64_t)(end ? s->list.back : s->list.next);
}

int32_t sl_link_to(const struct sl_shape *s, int end) {
    if (s->kind == SL_TREE) return s->tree.head;
    return (uint32_t)end >= sl_n_links(s) ? 0 : end ? s->list.tail : s->list.head;
}

int sl_link_end(const struct sl_object *o, uint64_t offset) {
    for (int end = 0; sl_is_list(o) && end < (int)sl_n_links(&o->shape); end++)
        if (offset == sl_link_at(&o->shape, end)) return end;
    return -1;
}

uint32_t sl_beyond(const struct sl_draft *d, uint32_t object, int end, unsigned pointer_bits) {
    const struct sl_shape *s = &d->objects.at[object].shape;
    return s->kind == SL_TREE ? sl_linked(d, object, SL_HOLE, 0) : sl_word_at(d, object, sl_link_at(s, end), pointer_bits);
}

void sl_set_beyond(struct sl_draft *d, uint32_t object, int end, unsigned pointer_bits, uint32_t value) {
    const struct sl_shape *s = &d->objects.at[object].shape;
    if (s->kind == SL_TREE)
        sl_set_link(d, object, SL_HOLE, 0, value);
    else
        sl_put(d, object, sl_link_at(s, end), pointer_bits / 8, value);
}

// ---- what is in no bytes -------------------------------------------------------------------------------------------------------------

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
