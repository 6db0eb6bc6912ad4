// SPDX-License-Identifier: MIT
// Where the links of shapes are.
#include <assert.h>

#include "sl/state.h"

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
