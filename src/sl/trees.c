// SPDX-License-Identifier: MIT
// Trees: where two pieces that are linked may be parts of one.
#include <assert.h>

#include "sl/module.h"

static bool is_piece(const struct sl_fold *f, const struct sl_chain *c, uint32_t o) {
    const struct sl_object *x = &f->d->objects.at[o], *a = &f->d->objects.at[c->a];
    if (!sl_fold_is_node(f->d, o) || x->level || x->size != a->size || x->rest != a->rest) return false;
    if (!sl_is_segment(x)) return true;
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
    if (x->shape.kind == SL_TREE) return UINT32_MAX;
    if (sl_is_segment(x)) sl_branches_add(met, sl_link_at(&x->shape, 0));
    for (uint32_t i = 0; !sl_is_segment(x) && i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        if (v && is_child(f, c, v)) sl_branches_add(met, c->branches.at[i]);
    }
    return met->n;
}

// Does only this link lead to a tree, one without hole, or to a leaf?
static bool is_whole_tree(struct sl_fold *f, const struct sl_chain *c, uint32_t v) {
    uint32_t o = f->d->values.at[v].object;
    if (!is_child(f, c, v) || o == c->a || o == c->b || f->all.first[o] != 1) return false;
    const struct sl_object *x = &f->d->objects.at[o];
    if (x->shape.kind == SL_TREE) return sl_is_null(f->d, sl_beyond(f->d, o, 0, f->sl->bits));
    return !sl_is_segment(x) && sl_is_childless(f->d, o, &c->branches, f->sl->bits);
}

// Another link than that from a to b: to a whole tree; of others there may be one, which is the hole then.  It leads to neither of the two.
static bool meet_link(struct sl_fold *f, struct sl_chain *c, uint32_t v) {
    struct sl_value x = f->d->values.at[v];
    if (sl_is_null(f->d, v)) return true;
    if (is_whole_tree(f, c, v) && c->n_others < 2 * SL_MOST_CHILDREN) {
        c->others[c->n_others++] = x.object;
        return true;
    }
    if (c->beyond[0] || x.kind != SL_ADDR || x.object == c->a || x.object == c->b || f->d->objects.at[x.object].life != SL_VALID)
        return false;
    c->beyond[0] = v;
    return true;
}

static bool meet_links(struct sl_fold *f, struct sl_chain *c, int side) {
    uint32_t o = side ? c->b : c->a;
    struct sl_object x = f->d->objects.at[o];
    bool linked = side;  // a is to b, once
    for (uint32_t i = 0; i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        if (!v || (x.shape.kind == SL_SINGLY && c->branches.at[i] != sl_link_at(&x.shape, 0) && !sl_is_null(f->d, v))) return false;
        if (x.shape.kind == SL_TREE && !sl_is_child(f->d, v) && !sl_is_null(f->d, v)) return false;
        if (x.shape.kind == SL_TREE) continue;
        if (!linked && f->d->values.at[v].object == c->b && f->d->values.at[v].kind == SL_ADDR)
            linked = true;
        else if (!meet_link(f, c, v))
            return false;
    }
    if (x.shape.kind != SL_TREE) return linked;
    uint32_t v = sl_beyond(f->d, o, 0, f->sl->bits);
    return (!side && f->d->values.at[v].kind == SL_ADDR && f->d->values.at[v].object == c->b) || (side && meet_link(f, c, v));
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
    if (sl_is_segment(&f->d->objects.at[c->a]) || !sl_fold_is_named(f->d, c->a)) return false;
    for (uint32_t i = 0; i < c->branches.n; i++) known |= is_decided(f, sl_branch(f->d, c->a, c->branches.at[i], f->sl->bits));
    return known;
}

// The two, and then the other trees to which they led: all, or nothing is merged.
static bool merge_all(struct sl_fold *f, struct sl_chain c, bool may_lose) {
    struct sl_draft before;
    uint32_t tree = f->d->objects.n;  // that merging makes
    if (!c.n_others) return sl_fold_merge(f, &c, may_lose);
    sl_draft_copy(&before, f->d);
    bool good = sl_fold_merge(f, &c, may_lose);
    for (uint32_t i = 0; good && i < c.n_others; i++) {
        sl_recount(&f->all, f->d);
        c.a = c.end[0] = tree;
        c.b = c.end[1] = c.others[i];
        c.loose = true;
        tree = f->d->objects.n;
        good = sl_fold_merge(f, &c, may_lose);
    }
    if (!good) {
        sl_draft_free(f->d);
        *f->d = before;
        sl_recount(&f->all, f->d);
    } else {
        sl_draft_free(&before);
    }
    return good;
}

// A tree of two pieces, of which the one leads to the other.
static bool try_tree_of(struct sl_fold *f, struct sl_chain c, uint32_t number, bool may_lose) {
    assert(number < f->sl->trees.n && c.b && c.a != c.b);
    struct sl_branches met = {0};
    c.branches = f->sl->trees.at[number].branches;
    bool seen = sl_trees_have(&f->precision->trees, number) || count_links(f, &c, c.a, &met) > 1 || count_links(f, &c, c.b, &met) > 1;
    if (!seen || !meet_links(f, &c, 0) || !meet_links(f, &c, 1)) return false;
    if (is_at_hand(f, &c)) return false;
    if (!c.beyond[0]) c.beyond[0] = sl_const(f->d, f->sl->bits, 0);
    assert(f->d->values.at[c.beyond[0]].kind == SL_ADDR || sl_is_null(f->d, c.beyond[0]));
    if (!merge_all(f, c, may_lose)) return false;
    sl_trees_add(&f->sl->report.branch, number);
    return true;
}

static bool try_tree_at(struct sl_fold *f, const struct sl_chain *c, bool may_lose) {
    if (!is_piece(f, c, c->a) || !is_piece(f, c, c->b)) return false;
    for (uint32_t i = 0; i < f->sl->trees.n; i++)
        if (f->sl->trees.at[i].size == f->d->objects.at[c->a].size && try_tree_of(f, *c, i, may_lose)) return true;
    return false;
}

static bool try_tree_by(struct sl_fold *f, uint32_t a, struct sl_field x, bool may_lose) {
    int32_t head;
    uint32_t b = sl_fold_leads_to(f, &x, SL_FIRST, &head);
    if (!b || b == a || f->all.first[b] != 1) return false;
    struct sl_chain c = {.a = a, .b = b, .end = {a, b}, .shape = {.kind = SL_TREE, .tree.head = head}, .sure = true};
    return try_tree_at(f, &c, may_lose);
}

static bool find(struct sl_fold *f, uint32_t a, enum sl_way way) {
    bool may_lose = way == SL_ANYHOW;
    assert(a && a < f->d->objects.n);
    if (!f->sl->trees.n || way == SL_PAIRWISE || way == SL_MIXING) return false;
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++)
        if (try_tree_by(f, a, f->d->fields.at[i], may_lose)) return true;
    uint32_t hole = sl_linked(f->d, a, SL_HOLE, 0);
    return hole && try_tree_by(f, a, (struct sl_field){.value = hole, .size = f->sl->bits / 8}, may_lose);
}

// Is the link one behind which nodes of such a size are known to branch?  Then they are no list.
bool sl_is_branch(const struct sl_fold *f, uint32_t a, int32_t next) {
    assert(a && a < f->d->objects.n);
    for (uint32_t i = 0; i < f->sl->trees.n; i++) {
        const struct sl_branching *t = &f->sl->trees.at[i];
        if (!sl_trees_have(&f->precision->trees, i) || t->size != f->d->objects.at[a].size) continue;
        if (sl_branches_has(&t->branches, (uint64_t)next)) return true;
    }
    return false;
}

// ---- opening ---------------------------------------------------------------------------------------------------------------------------

static void open(struct sl_draft *d, uint32_t node, const struct sl_opening *how) {
    uint32_t k = 0, tree = how->segment;
    assert(d->objects.at[tree].shape.kind == SL_TREE && !how->last);
    sl_move_addresses(d, tree, SL_FIRST, node);
    for (uint32_t i = sl_first_field(d, tree); sl_has(d, i, tree); i++) {
        struct sl_field f = d->fields.at[i];
        if (!sl_is_child(d, f.value)) continue;
        uint32_t child = k++ == how->way ? tree : sl_copy_tree(d, tree, how->bits);
        sl_put(d, node, f.offset, f.size, sl_address_in(d, child, SL_FIRST, how->bits, d->objects.at[tree].shape.tree.head));
    }
    d->objects.at[tree].shape.least = 0;
    assert(k && how->way < k);  // it has children, and the way leads to one
}

const struct sl_module sl_tree = {.find = find, .open = open};
