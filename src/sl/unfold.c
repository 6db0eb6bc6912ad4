// SPDX-License-Identifier: MIT
// Segments opened at either end, or found to be empty.
#include <assert.h>

#include "sl/unfold.h"
#include "sl/uses.h"

// A copy of what every node has for itself.
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
    if (o == c->segment) return c->node;
    if (c->d->objects.at[o].level <= c->d->objects.at[c->segment].level) return o;
    if (c->object[o]) return c->object[o];
    struct sl_object x = c->d->objects.at[o];
    x.level -= !c->whole;
    bool opened = !c->whole && x.shape.kind == SL_SECOND && x.level == c->d->objects.at[c->segment].level;  // with its pair
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
        if (x.object == c->segment && !c->whole) x.end = SL_FIRST;
        x.object = copy_object(c, x.object);
    }
    return c->value[v] = sl_add_value(c->d, x);
}

// What is known of the numbers that each node has is known of this one's.
static void copy_relations(struct copier *c) {
    for (uint32_t i = 0, n = c->d->relations.n; i < n; i++) {
        struct sl_relation r = c->d->relations.at[i];
        uint32_t a = c->value[r.a.id], b = c->value[r.b.id];
        if (!a && !b) continue;
        r.a.id = a ? a : r.a.id;
        r.b.id = b ? b : r.b.id;
        vec_push(&c->d->relations, r);
    }
}

static void copy_fields(struct copier *c) {
    c->value = pool_take_zeroed(c->d->pool, c->n_values, sizeof *c->value);
    c->object = pool_take_zeroed(c->d->pool, c->n_objects, sizeof *c->object);
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
    copy_relations(c);
    pool_give(c->d->pool, c->value, c->n_values * sizeof *c->value);
    pool_give(c->d->pool, c->object, c->n_objects * sizeof *c->object);
}

static void move_addresses(struct sl_draft *d, uint32_t from, enum sl_end end, uint32_t to) {
    assert(from != to && !sl_is_inner(&(struct sl_value){.end = (uint8_t)end}));
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind != SL_ADDR || x->object != from || x->end != end) continue;
        x->object = to;
        x->end = SL_FIRST;
    }
}

static uint32_t address_of(struct sl_draft *d, uint32_t o, enum sl_end end, unsigned pointer_bits, int32_t offset) {
    uint32_t v = sl_address(d, o, pointer_bits, offset);
    d->values.at[v].end = (uint8_t)end;
    d->values.at[v].level = d->objects.at[o].level;
    return v;
}

// Links what was opened, from a node to an `end` (the same, or the second of a pair), with the rest of the segment behind or (`last`) before it.
static void link(struct sl_draft *d, uint32_t segment, uint32_t node, uint32_t end, bool last, unsigned bits) {
    assert(sl_is_list(&d->objects.at[segment]) && node != segment && end != segment);
    struct sl_shape s = d->objects.at[segment].shape;
    uint64_t n = bits / 8, next = sl_link_at(&s, 0);
    sl_put(d, end, next, n, last ? sl_word_at(d, segment, next, bits) : address_of(d, segment, SL_FIRST, bits, s.list.head));
    if (last) sl_put(d, segment, next, n, address_of(d, node, SL_FIRST, bits, s.list.head));
    if (sl_n_links(&s) < 2) return;
    uint64_t back = sl_link_at(&s, 1);
    sl_put(d, node, back, n, last ? address_of(d, segment, SL_LAST, bits, s.list.tail) : sl_word_at(d, segment, back, bits));
    if (!last) sl_put(d, segment, back, n, address_of(d, end, SL_FIRST, bits, s.list.tail));
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

static void open_list(struct sl_draft *d, uint32_t segment, uint32_t node, bool last, unsigned bits) {
    struct sl_shape *s = &d->objects.at[segment].shape;
    uint32_t end = sl_are_pairs(s) ? d->values.at[sl_word_at(d, node, sl_link_at(s, 0), bits)].object : node;
    move_addresses(d, segment, last ? SL_LAST : SL_FIRST, last ? end : node);
    link(d, segment, node, end, last, bits);
    s->least -= s->least > 0;
}

// Another tree of such nodes, without hole, that may be empty.
static uint32_t another(struct sl_draft *d, uint32_t tree, unsigned bits) {
    struct sl_object t = d->objects.at[tree];
    t.shape.least = 0;
    struct copier c = {.d = d, .segment = tree, .n_values = d->values.n, .n_objects = d->objects.n, .whole = true};
    c.node = sl_add_object(d, t);
    copy_fields(&c);
    sl_set_link(d, c.node, SL_HOLE, 0, sl_const(d, bits, 0));
    return c.node;
}

static void open_tree(struct sl_draft *d, uint32_t tree, uint32_t node, uint32_t way, unsigned bits) {
    uint32_t k = 0;
    move_addresses(d, tree, SL_FIRST, node);
    for (uint32_t i = sl_first_field(d, tree); sl_has(d, i, tree); i++) {
        struct sl_field f = d->fields.at[i];
        if (!sl_is_child(d, f.value)) continue;
        uint32_t child = k++ == way ? tree : another(d, tree, bits);
        sl_put(d, node, f.offset, f.size, address_of(d, child, SL_FIRST, bits, d->objects.at[tree].shape.tree.head));
    }
    d->objects.at[tree].shape.least = 0;
    assert(k && way < k);  // it has children, and the way leads to one
}

uint32_t sl_ways(const struct sl_draft *d, uint32_t segment) {
    assert(segment < d->objects.n && sl_is_segment(&d->objects.at[segment]));
    uint32_t n = 0, hole = sl_linked(d, segment, SL_HOLE, 0);
    if (!hole || sl_is_null(d, hole)) return 1;
    for (uint32_t i = sl_first_field(d, segment); sl_has(d, i, segment); i++) n += sl_is_child(d, d->fields.at[i].value);
    return n;
}

void sl_unfold(struct sl_draft *d, uint32_t segment, bool last, uint32_t way, unsigned pointer_bits) {
    assert(segment && segment < d->objects.n && d->objects.at[segment].life == SL_VALID && way < sl_ways(d, segment));
    assert(!last || sl_n_links(&d->objects.at[segment].shape) == 2);
    bool lost = d->lost;
    uint32_t node = sl_copy_node(d, segment);
    switch (d->objects.at[segment].shape.kind) {
    case SL_OPTION:
        move_addresses(d, segment, SL_FIRST, node);
        d->objects.at[segment].life = SL_DEAD;
        break;
    case SL_TREE: open_tree(d, segment, node, way, pointer_bits); break;
    default: open_list(d, segment, node, last, pointer_bits);
    }
    d->lost = lost;
}

// ---- empty -------------------------------------------------------------------------------------------------------------------------

static bool is_in(const struct sl_draft *d, uint32_t v, uint32_t o) {
    return d->values.at[v].kind == SL_ADDR && d->values.at[v].object == o;
}

// The value that lies as far from `to` as r is from `at`.
static uint32_t shifted(struct sl_draft *d, uint32_t to, struct num_range r, int32_t at, unsigned bits) {
    struct sl_value y = d->values.at[to];
    struct num_range by = num_range_binary(NUM_SUB, r, num_range_const(bits, (uint64_t)(int64_t)at));
    num_word x;
    if (num_range_is_const(by, &x) && !x) return to;
    if (y.kind != SL_ADDR && y.kind != SL_INT) return sl_fresh(d, y.kind == SL_UNINIT ? SL_UNINIT : SL_ANY);
    y.range = num_range_binary(NUM_ADD, y.range, by);
    y.source = 0;
    return sl_add_value(d, y);
}

// Addresses of one end are the value `to` now, those at another offset than `at` as far from it.
static void become(struct sl_draft *d, uint32_t segment, enum sl_end end, int32_t at, uint32_t to, unsigned bits) {
    for (uint32_t v = 1, n = d->values.n; v < n; v++)
        if (is_in(d, v, segment) && d->values.at[v].end == end) sl_replace(d, v, shifted(d, to, d->values.at[v].range, at, bits));
}

bool sl_make_empty(struct sl_draft *d, uint32_t segment, unsigned pointer_bits) {
    assert(segment < d->objects.n);
    assert(!sl_least(&d->objects.at[segment]));
    struct sl_shape s = d->objects.at[segment].shape;
    uint32_t n = sl_n_links(&s), next = n ? sl_beyond(d, segment, 0, pointer_bits) : sl_const(d, pointer_bits, 0);
    uint32_t back = n == 2 ? sl_beyond(d, segment, 1, pointer_bits) : 0;
    int32_t head = sl_link_to(&s, 0), tail = sl_link_to(&s, 1);
    bool next_in = is_in(d, next, segment), back_in = back && is_in(d, back, segment);
    // A link may lead to the other end: then what lies beyond is the same at both.
    if (next_in && (d->values.at[next].end != SL_LAST || back_in)) return false;
    if (back_in && d->values.at[back].end != SL_FIRST) return false;
    if (next_in) next = shifted(d, back, d->values.at[next].range, tail, pointer_bits);
    if (back_in) back = shifted(d, next, d->values.at[back].range, head, pointer_bits);
    become(d, segment, SL_FIRST, head, next, pointer_bits);
    if (back) become(d, segment, SL_LAST, tail, back, pointer_bits);
    d->objects.at[segment].life = SL_DEAD;
    return true;
}
