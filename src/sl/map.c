// SPDX-License-Identifier: MIT
#include "sl/map.h"

#include <assert.h>
#include <stdlib.h>

#include "sl/length.h"
#include "sl/nodes.h"
#include "sl/trend.h"
#include "sl/sequence.h"
#include "sl/relate.h"
#include "sl/term.h"
#include "sl/table.h"
#include "sl/unfold.h"
#include "sl/uses.h"

void sl_map_free(struct sl_map *m) {
    vec_free(&m->objects);
    vec_free(&m->ones);
}

struct ghost {  // a number of b that only lengths hold, by those of a
    uint32_t value;
    struct sl_nodes is;
};
struct check {
    struct sl *s;
    struct sl_draft *a, *b;      // a gets constants that it has not; b is a copy, opened as the map says
    const struct sl_draft *before;  // b as it was
    VEC(struct sl_over) told;    // the map, with the nodes that were opened
    uint32_t n_objects;          // of b before: those behind are copies of what nodes had for themselves
    uint32_t *under, *over;      // by object of b, of a: the other; 0: it was not met
    uint32_t *owner;             // by object of b that was met: the segment whose nodes have it for themselves; 0: none
    uint32_t *value;             // by value of b that is not known by its contents alone: the one of a; 0: it is held nowhere
    VEC(uint32_t) met;           // objects of b
    VEC(struct ghost) ghosts;
    const struct sl_map *map;
    const char *why;
};

static bool fail(struct check *c, const char *why) {
    if (!c->why) c->why = why;
    return false;
}

static const struct sl_object *object(const struct sl_draft *d, uint32_t o) {
    assert(o && o < d->objects.n);
    return &d->objects.at[o];
}

// Equal numbers and addresses are the same; of the others each is known by where it is held.
static bool has_identity(const struct sl_value *v) {
    return (v->kind != SL_INT && v->kind != SL_ADDR) || !num_range_is_const(v->range, NULL);
}

static bool is_child(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_ADDR && d->values.at[v].end == SL_CHILD;
}

// ---- opening -----------------------------------------------------------------------------------------------------------------------

static bool make_empty(struct check *c, uint32_t o) {
    return (!object(c->b, o)->shape.least && sl_make_empty(c->b, o, c->s->bits)) || fail(c, "a segment that is not empty");
}

// The first run of a table has no places.
static bool drop_run(struct check *c, uint32_t o) {
    uint32_t array = sl_array_of(c->b, o), first = array ? sl_linked(c->b, array, SL_RUNS, 0) : 0;
    if (!first || c->b->values.at[first].object != o) return fail(c, "a run that is not empty");
    for (uint32_t i = 0, next = 1; next; i++) {
        next = sl_linked(c->b, array, SL_RUNS, i + 1);
        sl_set_link(c->b, array, SL_RUNS, i, next);
    }
    c->b->objects.at[o].life = SL_DEAD;
    return true;
}

// Which link of a tree's root leads on to its hole, if the root is t: the first that is not null.  UINT32_MAX: it has none.
static uint32_t way_to_hole(const struct check *c, uint32_t o, uint32_t t) {
    uint32_t n = 0, way = 0, ways = sl_ways(c->b, o, false);
    for (uint32_t i = sl_first_field(c->b, o); sl_has(c->b, i, o); i++) {
        if (!is_child(c->b, c->b->fields.at[i].value)) continue;
        uint32_t v = sl_word_at(c->a, t, c->b->fields.at[i].offset, c->s->bits);
        if (!way && n < ways && v && !sl_is_null(c->a, v)) way = n;
        n++;
    }
    return n ? way : UINT32_MAX;
}

// The segment is the one node t: what would follow the node is empty.
static bool open_node(struct check *c, uint32_t o, uint32_t t) {
    struct sl_shape s = object(c->b, o)->shape;
    uint32_t node = c->b->objects.n, way = sl_is_tree(&s) ? way_to_hole(c, o, t) : 0;
    if (s.least > 1 || way == UINT32_MAX) return fail(c, "fewer nodes");
    if (!sl_unfold(c->b, o, false, way, c->s->bits)) return fail(c, "fewer nodes");
    vec_push(&c->told, (struct sl_over){t, node});
    if (!sl_is_tree(&s)) return s.kind == SL_OPTION || object(c->b, o)->life != SL_VALID || make_empty(c, o);
    for (uint32_t i = sl_first_field(c->b, o); sl_has(c->b, i, o); i++) {
        struct sl_field f = c->b->fields.at[i];
        if (is_child(c->b, f.value) && !make_empty(c, c->b->values.at[sl_word_at(c->b, node, f.offset, c->s->bits)].object)) return false;
    }
    return true;
}

static bool open(struct check *c, struct sl_over p) {
    const struct sl_object *o = object(c->b, p.b);
    bool segment = sl_is_segment(o) && o->life == SL_VALID;
    if (!p.a && !segment) return fail(c, "a segment that is not empty");
    if (!p.a) return o->shape.kind == SL_RUN ? drop_run(c, p.b) : make_empty(c, p.b);
    return !segment || o->shape.kind == SL_RUN || sl_is_segment(object(c->a, p.a)) || open_node(c, p.b, p.a);
}

// Every segment that the map lays over one node or over nothing becomes that; those in nodes of others first: they are copied with these.
static bool open_all(struct check *c) {
    for (int level = SL_MOST_LEVEL + 1; level >= 0; level--)
        for (uint32_t i = 0, n = c->told.n; i < n; i++)
            if (c->told.at[i].b < c->n_objects && object(c->b, c->told.at[i].b)->level == level && !open(c, c->told.at[i])) return false;
    return true;
}

// ---- values ----------------------------------------------------------------------------------------------------------------------------

static bool has_functions(struct check *c, uint32_t x, uint32_t y) {
    sl_func_set one[2] = {0};
    const sl_func_set *all = sl_funcs(c->s, c->b, x, &one[0]), *some = sl_funcs(c->s, c->a, y, &one[1]);
    bool good = all && some && sl_func_union(c->s, all, some) == c->b->values.at[x].range.lo;
    vec_free(&one[0]);
    vec_free(&one[1]);
    return good;
}

// Can what is of kind y be of kind x?
static bool kind_fits(uint8_t x, uint8_t y) {
    if (x == SL_UNINIT) return y != SL_ADDR;
    return x == SL_ANY ? y != SL_ADDR && y != SL_UNINIT : x == y;
}

// Is what y is in a one of those that x may be in b?
static bool may_be(struct check *c, uint32_t x, uint32_t y) {
    const struct sl_value *v = &c->b->values.at[x], *u = &c->a->values.at[y];
    if (v->kind == SL_FUNCS) return has_functions(c, x, y);
    if (v->kind == SL_CHARS) return sl_has_zero(u);
    bool one = false;  // which of the nodes does not matter
    for (uint32_t i = 0; v->kind == SL_ADDR && i < c->map->ones.n; i++) one |= c->map->ones.at[i] == u->object;
    if (!kind_fits(v->kind, u->kind) || (v->kind == SL_ADDR && v->end != u->end && (!one || v->end == SL_AFTER || u->end == SL_AFTER)))
        return false;
    return (v->kind != SL_INT && v->kind != SL_ADDR) || (u->range.bits == v->range.bits && num_range_leq(u->range, v->range));
}

// Is the value of b none that is seen from nodes, or seen from those of segment `inside` or of those around them?
static bool is_seen(const struct check *c, uint32_t inside, uint32_t x) {
    const struct sl_value *v = &c->b->values.at[x];
    if (v->kind != SL_ADDR || !sl_is_inner(v)) return true;
    while (inside && inside != v->object) inside = c->owner[inside];
    return inside != 0;
}

// Does the map lay o over t, or, if o is a copy of what nodes had for themselves, that over it?
static bool is_told(const struct check *c, uint32_t o, uint32_t t) {
    bool told = object(c->b, o)->storage == SL_CODE;
    for (uint32_t i = 0; i < c->told.n; i++) {
        if (c->told.at[i].b == o) return c->told.at[i].a == t;
        told |= o >= c->n_objects && c->told.at[i].a == t;
    }
    return told;
}

// An address leads to o in b, and to t in a.
static bool meet_object(struct check *c, uint32_t inside, uint32_t o, uint32_t t) {
    assert(!inside || sl_is_segment(object(c->b, inside)));
    if (c->under[o] || c->over[t]) return (c->under[o] == t && c->over[t] == o) || fail(c, "one object for two");
    if (!is_told(c, o, t)) return fail(c, "an object that stands for another one");
    if (object(c->b, o)->level != object(c->a, t)->level) return fail(c, "an object that belongs to other nodes");
    c->under[o] = t;
    c->over[t] = o;
    c->owner[o] = object(c->b, o)->level ? inside : 0;
    vec_push(&c->met, o);
    return true;
}

// At a place of b in the nodes of segment `inside` (0: in none) is x, and at that of a y.
static bool meet(struct check *c, uint32_t inside, uint32_t x, uint32_t y) {
    const struct sl_value *v = &c->b->values.at[x], *u = &c->a->values.at[y];
    assert(x && x < c->b->values.n && y && y < c->a->values.n);
    if (!is_seen(c, inside, x)) return fail(c, "an address of each node outside of the nodes");
    if (c->value[x]) return sl_same(c->a, c->value[x], y) || fail(c, "a place holds what its value does not stand for");
    if (!may_be(c, x, y))
        return fail(c, has_identity(v) ? "a value that may be another one" : "a place holds what its value does not stand for");
    if (u->level > v->level) return fail(c, "a value belongs to other nodes");
    if (has_identity(v)) c->value[x] = y;
    return v->kind != SL_ADDR || meet_object(c, inside, v->object, u->object);
}

static uint32_t constant(struct check *c, unsigned bits, num_word k) {
    num_word x;
    for (uint32_t v = 1; v < c->a->values.n; v++)
        if (c->a->values.at[v].kind == SL_INT && c->a->values.at[v].range.bits == bits && sl_is_const(c->a, v, &x) && x == k) return v;
    return sl_const(c->a, bits, k);
}

// The number of a that a number of b stands for; if nothing else holds it, y.
static uint32_t number_under(struct check *c, uint32_t x, uint32_t y) {
    assert(x && x < c->b->values.n);
    num_word k;
    if (sl_is_const(c->b, x, &k)) return constant(c, c->b->values.at[x].range.bits, k);
    if (!c->value[x] && y) meet(c, 0, x, y);
    return c->value[x];
}

// ---- objects ---------------------------------------------------------------------------------------------------------------------------

// Can nodes that are linked as s says be what t is, one node for one?
static bool shape_fits(const struct sl_shape *s, const struct sl_shape *t) {
    if (s->kind == t->kind) return sl_same_links(s, t);
    if (s->kind == SL_TREE) return t->kind == SL_OPTION || (t->kind == SL_SINGLY && t->list.head == s->tree.head);
    if (s->kind == SL_PARENTED && t->kind == SL_DOUBLY)
        return t->list.head == s->tree.head && t->list.back == s->tree.up && t->list.tail == s->tree.tail;
    if (s->kind == SL_PARENTED) return t->kind == SL_OPTION && !s->tree.head;
    return sl_n_links(s) && t->kind == SL_OPTION && !sl_are_pairs(s) && !s->list.head;
}

static bool memory_fits(struct check *c, const struct sl_object *x, const struct sl_object *y) {
    if (x->storage != y->storage || x->life != y->life) return fail(c, "memory of another kind");
    bool made = x->storage == SL_HEAP || x->storage == SL_PLACES;
    if (!made && (x->tag != y->tag || x->func != y->func || x->instr != y->instr)) return fail(c, "another variable");
    if (y->size < x->size || y->size + y->more > x->size + x->more) return fail(c, "another size");
    if (y->dirty > x->dirty || y->escaped > x->escaped || y->foreign < x->foreign) return fail(c, "a change, or an address, that got away");
    if (x->life == SL_VALID && x->rest != y->rest && x->rest != SL_REST_ANY && x->rest != SL_REST_UNINIT) return fail(c, "other bytes without a field");
    return sl_least(y) >= (sl_is_segment(x) ? sl_least(x) : 1u) ? true : fail(c, "fewer nodes");
}

// Is the size of t the number y?
static bool is_size(const struct check *c, const struct sl_object *t, uint32_t y) {
    num_word k;
    return (t->count && sl_same(c->a, t->count, y)) || (!t->more && sl_is_const(c->a, y, &k) && k == t->size);
}

// Is it as many times y, plus as much, as that of o is its unit?
static bool is_unit(const struct check *c, const struct sl_object *o, const struct sl_object *t, uint32_t y) {
    assert(o->unit && o->scale);
    num_word k;
    int64_t by;
    if (sl_is_const(c->a, y, &k) && !t->more && (num_sword)k * o->scale + o->plus == (num_sword)t->size) return true;
    if (!t->unit || t->scale != o->scale || __builtin_sub_overflow(t->plus, o->plus, &by) || by % o->scale) return false;
    struct num_var u = sl_reading(c->a, y, true), v = sl_reading(c->a, t->unit, true);
    by /= o->scale;
    return by ? sl_bound(c->a, u, v) <= by && sl_bound(c->a, v, u) <= -by : sl_same(c->a, t->unit, y);
}

static uint32_t size_of(struct check *c, const struct sl_object *t) {
    return t->count || t->more ? t->count : constant(c, c->s->bits, t->size);
}

// What the unit of o can be for the size of t, or 0.
static uint32_t unit_of(struct check *c, const struct sl_object *o, const struct sl_object *t) {
    assert(o->unit && o->scale);
    num_sword rest = (num_sword)t->size - o->plus;
    unsigned bits = c->b->values.at[o->unit].range.bits;
    if (t->more || rest < 0 || rest % o->scale || rest / o->scale > (num_sword)num_mask(bits)) return t->unit;
    return constant(c, bits, (num_word)(rest / o->scale));
}

static bool numbers_fit(struct check *c, uint32_t of, uint32_t under) {
    struct sl_object o = *object(c->b, of), t = *object(c->a, under);
    uint32_t y = 0;
    if (o.count && (!(y = number_under(c, o.count, size_of(c, &t))) || !is_size(c, &t, y))) return fail(c, "another size, as a number");
    if (o.unit && (!(y = number_under(c, o.unit, unit_of(c, &o, &t))) || !is_unit(c, &o, &t, y))) return fail(c, "another size, as a multiple");
    for (int i = 0; i < 2 && o.part[0]; i++) {
        y = number_under(c, o.part[i], t.part[i]);
        if (!y || !t.part[i] || !sl_same(c->a, t.part[i], y) || o.over != t.over) return fail(c, "another size, as a sum");
    }
    if (o.ends && !t.ends) t.ends = sl_shown_end(c->a, under, c->s->bits);
    if (o.ends && (!(y = number_under(c, o.ends, t.ends)) || !t.ends || !sl_same(c->a, t.ends, y) || t.first < o.first))
        return fail(c, "a string that ends elsewhere");
    return (o.text <= sl_text_of(c->a, under) && o.wide <= t.wide) || fail(c, "a string that need not end");
}

// ---- what they hold ----------------------------------------------------------------------------------------------------------------

// Is y as the rest of o says?  What one of them was given, and the other was not, may become anything.
static bool is_rest(const struct check *c, uint32_t o, uint32_t t, uint32_t y) {
    uint8_t rest = object(c->b, o)->rest, kind = c->a->values.at[y].kind;
    if (rest == SL_REST_ZERO) return sl_is_null(c->a, y);
    if (rest == SL_REST_STRINGS) return sl_is_string(c->a, y);
    return kind_fits(rest == SL_REST_ANY && rest == object(c->a, t)->rest ? SL_ANY : SL_UNINIT, kind);
}

// The field f of an object of b, over the bytes of t.
static bool field_fits(struct check *c, const struct sl_field *f, uint32_t t, uint32_t inside) {
    assert(t && t < c->a->objects.n && f->value);
    uint8_t kind = c->b->values.at[f->value].kind, rest = object(c->a, t)->rest;
    // Bytes of a string that were not given may become anything, as in arrays: an assumption of the verdict.
    bool met = false, zero = kind != SL_CHARS, text = object(c->b, f->object)->ends || object(c->b, f->object)->text;
    uint64_t held = 0;
    for (uint32_t i = sl_first_field(c->a, t); sl_has(c->a, i, t); i++) {
        const struct sl_field *g = &c->a->fields.at[i];
        bool lax = text && kind == SL_ANY && c->a->values.at[g->value].kind == SL_UNINIT;
        if (f->offset == g->offset && f->size == g->size && !lax) return meet(c, inside, f->value, g->value);
        if (!sl_overlap(f, g)) continue;
        met = true;
        bool whole = f->offset <= g->offset && g->offset + g->size <= f->offset + f->size;
        zero |= whole && sl_has_zero(&c->a->values.at[g->value]);
        held += whole ? g->size : f->size;
        if ((kind != SL_ANY && kind != SL_CHARS) || c->a->values.at[g->value].kind == SL_ADDR) return fail(c, "fields across each other");
    }
    if (met && !zero && !(held < f->size && rest == SL_REST_ZERO)) return fail(c, "characters without end");
    bool parted = met || (rest != SL_REST_ZERO && kind == SL_ANY);
    if (parted && has_identity(&c->b->values.at[f->value])) {  // no other place may hold it, too
        if (c->value[f->value]) return fail(c, "a place holds what its value does not stand for");
        c->value[f->value] = sl_fresh(c->a, SL_ANY);
    }
    if (!met && rest == SL_REST_ZERO) return meet(c, inside, f->value, constant(c, f->size <= 16 ? (unsigned)f->size * 8 : 64, 0));
    return met || (text && kind == SL_ANY) || kind_fits(kind, rest == SL_REST_UNINIT ? SL_UNINIT : SL_ANY) || fail(c, "bytes that no field holds");
}

static bool fields_fit(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_object *x = object(c->b, o);
    for (uint32_t i = sl_first_field(c->b, o); sl_has(c->b, i, o); i++) {
        const struct sl_field *f = &c->b->fields.at[i];
        bool told = sl_is_tree(&x->shape) && is_child(c->b, f->value);
        if (told && c->b->values.at[f->value].object != o) return fail(c, "a child of another tree");
        if (!told && !field_fits(c, f, t, sl_is_segment(x) && !sl_is_link(x, f->offset) ? o : c->owner[o])) return false;
    }
    for (uint32_t i = sl_first_field(c->a, t); sl_has(c->a, i, t); i++) {  // what only a has there
        bool covered = false;
        for (uint32_t k = sl_first_field(c->b, o); sl_has(c->b, k, o) && !covered; k++)
            covered = sl_overlap(&c->a->fields.at[i], &c->b->fields.at[k]);
        if (!covered && !is_rest(c, o, t, c->a->fields.at[i].value)) return fail(c, "bytes that only one of them knows");
    }
    return true;
}

// What the one link of the segment t holds that is neither null nor a child of the tree o; 0: there are more of them, or another's.
static uint32_t hole_of(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_object *x = object(c->a, t);
    uint32_t hole = sl_linked(c->a, t, SL_HOLE, 0), children = 0;
    for (uint32_t i = sl_first_field(c->b, o); sl_has(c->b, i, o); i++) {
        const struct sl_field *f = &c->b->fields.at[i];
        if (!is_child(c->b, f->value)) continue;
        uint32_t v = sl_word_at(c->a, t, f->offset, c->s->bits);
        if (!v && x->rest != SL_REST_ZERO) return 0;
        bool child = v && is_child(c->a, v) && c->a->values.at[v].object == t, link = sl_is_link(x, f->offset);
        children += child || link;
        if (!v || child || (sl_is_null(c->a, v) && !link)) continue;
        if (hole || !link) return 0;
        hole = v;
    }
    for (uint32_t i = sl_first_field(c->a, t); sl_has(c->a, i, t); i++) children -= is_child(c->a, c->a->fields.at[i].value);
    if (children != (x->shape.kind == SL_SINGLY || x->shape.kind == SL_DOUBLY)) return 0;
    return hole ? hole : constant(c, c->s->bits, 0);
}

// What o is a copy of, if the map lays that over t; else o.
static uint32_t original(const struct check *c, uint32_t o, uint32_t t) {
    for (uint32_t i = 0; o >= c->n_objects && i < c->map->objects.n; i++)
        if (c->map->objects.at[i].a == t) return c->map->objects.at[i].b;
    return o;
}

// Each variant of the mixed segment t is one that a variant of o stands for.
static bool variants_fit(struct check *c, uint32_t o, uint32_t t) {
    uint32_t from = original(c, o, t);
    const struct sl_draft *d = from < c->n_objects ? c->before : c->b;
    uint32_t place[SL_MOST_VARIANTS];
    for (uint32_t i = 0, y; (y = sl_linked(c->a, t, SL_VARIANTS, i)); i++) {
        uint32_t x = 0;
        for (uint32_t k = 0, v; !x && (v = sl_linked(d, from, SL_VARIANTS, k)); k++) {
            if (is_told(c, d->values.at[v].object, c->a->values.at[y].object)) x = sl_linked(c->b, o, SL_VARIANTS, k);
            place[i] = k;
        }
        if (!x) return fail(c, "a kind of node that nothing stands for");
        if (!meet(c, o, x, y)) return false;
    }
    struct sl_sequence all = sl_sequence_of(c->b, o), some = sl_sequence_of(c->a, t);
    return sl_is_within(&some, &all, place) || fail(c, "nodes in another order");
}

// What they hold in no bytes.  The first run of a table begins at 0.
static bool links_fit(struct check *c, uint32_t o, uint32_t t) {
    for (uint32_t i = sl_first_link(c->b, o); sl_has_link(c->b, i, o); i++) {
        struct sl_link l = c->b->links.at[i];
        if (l.role == SL_NODES || l.role == SL_LESS || l.role == SL_VARIANTS) continue;  // see nodes_fit, variants_fit
        uint32_t y = l.role == SL_HOLE ? hole_of(c, o, t) : sl_linked(c->a, t, l.role, l.index);
        if (!y && l.role == SL_INDEX) y = constant(c, c->b->values.at[l.value].range.bits, 0);
        if (!y) return fail(c, l.role == SL_HOLE ? "a node of a tree with several children" : "other parts");
        if (!meet(c, sl_is_of_nodes(l.role) ? o : c->owner[o], l.value, y)) return false;
    }
    for (uint32_t i = sl_first_link(c->a, t); sl_has_link(c->a, i, t); i++)
        if (c->a->links.at[i].role < SL_VARIANTS && !sl_linked(c->b, o, c->a->links.at[i].role, c->a->links.at[i].index)) return fail(c, "parts that only one of them has");
    if (sl_are_mixed(&object(c->b, o)->shape) && !variants_fit(c, o, t)) return false;
    return object(c->b, o)->storage != SL_PLACES || meet_object(c, 0, sl_array_of(c->b, o), sl_array_of(c->a, t));
}

static bool object_fits(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_object *x = object(c->b, o), *y = object(c->a, t);
    if (!memory_fits(c, x, y)) return false;
    bool gone = x->life != SL_VALID && sl_is_segment(x) && !sl_is_segment(y);  // of a node that is gone only its address is left
    if (!gone && !shape_fits(&x->shape, &y->shape)) return fail(c, "other links");
    return x->life != SL_VALID || (fields_fit(c, o, t) && links_fit(c, o, t));
}

// ---- all of it -------------------------------------------------------------------------------------------------------------------------

// Is it one for one?
static bool is_map(struct check *c, const struct sl_map *m) {
    for (uint32_t i = 0; i < m->objects.n; i++) {
        struct sl_over p = m->objects.at[i];
        if (!p.b || p.b >= c->b->objects.n || p.a >= c->a->objects.n) return fail(c, "no map of objects");
        for (uint32_t k = 0; k < i; k++)
            if (c->told.at[k].b == p.b || (p.a && c->told.at[k].a == p.a)) return fail(c, "no map of objects");
        vec_push(&c->told, p);
    }
    return true;
}

static bool roots_fit(struct check *c) {
    const struct sl_draft *a = c->a, *b = c->b;
    if (!sl_same_frames(a, b)) return fail(c, "other frames");
    struct sl_uses below = {.draft = a, .left = SL_ROOTS | SL_PLACED};
    SL_EACH_USE(u, b, SL_ROOTS | SL_PLACED) {
        sl_next_use(&below);
        uint32_t x = sl_used(&u), y = sl_used(&below);
        if (!x != !y) return fail(c, "other variables");
        if (x && !(u.group == SL_GROUP_ROOT ? meet : meet_object)(c, 0, x, y)) return false;
    }
    for (uint32_t o = 1; o < b->objects.n; o++) {
        uint32_t t = object(b, o)->storage == SL_GLOBAL && object(b, o)->dirty ? sl_find_single(a, SL_GLOBAL, object(b, o)->tag) : 0;
        if (t && !meet_object(c, 0, o, t)) return false;
    }
    return true;
}

// Nothing is there but what both have; what nodes had for themselves that were opened was copied.
static bool nothing_else(struct check *c, const struct sl_draft *d, const uint32_t *met, const char *why) {
    for (uint32_t i = 1; i < d->objects.n; i++) {
        const struct sl_object *o = object(d, i);
        bool memory = o->storage == SL_HEAP || o->storage == SL_PLACES || (o->storage == SL_GLOBAL && o->dirty);
        if (memory && o->life == SL_VALID && !met[i] && !(d == c->b && o->level)) return fail(c, why);
    }
    return true;
}

// Of numbers that nothing holds everything is true.
static bool differ(struct check *c, uint32_t x, uint32_t y) {
    uint32_t u = number_under(c, x, 0), v = number_under(c, y, 0);
    return !u || !v || sl_differ(c->a, u, v);
}

static bool relation_holds(struct check *c, const struct sl_relation *r) {
    uint32_t u = number_under(c, r->a.id, 0), v = number_under(c, r->b.id, 0);
    if (!u || !v) return true;
    struct num_var x = sl_reading(c->a, u, r->a.is_signed), y = sl_reading(c->a, v, r->b.is_signed);
    return x.bits && y.bits && (sl_told_bound(c->a, x, y) <= r->most || sl_bound(c->a, x, y) <= r->most);
}

static bool trend_holds(struct check *c, const struct sl_trend *o) {
    uint32_t u = number_under(c, o->value, 0), list = sl_trend_list(c->b, o->value);
    return !u || sl_is_in_trend(c->a, c->under[list], u, o->how);
}

// What was found at an address was found in a as well, and there is where.
static bool load_holds(struct check *c, const struct sl_term *t) {
    uint32_t u = number_under(c, t->value, 0), under = c->under[c->b->values.at[t->a].object];
    for (uint32_t i = 0; u && i < c->a->terms.n; i++) {
        const struct sl_term *x = &c->a->terms.at[i];
        if (x->kind != SL_LOADED || x->value != u || c->a->values.at[x->a].object != under) continue;
        int64_t at, there;
        if (sl_offset(c->b, t->a, &at)) {
            if (sl_offset(c->a, x->a, &there) && at == there) return true;
            continue;
        }
        uint32_t y = number_under(c, t->a, x->a);
        if (y && sl_same(c->a, y, x->a)) return true;
    }
    return false;
}

static bool sum_holds(struct check *c, const struct sl_term *t) {
    struct sl_term x = {number_under(c, t->value, 0), number_under(c, t->a, 0), number_under(c, t->b, 0), SL_SUM, .plus = t->plus};
    return !x.value || !x.a || !x.b || sl_is_sum(c->a, sl_closed(c->a), &x);
}

static bool multiple_holds(struct check *c, const struct sl_term *t) {
    uint32_t u = number_under(c, t->value, 0), v = number_under(c, t->a, 0);
    return !u || !v || sl_is_multiple(c->a, u, v, t->plus);
}

static bool product_holds(struct check *c, const struct sl_term *t) {
    uint32_t u = number_under(c, t->value, 0), v = number_under(c, t->a, 0), w = number_under(c, t->b, 0);
    return !u || !v || !w || sl_is_product(c->a, u, v, w);
}

static bool quotient_holds(struct check *c, const struct sl_term *t) {
    struct sl_term x = {number_under(c, t->value, 0), number_under(c, t->a, 0), 0, SL_QUOTIENT, t->plus, t->times, t->over};
    return !x.value || !x.a || sl_is_quotient(c->a, sl_closed(c->a), &x);
}

// ---- lengths ---------------------------------------------------------------------------------------------------------------------------

static struct sl_nodes *ghost(struct check *c, uint32_t v) {
    for (uint32_t i = 0; i < c->ghosts.n; i++)
        if (c->ghosts.at[i].value == v) return &c->ghosts.at[i].is;
    return NULL;
}

static void cancel(struct sl_nodes *n) {
    if (n->plus == n->minus) n->plus = n->minus = 0;
}

// x - y, or x + y; false: too many numbers.
static bool combine(struct sl_nodes x, struct sl_nodes y, bool minus, struct sl_nodes *out) {
    if (minus) y = (struct sl_nodes){y.minus, y.plus, -y.more, y.bits};
    if (x.plus == y.minus) x.plus = y.minus = 0;
    if (y.plus == x.minus) y.plus = x.minus = 0;
    *out = (struct sl_nodes){x.plus | y.plus, x.minus | y.minus, x.more + y.more, x.bits < y.bits ? x.bits : y.bits};
    cancel(out);
    return !(x.plus && y.plus) && !(x.minus && y.minus);
}

// What the number v of b is in a, as a length; false: nothing tells.
static bool is_in_a(struct check *c, uint32_t v, uint32_t bits, struct sl_nodes *out) {
    uint32_t under = v ? number_under(c, v, 0) : 0;
    *out = (struct sl_nodes){.plus = under, .bits = bits};
    if (under || !v) return sl_fold_constants(c->a, out);
    if (ghost(c, v)) *out = *ghost(c, v);
    return ghost(c, v);
}

// A number of y that is near w is told by w.
static void approach(const struct check *c, struct sl_nodes *y, uint32_t w) {
    int64_t by;
    for (int minus = 0; w && minus < 2; minus++) {
        uint32_t *v = minus ? &y->minus : &y->plus;
        if (!*v || *v == w || c->a->values.at[*v].range.bits != c->a->values.at[w].range.bits || !sl_is_near(c->a, *v, w, &by)) continue;
        *v = w;
        y->more += (int32_t)(minus ? -by : by);
    }
    cancel(y);
}

// The list o of b is as long as numbers say that what is under it is; one that only lengths hold is what makes it so.
static bool nodes_fit(struct check *c, uint32_t o) {
    struct sl_nodes x, y, plus, minus, both, rest;
    if (!sl_is_segment(object(c->b, o)) || !sl_nodes_of(c->b, o, &x)) return true;
    if (!sl_nodes_of(c->a, c->under[o], &y) || x.bits > y.bits) return fail(c, "a list that may be longer or shorter");
    y.more -= x.more;
    bool told = is_in_a(c, x.plus, x.bits, &plus), less = is_in_a(c, x.minus, x.bits, &minus), fits = told || less;
    if (told) approach(c, &y, plus.plus), approach(c, &y, plus.minus);
    if (less) approach(c, &y, minus.plus), approach(c, &y, minus.minus);
    if (told && less) {
        fits = combine(plus, minus, true, &both) && both.plus == y.plus && both.minus == y.minus &&
               !num_wrap(x.bits, (num_word)(num_sword)(both.more - y.more));
    } else if (fits) {
        fits = told ? combine(plus, y, true, &rest) : combine(y, minus, false, &rest);
        if (fits) vec_push(&c->ghosts, ((struct ghost){told ? x.minus : x.plus, rest}));
    }
    return fits || fail(c, "a list that may be longer or shorter");
}

static bool facts_hold(struct check *c) {
    for (uint32_t i = 0; i < 2 * c->met.n; i++) {  // first those that tell what other numbers are
        uint32_t o = c->met.at[i % c->met.n];
        bool now = i >= c->met.n || !sl_linked(c->b, o, SL_LESS, 0);
        if (now && object(c->b, o)->life == SL_VALID && !nodes_fit(c, o)) return false;
    }
    for (uint32_t i = 0; i < c->b->terms.n; i++)
        if (c->b->terms.at[i].kind == SL_LOADED && c->b->values.at[c->b->terms.at[i].value].kind == SL_INT && !load_holds(c, &c->b->terms.at[i]))
            return fail(c, "contents that may have changed");
    for (uint32_t i = 0; i < c->b->apart.n; i++)
        if (!differ(c, c->b->apart.at[i].a, c->b->apart.at[i].b)) return fail(c, "numbers that may be equal");
    for (uint32_t i = 0; i < c->b->relations.n; i++)
        if (!relation_holds(c, &c->b->relations.at[i])) return fail(c, "numbers that may lie otherwise to each other");
    for (uint32_t i = 0; i < c->b->trends.n; i++)
        if (!trend_holds(c, &c->b->trends.at[i])) return fail(c, "numbers that may go on otherwise");
    for (uint32_t i = 0; i < c->b->terms.n; i++)
        if (c->b->terms.at[i].kind == SL_SUM && !sum_holds(c, &c->b->terms.at[i])) return fail(c, "a number that may be no sum");
    for (uint32_t i = 0; i < c->b->terms.n; i++)
        if (c->b->terms.at[i].kind == SL_MULTIPLE && !multiple_holds(c, &c->b->terms.at[i])) return fail(c, "a number that may be no multiple");
    for (uint32_t i = 0; i < c->b->terms.n; i++)
        if (c->b->terms.at[i].kind == SL_PRODUCT && !product_holds(c, &c->b->terms.at[i])) return fail(c, "a number that may be no product");
    for (uint32_t i = 0; i < c->b->terms.n; i++)
        if (c->b->terms.at[i].kind == SL_QUOTIENT && !quotient_holds(c, &c->b->terms.at[i])) return fail(c, "a number that may be no quotient");
    return true;
}

// The string that was found so far behind the beginning of the object under o; or 0.
static uint32_t string_behind(const struct check *c, uint32_t o, int64_t at) {
    int64_t there;
    for (uint32_t i = 0; i < c->a->terms.n; i++) {
        const struct sl_term *x = &c->a->terms.at[i];
        bool string = x->kind == SL_LOADED && c->a->values.at[x->a].object == c->under[o] && c->a->values.at[x->value].kind == SL_ADDR;
        if (string && sl_offset(c->a, x->a, &there) && at == there) return x->value;
    }
    return 0;
}

// The string that was found at the element, q says which; or 0.
static uint32_t string_of_element(struct check *c, uint32_t o, const struct sl_term *q) {
    int64_t k;
    uint32_t index = number_under(c, q->value, 0);
    if (index && sl_is_known(c->a, index) && !__builtin_mul_overflow(num_range_smin(c->a->values.at[index].range), (int64_t)q->times, &k))
        return string_behind(c, o, k + q->plus);
    for (uint32_t i = 0; index && i < c->a->terms.n; i++) {
        const struct sl_term *x = &c->a->terms.at[i];
        bool same = x->kind == SL_QUOTIENT && x->times == q->times && x->plus == q->plus && !x->over && sl_same(c->a, x->value, index);
        if (same && meet(c, 0, q->a, x->a)) return sl_loaded_before(c->a, x->a, c->s->bits);
    }
    return 0;
}

// The string that was found under the address; or 0.
static uint32_t string_under(struct check *c, uint32_t v) {
    int64_t at;
    uint32_t o = c->b->values.at[v].object, s = 0;
    if (sl_offset(c->b, v, &at)) return string_behind(c, o, at);
    if (c->value[v]) return sl_loaded_before(c->a, c->value[v], c->s->bits);
    for (uint32_t i = 0; !s && i < c->b->terms.n; i++) {
        const struct sl_term *q = &c->b->terms.at[i];
        if (q->kind == SL_QUOTIENT && q->a == v && !q->over) s = string_of_element(c, o, q);
    }
    return s;
}

// Strings of argv that were found.
static bool strings_fit(struct check *c) {
    for (uint32_t i = 0; i < c->b->terms.n; i++) {
        const struct sl_term *t = &c->b->terms.at[i];
        if (t->kind != SL_LOADED || c->b->values.at[t->value].kind != SL_ADDR) continue;
        uint32_t s = string_under(c, t->a);
        if (!s || !meet(c, 0, t->value, s)) return c->why ? false : fail(c, "a string that may be another one");
    }
    return true;
}

// Those from the nth on that are met, and what they lead to.
static bool objects_fit(struct check *c, uint32_t *n) {
    bool good = true;
    for (; *n < c->met.n && good; ++*n) good = object_fits(c, c->met.at[*n], c->under[c->met.at[*n]]);
    return good;
}

static bool is_shown(struct check *c) {
    uint32_t n = 0;
    bool good = roots_fit(c) && objects_fit(c, &n) && strings_fit(c) && objects_fit(c, &n);
    good = good && nothing_else(c, c->a, c->over, "an object that nothing stands for");
    good = good && nothing_else(c, c->b, c->under, "an object that stands for nothing");
    for (uint32_t i = 0; i < c->met.n && good; i++) good = numbers_fit(c, c->met.at[i], c->under[c->met.at[i]]);
    return good && facts_hold(c);
}

bool sl_map_check(struct sl *s, struct sl_draft *a, const struct sl_draft *b, const struct sl_map *m, const char **why) {
    assert(a->objects.n && b->objects.n && a != b);
    struct sl_draft opened;
    struct check c = {.s = s, .a = a, .b = &opened, .before = b, .n_objects = b->objects.n, .map = m};
    sl_draft_copy(&opened, b);
    bool good = is_map(&c, m) && open_all(&c);
    uint32_t *room = calloc(a->objects.n + 2 * opened.objects.n + opened.values.n, sizeof *room);
    if (!room) base_out_of_memory();
    c.over = room;
    c.under = c.over + a->objects.n;
    c.owner = c.under + opened.objects.n;
    c.value = c.owner + opened.objects.n;
    good = good && is_shown(&c);
    assert(good == !c.why);
    *why = c.why;
    free(room);
    vec_free(&c.told);
    vec_free(&c.met);
    vec_free(&c.ghosts);
    sl_draft_free(&opened);
    return good;
}
