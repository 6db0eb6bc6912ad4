// SPDX-License-Identifier: MIT
// Segments opened at either end, or found to be empty.
#include "sl/lift.h"
#include "sl/module.h"
#include "sl/nodes.h"
#include "sl/trend.h"
#include "sl/sequence.h"
#include "sl/uses.h"

// Does anything lead to the last node of the tree?  Then it is told from the others, even if its hole is null.
static bool is_led_to_last(const struct sl_draft *d, uint32_t tree) {
    if (d->objects.at[tree].shape.kind != SL_PARENTED) return false;
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
        const struct sl_value *v = &d->values.at[sl_used(&u)];
        if (sl_used(&u) && v->kind == SL_ADDR && v->object == tree && v->end == SL_LAST) return true;
    }
    return false;
}

uint32_t sl_ways(const struct sl_draft *d, uint32_t segment, bool last) {
    assert(segment < d->objects.n && sl_is_segment(&d->objects.at[segment]));
    if (sl_are_mixed(&d->objects.at[segment].shape)) return (uint32_t)__builtin_popcount(sl_variants_at(d, segment, last));
    uint32_t n = 0, hole = sl_linked(d, segment, SL_HOLE, 0);
    if (!hole || (sl_is_null(d, hole) && !is_led_to_last(d, segment))) return 1;
    for (uint32_t i = sl_first_field(d, segment); sl_has(d, i, segment); i++) n += sl_is_child(d, d->fields.at[i].value);
    return n;
}

// The variant that the mixed segment is opened as in this way.
static uint32_t variant_by_way(const struct sl_draft *d, uint32_t mixed, bool last, uint32_t way) {
    uint32_t left = sl_variants_at(d, mixed, last);
    while (way--) left &= left - 1;
    return (uint32_t)__builtin_ctz(left);
}

bool sl_unfold(struct sl_draft *d, uint32_t segment, bool last, uint32_t way, unsigned pointer_bits) {
    assert(segment && segment < d->objects.n && d->objects.at[segment].life == SL_VALID && way < sl_ways(d, segment, last));
    assert(!last || sl_n_links(&d->objects.at[segment].shape) == 2);
    bool lost = d->lost;
    struct sl_opening how = {segment, way, pointer_bits, last, 0};
    bool mixed = sl_are_mixed(&d->objects.at[segment].shape);
    if (mixed) how.way = variant_by_way(d, segment, last, way);
    if (mixed) how.shift = d->objects.at[sl_variant_of(d, segment, how.way)].shape.variant.shift;
    uint32_t node = mixed ? sl_copy_variant(d, segment, how.way) : sl_copy_node(d, segment);
    sl_modules[d->objects.at[segment].shape.kind]->open(d, node, &how);
    if (d->trends.n && !mixed) sl_open_trends(d, segment, node, last);
    bool none = false, possible = !mixed || sl_sequence_taken(d, segment, how.way, last, pointer_bits, &none);
    possible = possible && (!none || sl_make_empty(d, segment, pointer_bits));
    d->lost = lost;
    return possible;
}

// ---- empty -------------------------------------------------------------------------------------------------------------------------

static bool is_in(const struct sl_draft *d, uint32_t v, uint32_t o) {
    return d->values.at[v].kind == SL_ADDR && d->values.at[v].object == o;
}

// Addresses of one end are the value `to` now, those at another offset than `at` as far from it.
static void become(struct sl_draft *d, uint32_t segment, enum sl_end end, int32_t at, uint32_t to, unsigned bits) {
    for (uint32_t v = 1, n = d->values.n; v < n; v++)
        if (is_in(d, v, segment) && d->values.at[v].end == end) sl_replace(d, v, sl_moved(d, to, d->values.at[v].range, at, bits));
}

bool sl_make_empty(struct sl_draft *d, uint32_t segment, unsigned pointer_bits) {
    assert(segment < d->objects.n);
    assert(!sl_least(&d->objects.at[segment]));
    if (!sl_assume_no_nodes(d, segment)) return false;
    struct sl_shape s = d->objects.at[segment].shape;
    uint32_t n = sl_n_links(&s), next = n ? sl_beyond(d, segment, 0, pointer_bits) : sl_const(d, pointer_bits, 0);
    uint32_t back = n == 2 ? sl_beyond(d, segment, 1, pointer_bits) : 0;
    int32_t head = sl_link_to(&s, 0), tail = sl_link_to(&s, 1);
    bool next_in = is_in(d, next, segment), back_in = back && is_in(d, back, segment);
    // A link may lead to the other end: then what lies beyond is the same at both.
    if (next_in && (d->values.at[next].end != SL_LAST || back_in)) return false;
    if (back_in && d->values.at[back].end != SL_FIRST) return false;
    if (next_in) next = sl_moved(d, back, d->values.at[next].range, tail, pointer_bits);
    if (back_in) back = sl_moved(d, next, d->values.at[back].range, head, pointer_bits);
    become(d, segment, SL_FIRST, head, next, pointer_bits);
    if (back) become(d, segment, SL_LAST, tail, back, pointer_bits);
    d->objects.at[segment].life = SL_DEAD;
    return true;
}
