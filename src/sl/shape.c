// SPDX-License-Identifier: MIT
// Where the links of shapes are.
#include <assert.h>

#include "sl/state.h"

struct sl_shape sl_single_nodes(const struct sl_shape *s) {
    struct sl_shape alone = *s;
    if (sl_are_pairs(s)) alone.kind = sl_n_links(s) == 2 ? SL_DOUBLY : SL_SINGLY;
    return alone;
}

// Where a variant may be among the others is no matter of its links.
static bool same_words(struct sl_shape x, struct sl_shape y) {
    if (x.kind == SL_VARIANT) x.variant.never = 0;
    if (y.kind == SL_VARIANT) y.variant.never = 0;
    return !memcmp(x.words, y.words, sizeof x.words);
}

bool sl_same_links(const struct sl_shape *x, const struct sl_shape *y) {
    return sl_n_links(x) == sl_n_links(y) && sl_is_tree(x) == sl_is_tree(y) && same_words(*x, *y);
}

bool sl_same_shape(const struct sl_shape *x, const struct sl_shape *y) {
    return x->kind == y->kind && same_words(*x, *y);
}

bool sl_may_be(const struct sl_draft *d, uint32_t object, const struct sl_shape *s, unsigned pointer_bits) {
    const struct sl_shape *x = &d->objects.at[object].shape;
    if (sl_same_shape(x, s)) return true;
    if (s->kind == SL_TREE)  // a list may be a path in a tree, and what may be there or not a tree of at most one node
        return (x->kind == SL_SINGLY || x->kind == SL_OPTION) && sl_link_to(x, 0) == s->tree.head;
    if (s->kind == SL_PARENTED) {
        bool list = x->kind == SL_DOUBLY && x->list.head == s->tree.head && x->list.back == s->tree.up && x->list.tail == s->tree.tail;
        return list || (x->kind == SL_OPTION && !s->tree.head && sl_word_at(d, object, (uint64_t)s->tree.up, pointer_bits));
    }
    bool option = x->kind == SL_OPTION && (s->kind == SL_SINGLY || s->kind == SL_DOUBLY) && !s->list.head;
    if (!option || (sl_n_links(s) == 2 && !sl_word_at(d, object, sl_link_at(s, 1), pointer_bits))) return false;
    return sl_is_null(d, sl_word_at(d, object, sl_link_at(s, 0), pointer_bits));  // a list of at most one node
}

uint64_t sl_link_at(const struct sl_shape *s, int end) {
    assert((uint32_t)end < sl_n_links(s) && (end || !sl_is_tree(s)));
    if (s->kind == SL_PARENTED) return (uint64_t)s->tree.up;
    return (uint64_t)(end ? s->list.back : s->list.next);
}

int32_t sl_link_to(const struct sl_shape *s, int end) {
    if (sl_is_tree(s)) return end && s->kind == SL_PARENTED ? s->tree.tail : s->tree.head;
    return (uint32_t)end >= sl_n_links(s) ? 0 : end ? s->list.tail : s->list.head;
}

int sl_link_end(const struct sl_object *o, uint64_t offset) {
    for (int end = 0; sl_is_list(o) && end < (int)sl_n_links(&o->shape); end++)
        if (offset == sl_link_at(&o->shape, end)) return end;
    return o->shape.kind == SL_PARENTED && offset == sl_link_at(&o->shape, 1) ? 1 : -1;
}

uint32_t sl_beyond(const struct sl_draft *d, uint32_t object, int end, unsigned pointer_bits) {
    const struct sl_shape *s = &d->objects.at[object].shape;
    return sl_is_tree(s) && !end ? sl_linked(d, object, SL_HOLE, 0) : sl_word_at(d, object, sl_link_at(s, end), pointer_bits);
}

void sl_set_beyond(struct sl_draft *d, uint32_t object, int end, unsigned pointer_bits, uint32_t value) {
    const struct sl_shape *s = &d->objects.at[object].shape;
    if (sl_is_tree(s) && !end)
        sl_set_link(d, object, SL_HOLE, 0, value);
    else
        sl_put(d, object, sl_link_at(s, end), pointer_bits / 8, value);
}
