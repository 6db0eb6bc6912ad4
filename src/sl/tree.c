// SPDX-License-Identifier: MIT
// Trees: where their nodes branch, and what stands for two of them.
#include <assert.h>

#include <string.h>

#include "sl/walk.h"

bool sl_branches_has(const struct sl_branches *b, uint64_t offset) {
    for (uint32_t i = 0; i < b->n; i++)
        if (b->at[i] == offset) return true;
    return false;
}

bool sl_branches_add(struct sl_branches *b, uint64_t offset) {
    assert(b->n <= SL_MOST_CHILDREN);
    if (sl_branches_has(b, offset)) return true;
    if (b->n == SL_MOST_CHILDREN) return false;
    b->at[b->n++] = offset;
    return true;
}

bool sl_branches_of(const struct sl_draft *d, uint32_t tree, struct sl_branches *b) {
    assert(tree < d->objects.n);
    for (uint32_t i = sl_first_field(d, tree); sl_has(d, i, tree); i++)
        if (sl_is_child(d, d->fields.at[i].value) && !sl_branches_add(b, d->fields.at[i].offset)) return false;
    return true;
}

uint32_t sl_branch(struct sl_draft *d, uint32_t node, uint64_t offset, unsigned pointer_bits) {
    assert(node && node < d->objects.n);
    uint32_t i = sl_field_at(d, node, offset, pointer_bits / 8);
    if (i == UINT32_MAX) {
        bool zero = d->objects.at[node].rest == SL_REST_ZERO && !sl_has_fields(d, node, offset, pointer_bits / 8);
        return zero ? sl_const(d, pointer_bits, 0) : 0;
    }
    uint32_t v = d->fields.at[i].value;
    return sl_is_null(d, v) || d->values.at[v].kind == SL_ADDR ? v : 0;
}

bool sl_is_childless(struct sl_draft *d, uint32_t node, const struct sl_branches *b, unsigned pointer_bits) {
    uint32_t i = 0, v;
    while (i < b->n && (v = sl_branch(d, node, b->at[i], pointer_bits)) && sl_is_null(d, v)) i++;
    return i == b->n;
}

void sl_put_children(struct sl_draft *d, uint32_t tree, const struct sl_branches *b, unsigned pointer_bits) {
    assert(tree < d->objects.n);
    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t v = sl_address(d, tree, pointer_bits, d->objects.at[tree].shape.tree.head);
        d->values.at[v].end = SL_CHILD;
        d->values.at[v].level = (uint8_t)(d->objects.at[tree].level + 1);
        sl_put(d, tree, b->at[i], pointer_bits / 8, v);
    }
}

// What the hole of one side holds: of a plain node the only child that it has, or null; of a list its link.  0: it has more children.
static uint32_t hole_of(struct sl_walk *w, int side, uint32_t o, const struct sl_branches *b) {
    assert(o && o < w->side[side]->objects.n);
    struct sl_draft *d = w->side[side];
    struct sl_object x = d->objects.at[o];
    uint32_t hole = 0;
    if (sl_is_tree(&x.shape)) hole = sl_linked(d, o, SL_HOLE, 0);
    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t v = sl_branch(d, o, b->at[i], w->sl->bits);
        if (!v) return sl_walk_veto(w, SL_VETO_BYTES);
        if (sl_is_null(d, v) || d->values.at[v].end == SL_CHILD) continue;
        if (hole || (sl_is_segment(&x) && !sl_is_link(&x, b->at[i]))) return sl_walk_veto(w, SL_VETO_CHILDREN);
        hole = v;
    }
    return hole ? hole : sl_const(d, w->sl->bits, 0);
}

bool sl_walk_tree(struct sl_walk *w, uint32_t a, uint32_t b, uint32_t out, const struct sl_place_in *at) {
    assert(sl_is_tree(&w->out->objects.at[out].shape));
    struct sl_branches branches = {0};
    const uint32_t of[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const struct sl_object *x = &w->side[side]->objects.at[of[side]];
        if ((x->shape.kind == SL_SINGLY || x->shape.kind == SL_DOUBLY) && !sl_branches_add(&branches, (uint64_t)x->shape.list.next)) return sl_walk_veto(w, SL_VETO_LINKS);
    }
    if (!sl_branches_of(w->side[0], a, &branches) || !sl_branches_of(w->side[1], b, &branches))
        return sl_walk_veto(w, SL_VETO_LINKS);
    uint32_t x = hole_of(w, 0, a, &branches), y = x ? hole_of(w, 1, b, &branches) : 0, v = y ? sl_walk_value(w, x, y, at) : 0;
    if (!v) return false;
    sl_put_children(w->out, out, &branches, w->sl->bits);
    sl_set_link(w->out, out, SL_HOLE, 0, v);
    return true;
}

// Is it known whether there is a child, where links are as those of trees?
static bool is_told(const struct sl_draft *d, uint32_t v) {
    const struct sl_object *o = &d->objects.at[d->values.at[v].object];
    return sl_is_null(d, v) || (d->values.at[v].kind == SL_ADDR && (!sl_is_segment(o) || o->shape.least));
}

static bool leads_to_tree(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return x->kind == SL_ADDR && x->end == SL_FIRST && sl_is_tree(&d->objects.at[x->object].shape);
}

bool sl_walk_lose_children(const struct sl_walk *w, uint32_t a, uint32_t b) {
    assert(a < w->side[0]->objects.n && b < w->side[1]->objects.n);
    uint32_t lost[2] = {0, 0};  // the first link of which a side knows more, by its number
    for (uint32_t i = sl_first_field(w->side[0], a), n = 1; sl_has(w->side[0], i, a); i++, n++) {
        const struct sl_field *f = &w->side[0]->fields.at[i];
        uint32_t k = f->size == w->sl->bits / 8 ? sl_field_at(w->side[1], b, f->offset, f->size) : UINT32_MAX;
        if (k == UINT32_MAX) continue;
        uint32_t x = f->value, y = w->side[1]->fields.at[k].value;
        if (!leads_to_tree(w->side[0], x) && !leads_to_tree(w->side[1], y)) continue;
        bool null = sl_is_null(w->side[0], x) || sl_is_null(w->side[1], y), knows[2] = {is_told(w->side[0], x), is_told(w->side[1], y)};
        if (!null && knows[0] == knows[1]) continue;
        for (int side = 0; side < 2; side++) {
            if (!knows[side]) continue;
            if (lost[!side] && lost[!side] != n) return true;
            if (!lost[side]) lost[side] = n;
        }
    }
    return false;
}

// ---- structures that branch ------------------------------------------------------------------------------------------------------------

struct finder {
    const struct ir_program *program;
    const struct ir_ctype *node;
    struct sl_branches found;
};

// Is it the same structure?  A typedef has an entry of its own.
static bool is_like(const struct ir_ctype *x, const struct ir_ctype *y) {
    bool same = x->kind == y->kind && x->size == y->size && x->n_fields == y->n_fields;
    for (uint32_t i = 0; same && i < x->n_fields; i++)
        same = x->fields[i].ctype == y->fields[i].ctype && x->fields[i].bit_offset == y->fields[i].bit_offset;
    return same;
}

// The links in type t, which lies at an offset in the node.
static void find_links(struct finder *f, uint32_t t, uint64_t offset) {
    assert(t < f->program->ctypes.n);
    const struct ir_ctype *x = t == IR_NO_TYPE ? NULL : &f->program->ctypes.at[t];
    if (!x) return;
    if (x->kind == IR_C_POINTER && x->target != IR_NO_TYPE && is_like(&f->program->ctypes.at[x->target], f->node))
        sl_branches_add(&f->found, offset);
    if (x->kind == IR_C_ARRAY && x->target != IR_NO_TYPE && x->count <= SL_MOST_CHILDREN)
        for (uint64_t i = 0; i < x->count; i++) find_links(f, x->target, offset + i * f->program->ctypes.at[x->target].size);
    for (uint32_t i = 0; (x->kind == IR_C_STRUCT || x->kind == IR_C_UNION) && i < x->n_fields; i++)
        find_links(f, x->fields[i].ctype, offset + x->fields[i].bit_offset / 8);
}

// The number of the structure, or that of the next one.
static uint32_t find(const struct sl *s, uint64_t size, const struct sl_branches *b, uint64_t up) {
    for (uint32_t i = 0; i < s->trees.n; i++) {
        const struct sl_branching *t = &s->trees.at[i];
        if (t->size == size && t->up == up && t->branches.n == b->n && !memcmp(t->branches.at, b->at, b->n * sizeof *b->at)) return i;
    }
    return s->trees.n;
}

static void add(struct sl *s, uint64_t size, const struct sl_branches *b, uint64_t up) {
    if (find(s, size, b, up) < s->trees.n || sl_exceeds(&s->reached, SL_LIMIT_TREES, s->trees.n + 1)) return;
    vec_push(&s->trees, (struct sl_branching){size, *b, up});
}

// Each of the links may be the one to the parent, if there are two others.
static void add_parented(struct sl *s, uint64_t size, const struct sl_branches *b) {
    for (uint32_t i = 0; b->n > 2 && i < b->n; i++) {
        struct sl_branches others = {0};
        for (uint32_t k = 0; k < b->n; k++)
            if (k != i) sl_branches_add(&others, b->at[k]);
        add(s, size, &others, b->at[i] + 1);
    }
}

void sl_branches_see(struct sl *s, uint64_t size, const struct sl_branches *b, uint64_t up) {
    uint32_t t = find(s, size, b, up);
    if (b->n > 1) add(s, size, b, up);
    if (t < s->trees.n) sl_trees_add(&s->report.branch, t);
}

// Structures in a node of such a size that have links to their like, one to the parent.
static void add_embedded(struct sl *s, uint64_t size, const struct ir_ctype *x, uint64_t offset) {
    const struct ir_program *p = s->step.program;
    for (uint32_t i = 0; x->kind == IR_C_STRUCT && i < x->n_fields; i++) {
        uint32_t t = x->fields[i].ctype;
        if (t == IR_NO_TYPE || p->ctypes.at[t].kind != IR_C_STRUCT) continue;
        struct finder f = {p, &p->ctypes.at[t], {0}};
        uint64_t at = offset + x->fields[i].bit_offset / 8;
        find_links(&f, t, at);
        add_parented(s, size, &f.found);
        add_embedded(s, size, f.node, at);
    }
}

void sl_branches_find(struct sl *s) {
    for (uint32_t i = 0; i < s->step.program->ctypes.n; i++) {
        struct finder f = {s->step.program, &s->step.program->ctypes.at[i], {0}};
        if (f.node->kind != IR_C_STRUCT) continue;
        find_links(&f, i, 0);
        add_embedded(s, f.node->size, f.node, 0);
        if (f.found.n < 2) continue;
        add(s, f.node->size, &f.found, 0);
        add_parented(s, f.node->size, &f.found);
    }
}

static bool is_leaf(struct sl_draft *d, uint32_t o, const struct sl_branching *t, unsigned pointer_bits) {
    const struct sl_object *x = &d->objects.at[o];
    bool good = x->storage == SL_HEAP && x->life == SL_VALID && (!sl_is_segment(x) || x->shape.kind == SL_OPTION);
    return good && x->size == t->size && !x->more && sl_is_childless(d, o, &t->branches, pointer_bits);
}

// Is it the address of one to which nothing else leads?
static bool leads_to_leaf(struct sl_walk *w, int side, uint32_t v, const struct sl_branching *t) {
    struct sl_draft *d = w->side[side];
    return v && d->values.at[v].kind == SL_ADDR && is_leaf(d, d->values.at[v].object, t, w->sl->bits) &&
           sl_walk_counts(w, side)->first[d->values.at[v].object] == 1;
}

// Is it the address of a list that is a path in such a tree, beside the one that the node which the walk is in leads to?  But for one link, its nodes have no
// children, and it ends by itself: no lower level, which would end where that other link leads.
static bool leads_to_path(const struct sl_walk *w, int side, uint32_t v, const struct sl_branching *t, uint64_t next, const struct sl_place_in *at) {
    struct sl_draft *d = w->side[side];
    if (!v || t->up || d->values.at[v].kind != SL_ADDR || sl_is_inner(&d->values.at[v])) return false;
    uint32_t o = d->values.at[v].object, other = at->node[side] ? sl_word_at(d, at->node[side], next, w->sl->bits) : 0;
    const struct sl_object *x = &d->objects.at[o];
    if (x->shape.kind != SL_SINGLY || x->size != t->size || !sl_branches_has(&t->branches, sl_link_at(&x->shape, 0))) return false;
    return other && d->values.at[other].kind == SL_ADDR && d->values.at[other].object != o && sl_is_childless(d, o, &t->branches, w->sl->bits);
}

// Is it the address of one that leads back, as to its parent, to the node that the walk is in?
static bool leads_to_child(const struct sl_walk *w, int side, uint32_t v, const struct sl_branching *t, const struct sl_place_in *at) {
    const struct sl_draft *d = w->side[side];
    uint32_t o = v && t->up && d->values.at[v].kind == SL_ADDR ? d->values.at[v].object : 0;
    uint32_t up = o && d->objects.at[o].size == t->size ? sl_word_at(d, o, t->up - 1, w->sl->bits) : 0;
    return up && d->values.at[up].kind == SL_ADDR && d->values.at[up].object == at->node[side];
}

// The link of a list that one to a child would be, in such a structure; -1: there is none.
static int64_t child_link(const struct sl_shape *s, const struct sl_branching *t) {
    int64_t up = (int64_t)t->up - 1;
    if (s->kind == SL_SINGLY) return up < 0 ? s->list.next : -1;
    if (s->kind != SL_DOUBLY || up < 0) return -1;
    return s->list.back == up ? s->list.next : s->list.next == up ? s->list.back : -1;
}

// The nodes of a list have, at another of their links, nodes of their own.
bool sl_walk_branches(struct sl_walk *w, const struct sl_object *list, uint64_t offset, uint32_t x, uint32_t y, const struct sl_place_in *at) {
    for (uint32_t i = 0; i < w->sl->trees.n && sl_is_list(list); i++) {
        const struct sl_branching *t = &w->sl->trees.at[i];
        int64_t next = t->size == list->size ? child_link(&list->shape, t) : -1;
        bool links = next >= 0 && sl_branches_has(&t->branches, (uint64_t)next) && sl_branches_has(&t->branches, offset);
        if (!links || offset == (uint64_t)next) continue;
        if (sl_trees_have(&w->precision->trees, i)) return true;
        bool leaf = leads_to_leaf(w, 0, x, t) || leads_to_leaf(w, 1, y, t) || leads_to_path(w, 0, x, t, (uint64_t)next, at) || leads_to_path(w, 1, y, t, (uint64_t)next, at);
        if (!leaf && !leads_to_child(w, 0, x, t, at) && !leads_to_child(w, 1, y, t, at)) continue;
        sl_trees_add(&w->sl->report.branch, i);
        return true;
    }
    return false;
}
