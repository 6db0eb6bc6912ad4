// SPDX-License-Identifier: MIT
// Segments opened at their front.
#include <assert.h>

#include "sl/sl.h"

// A copy of what every node has for itself: values and objects of level 1.
struct copier {
    struct sl_draft *d;
    uint32_t *value, *object;  // old -> copy
    uint32_t n_values, n_objects;
};

static uint32_t copy_value(struct copier *c, uint32_t v);

static uint32_t copy_object(struct copier *c, uint32_t o) {
    if (o >= c->n_objects || c->d->objects.at[o].level == 0) return o;
    if (c->object[o]) return c->object[o];
    struct sl_object x = c->d->objects.at[o];
    x.level = 0;
    uint32_t made = c->object[o] = sl_add_object(c->d, x);
    for (uint32_t i = sl_first_field(c->d, o); i < c->d->fields.n && c->d->fields.at[i].object == o; i++) {
        struct sl_field f = c->d->fields.at[i];
        sl_put(c->d, made, f.offset, f.size, copy_value(c, f.value));  // fields of `made` come after all others: i stays valid
    }
    return made;
}

static uint32_t copy_value(struct copier *c, uint32_t v) {
    if (v >= c->n_values || c->d->values.at[v].level == 0) return v;
    if (c->value[v]) return c->value[v];
    struct sl_value x = c->d->values.at[v];
    x.level = 0;
    if (x.kind == SL_ADDR) x.object = copy_object(c, x.object);
    return c->value[v] = sl_add_value(c->d, x);
}

void sl_unfold(struct sl_draft *d, uint32_t segment, unsigned pointer_bits) {
    struct sl_object s = d->objects.at[segment];
    assert(s.segment);
    struct copier c = {.d = d, .n_values = d->values.n, .n_objects = d->objects.n};
    c.value = calloc(c.n_values, sizeof *c.value);
    c.object = calloc(c.n_objects, sizeof *c.object);
    if (!c.value || !c.object) base_out_of_memory();
    struct sl_object node = s;
    node.segment = node.least = 0;
    node.next = node.head = 0;
    uint32_t n = sl_add_object(d, node);
    for (uint32_t v = 1; v < c.n_values; v++)
        if (d->values.at[v].kind == SL_ADDR && d->values.at[v].object == segment) d->values.at[v].object = n;
    uint64_t link = (uint64_t)s.next;
    for (uint32_t i = sl_first_field(d, segment); i < d->fields.n && d->fields.at[i].object == segment; i++) {
        struct sl_field f = d->fields.at[i];
        if (f.offset != link) sl_put(d, n, f.offset, f.size, copy_value(&c, f.value));
    }
    sl_put(d, n, link, pointer_bits / 8, sl_address(d, segment, pointer_bits, s.head));
    d->objects.at[segment].least = s.least ? (uint8_t)(s.least - 1) : 0;
    free(c.value);
    free(c.object);
}

bool sl_make_empty(struct sl_draft *d, uint32_t segment, unsigned pointer_bits) {
    struct sl_object s = d->objects.at[segment];
    uint32_t i = sl_field_at(d, segment, (uint64_t)s.next, pointer_bits / 8);
    assert(s.segment && !s.least && i != UINT32_MAX);
    uint32_t link = d->fields.at[i].value;
    struct sl_value to = d->values.at[link];
    if (to.kind == SL_ADDR && to.object == segment) return false;
    for (uint32_t v = 1, n = d->values.n; v < n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind != SL_ADDR || x->object != segment) continue;
        if (num_range_is_const(x->range, NULL) && num_range_smin(x->range) == s.head) {
            sl_replace(d, v, link);
            continue;
        }
        if (to.kind != SL_ADDR && to.kind != SL_INT) {
            *x = (struct sl_value){.kind = to.kind};
            continue;
        }
        struct num_range back = num_range_binary(NUM_SUB, x->range, num_range_const(pointer_bits, (uint64_t)(int64_t)s.head));
        struct sl_value moved = to;
        moved.range = num_range_binary(NUM_ADD, to.range, back);
        *x = moved;
    }
    d->objects.at[segment].life = SL_DEAD;
    return true;
}
