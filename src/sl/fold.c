// SPDX-License-Identifier: MIT
// Abstraction: two neighbouring nodes of a chain become one segment, again and again.
//
// Node a is linked to node b by the pointer field at offset `next`, which points into b at offset `head`; if the nodes are doubly linked, b
// is linked to a at `back` and `tail`.  Nothing else points to a node that is neither the first nor, doubly linked, the last.  Their
// other fields are walked in step: what both share is kept, and what each has for itself, numbers and whole structures, becomes what every
// node of the segment has for itself.  Every merge takes one node away, so folding ends.
//
// Where neighbours differ in what they hold and every second one agrees, two neighbouring *pairs* are merged, each of two nodes or a segment
// of pairs: the four nodes are to one another as above, and what the first and the second of each pair have is walked in step.  If that was
// hasty, and the list goes on otherwise, pairs are given up for nodes that hold what either may.
#include "sl/uses.h"
#include "sl/walk.h"

struct fold {
    struct sl *sl;
    struct sl_draft *d;
    uint32_t least_chain;
    struct sl_counts all;
};
// Ways of folding: what loses nothing comes first.
enum { ALIKE, PAIRS, ANY, WAYS };
struct chain {  // two neighbours, each a node, a segment or a pair of two nodes, and how they are linked
    uint32_t a, b;
    uint32_t end[2];                                  // their last nodes: of a pair its second, otherwise themselves
    struct sl_shape shape;                            // of what becomes of them
    struct sl_branches branches;                      // of a tree
    uint32_t hole;                                    // likewise: what it holds
    uint32_t n_others, others[2 * SL_MOST_CHILDREN];  // likewise: trees without hole to which only the two lead
    bool loose;                                       // b is such a tree, a the tree that has its parent by now
};

// ---- references --------------------------------------------------------------------------------------------------------------------

static bool is_doubly(const struct chain *c) {
    return sl_n_links(&c->shape) == 2;
}

// Is the field one of those at the ends of a neighbour that lead elsewhere?
static bool is_outer(const struct chain *c, int side, uint32_t o, uint64_t offset) {
    if (c->shape.kind == SL_TREE) return o == c->end[side] && sl_branches_has(&c->branches, offset);
    bool back = is_doubly(c) && offset == sl_link_at(&c->shape, 1);
    return (back && o == (side ? c->b : c->a)) || (o == c->end[side] && offset == sl_link_at(&c->shape, 0));
}

// The places inside the nodes of one side, and inside what was found to be theirs.
static struct sl_counts count_inside(const struct fold *f, const struct sl_walk *w, const struct chain *c, int side) {
    struct sl_counts inside = sl_counts_new(f->all.n);
    for (uint32_t i = 0; i < w->objects.n; i++) {
        uint32_t o = w->objects.at[i].of[side];
        for (uint32_t k = sl_first_field(f->d, o); o && sl_has(f->d, k, o); k++)
            if (!is_outer(c, side, o, f->d->fields.at[k].offset)) sl_count(&inside, f->d, f->d->fields.at[k].value);
        bool hole = c->shape.kind == SL_TREE && o == c->end[side];
        for (uint32_t k = sl_first_link(f->d, o); o && !hole && sl_has_link(f->d, k, o); k++)
            sl_count(&inside, f->d, f->d->links.at[k].value);
    }
    return inside;
}

// Does the value lead into the node, but not to where links do?  A pointer to another place in a node tells it from the others.
static bool is_odd(const struct fold *f, const struct chain *c, uint32_t node, uint32_t v) {
    const struct sl_value *x = &f->d->values.at[v];
    int64_t at;
    if (!v || x->kind != SL_ADDR || x->object != node || sl_is_inner(x)) return false;
    return !sl_offset(f->d, v, &at) || (at != sl_link_to(&c->shape, 0) && !(is_doubly(c) && at == sl_link_to(&c->shape, 1)));
}

static bool is_pointed_to_oddly(const struct fold *f, const struct sl_walk *w, const struct chain *c, int side, uint32_t node) {
    const struct sl_draft *d = f->d;
    SL_EACH_USE(u, d, SL_ROOTS)
        if (is_odd(f, c, node, sl_used(&u))) return true;
    SL_EACH_USE(u, d, SL_FIELDS) {
        uint32_t o = sl_user(&u);
        bool inside = o >= f->all.n || (o < w->pair[side].n && w->pair[side].at[o]);
        if (!inside && d->objects.at[o].life == SL_VALID && is_odd(f, c, node, sl_used(&u))) return true;
    }
    return false;
}

static bool is_of_chain(const struct chain *c, uint32_t o) {
    return o == c->a || o == c->b || o == c->end[0] || o == c->end[1];
}

// The second node of a pair: at the inner end only the neighbour's back link leads to it; at the outer end, doubly linked, anything may.
static bool is_private_end(const struct fold *f, const struct sl_counts *in, const struct chain *c, int side) {
    bool doubly = is_doubly(c);
    uint32_t from_outside = f->all.first[c->end[side]] - in->first[c->end[side]];
    return side ? doubly || !from_outside : from_outside == doubly;
}

// Is all that was walked as a node's own pointed to from nowhere else, and the node itself only as a segment's can be?
static bool is_private(const struct fold *f, const struct sl_walk *w, const struct chain *c, int side) {
    struct sl_counts in = count_inside(f, w, c, side);
    uint32_t node = w->objects.at[0].of[side];
    bool good = true, pair = c->end[side] != node;
    for (uint32_t i = 1; i < w->objects.n && good; i++) {
        uint32_t o = w->objects.at[i].of[side];
        if (pair && o == c->end[side])
            good = is_private_end(f, &in, c, side);
        else if (is_of_chain(c, o))
            good = false;  // one node is not the other's own
        else if (o && !f->d->objects.at[o].level)
            good = in.first[o] == f->all.first[o] && in.last[o] == f->all.last[o];
    }
    bool segment = sl_is_segment(&f->d->objects.at[node]), doubly = is_doubly(c);
    if (side && (segment || pair || !doubly)) good &= f->all.first[node] - in.first[node] == !c->loose;
    if (!side && segment && doubly) good &= f->all.last[node] - in.last[node] == 1;
    sl_counts_free(&in);
    return good;
}

// ---- merging -----------------------------------------------------------------------------------------------------------------------

static uint32_t link_of(const struct fold *f, uint32_t o, uint64_t offset) {
    assert(o < f->d->objects.n);
    return sl_word_at(f->d, o, offset, f->sl->bits);
}

static struct sl_object new_segment(const struct fold *f, const struct chain *c) {
    assert(c->a && c->b && c->a != c->b && sl_n_links(&c->shape));
    const struct sl_object *b = &f->d->objects.at[c->b];
    struct sl_object s = f->d->objects.at[c->a];
    uint32_t least = sl_least(&s) + sl_least(b);
    uint32_t text[2] = {sl_own_text(f->d, c->a), sl_own_text(f->d, c->b)};
    s.text = text[text[1] < text[0]];
    if (b->wide < s.wide) s.wide = b->wide;
    sl_own(&s, &f->d->objects.at[c->a], b);
    s.shape = c->shape;
    uint32_t most = sl_shapes[s.shape.kind].least;
    s.shape.least = (uint8_t)(least > most ? most : least);
    sl_forget_numbers(&s);
    return s;
}

static void redirect(struct sl_draft *d, const struct chain *c, uint32_t segment) {
    assert(segment && sl_is_segment(&d->objects.at[segment]) && segment != c->a && segment != c->b);
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind != SL_ADDR || sl_is_inner(x) || (x->object != c->a && x->object != c->end[1])) continue;
        x->end = x->object == c->a ? SL_FIRST : SL_LAST;
        x->object = segment;
    }
}

static void put_links(struct fold *f, const struct chain *c, uint32_t segment) {
    assert(segment && f->d->objects.at[segment].shape.kind == c->shape.kind);
    for (int end = 0; end < (int)sl_n_links(&c->shape); end++) {
        uint32_t v = c->shape.kind == SL_TREE ? c->hole : link_of(f, end ? c->a : c->end[1], sl_link_at(&c->shape, end));
        sl_set_beyond(f->d, segment, end, f->sl->bits, v);
    }
}

// ---- how long chains are -----------------------------------------------------------------------------------------------------------

// What a node has for itself is folded only where two segments have come to lie side by side.
static bool is_node(const struct sl_draft *d, uint32_t o) {
    const struct sl_object *x = &d->objects.at[o];
    bool known = x->storage == SL_HEAP && x->life == SL_VALID && !x->more && !x->escaped, list = sl_n_links(&x->shape);
    return known && (x->level == 0 || (list && !sl_are_pairs(&x->shape)));
}

// The piece of a chain behind this one, by a link of this shape; 0: none.
static uint32_t after(const struct fold *f, uint32_t o, const struct sl_shape *s) {
    uint32_t v = link_of(f, o, sl_link_at(s, 0));
    int64_t at;
    if (!v || !sl_offset(f->d, v, &at) || at != s->list.head || !is_node(f->d, f->d->values.at[v].object)) return 0;
    return f->d->values.at[v].end == SL_FIRST ? f->d->values.at[v].object : 0;
}

// Does only the chain itself lead to the piece?
static bool is_free(const struct fold *f, uint32_t o, const struct sl_shape *s) {
    bool doubly = sl_n_links(s) == 2, segment = sl_is_segment(&f->d->objects.at[o]);
    return f->all.first[o] == 1u + (doubly && !segment) && f->all.last[o] <= 1;
}

enum { MOST_PIECES = 8, PATIENCE = 2 };  // pieces more that a chain of nodes that seem to alternate must have

// The pieces from a on, those of a ring again and again.
static uint32_t find_pieces(const struct fold *f, uint32_t a, const struct sl_shape *s, uint32_t *pieces) {
    uint32_t n = 0;
    for (; a && n < MOST_PIECES; a = after(f, a, s)) pieces[n++] = a;
    return n;
}

// So many pieces there are from a on to which nothing else leads, but for the first; beyond `most` nobody counts.
static uint32_t count_free(const struct fold *f, uint32_t a, const struct sl_shape *s, uint32_t most) {
    uint32_t n = 0, first = a;
    for (; a && n < most && (!n || (a != first && is_free(f, a, s))); a = after(f, a, s)) n++;
    return n;
}

static bool is_plain(const struct fold *f, uint32_t o) {
    return !sl_is_segment(&f->d->objects.at[o]);
}

// Three nodes of which the outer agree, or a segment of pairs that a node next to it carries on.
static bool seem_to_alternate(struct fold *f, const struct sl_shape *s, const uint32_t *pieces, uint32_t n) {
    for (uint32_t i = 0; i + 1 < n; i++) {
        bool pairs = sl_are_pairs(&f->d->objects.at[pieces[i]].shape);
        if (pairs && is_plain(f, pieces[i + 1]) && sl_are_alike(f->sl, f->d, pieces[i], pieces[i + 1], s)) return true;
        if (pairs && i && is_plain(f, pieces[i - 1]) && sl_are_alike(f->sl, f->d, sl_second_of(f->d, pieces[i]), pieces[i - 1], s))
            return true;
        if (i + 2 >= n || !is_plain(f, pieces[i]) || !is_plain(f, pieces[i + 1]) || !is_plain(f, pieces[i + 2])) continue;
        if (!sl_are_alike(f->sl, f->d, pieces[i], pieces[i + 1], s) && sl_are_alike(f->sl, f->d, pieces[i], pieces[i + 2], s)) return true;
    }
    return false;
}

// How many nodes and segments there are from a on.
static uint32_t chain_length(const struct fold *f, uint32_t a, uint64_t next) {
    uint64_t size = f->d->objects.at[a].size;
    uint32_t n = 0;
    for (; n <= f->least_chain; n++) {
        uint32_t link = link_of(f, a, next);
        if (!link || f->d->values.at[link].kind != SL_ADDR) break;
        a = f->d->values.at[link].object;
        const struct sl_object *o = &f->d->objects.at[a];
        if (o->storage != SL_HEAP || o->life != SL_VALID || o->size != size) break;
    }
    return n + 1;
}

// Is the chain long enough for giving up what only one of its nodes holds?  It ends where something else leads into it: what lies beyond
// stays apart anyway, and is no reason to give up what the nodes before it are known to hold.
static bool is_long(struct fold *f, const struct chain *c) {
    if (c->shape.kind == SL_TREE) return true;
    uint32_t pieces[MOST_PIECES], most = f->least_chain + PATIENCE, length = count_free(f, c->a, &c->shape, most);
    if (length < f->least_chain || length == most) return length == most;
    return f->sl->options.coarse || !seem_to_alternate(f, &c->shape, pieces, find_pieces(f, c->a, &c->shape, pieces));
}

// Two nodes that were allocated at different places may be of the same size by chance: then there must be a third.
static bool looks_like_list(const struct fold *f, const struct chain *c) {
    const struct sl_object *a = &f->d->objects.at[c->a], *b = &f->d->objects.at[c->b];
    if (c->shape.kind == SL_TREE) return true;  // it has branched
    bool alike = a->func == b->func && a->instr == b->instr;
    return alike || sl_is_segment(a) || sl_is_segment(b) || chain_length(f, c->a, sl_link_at(&c->shape, 0)) > 2;
}

// ---- what a search has found --------------------------------------------------------------------------------------------------------------

// Does the value lead to the node?
static bool is_address_of(const struct sl_draft *d, uint32_t v, uint32_t node) {
    return v && d->values.at[v].kind == SL_ADDR && d->values.at[v].object == node && d->values.at[v].end == SL_FIRST;
}

static bool is_named(const struct sl_draft *d, uint32_t node) {
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
        uint32_t o = sl_user(&u);
        bool variable = !o || (d->objects.at[o].storage != SL_HEAP && d->objects.at[o].storage != SL_PLACES);
        if (variable && sl_use_counts(&u) && is_address_of(d, sl_used(&u), node)) return true;
    }
    return false;
}

// Who holds the value besides the node: a variable; another object.
struct holders {
    bool variable, object;
};

static struct holders find_holders(const struct fold *f, uint32_t v, uint32_t node) {
    assert(v && node && node < f->all.n);
    const struct sl_draft *d = f->d;
    struct holders h = {0};
    h.variable = sl_is_used(d, v, SL_ROOTS);
    SL_EACH_USE(u, d, SL_FIELDS)
        h.object |= sl_used(&u) == v && sl_user(&u) != node && sl_user(&u) < f->all.n && !sl_use_is_index(&u) && sl_use_counts(&u);
    return h;
}

static bool is_number(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return !x->level && (x->kind == SL_ANY || (x->kind == SL_INT && !num_range_is_const(x->range, NULL)));
}

// A node that holds a number which another place holds, too, but what stands for the node would not: that is what a search has found, or
// looks for.  A variable must lead to the node, or hold the number when no other node does; so there are no more of them than variables.
static bool is_found(const struct fold *f, const struct sl_walk *w, int side, uint32_t node) {
    const struct sl_draft *d = f->d;
    uint32_t out = sl_walk_paired(w, side, node);
    bool plain = !sl_is_segment(&d->objects.at[node]), found = false;
    for (uint32_t i = sl_first_field(d, node); plain && !found && sl_has(d, i, node); i++) {
        const struct sl_field *x = &d->fields.at[i];
        uint32_t k = sl_field_at(d, out, x->offset, x->size);
        bool stays = k != UINT32_MAX && d->fields.at[k].value == x->value;
        if (stays || !is_number(d, x->value) || (f->sl->options.coarse && !sl_is_ghost(d, x->value))) continue;
        struct holders h = find_holders(f, x->value, node);
        found = (h.variable && !h.object) || ((h.variable || h.object) && is_named(d, node));
    }
    return found;
}

static bool may_merge(struct fold *f, struct sl_walk *w, const struct chain *c, bool may_lose) {
    if (w->loses > (sl_are_pairs(&c->shape) ? SL_BLURS : SL_KEEPS) && !(may_lose && is_long(f, c))) return false;
    for (int side = 0; side < 2; side++) {
        uint32_t first = side ? c->b : c->a, last = c->end[side];
        if (is_pointed_to_oddly(f, w, c, side, first) || is_pointed_to_oddly(f, w, c, side, last)) return false;
        if (is_found(f, w, side, first) || is_found(f, w, side, last)) return false;
    }
    return is_private(f, w, c, 0) && is_private(f, w, c, 1);
}

static bool merge(struct fold *f, const struct chain *c, bool may_lose) {
    assert(c->a != c->b && c->end[0] && c->end[1]);
    struct sl_draft *d = f->d;
    struct sl_trial t;
    uint8_t level = d->objects.at[c->a].level;
    struct sl_place_in outside = {.level = {level, level}, .out = level};
    if (!looks_like_list(f, c)) return false;
    sl_trial_begin(&t, f->sl, d, new_segment(f, c));
    sl_put_children(d, t.out, &c->branches, f->sl->bits);
    bool fits = sl_trial_walk(&t, c->a, c->b, &outside) && may_merge(f, &t.walk, c, may_lose);
    if (fits && d->sized) sl_walk_relations(&t.walk);
    if (fits) put_links(f, c, t.out);
    if (fits) redirect(d, c, t.out);
    sl_trial_end(&t, fits);
    return fits;
}

// ---- looking for chains --------------------------------------------------------------------------------------------------------------

// An option whose link is null is a list of at most one node.
static bool fits_shape(const struct fold *f, uint32_t node, const struct sl_shape *s) {
    const struct sl_object *o = &f->d->objects.at[node];
    if (!sl_is_segment(o)) return true;
    if (o->shape.kind == SL_OPTION) return s->kind == SL_SINGLY && !s->list.head && sl_is_null(f->d, link_of(f, node, sl_link_at(s, 0)));
    return o->shape.kind == s->kind && sl_same_links(&o->shape, s);
}

// The pointer field leads from its object to a node; *offset: where in it.
static uint32_t leads_to(const struct fold *f, const struct sl_field *x, enum sl_end end, int32_t *offset) {
    const struct sl_value *v = &f->d->values.at[x->value];
    int64_t at;
    if (x->size != f->sl->bits / 8 || x->offset > INT32_MAX || !sl_offset(f->d, x->value, &at)) return 0;
    if (at < INT32_MIN || at > INT32_MAX || !is_node(f->d, v->object) || sl_is_inner(v)) return 0;
    if (sl_is_segment(&f->d->objects.at[v->object]) && v->end != end) return 0;
    *offset = (int32_t)at;
    return v->object;
}

// Pairs next to what is none of them.
static bool give_up_pairs(struct fold *f, const struct chain *c) {
    for (int side = 0; side < 2; side++) {
        uint32_t s = side ? c->b : c->a;
        const struct sl_shape *x = &f->d->objects.at[s].shape;
        if (sl_are_pairs(x) && sl_same_links(x, &c->shape) && is_long(f, c) && sl_give_up_pairs(f->sl, f->d, s)) return true;
    }
    return false;
}

static bool try_chain(struct fold *f, const struct chain *c, bool may_lose) {
    if (may_lose && give_up_pairs(f, c)) return true;
    const struct sl_object *a = &f->d->objects.at[c->a], *b = &f->d->objects.at[c->b];
    if (a->level != b->level || a->size != b->size || a->more != b->more || a->rest != b->rest || !fits_shape(f, c->a, &c->shape) ||
        !fits_shape(f, c->b, &c->shape))
        return false;
    for (int end = 0; end < (int)sl_n_links(&c->shape); end++)
        if (!link_of(f, end ? c->a : c->end[1], sl_link_at(&c->shape, end))) return false;
    return merge(f, c, may_lose);
}

static bool try_doubly(struct fold *f, struct chain c, bool may_lose) {
    c.shape.kind = sl_are_pairs(&c.shape) ? SL_DOUBLY_PAIRS : SL_DOUBLY;
    for (uint32_t i = sl_first_field(f->d, c.b); sl_has(f->d, i, c.b); i++) {
        struct sl_field x = f->d->fields.at[i];
        if (x.offset <= (uint64_t)c.shape.list.next || leads_to(f, &x, SL_LAST, &c.shape.list.tail) != c.end[0]) continue;
        c.shape.list.back = (int32_t)x.offset;
        if (try_chain(f, &c, may_lose)) return true;
    }
    return false;
}

// Is the link one behind which nodes of such a size are known to branch?  Then they are no list.
static bool is_branch(const struct fold *f, uint32_t a, int32_t next) {
    for (uint32_t i = 0; i < f->sl->trees.n; i++) {
        const struct sl_branching *t = &f->sl->trees.at[i];
        if (t->seen && t->size == f->d->objects.at[a].size && sl_branches_has(&t->branches, (uint64_t)next)) return true;
    }
    return false;
}

static bool try_node(struct fold *f, uint32_t a, bool may_lose) {
    assert(a && a < f->d->objects.n);
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++) {
        struct sl_field x = f->d->fields.at[i];
        struct chain c = {.a = a, .shape = {.kind = SL_SINGLY, .list.next = (int32_t)x.offset}};
        c.b = leads_to(f, &x, SL_FIRST, &c.shape.list.head);
        if (!c.b || c.b == a) continue;
        c.end[0] = c.a;
        c.end[1] = c.b;
        if (try_doubly(f, c, may_lose) || (!is_branch(f, a, c.shape.list.next) && try_chain(f, &c, may_lose))) return true;
    }
    return false;
}

// ---- looking for trees ---------------------------------------------------------------------------------------------------------------

static bool is_piece(const struct fold *f, const struct chain *c, uint32_t o) {
    const struct sl_object *x = &f->d->objects.at[o], *a = &f->d->objects.at[c->a];
    if (!is_node(f->d, o) || x->level || x->size != a->size || x->rest != a->rest) return false;
    if (!sl_is_segment(x)) return true;
    return (x->shape.kind == SL_TREE || x->shape.kind == SL_SINGLY) && sl_link_to(&x->shape, 0) == c->shape.tree.head;
}

// Does the value lead to a piece of a tree, as its links do?
static bool is_child(const struct fold *f, const struct chain *c, uint32_t v) {
    int64_t at;
    return sl_offset(f->d, v, &at) && at == c->shape.tree.head && f->d->values.at[v].end == SL_FIRST &&
           is_piece(f, c, f->d->values.at[v].object);
}

// How many of the links lead to pieces, as far as the piece shows; of a list that may be a path in a tree, its own.
static uint32_t count_links(struct fold *f, const struct chain *c, uint32_t o, struct sl_branches *met) {
    const struct sl_object *x = &f->d->objects.at[o];
    if (x->shape.kind == SL_TREE) return UINT32_MAX;
    if (sl_is_segment(x)) sl_branches_add(met, sl_link_at(&x->shape, 0));
    for (uint32_t i = 0; !sl_is_segment(x) && i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        if (v && is_child(f, c, v)) sl_branches_add(met, c->branches.at[i]);
    }
    return met->n;
}

static bool is_leaf(struct fold *f, const struct chain *c, uint32_t o) {
    bool leaf = !sl_is_segment(&f->d->objects.at[o]);
    for (uint32_t i = 0; leaf && i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        leaf = v && sl_is_null(f->d, v);
    }
    return leaf;
}

// Does only this link lead to a tree, one without hole, or to a leaf?
static bool is_whole_tree(struct fold *f, const struct chain *c, uint32_t v) {
    uint32_t o = f->d->values.at[v].object;
    if (!is_child(f, c, v) || o == c->a || o == c->b || f->all.first[o] != 1) return false;
    return f->d->objects.at[o].shape.kind == SL_TREE ? sl_is_null(f->d, sl_beyond(f->d, o, 0, f->sl->bits)) : is_leaf(f, c, o);
}

// Another link than that from a to b: to a whole tree; of others there may be one, which is the hole then.  It leads to neither of the two.
static bool meet_link(struct fold *f, struct chain *c, uint32_t v) {
    struct sl_value x = f->d->values.at[v];
    if (sl_is_null(f->d, v)) return true;
    if (is_whole_tree(f, c, v) && c->n_others < 2 * SL_MOST_CHILDREN) {
        c->others[c->n_others++] = x.object;
        return true;
    }
    if (c->hole || x.kind != SL_ADDR || x.object == c->a || x.object == c->b || f->d->objects.at[x.object].life != SL_VALID)
        return false;
    c->hole = v;
    return true;
}

static bool meet_links(struct fold *f, struct chain *c, int side) {
    uint32_t o = side ? c->b : c->a;
    struct sl_object x = f->d->objects.at[o];
    bool linked = side;  // a is to b, once
    for (uint32_t i = 0; i < c->branches.n; i++) {
        uint32_t v = sl_branch(f->d, o, c->branches.at[i], f->sl->bits);
        if (!v || (x.shape.kind == SL_SINGLY && c->branches.at[i] != sl_link_at(&x.shape, 0) && !sl_is_null(f->d, v))) return false;
        bool child = f->d->values.at[v].kind == SL_ADDR && f->d->values.at[v].end == SL_CHILD;
        if (x.shape.kind == SL_TREE && !child && !sl_is_null(f->d, v)) return false;
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
static bool is_decided(const struct fold *f, uint32_t v) {
    const struct sl_value *x = &f->d->values.at[v];
    const struct sl_object *o = &f->d->objects.at[x->object];
    return x->kind != SL_ADDR || !sl_is_segment(o) || o->shape.least;
}

// Does a variable lead to the node?  Then it matters which children it has, which it lacks, and where its hole is.
static bool is_at_hand(const struct fold *f, const struct chain *c) {
    bool known = c->hole;
    if (sl_is_segment(&f->d->objects.at[c->a]) || !is_named(f->d, c->a)) return false;
    for (uint32_t i = 0; i < c->branches.n; i++) known |= is_decided(f, sl_branch(f->d, c->a, c->branches.at[i], f->sl->bits));
    return known;
}

// The two, and then the other trees to which they led: all, or nothing is merged.
static bool merge_all(struct fold *f, struct chain c, bool may_lose) {
    struct sl_draft before;
    uint32_t tree = f->d->objects.n;  // that merging makes
    if (!c.n_others) return merge(f, &c, may_lose);
    sl_draft_copy(&before, f->d);
    bool good = merge(f, &c, may_lose);
    for (uint32_t i = 0; good && i < c.n_others; i++) {
        sl_recount(&f->all, f->d);
        c.a = c.end[0] = tree;
        c.b = c.end[1] = c.others[i];
        c.loose = true;
        tree = f->d->objects.n;
        good = merge(f, &c, may_lose);
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
static bool try_tree_of(struct fold *f, struct chain c, struct sl_branching *t, bool may_lose) {
    struct sl_branches met = {0};
    c.branches = t->branches;
    bool seen = t->seen || count_links(f, &c, c.a, &met) > 1 || count_links(f, &c, c.b, &met) > 1;
    if (!seen || !meet_links(f, &c, 0) || !meet_links(f, &c, 1)) return false;
    if (is_at_hand(f, &c)) return false;
    if (!c.hole) c.hole = sl_const(f->d, f->sl->bits, 0);
    if (!merge_all(f, c, may_lose)) return false;
    t->seen = true;
    return true;
}

static bool try_tree_at(struct fold *f, const struct chain *c, bool may_lose) {
    if (!is_piece(f, c, c->a) || !is_piece(f, c, c->b)) return false;
    for (uint32_t i = 0; i < f->sl->trees.n; i++)
        if (f->sl->trees.at[i].size == f->d->objects.at[c->a].size && try_tree_of(f, *c, &f->sl->trees.at[i], may_lose)) return true;
    return false;
}

static bool try_tree_by(struct fold *f, uint32_t a, struct sl_field x, bool may_lose) {
    struct chain c = {.a = a, .shape = {.kind = SL_TREE}};
    c.b = leads_to(f, &x, SL_FIRST, &c.shape.tree.head);
    c.end[0] = c.a;
    c.end[1] = c.b;
    return c.b && c.b != a && f->all.first[c.b] == 1 && try_tree_at(f, &c, may_lose);
}

static bool try_tree(struct fold *f, uint32_t a, bool may_lose) {
    assert(a && a < f->d->objects.n);
    if (!f->sl->trees.n) return false;
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++)
        if (try_tree_by(f, a, f->d->fields.at[i], may_lose)) return true;
    uint32_t hole = sl_linked(f->d, a, SL_HOLE, 0);
    return hole && try_tree_by(f, a, (struct sl_field){.value = hole, .size = f->sl->bits / 8}, may_lose);
}

// The second node of the pair that a plain node begins, or the segment of pairs itself; 0: neither.
static uint32_t end_of_pair(const struct fold *f, uint32_t first, const struct sl_shape *s) {
    const struct sl_object *o = &f->d->objects.at[first];
    if (sl_is_segment(o)) {
        bool alike = sl_are_pairs(&o->shape) && o->shape.list.next == s->list.next && o->shape.list.head == s->list.head;
        return alike ? first : 0;
    }
    uint32_t second = after(f, first, s);
    return second && !sl_is_segment(&f->d->objects.at[second]) ? second : 0;
}

static bool try_pairs_at(struct fold *f, struct chain c) {
    c.end[0] = end_of_pair(f, c.a, &c.shape);
    c.b = c.end[0] ? after(f, c.end[0], &c.shape) : 0;
    c.end[1] = c.b ? end_of_pair(f, c.b, &c.shape) : 0;
    bool distinct = c.a != c.b && c.end[0] != c.b && c.a != c.end[1] && c.end[0] != c.end[1];
    if (!c.end[1] || !distinct || (c.end[0] != c.a && sl_are_alike(f->sl, f->d, c.a, c.end[0], &c.shape))) return false;
    return (try_doubly(f, c, false) || try_chain(f, &c, false));
}

static bool try_pairs(struct fold *f, uint32_t a) {
    assert(a && a < f->d->objects.n);
    for (uint32_t i = sl_first_field(f->d, a); sl_has(f->d, i, a); i++) {
        struct sl_field x = f->d->fields.at[i];
        struct chain c = {.a = a, .shape = {.kind = SL_PAIRS, .list.next = (int32_t)x.offset}};
        if (leads_to(f, &x, SL_FIRST, &c.shape.list.head) && !is_branch(f, a, c.shape.list.next) && try_pairs_at(f, c)) return true;
    }
    return false;
}

// Pairs whose nodes have become alike.
static bool split_pairs(struct fold *f, uint32_t a) {
    struct sl_shape s = f->d->objects.at[a].shape;
    return sl_are_pairs(&s) && sl_are_alike(f->sl, f->d, a, sl_second_of(f->d, a), &s) && sl_give_up_pairs(f->sl, f->d, a);
}

// Coarse states forget what tells nodes apart before it is told by pairs.
static bool try_way(struct fold *f, uint32_t a, int way) {
    static const int coarsely[WAYS] = {ALIKE, ANY, PAIRS};
    switch (f->sl->options.coarse ? coarsely[way] : way) {
    case ALIKE: return split_pairs(f, a) || try_tree(f, a, false) || try_node(f, a, false);
    case PAIRS: return try_pairs(f, a);
    default: return try_tree(f, a, true) || try_node(f, a, true);
    }
}

static bool fold_once(struct fold *f) {
    bool folded = false;
    sl_recount(&f->all, f->d);
    for (int way = 0; way < WAYS && !folded; way++)
        for (uint32_t a = 1; a < f->all.n && !folded; a++)
            if (is_node(f->d, a) && f->d->objects.at[a].shape.kind != SL_OPTION) folded = try_way(f, a, way);
    sl_counts_free(&f->all);
    return folded;
}

void sl_fold(struct sl *s, struct sl_draft *d, const struct sl_precision *p) {
    struct fold f = {.sl = s, .d = d, .least_chain = p->least_chain ? p->least_chain : 4};
    while (fold_once(&f)) continue;
    sl_gather(s, d);
}
