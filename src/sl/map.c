// SPDX-License-Identifier: MIT
#include "sl/map.h"

#include <assert.h>
#include <stdlib.h>

#include "sl/relate.h"
#include "sl/uses.h"

void sl_map_free(struct sl_map *m) {
    vec_free(&m->values);
    vec_free(&m->objects);
}

enum { NOTHING = UINT32_MAX };  // in check.under: a segment that is empty
struct check {
    struct sl *s;
    struct sl_draft *a;          // which gets constants that it has not
    const struct sl_draft *b;
    uint32_t *under;             // by object of b: the one of a; 0: none, or NOTHING
    uint32_t *over;              // by object of a: the one of b; 0: none
    uint32_t *value;             // by value of b that is not known by its contents alone: the one of a; 0: it is held nowhere
    uint32_t *owner_a, *owner_b;  // by object: the segment whose nodes have it for themselves; 0: none
    unsigned depth;              // empty segments that are passed
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

static uint32_t field(const struct sl_draft *d, uint32_t o, uint64_t offset, uint64_t size) {  // its value, or 0
    uint32_t i = sl_field_at(d, o, offset, size);
    return i == UINT32_MAX ? 0 : d->fields.at[i].value;
}

static uint32_t word(const struct check *c, const struct sl_draft *d, uint32_t o, uint64_t offset) {
    return field(d, o, offset, c->s->bits / 8);
}

// Equal numbers and addresses are the same; of the others each is known by where it is held.
static bool has_identity(const struct sl_value *v) {
    return (v->kind != SL_INT && v->kind != SL_ADDR) || !num_range_is_const(v->range, NULL);
}

// ---- levels ----------------------------------------------------------------------------------------------------------------------------

static uint32_t owner_at(const struct sl_draft *d, const uint32_t *owner, uint32_t o, unsigned level) {
    assert(o < d->objects.n);
    while (o && object(d, o)->level > level) o = owner[o];
    return o;
}

static void find_owners(const struct sl_draft *d, uint32_t *owner) {
    for (bool again = true; again;) {
        again = false;
        SL_EACH_USE(u, d, SL_FIELDS) {
            uint32_t o = sl_user(&u);
            const struct sl_value *v = &d->values.at[sl_used(&u)];
            if (v->kind != SL_ADDR || object(d, o)->life != SL_VALID || !object(d, v->object)->level || owner[v->object]) continue;
            uint32_t inside = sl_is_segment(object(d, o)) && !sl_use_leads_out(&u) ? o : owner[o];
            owner[v->object] = owner_at(d, owner, inside, object(d, v->object)->level - 1u);
            again |= owner[v->object] != 0;
        }
    }
}

// The level that something of this level in b has in a at most, seen from the nodes of segment `inside` of b (0: from none).
static unsigned level_under(const struct check *c, uint32_t inside, unsigned level) {
    assert(!inside || sl_is_segment(object(c->b, inside)));
    uint32_t owner = level ? owner_at(c->b, c->owner_b, inside, level - 1) : 0, t = owner ? c->under[owner] : 0;
    if (!t || t == NOTHING) return 0;
    return object(c->a, t)->level + (unsigned)sl_is_segment(object(c->a, t));
}

// ---- values ----------------------------------------------------------------------------------------------------------------------------

static bool stands_for(struct check *c, uint32_t x, uint32_t y, int64_t by);

static bool has_functions(struct check *c, uint32_t x, uint32_t y) {
    sl_func_set one[2] = {0};
    const sl_func_set *all = sl_funcs(c->s, c->b, x, &one[0]), *some = sl_funcs(c->s, c->a, y, &one[1]);
    bool good = all && some && sl_func_union(c->s, all, some) == c->b->values.at[x].range.lo;
    vec_free(&one[0]);
    vec_free(&one[1]);
    return good;
}

// An address in an empty segment is the link of that end, as far from it as it is from where links lead to.
static bool leads_beyond(struct check *c, uint32_t x, uint32_t y, int64_t by) {
    const struct sl_value *v = &c->b->values.at[x];
    const struct sl_shape *s = &object(c->b, v->object)->shape;
    int64_t offset;
    int end = v->end == SL_LAST;
    assert(c->under[v->object] == NOTHING);
    if (sl_is_inner(v) || !sl_offset(c->b, x, &offset)) return false;
    by += offset - sl_link_to(s, end);
    if (s->kind == SL_OPTION) return !by && sl_is_null(c->a, y);
    if ((uint32_t)end >= sl_n_links(s) || ++c->depth > c->b->objects.n) return false;
    uint32_t link = sl_beyond(c->b, v->object, end, c->s->bits);
    bool good = link && stands_for(c, link, y, by);
    c->depth--;
    return good;
}

// Does the node that x means in b lie over the one that y means in a?
static bool is_over(const struct check *c, const struct sl_value *x, const struct sl_value *y) {
    const struct sl_object *s = object(c->b, x->object), *t = object(c->a, y->object);
    uint32_t under = c->under[x->object];
    assert(x->kind == SL_ADDR && y->kind == SL_ADDR && under != NOTHING);
    if (!under && s->storage == SL_CODE) return t->storage == SL_CODE && t->tag == s->tag;
    if (sl_is_segment(s) && sl_are_pairs(&s->shape) && x->end == SL_LAST && !sl_is_segment(t)) {
        uint32_t second = sl_linked(c->b, x->object, SL_SECONDS, 0);
        return second && c->under[c->b->values.at[second].object] == y->object;
    }
    if (under != y->object) return false;
    return sl_is_segment(s) && !sl_is_segment(t) ? x->end != SL_CHILD : x->end == y->end;
}

static bool is_address(struct check *c, uint32_t x, uint32_t y, int64_t by) {
    const struct sl_value *v = &c->b->values.at[x], *u = &c->a->values.at[y];
    if (c->under[v->object] == NOTHING) return leads_beyond(c, x, y, by);
    if (u->kind != SL_ADDR || !is_over(c, v, u)) return false;
    struct num_range moved = by ? num_range_binary(NUM_SUB, u->range, num_range_const(c->s->bits, (uint64_t)by)) : u->range;
    return num_range_leq(moved, v->range);
}

// Can what is of kind y be of kind x?
static bool kind_fits(uint8_t x, uint8_t y) {
    if (x == SL_UNINIT) return y != SL_ADDR;
    return x == SL_ANY ? y != SL_ADDR && y != SL_UNINIT : x == y;
}

// Is what y is in a, less `by`, one of those that x may be in b?
static bool may_be(struct check *c, uint32_t x, uint32_t y, int64_t by) {
    const struct sl_value *v = &c->b->values.at[x], *u = &c->a->values.at[y];
    if (v->kind == SL_ADDR) return is_address(c, x, y, by);
    if (by) return false;
    if (v->kind == SL_FUNCS) return has_functions(c, x, y);
    return kind_fits(v->kind, u->kind) && (v->kind != SL_INT || (u->range.bits == v->range.bits && num_range_leq(u->range, v->range)));
}

static bool stands_for(struct check *c, uint32_t x, uint32_t y, int64_t by) {
    assert(x && x < c->b->values.n && y && y < c->a->values.n);
    if (!has_identity(&c->b->values.at[x])) return may_be(c, x, y, by);
    return !by && c->value[x] && sl_same(c->a, c->value[x], y);
}

// Is the value of b none that is seen from nodes, or seen from those of segment `inside` or of those around them?
static bool is_seen(const struct check *c, uint32_t inside, uint32_t x) {
    const struct sl_value *v = &c->b->values.at[x];
    if (v->kind != SL_ADDR || !sl_is_inner(v)) return true;
    while (inside && inside != v->object) inside = c->owner_b[inside];
    return inside != 0;
}

// At a place of b in the nodes of segment `inside` is x, and at that of a y.
static bool holds(struct check *c, uint32_t inside, uint32_t x, uint32_t y) {
    if (!is_seen(c, inside, x)) return fail(c, "an address of each node outside of the nodes");
    if (!stands_for(c, x, y, 0)) return fail(c, "a place holds what its value does not stand for");
    if (c->a->values.at[y].level > level_under(c, inside, c->b->values.at[x].level)) return fail(c, "a value belongs to other nodes");
    return true;
}

static uint32_t constant(struct check *c, unsigned bits, num_word k) {
    num_word x;
    for (uint32_t v = 1; v < c->a->values.n; v++)
        if (c->a->values.at[v].kind == SL_INT && c->a->values.at[v].range.bits == bits && sl_is_const(c->a, v, &x) && x == k) return v;
    return sl_const(c->a, bits, k);
}

// The number of a that a number of b stands for; 0: it is held nowhere.
static uint32_t number_under(struct check *c, uint32_t x) {
    assert(x && x < c->b->values.n);
    num_word k;
    return sl_is_const(c->b, x, &k) ? constant(c, c->b->values.at[x].range.bits, k) : c->value[x];
}

// ---- objects ---------------------------------------------------------------------------------------------------------------------------

// Can nodes that are linked as s says be what t is?
static bool shape_fits(const struct sl_shape *s, const struct sl_object *t) {
    const struct sl_shape *x = &t->shape;
    if (x->kind == s->kind) return sl_same_links(s, x);
    switch (s->kind) {
    case SL_OPTION:
    case SL_SECOND: return !sl_is_segment(t);
    case SL_TREE: return !sl_is_segment(t) || x->kind == SL_OPTION || (x->kind == SL_SINGLY && x->list.head == s->tree.head);
    default: return sl_n_links(s) && (!sl_is_segment(t) || (x->kind == SL_OPTION && !sl_are_pairs(s) && !s->list.head));
    }
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

static bool is_owned(struct check *c, uint32_t o, uint32_t t) {
    assert(c->under[o] == t && c->over[t] == o);
    uint32_t owner = c->owner_b[o], under = owner ? c->under[owner] : 0, wanted = 0;
    if (owner && (!under || under == NOTHING)) return fail(c, "an object of nodes that are not there");
    if (owner) wanted = sl_is_segment(object(c->a, under)) ? under : c->owner_a[under];
    return c->owner_a[t] == wanted ? true : fail(c, "an object that belongs to other nodes");
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

static bool numbers_fit(struct check *c, uint32_t of, uint32_t under) {
    const struct sl_object *o = object(c->b, of), *t = object(c->a, under);
    uint32_t y = 0;
    if (o->count && (!(y = number_under(c, o->count)) || !is_size(c, t, y))) return fail(c, "another size, as a number");
    if (o->unit && (!(y = number_under(c, o->unit)) || !is_unit(c, o, t, y))) return fail(c, "another size, as a multiple");
    for (int i = 0; i < 2 && o->part[0]; i++) {
        y = number_under(c, o->part[i]);
        if (!y || !t->part[i] || !sl_same(c->a, t->part[i], y) || o->over != t->over) return fail(c, "another size, as a sum");
    }
    if (o->ends && (!(y = number_under(c, o->ends)) || !t->ends || !sl_same(c->a, t->ends, y) || t->first < o->first))
        return fail(c, "a string that ends elsewhere");
    return o->text <= sl_text_of(c->a, under) && o->wide <= t->wide ? true : fail(c, "a string that need not end");
}

// ---- fields ----------------------------------------------------------------------------------------------------------------------------

static bool overlap(const struct sl_field *f, const struct sl_field *g) {
    return f->offset < g->offset + g->size && g->offset < f->offset + f->size;
}

// The field f of an object of b, over the bytes of t.
static bool field_fits(struct check *c, const struct sl_field *f, uint32_t t, uint32_t inside) {
    assert(t && t < c->a->objects.n && f->value);
    const struct sl_value *v = &c->b->values.at[f->value];
    uint32_t y = field(c->a, t, f->offset, f->size);
    if (y) return holds(c, inside, f->value, y);
    bool met = false;
    for (uint32_t i = sl_first_field(c->a, t); sl_has(c->a, i, t); i++) {
        if (!overlap(f, &c->a->fields.at[i])) continue;
        met = true;
        if (v->kind != SL_ANY || c->a->values.at[c->a->fields.at[i].value].kind == SL_ADDR) return fail(c, "fields across each other");
    }
    uint8_t rest = object(c->a, t)->rest;
    if (!met && rest == SL_REST_ZERO) return holds(c, inside, f->value, constant(c, f->size <= 16 ? (unsigned)f->size * 8 : 64, 0));
    return met || kind_fits(v->kind, rest == SL_REST_UNINIT ? SL_UNINIT : SL_ANY) ? true : fail(c, "bytes that no field holds");
}

static bool is_child(const struct sl_value *v) {
    return v->kind == SL_ADDR && v->end == SL_CHILD;
}

// Is the field told by the shape?
static bool is_told(const struct sl_draft *d, uint32_t o, const struct sl_field *f) {
    return object(d, o)->shape.kind == SL_TREE && is_child(&d->values.at[f->value]);
}

// The node of a in which the field at this offset of o is: of the second of a pair the last link is.
static uint32_t node_with(const struct check *c, uint32_t o, uint32_t t, uint64_t offset) {
    const struct sl_object *x = object(c->b, o);
    if (!sl_are_pairs(&x->shape) || sl_is_segment(object(c->a, t)) || offset != sl_link_at(&x->shape, 0)) return t;
    uint32_t second = sl_linked(c->b, o, SL_SECONDS, 0);
    return second ? c->under[c->b->values.at[second].object] : 0;
}

// Is the field of t told by that of another node, or by how the nodes of o are linked?
static bool is_inner_link(const struct check *c, uint32_t o, uint32_t t, const struct sl_field *f) {
    const struct sl_shape *s = &object(c->b, o)->shape;
    if (sl_is_segment(object(c->a, t))) return false;
    if (sl_are_pairs(s)) return f->offset == sl_link_at(s, 0);
    return s->kind == SL_SECOND && f->offset == (uint64_t)s->second.next;
}

static bool is_branch(const struct check *c, uint32_t o, uint64_t offset) {
    uint32_t v = object(c->b, o)->shape.kind == SL_TREE ? word(c, c->b, o, offset) : 0;
    return v && is_child(&c->b->values.at[v]);
}

// Is y as the rest of o says?  What one of them was given, and the other was not, may become anything.
static bool is_rest(const struct check *c, uint32_t o, uint32_t t, uint32_t y) {
    uint8_t rest = object(c->b, o)->rest, kind = c->a->values.at[y].kind;
    if (rest == SL_REST_ZERO) return sl_is_null(c->a, y);
    if (rest == SL_REST_STRINGS) return sl_is_string(c->a, y);
    return kind_fits(rest == SL_REST_ANY && rest == object(c->a, t)->rest ? SL_ANY : SL_UNINIT, kind);
}

// What only a has there.
static bool others_fit(struct check *c, uint32_t o, uint32_t t) {
    for (uint32_t i = sl_first_field(c->a, t); sl_has(c->a, i, t); i++) {
        const struct sl_field *f = &c->a->fields.at[i];
        bool covered = is_told(c->a, t, f) || is_inner_link(c, o, t, f) || is_branch(c, o, f->offset);
        for (uint32_t k = sl_first_field(c->b, o); sl_has(c->b, k, o) && !covered; k++) covered = overlap(f, &c->b->fields.at[k]);
        if (!covered && !is_rest(c, o, t, f->value)) return fail(c, "bytes that only one of them knows");
    }
    return true;
}

static bool fields_fit(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_object *x = object(c->b, o);
    for (uint32_t i = sl_first_field(c->b, o); sl_has(c->b, i, o); i++) {
        const struct sl_field *f = &c->b->fields.at[i];
        if (is_told(c->b, o, f)) continue;
        uint32_t inside = sl_is_segment(x) && !sl_is_link(x, f->offset) ? o : c->owner_b[o], node = node_with(c, o, t, f->offset);
        if (!node || node == NOTHING) return fail(c, "a pair without its second node");
        if (!field_fits(c, f, node, inside)) return false;
    }
    return others_fit(c, o, t);
}

// ---- trees, pairs, tables ----------------------------------------------------------------------------------------------------------------

// What the one link of t holds that is neither null nor a child; 0: there are more of them.
static uint32_t hole_of(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_object *x = object(c->a, t);
    uint32_t hole = sl_linked(c->a, t, SL_HOLE, 0);
    for (uint32_t i = sl_first_field(c->b, o); sl_has(c->b, i, o); i++) {
        const struct sl_field *f = &c->b->fields.at[i];
        if (!is_child(&c->b->values.at[f->value])) continue;
        uint32_t v = field(c->a, t, f->offset, f->size);
        if (!v && x->rest != SL_REST_ZERO) return 0;
        if (!v || sl_is_null(c->a, v) || (is_child(&c->a->values.at[v]) && c->a->values.at[v].object == t)) continue;
        if (hole || (sl_is_segment(x) && !sl_is_link(x, f->offset))) return 0;
        hole = v;
    }
    return hole ? hole : constant(c, c->s->bits, 0);
}

static bool tree_fits(struct check *c, uint32_t o, uint32_t t) {
    assert(object(c->b, o)->shape.kind == SL_TREE);
    uint32_t x = sl_linked(c->b, o, SL_HOLE, 0), y = hole_of(c, o, t);
    for (uint32_t i = sl_first_field(c->a, t); sl_has(c->a, i, t); i++)
        if (is_child(&c->a->values.at[c->a->fields.at[i].value]) && !is_branch(c, o, c->a->fields.at[i].offset)) return fail(c, "another child");
    const struct sl_object *n = object(c->a, t);
    if (n->shape.kind == SL_SINGLY && !is_branch(c, o, (uint64_t)n->shape.list.next)) return fail(c, "a path along no child");
    return x && y ? holds(c, c->owner_b[o], x, y) : fail(c, "a node of a tree with several children");
}

// The second node of a plain pair is the one that the first leads to.
static bool pair_fits(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_shape *s = &object(c->b, o)->shape;
    assert(sl_are_pairs(s));
    uint32_t x = sl_linked(c->b, o, SL_SECONDS, 0);
    uint32_t y = sl_is_segment(object(c->a, t)) ? sl_linked(c->a, t, SL_SECONDS, 0) : word(c, c->a, t, sl_link_at(s, 0));
    int64_t offset;
    bool good = x && y && sl_offset(c->a, y, &offset) && offset == sl_link_to(s, 0);
    return good && c->under[c->b->values.at[x].object] == c->a->values.at[y].object ? true : fail(c, "another second node");
}

// Parts lie over parts, in order; the first run may have no places.
static bool table_fits(struct check *c, uint32_t o, uint32_t t) {
    uint32_t first = sl_linked(c->b, o, SL_RUNS, 0), skipped = first && c->under[c->b->values.at[first].object] == NOTHING;
    for (enum sl_role role = SL_RUNS; role <= SL_SINGLES; role++)
        for (uint32_t i = 0, x = 1, y = 1; x; i++) {
            x = sl_linked(c->b, o, role, i + (role == SL_RUNS ? skipped : 0));
            y = sl_linked(c->a, t, role, i);
            if (!x != !y || (x && !is_address(c, x, y, 0))) return fail(c, "other parts of a table");
        }
    return true;
}

// Where a part begins; the first run does at 0.
static bool index_fits(struct check *c, uint32_t o, uint32_t t) {
    uint32_t x = sl_linked(c->b, o, SL_INDEX, 0), y = sl_linked(c->a, t, SL_INDEX, 0);
    if (!x && !y) return true;
    if (x && y) return holds(c, 0, x, y);
    uint32_t zero = x ? number_under(c, x) : 0;
    return zero && sl_is_null(c->a, zero) ? true : fail(c, "a run that begins elsewhere");
}

static bool object_fits(struct check *c, uint32_t o, uint32_t t) {
    const struct sl_object *x = object(c->b, o), *y = object(c->a, t);
    if (!memory_fits(c, x, y) || !is_owned(c, o, t)) return false;
    if (!shape_fits(&x->shape, y)) return fail(c, "other links");
    if (!numbers_fit(c, o, t)) return false;
    if (x->life != SL_VALID) return true;
    if (x->shape.kind == SL_TREE && !tree_fits(c, o, t)) return false;
    if (sl_are_pairs(&x->shape) && !pair_fits(c, o, t)) return false;
    return fields_fit(c, o, t) && table_fits(c, o, t) && index_fits(c, o, t);
}

// ---- all of it -------------------------------------------------------------------------------------------------------------------------

static bool read_map(struct check *c, const struct sl_map *m) {
    for (uint32_t i = 0; i < m->objects.n; i++) {
        struct sl_over p = m->objects.at[i];
        if (!p.b || p.b >= c->b->objects.n || p.a >= c->a->objects.n || c->under[p.b] || (p.a && c->over[p.a])) return fail(c, "no map of objects");
        const struct sl_object *o = object(c->b, p.b);
        if (!p.a && (!sl_is_segment(o) || o->shape.least || o->life != SL_VALID)) return fail(c, "a segment that is not empty");
        c->under[p.b] = p.a ? p.a : NOTHING;
        if (p.a) c->over[p.a] = p.b;
    }
    for (uint32_t i = 0; i < m->values.n; i++) {
        struct sl_over p = m->values.at[i];
        if (!p.b || !p.a || p.b >= c->b->values.n || p.a >= c->a->values.n) return fail(c, "no map of values");
        if (!has_identity(&c->b->values.at[p.b])) continue;
        if (c->value[p.b] && !sl_same(c->a, c->value[p.b], p.a)) return fail(c, "one value for two");
        c->value[p.b] = p.a;
    }
    return true;
}

static bool is_memory(const struct sl_object *o) {
    return o->life == SL_VALID && (o->storage == SL_HEAP || o->storage == SL_PLACES || (o->storage == SL_GLOBAL && o->dirty));
}

// Nothing is there but what both have, and what the nodes of empty segments would.
static bool nothing_else(struct check *c) {
    for (uint32_t o = 1; o < c->a->objects.n; o++)
        if (is_memory(object(c->a, o)) && !c->over[o]) return fail(c, "an object that nothing stands for");
    for (uint32_t o = 1; o < c->b->objects.n; o++) {
        const struct sl_object *x = object(c->b, o);
        uint32_t owner = c->owner_b[o];
        while (owner && c->under[owner] != NOTHING) owner = c->owner_b[owner];
        bool there = is_memory(x) || (x->storage == SL_STACK && x->life == SL_VALID);
        if (there && !c->under[o] && !owner) return fail(c, "an object that stands for nothing");
    }
    return true;
}

static bool values_fit(struct check *c) {
    for (uint32_t v = 1; v < c->b->values.n; v++)
        if (c->value[v] && !may_be(c, v, c->value[v], 0)) return fail(c, "a value that may be another one");
    return true;
}

static bool roots_fit(struct check *c) {
    const struct sl_draft *a = c->a, *b = c->b;
    if (a->frames.n != b->frames.n || a->regs.n != b->regs.n || a->slots.n != b->slots.n || a->blocks.n != b->blocks.n || a->results.n != b->results.n)
        return fail(c, "other frames");
    for (uint32_t i = 0; i < a->frames.n; i++)
        if (a->frames.at[i].func != b->frames.at[i].func) return fail(c, "other functions");
    for (uint32_t i = 0; i < a->blocks.n; i++)
        if (a->blocks.at[i].frame != b->blocks.at[i].frame) return fail(c, "other blocks on the stack");
    struct sl_uses below = {.draft = a, .left = SL_ROOTS | SL_PLACED};
    SL_EACH_USE(u, b, SL_ROOTS | SL_PLACED) {
        sl_next_use(&below);
        uint32_t x = sl_used(&u), y = sl_used(&below);
        if (!x != !y) return fail(c, "other variables");
        if (x && u.group == SL_GROUP_PLACE && c->under[x] != y) return fail(c, "other memory of variables");
        if (x && u.group == SL_GROUP_ROOT && !holds(c, 0, x, y)) return false;
    }
    return true;
}

// ---- what is known of numbers ----------------------------------------------------------------------------------------------------------

// Of numbers that nothing holds everything is true.
static bool differ(struct check *c, uint32_t x, uint32_t y) {
    uint32_t u = number_under(c, x), v = number_under(c, y);
    return !u || !v || sl_differ(c->a, u, v);
}

static bool relation_holds(struct check *c, const struct sl_relation *r) {
    uint32_t u = number_under(c, r->a.id), v = number_under(c, r->b.id);
    if (!u || !v) return true;
    struct num_var x = sl_reading(c->a, u, r->a.is_signed), y = sl_reading(c->a, v, r->b.is_signed);
    return x.bits && y.bits && (sl_told_bound(c->a, x, y) <= r->most || sl_bound(c->a, x, y) <= r->most);
}

static bool facts_hold(struct check *c) {
    for (uint32_t i = 0; i < c->b->apart.n; i++)
        if (!differ(c, c->b->apart.at[i].a, c->b->apart.at[i].b)) return fail(c, "numbers that may be equal");
    for (uint32_t i = 0; i < c->b->relations.n; i++)
        if (!relation_holds(c, &c->b->relations.at[i])) return fail(c, "numbers that may lie otherwise to each other");
    return true;
}

bool sl_map_check(struct sl *s, struct sl_draft *a, const struct sl_draft *b, const struct sl_map *m, const char **why) {
    assert(a->objects.n && b->objects.n && a != b);
    uint32_t *room = calloc(2 * (a->objects.n + b->objects.n) + b->values.n, sizeof *room);
    if (!room) base_out_of_memory();
    struct check c = {.s = s, .a = a, .b = b, .owner_a = room};
    c.over = c.owner_a + a->objects.n;
    c.owner_b = c.over + a->objects.n;
    c.under = c.owner_b + b->objects.n;
    c.value = c.under + b->objects.n;
    find_owners(a, c.owner_a);
    find_owners(b, c.owner_b);
    bool good = read_map(&c, m) && nothing_else(&c) && values_fit(&c) && roots_fit(&c) && facts_hold(&c);
    for (uint32_t o = 1; o < b->objects.n && good; o++)
        if (c.under[o] && c.under[o] != NOTHING) good = object_fits(&c, o, c.under[o]);
    assert(good == !c.why);
    *why = c.why;
    free(room);
    return good;
}
