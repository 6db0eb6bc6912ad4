// SPDX-License-Identifier: MIT
// Copies of nodes of a segment, with what each has for itself.
#include <assert.h>

#include "sl/trend.h"
#include "sl/unfold.h"
#include "sl/uses.h"

struct copier {
    struct sl_draft *d;
    uint32_t segment, node;
    uint32_t *value, *object;  // old -> copy
    uint32_t n_values, n_objects;
    bool whole;  // not of one node: of another tree like this one, in which everything has the level that it has here
};

static uint32_t copy_value(struct copier *c, uint32_t v);

static uint32_t copy_object(struct copier *c, uint32_t o) {
    assert(o && o < c->n_objects);
    assert(o != c->segment || c->node);
    if (o == c->segment) return c->node;
    if (c->d->objects.at[o].level <= c->d->objects.at[c->segment].level) return o;
    if (c->object[o]) return c->object[o];
    struct sl_object x = c->d->objects.at[o];
    x.level -= !c->whole;
    bool opened = !c->whole && (x.shape.kind == SL_SECOND || x.shape.kind == SL_VARIANT) && x.level == c->d->objects.at[c->segment].level;
    if (opened) x.shape = (struct sl_shape){0};
    uint32_t made = c->object[o] = sl_add_object(c->d, x);
    SL_EACH_USE_OF(u, c->d, made, SL_NUMBERS) *sl_use_at(&u) = copy_value(c, sl_used(&u));  // which are no addresses: no object is made
    for (uint32_t i = sl_first_field(c->d, o); sl_has(c->d, i, o); i++) {
        struct sl_field f = c->d->fields.at[i];
        sl_put(c->d, made, f.offset, f.size, copy_value(c, f.value));  // fields of `made` come after these: i stays valid
    }
    for (uint32_t i = sl_first_link(c->d, o); sl_has_link(c->d, i, o); i++) {
        struct sl_link l = c->d->links.at[i];
        sl_set_link(c->d, made, l.role, l.index, copy_value(c, l.value));
    }
    return made;
}

static uint32_t copy_value(struct copier *c, uint32_t v) {
    assert(v < c->n_values);  // what was made since is no node's own
    struct sl_value x = c->d->values.at[v];
    if (x.level <= c->d->objects.at[c->segment].level) return v;
    if (c->value[v]) return c->value[v];
    x.level -= !c->whole;
    if (x.kind == SL_ADDR) {
        if (x.object == c->segment && !c->whole && x.end != SL_AFTER) x.end = SL_FIRST;  // what is after it is known when it is linked
        x.object = copy_object(c, x.object);
    }
    return c->value[v] = sl_add_value(c->d, x);
}

void sl_copy_relations(struct sl_draft *d, const uint32_t *copy, uint32_t values) {
    for (uint32_t i = 0, n = d->relations.n; i < n; i++) {
        struct sl_relation r = d->relations.at[i];
        uint32_t a = r.a.id < values ? copy[r.a.id] : 0, b = r.b.id < values ? copy[r.b.id] : 0;
        if (!a && !b) continue;
        r.a.id = a ? a : r.a.id;
        r.b.id = b ? b : r.b.id;
        vec_push(&d->relations, r);
    }
    if (d->trends.n) sl_copy_trends(d, copy, values);
}

static void begin_copy(struct copier *c) {
    c->value = pool_take_zeroed(c->d->pool, c->n_values, sizeof *c->value);
    c->object = pool_take_zeroed(c->d->pool, c->n_objects, sizeof *c->object);
}

static void end_copy(struct copier *c) {
    sl_copy_relations(c->d, c->value, c->n_values);
    pool_give(c->d->pool, c->value, c->n_values * sizeof *c->value);
    pool_give(c->d->pool, c->object, c->n_objects * sizeof *c->object);
}

static void copy_fields(struct copier *c) {
    begin_copy(c);
    struct sl_object s = c->d->objects.at[c->segment];
    for (uint32_t i = sl_first_field(c->d, c->segment); sl_has(c->d, i, c->segment); i++) {
        struct sl_field f = c->d->fields.at[i];
        if (sl_is_link(&s, f.offset) || (!c->whole && sl_is_child(c->d, f.value))) continue;
        sl_put(c->d, c->node, f.offset, f.size, copy_value(c, f.value));
    }
    if (sl_are_pairs(&s.shape)) {
        uint32_t second = copy_value(c, sl_linked(c->d, c->segment, SL_SECONDS, 0));
        sl_put(c->d, c->node, sl_link_at(&s.shape, 0), c->d->values.at[second].range.bits / 8, second);
    }
    end_copy(c);
}

void sl_move_addresses(struct sl_draft *d, uint32_t from, enum sl_end end, uint32_t to) {
    assert(from != to && !sl_is_inner(&(struct sl_value){.end = (uint8_t)end}));
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind != SL_ADDR || x->object != from || x->end != end) continue;
        x->object = to;
        x->end = SL_FIRST;
    }
}

uint32_t sl_address_in(struct sl_draft *d, uint32_t o, enum sl_end end, unsigned pointer_bits, int32_t offset) {
    uint32_t v = sl_address(d, o, pointer_bits, offset);
    d->values.at[v].end = (uint8_t)end;
    d->values.at[v].level = d->objects.at[o].level;
    return v;
}

uint32_t sl_copy_node(struct sl_draft *d, uint32_t segment) {
    assert(segment && sl_is_segment(&d->objects.at[segment]));
    assert(segment < d->objects.n);
    struct sl_object node = d->objects.at[segment];
    if (node.shape.kind == SL_RUN)
        node.shape.kind = SL_PLACE;
    else
        node.shape = (struct sl_shape){0};
    struct copier c = {.d = d, .segment = segment, .n_values = d->values.n, .n_objects = d->objects.n};
    c.node = sl_add_object(d, node);
    copy_fields(&c);
    return c.node;
}

uint32_t sl_copy_variant(struct sl_draft *d, uint32_t mixed, uint32_t i) {
    assert(sl_are_mixed(&d->objects.at[mixed].shape) && sl_linked(d, mixed, SL_VARIANTS, i));
    struct copier c = {.d = d, .segment = mixed, .n_values = d->values.n, .n_objects = d->objects.n};
    begin_copy(&c);
    uint32_t node = copy_object(&c, d->values.at[sl_linked(d, mixed, SL_VARIANTS, i)].object);
    end_copy(&c);
    return node;
}

uint32_t sl_copy_tree(struct sl_draft *d, uint32_t tree, unsigned bits) {
    struct sl_object t = d->objects.at[tree];
    t.shape.least = 0;
    struct copier c = {.d = d, .segment = tree, .n_values = d->values.n, .n_objects = d->objects.n, .whole = true};
    c.node = sl_add_object(d, t);
    copy_fields(&c);
    sl_set_link(d, c.node, SL_HOLE, 0, sl_const(d, bits, 0));
    return c.node;
}
