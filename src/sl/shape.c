// SPDX-License-Identifier: MIT
// What shapes have in common (shape.def).
#include <assert.h>

#include "sl/state.h"

uint32_t sl_n_links(const struct sl_shape *s) {
    static const uint8_t n[] = {
#define SL_SHAPE(kind, links) links,
#include "sl/shape.def"
    };
    assert(s->kind < SL_N_SHAPES);
    return n[s->kind];
}

bool sl_are_pairs(const struct sl_shape *s) {
    return s->kind == SL_PAIRS || s->kind == SL_DOUBLY_PAIRS;
}

struct sl_shape sl_single_nodes(const struct sl_shape *s) {
    struct sl_shape alone = *s;
    if (sl_are_pairs(s)) alone.kind = sl_n_links(s) == 2 ? SL_DOUBLY : SL_SINGLY;
    return alone;
}

bool sl_same_links(const struct sl_shape *x, const struct sl_shape *y) {
    return sl_n_links(x) == sl_n_links(y) && (x->kind == SL_TREE) == (y->kind == SL_TREE) && !memcmp(x->words, y->words, sizeof x->words);
}

uint64_t sl_link_at(const struct sl_shape *s, int end) {
    assert((uint32_t)end < sl_n_links(s));
    if (s->kind == SL_TREE) return SL_HOLE_AT;
    return (uint64_t)(end ? s->list.back : s->list.next);
}

int32_t sl_link_to(const struct sl_shape *s, int end) {
    if (s->kind == SL_TREE) return s->tree.head;
    return (uint32_t)end >= sl_n_links(s) ? 0 : end ? s->list.tail : s->list.head;
}

int sl_link_end(const struct sl_object *o, uint64_t offset) {
    if (o->shape.kind == SL_RUN) return offset >= SL_INDEX_AT ? 0 : -1;
    for (uint32_t end = 0, n = sl_n_links(&o->shape); end < n; end++)
        if (offset == sl_link_at(&o->shape, (int)end)) return (int)end;
    return -1;
}
