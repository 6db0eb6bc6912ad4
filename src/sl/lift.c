// SPDX-License-Identifier: MIT
#include "sl/lift.h"

#include <assert.h>

#include "sl/unfold.h"
#include "sl/uses.h"

static int32_t least_of(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static struct sl_shape moved(struct sl_shape s, int32_t by) {
    s.list.next += by;
    s.list.head += by;
    if (sl_n_links(&s) == 2) s.list.back += by, s.list.tail += by;
    return s;
}

struct sl_mix sl_mix_of(const struct sl_shape *links) {
    bool doubly = sl_n_links(links) == 2;
    assert(links->kind >= SL_SINGLY && links->kind <= SL_DOUBLY_MIXED);
    int32_t least = least_of(links->list.next, links->list.head);
    if (doubly) least = least_of(least, least_of(links->list.back, links->list.tail));
    struct sl_shape s = moved(*links, -least);
    s.kind = doubly ? SL_DOUBLY_MIXED : SL_MIXED;
    s.least = 0;
    return (struct sl_mix){s, least};
}

struct sl_shape sl_unmixed(const struct sl_shape *mixed, int32_t shift) {
    assert(sl_are_mixed(mixed));
    struct sl_shape s = moved(*mixed, shift);
    s.kind = sl_n_links(mixed) == 2 ? SL_DOUBLY : SL_SINGLY;
    s.least = 0;
    return s;
}

uint32_t sl_variant_of(const struct sl_draft *d, uint32_t mixed, uint32_t i) {
    return d->values.at[sl_linked(d, mixed, SL_VARIANTS, i)].object;
}

uint32_t sl_n_variants(const struct sl_draft *d, uint32_t mixed) {
    uint32_t n = 0;
    while (sl_linked(d, mixed, SL_VARIANTS, n)) n++;
    return n;
}

void sl_set_variant(struct sl_draft *d, uint32_t mixed, uint32_t i, uint32_t variant, unsigned bits) {
    const struct sl_shape *s = &d->objects.at[mixed].shape;
    assert(sl_are_mixed(s) && d->objects.at[variant].shape.kind == SL_VARIANT && d->objects.at[variant].level == d->objects.at[mixed].level + 1);
    int32_t at = s->list.head + d->objects.at[variant].shape.variant.shift;
    sl_set_link(d, mixed, SL_VARIANTS, i, sl_address_in(d, variant, SL_FIRST, bits, at));
}

void sl_shift_addresses(struct sl_draft *d, uint32_t object, enum sl_end end, int32_t by) {
    for (uint32_t v = 1, n = d->values.n; v < n && by; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind != SL_ADDR || x->object != object || x->end != end) continue;
        x->range = num_range_binary(NUM_ADD, x->range, num_range_const(x->range.bits, (uint64_t)(int64_t)by));
        x->source = 0;
        sl_replace(d, v, v);  // what was known of its offset is forgotten
    }
}

// ---- what a plain node owns ------------------------------------------------------------------------------------------------------------

// Is the field one of the links of the node?
static bool is_link(const struct sl_mix *m, uint64_t offset) {
    for (int end = 0; end < (int)sl_n_links(&m->shape); end++)
        if (offset == sl_link_at(&m->shape, end) + (uint64_t)m->shift) return true;
    return false;
}

static bool is_nodes_own_use(const struct sl_uses *u, const struct sl_mix *m) {
    return u->kind == SL_USE_FIELD && !is_link(m, sl_use_field(u)->offset);
}

static void reach_own(const struct sl_draft *d, uint32_t node, const struct sl_mix *m, uint8_t *own) {
    VEC(uint32_t) stack = {0};
    for (vec_push(&stack, node); stack.n;) {
        uint32_t o = vec_pop(&stack);
        if (d->objects.at[o].life != SL_VALID) continue;
        SL_EACH_USE_OF(u, d, o, SL_FIELDS) {
            const struct sl_value *x = &d->values.at[sl_used(&u)];
            if (x->kind != SL_ADDR || x->object == node || own[x->object] || (o == node && !is_nodes_own_use(&u, m))) continue;
            const struct sl_object *to = &d->objects.at[x->object];
            if (to->storage != SL_HEAP || to->level < d->objects.at[node].level) continue;
            own[x->object] = 1;
            vec_push(&stack, x->object);
        }
    }
    vec_free(&stack);
}

void sl_find_own(const struct sl_draft *d, uint32_t node, const struct sl_mix *m, unsigned bits, uint8_t *own) {
    assert(node < d->objects.n && !own[node] && bits);
    reach_own(d, node, m, own);
    for (bool changed = true; changed;) {
        changed = false;
        SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
            const struct sl_value *x = &d->values.at[sl_used(&u)];
            uint32_t user = sl_user(&u);
            if (x->kind != SL_ADDR || !own[x->object] || !sl_use_counts(&u)) continue;
            if (user && (own[user] || (user == node && is_nodes_own_use(&u, m)))) continue;
            own[x->object] = 0;
            changed = true;
        }
    }
}

// ---- what can be ---------------------------------------------------------------------------------------------------------------------

// By object: do the non-links of this node of a segment of level n lead to it, as to what each has for itself?
static void reach_inner(const struct sl_draft *d, uint32_t from, const struct sl_shape *links, uint8_t level, uint8_t *seen) {
    VEC(uint32_t) stack = {0};
    for (vec_push(&stack, from); stack.n;) {
        uint32_t o = vec_pop(&stack);
        SL_EACH_USE_OF(u, d, o, SL_FIELDS) {
            const struct sl_value *x = &d->values.at[sl_used(&u)];
            bool link = o == from && (u.kind == SL_USE_LINK || sl_use_field(&u)->offset == sl_link_at(links, 0) ||
                                      (sl_n_links(links) == 2 && sl_use_field(&u)->offset == sl_link_at(links, 1)));
            if (link || x->kind != SL_ADDR || x->level <= level || seen[x->object]) continue;
            seen[x->object] = 1;
            if (x->object != from && d->objects.at[x->object].level > level) vec_push(&stack, x->object);
        }
    }
    vec_free(&stack);
}

// Do the nodes of a pair have nothing to do with each other?
static bool are_strangers(const struct sl_draft *d, uint32_t pairs) {
    const struct sl_object *o = &d->objects.at[pairs];
    uint32_t n = d->objects.n, second = d->values.at[sl_linked(d, pairs, SL_SECONDS, 0)].object;
    uint8_t *x = pool_take_zeroed(d->pool, n, 2), *y = x + n;
    reach_inner(d, pairs, &o->shape, o->level, x);
    reach_inner(d, second, &o->shape, o->level, y);
    bool good = !x[second] && !y[pairs];
    for (uint32_t i = 1; i < n && good; i++) good = !x[i] || !y[i];
    pool_give(d->pool, x, 2 * n);
    return good;
}

static bool can_own(const struct sl_draft *d, uint32_t node, const struct sl_mix *m, unsigned bits) {
    uint8_t *own = pool_take_zeroed(d->pool, d->objects.n, 1);
    bool good = true;
    sl_find_own(d, node, m, bits, own);
    own[node] = 1;
    for (uint32_t i = 1; i < d->objects.n && good; i++) {
        if (!own[i]) continue;
        good = d->objects.at[i].level + 1 < SL_MOST_LEVEL;
        for (uint32_t k = sl_first_link(d, i); sl_has_link(d, k, i); k++) good &= d->links.at[k].role != SL_RUNS && d->links.at[k].role != SL_SINGLES;
    }
    pool_give(d->pool, own, d->objects.n);
    return good;
}

bool sl_can_lift(const struct sl_draft *d, uint32_t object, const struct sl_mix *m, unsigned bits) {
    const struct sl_object *o = &d->objects.at[object];
    if (o->storage != SL_HEAP || o->life != SL_VALID || o->escaped || m->shift < 0 || o->level + 1 >= SL_MOST_LEVEL) return false;
    struct sl_shape links = sl_are_mixed(&m->shape) ? sl_unmixed(&m->shape, m->shift) : m->shape;
    if (sl_jumps(d, object, &links, bits)) return false;  // such nodes are of several levels, not of several kinds
    if (o->shape.kind == SL_PLAIN) {
        for (int end = 0; end < (int)sl_n_links(&m->shape); end++)
            if (!sl_word_at(d, object, sl_link_at(&m->shape, end) + (uint64_t)m->shift, bits)) return false;
        return can_own(d, object, m, bits);
    }
    if (!sl_is_list(o) || sl_is_levelled(d, object)) return false;
    struct sl_mix own = sl_mix_of(&o->shape);
    if (!sl_same_shape(&own.shape, &m->shape) || own.shift != m->shift) return false;
    return !sl_are_pairs(&o->shape) || are_strangers(d, object);
}

// ---- lifting ---------------------------------------------------------------------------------------------------------------------------

struct lifter {
    struct sl_draft *d;
    uint32_t node, variant;
    uint8_t level;  // of the node
    const struct sl_mix *mix;
    uint8_t *own;              // by object
    uint32_t *object, *value;  // old -> copy, or 0
    uint32_t n_objects, n_values;
};

// Is it held by the node, and by what it owns, alone?
static bool is_private(const struct lifter *l, uint32_t v) {
    SL_EACH_USE(u, l->d, SL_ROOTS | SL_NUMBERS | SL_FIELDS) {
        if (sl_used(&u) != v || !sl_use_counts(&u)) continue;
        uint32_t o = sl_user(&u);
        bool inside = o && o < l->n_objects && (l->own[o] || (o == l->node && (u.kind != SL_USE_FIELD || is_nodes_own_use(&u, l->mix))));
        if (!inside && o < l->n_objects) return false;
    }
    return true;
}

static uint32_t raised(struct lifter *l, uint32_t v) {
    if (!v || l->value[v]) return v ? l->value[v] : 0;
    assert(v < l->n_values);
    struct sl_value x = l->d->values.at[v];
    x.source = 0;
    if (x.kind == SL_ADDR && x.object != l->node && !l->own[x.object]) return v;
    if (x.kind != SL_ADDR && (sl_is_const(l->d, v, NULL) || (x.level <= l->level && !is_private(l, v)))) return v;
    x.level++;
    if (x.kind == SL_ADDR && x.object == l->node && !l->variant) x.end = SL_EACH;
    if (x.kind == SL_ADDR && (x.object != l->node || l->variant)) x.object = x.object == l->node ? l->variant : l->object[x.object];
    return l->value[v] = sl_add_value(l->d, x);
}

static void raise_contents(struct lifter *l, uint32_t from, uint32_t to) {
    struct sl_draft *d = l->d;
    if (d->objects.at[from].life != SL_VALID) return;
    SL_EACH_USE_OF(u, d, to, SL_ONLY(COUNT) | SL_ONLY(UNIT)) *sl_use_at(&u) = raised(l, sl_used(&u));
    for (uint32_t i = sl_first_field(d, from); sl_has(d, i, from); i++) {
        struct sl_field f = d->fields.at[i];
        if (from != l->node || !is_link(l->mix, f.offset)) sl_put(d, to, f.offset, f.size, raised(l, f.value));  // behind these: i stays valid
    }
    for (uint32_t i = sl_first_link(d, from); sl_has_link(d, i, from); i++) {
        struct sl_link x = d->links.at[i];
        if (!sl_is_measure(x.role)) sl_set_link(d, to, x.role, x.index, raised(l, x.value));
    }
}

static uint32_t raise_object(struct sl_draft *d, uint32_t o, const struct sl_shape *shape) {
    struct sl_object x = d->objects.at[o];
    x.text = sl_own_text(d, o);
    x.level++;
    x.ends = x.first = x.part[0] = x.part[1] = 0;
    x.over = 0;
    x.shape = *shape;
    return sl_add_object(d, x);
}

static struct sl_shape variant_shape(const struct sl_mix *m) {
    struct sl_shape s = {.kind = SL_VARIANT};
    s.variant.shift = m->shift;
    s.variant.next = m->shape.list.next + m->shift;
    s.variant.back = sl_n_links(&m->shape) == 2 ? m->shape.list.back + m->shift : s.variant.next;
    return s;
}

// The object has the links alone, and is of the size that they need.
static void become_segment(struct sl_draft *d, uint32_t o, const struct sl_mix *m, uint8_t least, unsigned bits) {
    uint32_t link[2] = {0};
    uint64_t size = 0, n = bits / 8;
    bool lost = d->lost;
    for (int end = 0; end < (int)sl_n_links(&m->shape); end++) {
        uint64_t at = sl_link_at(&m->shape, end);
        link[end] = sl_word_at(d, o, at + (uint64_t)m->shift, bits);
        if (at + n > size) size = at + n;
    }
    sl_drop_fields(d, o);
    sl_drop_links(d, o);
    struct sl_object *s = &d->objects.at[o];
    sl_forget_numbers(s);
    s->shape = m->shape;
    s->shape.least = least;
    s->size = size;
    s->more = s->text = s->wide = 0;
    s->rest = SL_REST_UNINIT;
    for (int end = 0; end < (int)sl_n_links(&m->shape); end++) sl_put(d, o, sl_link_at(&m->shape, end), n, link[end]);
    sl_shift_addresses(d, o, SL_FIRST, -m->shift);
    if (sl_n_links(&m->shape) == 2) sl_shift_addresses(d, o, SL_LAST, -m->shift);
    d->lost = lost;
}

// What the node owns is copied, as what each node of a segment has for itself; its own fields stay where they are (`variant`: 0), or are copied, too.
static void raise_own(struct lifter *l) {
    for (uint32_t o = 1; o < l->n_objects; o++)
        if (l->own[o]) l->object[o] = raise_object(l->d, o, &l->d->objects.at[o].shape);
    if (l->variant) raise_contents(l, l->node, l->variant);
    for (uint32_t i = sl_first_field(l->d, l->node); !l->variant && sl_has(l->d, i, l->node); i++) {
        uint32_t v = raised(l, l->d->fields.at[i].value);
        if (!is_link(l->mix, l->d->fields.at[i].offset)) l->d->fields.at[i].value = v;
    }
    for (uint32_t o = 1; o < l->n_objects; o++)
        if (l->own[o]) raise_contents(l, o, l->object[o]);
    sl_copy_relations(l->d, l->value, l->n_values);
    for (uint32_t o = 1; o < l->n_objects; o++)
        if (l->own[o]) l->d->objects.at[o].life = SL_DEAD;
}

static struct lifter begin_lift(struct sl_draft *d, uint32_t node, const struct sl_mix *m, unsigned bits) {
    uint32_t n = d->objects.n, values = d->values.n;
    struct lifter l = {.d = d, .node = node, .level = d->objects.at[node].level, .mix = m, .n_objects = n, .n_values = values};
    l.own = pool_take_zeroed(d->pool, n, 1);
    l.object = pool_take_zeroed(d->pool, n, sizeof *l.object);
    l.value = pool_take_zeroed(d->pool, values, sizeof *l.value);
    sl_find_own(d, node, m, bits, l.own);
    return l;
}

static void end_lift(struct lifter *l) {
    pool_give(l->d->pool, l->own, l->n_objects);
    pool_give(l->d->pool, l->object, l->n_objects * sizeof *l->object);
    pool_give(l->d->pool, l->value, l->n_values * sizeof *l->value);
}

static void lift_node(struct sl_draft *d, uint32_t node, const struct sl_mix *m, unsigned bits) {
    struct sl_shape shape = variant_shape(m);
    struct lifter l = begin_lift(d, node, m, bits);
    l.variant = raise_object(d, node, &shape);
    raise_own(&l);
    become_segment(d, node, m, 1, bits);
    sl_set_variant(d, node, 0, l.variant, bits);
    end_lift(&l);
}

void sl_become_list(struct sl_draft *d, uint32_t node, const struct sl_shape *links, unsigned bits) {
    struct sl_mix m = {*links, 0};
    assert(sl_can_lift(d, node, &m, bits) && d->objects.at[node].shape.kind == SL_PLAIN);
    uint32_t text = sl_own_text(d, node);
    struct lifter l = begin_lift(d, node, &m, bits);
    raise_own(&l);
    end_lift(&l);
    struct sl_object *o = &d->objects.at[node];
    sl_forget_numbers(o);
    o->text = text;
    o->shape = *links;
    o->shape.least = 1;
}

// The fields of the nodes become those of a variant; what leads to each node leads to it.
static uint32_t lift_nodes(struct sl_draft *d, uint32_t segment, const struct sl_mix *m) {
    struct sl_shape shape = variant_shape(m);
    uint32_t v = raise_object(d, segment, &shape);
    for (uint32_t i = sl_first_field(d, segment); sl_has(d, i, segment); i++) {
        struct sl_field f = d->fields.at[i];
        if (!is_link(m, f.offset)) sl_put(d, v, f.offset, f.size, f.value);
    }
    for (uint32_t i = 1; i < d->values.n; i++) {
        struct sl_value *x = &d->values.at[i];
        if (x->kind != SL_ADDR || x->object != segment || x->end != SL_EACH) continue;
        x->object = v;
        x->end = SL_FIRST;
    }
    return v;
}

void sl_lift(struct sl_draft *d, uint32_t object, const struct sl_mix *m, unsigned bits) {
    assert(sl_can_lift(d, object, m, bits) && !sl_are_mixed(&d->objects.at[object].shape));
    struct sl_shape s = d->objects.at[object].shape;
    bool lost = d->lost, pairs = sl_are_pairs(&s);
    if (s.kind == SL_PLAIN) {
        lift_node(d, object, m, bits);
        return;
    }
    uint32_t second = pairs ? d->values.at[sl_linked(d, object, SL_SECONDS, 0)].object : 0, first = lift_nodes(d, object, m);
    if (pairs && s.kind == SL_DOUBLY_PAIRS) {  // its link back is one of the segment's now
        uint32_t i = sl_field_at(d, second, sl_link_at(&s, 1), bits / 8), one = 1;
        assert(i != UINT32_MAX);
        vec_remove(&d->fields, i, one);
        sl_index_fields(d);
    }
    become_segment(d, object, m, pairs && s.least ? 2 : s.least, bits);
    sl_set_variant(d, object, 0, first, bits);
    if (pairs) d->objects.at[second].shape = variant_shape(m);
    if (pairs) sl_set_variant(d, object, 1, second, bits);
    d->lost = lost;
}
