// SPDX-License-Identifier: MIT
// Trees: where two pieces that are linked may be parts of one.
#include <assert.h>

#include "sl/module.h"
#include "sl/trend.h"

static bool has_parents(const struct sl_chain *c) {
    return c->shape.kind == SL_PARENTED;
}

// The link to the parent of a piece: of a segment, that of its first node.
static uint32_t parent_of(const struct sl_fold *f, const struct sl_chain *c, uint32_t o) {
    return sl_branch(f->d, o, (uint64_t)c->shape.tree.up, f->sl->bits);
}

// Does the value lead to where links to the parent do from what is below the piece?
static bool is_parent(const struct sl_fold *f, const struct sl_chain *c, uint32_t v, uint32_t o) {
    int64_t at;
    if (!v || !sl_offset(f->d, v, &at) || at != c->shape.tree.tail || f->d->values.at[v].object != o) return false;
    return f->d->values.at[v].end == (sl_is_segment(&f->d->objects.at[o]) ? SL_LAST : SL_FIRST);
}

static bool is_piece(const struct sl_fold *f, const struct sl_chain *c, uint32_t o) {
    const struct sl_object *x = &f->d->objects.at[o], *a = &f->d->objects.at[c->a];
    if (!sl_fold_is_node(f->d, o) || x->level || x->size != a->size || x->rest != a->rest) return false;
    if (!sl_is_segment(x)) return true;
    if (has_parents(c)) {
        bool list = x->shape.kind == SL_DOUBLY && sl_branches_has(&c->branches, sl_link_at(&x->shape, 0));
        return (x->shape.kind == SL_PARENTED || list) && sl_may_be(f->d, o, &c->shape, f->sl->bits);
    }
    return (x->shape.kind == SL_TREE || x->shape.kind == SL_SINGLY) && sl_link_to(&x->shape, 0) == c->shape.tree.head;
}

// Does the value lead to a piece of a tree, as its links do?
static bool is_child(const struct sl_fold *f, const struct sl_chain *c, uint32_t v) {
    int64_t at;
    return sl_offset(f->d, v, &at) && at == c->shape.tree.head && f->d->values.at[v].end == SL_FIRST &&
           is_piece(f, c, f->d->values.at[v].object);
}

// How many of the links lead to pieces, as far as the piece shows; of a list that may be a path in a tree, its own.
static uint32_t count_links(struct sl_fold *f, const struct sl_chain *c, uint32_t o, struct sl_branches *met) {
    const struct sl_object *x = &f->d->objects.at[o];
    if (sl_is_tree(&x->shape)) return UINT32_MAX;
    if (sl_is_segment(x)) sl_branches_add(met, sl_link_at(&x->shape, 0));
    for (uint32_t i = 0; !sl_is_segment(x) && i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        bool led = v && is_child(f, c, v) && (!has_parents(c) || is_parent(f, c, parent_of(f, c, f->d->values.at[v].object), o));
        if (led) sl_branches_add(met, c->branches.at[i]);
    }
    return met->n;
}

// Does only this link, of the piece `from`, lead to a tree, one without hole, or to a leaf?
static bool is_whole_tree(struct sl_fold *f, const struct sl_chain *c, uint32_t from, uint32_t v) {
    uint32_t o = f->d->values.at[v].object;
    if (!is_child(f, c, v) || o == c->a || o == c->b || f->all.first[o] != 1) return false;
    if (has_parents(c) && (f->all.last[o] || !is_parent(f, c, parent_of(f, c, o), from))) return false;
    const struct sl_object *x = &f->d->objects.at[o];
    if (sl_is_tree(&x->shape)) return sl_is_null(f->d, sl_beyond(f->d, o, 0, f->sl->bits));
    return !sl_is_segment(x) && sl_is_childless(f->d, o, &c->branches, f->sl->bits);
}

// Another link than that from a to b: to a whole tree; of others there may be one, which is the hole then.  It leads to neither of the two.
static bool meet_link(struct sl_fold *f, struct sl_chain *c, uint32_t from, uint32_t v) {
    struct sl_value x = f->d->values.at[v];
    if (sl_is_null(f->d, v)) return true;
    if (is_whole_tree(f, c, from, v) && c->n_others < 2 * SL_MOST_CHILDREN) {
        c->others[c->n_others++] = x.object;
        c->ups += from == c->b;
        return true;
    }
    if (c->beyond[0] || x.kind != SL_ADDR || x.object == c->a || x.object == c->b || f->d->objects.at[x.object].life != SL_VALID)
        return false;
    c->beyond[0] = v;
    if (!has_parents(c) || x.end != SL_FIRST || !is_parent(f, c, parent_of(f, c, x.object), from)) return true;
    c->below = x.object;
    c->ups += from == c->b;
    return true;
}

static bool meet_links(struct sl_fold *f, struct sl_chain *c, int side) {
    uint32_t o = side ? c->b : c->a;
    struct sl_object x = f->d->objects.at[o];
    bool linked = side;  // a is to b, once
    for (uint32_t i = 0; i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        if (!v || (sl_is_list(&x) && c->branches.at[i] != sl_link_at(&x.shape, 0) && !sl_is_null(f->d, v))) return false;
        if (sl_is_tree(&x.shape) && !sl_is_child(f->d, v) && !sl_is_null(f->d, v)) return false;
        if (sl_is_tree(&x.shape)) continue;
        if (!linked && f->d->values.at[v].object == c->b && f->d->values.at[v].kind == SL_ADDR)
            linked = true;
        else if (!meet_link(f, c, o, v))
            return false;
    }
    if (!sl_is_tree(&x.shape)) return linked;
    uint32_t v = sl_beyond(f->d, o, 0, f->sl->bits);
    return (!side && f->d->values.at[v].kind == SL_ADDR && f->d->values.at[v].object == c->b) || (side && meet_link(f, c, o, v));
}

// Is it known whether there is something behind the link?
static bool is_decided(const struct sl_fold *f, uint32_t v) {
    const struct sl_value *x = &f->d->values.at[v];
    const struct sl_object *o = &f->d->objects.at[x->object];
    return x->kind != SL_ADDR || !sl_is_segment(o) || o->shape.least;
}

// Does a variable lead to the node?  Then it matters which children it has, which it lacks, and where its hole is.
static bool is_at_hand(const struct sl_fold *f, const struct sl_chain *c) {
    bool known = c->beyond[0];
    if (sl_is_segment(&f->d->objects.at[c->a]) || !sl_fold_is_named(f->d, c->a, !f->precision->coarse)) return false;
    for (uint32_t i = 0; i < c->branches.n; i++) known |= is_decided(f, sl_branch(f->d, c->a, c->branches.at[i], f->sl->bits));
    return known;
}

// What the hole leads to has its parent in the tree: the last node of it.
static void lead_back(struct sl_fold *f, const struct sl_chain *c, uint32_t tree) {
    assert(c->below && f->d->objects.at[tree].shape.kind == SL_PARENTED);
    uint32_t v = sl_address_in(f->d, tree, SL_LAST, f->sl->bits, c->shape.tree.tail);
    sl_put(f->d, c->below, (uint64_t)c->shape.tree.up, f->sl->bits / 8, v);
}

// The two, and then the other trees to which they led: all, or nothing is merged.
static bool merge_all(struct sl_fold *f, struct sl_chain c, bool may_lose) {
    struct sl_draft before;
    uint32_t tree = f->d->objects.n, below = c.below;  // that merging makes
    if (!c.n_others) {
        bool merged = sl_fold_merge(f, &c, may_lose);
        if (merged && below) lead_back(f, &c, tree);
        return merged;
    }
    sl_draft_copy(&before, f->d);
    bool good = sl_fold_merge(f, &c, may_lose);
    for (uint32_t i = 0; good && i < c.n_others; i++) {
        sl_recount(&f->all, f->d);
        c.a = c.end[0] = tree;
        c.b = c.end[1] = c.others[i];
        c.loose = true;
        c.ups = 0;
        tree = f->d->objects.n;
        good = sl_fold_merge(f, &c, may_lose);
    }
    if (!good) {
        sl_draft_free(f->d);
        *f->d = before;
        sl_recount(&f->all, f->d);
    } else {
        if (below) lead_back(f, &c, tree);
        sl_draft_free(&before);
    }
    return good;
}

// The link of b to its parent is at this offset, and leads to a.
static bool find_parent(const struct sl_fold *f, struct sl_chain *c, int32_t up) {
    int64_t at;
    c->shape.kind = SL_PARENTED;
    c->shape.tree.up = up;
    uint32_t v = parent_of(f, c, c->b);
    if (!v || !sl_offset(f->d, v, &at) || at != (int32_t)at) return false;
    c->shape.tree.tail = (int32_t)at;
    return is_parent(f, c, v, c->a);
}

// A tree of two pieces, of which the one leads to the other.
static bool try_tree_of(struct sl_fold *f, struct sl_chain c, uint32_t number, bool may_lose) {
    assert(number < f->sl->trees.n && c.b && c.a != c.b);
    struct sl_branches met = {0};
    const struct sl_branching *t = &f->sl->trees.at[number];
    c.branches = t->branches;
    if (t->up && !find_parent(f, &c, (int32_t)(t->up - 1))) return false;
    if (!is_piece(f, &c, c.a) || !is_piece(f, &c, c.b) || (!t->up && f->all.first[c.b] != 1)) return false;
    bool seen = sl_trees_have(&f->precision->trees, number) || count_links(f, &c, c.a, &met) > 1 || count_links(f, &c, c.b, &met) > 1;
    if (!seen || !meet_links(f, &c, 0) || !meet_links(f, &c, 1)) return false;
    if (is_at_hand(f, &c)) return false;
    if (t->up && !(c.beyond[1] = parent_of(f, &c, c.a))) return false;
    if (!c.beyond[0]) c.beyond[0] = sl_const(f->d, f->sl->bits, 0);
    assert(f->d->values.at[c.beyond[0]].kind == SL_ADDR || sl_is_null(f->d, c.beyond[0]));
    if (!merge_all(f, c, may_lose)) return false;
    sl_trees_add(&f->sl->report.branch, number);
    return true;
}

static bool try_tree_by(struct sl_fold *f, uint32_t a, struct sl_field x, uint32_t number, bool may_lose) {
    int32_t head;
    uint32_t b = sl_fold_leads_to(f, &x, SL_FIRST, &head);
    if (!b || b == a) return false;
    struct sl_chain c = {.a = a, .b = b, .end = {a, b}, .shape = {.kind = SL_TREE, .tree.head = head}, .sure = true};
    return try_tree_of(f, c, number, may_lose);
}

static bool try_links(struct sl_fold *f, uint32_t a, uint32_t number, bool may_lose) {
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++)
        if (try_tree_by(f, a, f->d->fields.at[i], number, may_lose)) return true;
    uint32_t hole = sl_linked(f->d, a, SL_HOLE, 0);
    return hole && try_tree_by(f, a, (struct sl_field){.value = hole, .size = f->sl->bits / 8}, number, may_lose);
}

// A doubly linked list the other way round.
static void turn(struct sl_draft *d, uint32_t o) {
    struct sl_shape *s = &d->objects.at[o].shape, old = *s;
    assert(s->kind == SL_DOUBLY);
    s->list.next = old.list.back, s->list.back = old.list.next;
    s->list.head = old.list.tail, s->list.tail = old.list.head;
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind == SL_ADDR && x->object == o && !sl_is_inner(x)) x->end = x->end == SL_FIRST ? SL_LAST : SL_FIRST;
    }
    sl_turn_trends(d, o);
}

enum { MOST_TURNED = 8 };

// Lists that go up in such a tree go down then: so many, of which `turned` gets the numbers.
static uint32_t turn_down(struct sl_draft *d, const struct sl_branching *t, uint32_t turned[MOST_TURNED]) {
    uint32_t n = 0;
    for (uint32_t o = 1; t->up && o < d->objects.n && n < MOST_TURNED; o++) {
        const struct sl_object *x = &d->objects.at[o];
        if (x->shape.kind != SL_DOUBLY || x->life != SL_VALID || x->level || x->size != t->size) continue;
        if (sl_link_at(&x->shape, 0) != t->up - 1 || !sl_branches_has(&t->branches, sl_link_at(&x->shape, 1)) || sl_is_levelled(d, o)) continue;
        turn(d, o);
        turned[n++] = o;
    }
    return n;
}

void sl_turn_lists(const struct sl *s, struct sl_draft *d, const struct sl_precision *p) {
    uint32_t turned[MOST_TURNED];
    for (uint32_t i = 0; i < s->trees.n; i++)
        if (s->trees.at[i].up && sl_trees_have(&p->trees, i)) turn_down(d, &s->trees.at[i], turned);
}

static bool find(struct sl_fold *f, uint32_t a, enum sl_way way) {
    assert(a && a < f->d->objects.n);
    if (!f->sl->trees.n || way == SL_PAIRWISE || way == SL_MIXING) return false;
    for (uint32_t i = 0; i < f->sl->trees.n; i++) {
        uint32_t turned[MOST_TURNED];
        if (f->sl->trees.at[i].size != f->d->objects.at[a].size) continue;
        uint32_t n = turn_down(f->d, &f->sl->trees.at[i], turned), all = n;
        if (n) sl_recount(&f->all, f->d);
        if (try_links(f, a, i, way == SL_ANYHOW)) return true;
        while (n) turn(f->d, turned[--n]);
        if (all) sl_recount(&f->all, f->d);
    }
    return false;
}

// Do two links that lead back and forth lead to children and parents?
static bool is_way(const struct sl_branching *t, int32_t next, int32_t back) {
    uint64_t up = t->up - 1;
    return ((uint64_t)back == up && sl_branches_has(&t->branches, (uint64_t)next)) || ((uint64_t)next == up && sl_branches_has(&t->branches, (uint64_t)back));
}

// Is the link one behind which nodes of such a size are known to branch?  Then they are no list.
bool sl_is_branch(const struct sl_fold *f, uint32_t a, int32_t next, int32_t back) {
    assert(a && a < f->d->objects.n);
    for (uint32_t i = 0; i < f->sl->trees.n; i++) {
        const struct sl_branching *t = &f->sl->trees.at[i];
        if (!sl_trees_have(&f->precision->trees, i) || t->size != f->d->objects.at[a].size) continue;
        int32_t up = (int32_t)t->up - 1;
        if (back < 0 ? sl_branches_has(&t->branches, (uint64_t)next) || next == up : up >= 0 && is_way(t, next, back)) return true;
    }
    return false;
}

// ---- opening ---------------------------------------------------------------------------------------------------------------------------

static void open(struct sl_draft *d, uint32_t node, const struct sl_opening *how) {
    uint32_t k = 0, tree = how->segment;
    const struct sl_shape s = d->objects.at[tree].shape;
    bool parents = s.kind == SL_PARENTED;
    assert(sl_is_tree(&s) && (parents || !how->last));
    uint32_t hole = sl_beyond(d, tree, 0, how->bits), root = parents ? sl_beyond(d, tree, 1, how->bits) : 0;
    sl_move_addresses(d, tree, how->last ? SL_LAST : SL_FIRST, node);
    for (uint32_t i = sl_first_field(d, tree); sl_has(d, i, tree); i++) {
        struct sl_field f = d->fields.at[i];
        if (!sl_is_child(d, f.value)) continue;
        bool way = k++ == how->way;
        uint32_t child = way ? tree : sl_copy_tree(d, tree, how->bits);
        sl_put(d, node, f.offset, f.size, way && how->last ? hole : sl_address_in(d, child, SL_FIRST, how->bits, s.tree.head));
        if (parents && !(way && how->last)) sl_set_beyond(d, child, 1, how->bits, sl_address_in(d, node, SL_FIRST, how->bits, s.tree.tail));
    }
    if (how->last) sl_set_beyond(d, tree, 0, how->bits, sl_address_in(d, node, SL_FIRST, how->bits, s.tree.head));
    if (parents) sl_put(d, node, sl_link_at(&s, 1), how->bits / 8, how->last ? sl_address_in(d, tree, SL_LAST, how->bits, s.tree.tail) : root);
    d->objects.at[tree].shape.least = 0;
    assert(k && how->way < k);  // it has children, and the way leads to one
}

const struct sl_module sl_tree = {.find = find, .open = open};
