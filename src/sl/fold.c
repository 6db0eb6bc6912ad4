// SPDX-License-Identifier: MIT
#include "sl/fold.h"

#include <assert.h>

#include "sl/lattice.h"
#include "sl/module.h"
#include "sl/nodes.h"
#include "sl/number.h"
#include "sl/uses.h"

// ---- references --------------------------------------------------------------------------------------------------------------------

static bool is_doubly(const struct sl_chain *c) {
    return sl_n_links(&c->shape) == 2;
}

// Is it one of those at the ends of a neighbour that lead elsewhere?
static bool is_outer(const struct sl_chain *c, int side, const struct sl_uses *u) {
    uint32_t o = sl_user(u);
    if (u->kind == SL_USE_LINK) return sl_use_link(u)->role == SL_HOLE && o == c->end[side];
    uint64_t offset = sl_use_field(u)->offset;
    if (sl_is_tree(&c->shape)) return o == c->end[side] && (sl_branches_has(&c->branches, offset) || (is_doubly(c) && offset == sl_link_at(&c->shape, 1)));
    bool back = is_doubly(c) && offset == sl_link_at(&c->shape, 1);
    return (back && o == (side ? c->b : c->a)) || (o == c->end[side] && offset == sl_link_at(&c->shape, 0));
}

// The places inside the nodes of one side, and inside what was found to be theirs.
static struct sl_counts count_inside(const struct sl_fold *f, const struct sl_walk *w, const struct sl_chain *c, int side) {
    struct sl_counts inside = sl_counts_new(f->d, f->all.n);
    for (uint32_t i = 0; i < w->objects.n; i++) {
        uint32_t o = w->objects.at[i].of[side];
        if (!o) continue;
        SL_EACH_USE_OF(u, f->d, o, SL_FIELDS)
            if (!is_outer(c, side, &u)) sl_count(&inside, f->d, sl_used(&u));
    }
    return inside;
}

// Does the value lead into the node, but not to where links do?  A pointer to another place in a node tells it from the others.
static bool is_odd(const struct sl_fold *f, const struct sl_chain *c, uint32_t node, uint32_t v) {
    const struct sl_value *x = &f->d->values.at[v];
    int64_t at;
    if (!v || x->kind != SL_ADDR || x->object != node || sl_is_inner(x)) return false;
    return !sl_offset(f->d, v, &at) || (at != sl_link_to(&c->shape, 0) && !(is_doubly(c) && at == sl_link_to(&c->shape, 1)));
}

static bool is_pointed_to_oddly(const struct sl_fold *f, const struct sl_walk *w, const struct sl_chain *c, int side, uint32_t node) {
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

static bool is_of_chain(const struct sl_chain *c, uint32_t o) {
    return o == c->a || o == c->b || o == c->end[0] || o == c->end[1];
}

// The second node of a pair: at the inner end only the neighbour's back link leads to it; at the outer end, doubly linked, anything may.
static bool is_private_end(const struct sl_fold *f, const struct sl_counts *in, const struct sl_chain *c, int side) {
    bool doubly = is_doubly(c);
    uint32_t from_outside = f->all.first[c->end[side]] - in->first[c->end[side]];
    return side ? doubly || !from_outside : from_outside == doubly;
}

// Of two nodes of a list, places in what is a's own that lead to b: none of what stands for the two does, so it says of all that they lead to what
// is after each node.
static uint32_t count_after(const struct sl_fold *f, const struct sl_walk *w, const struct sl_chain *c) {
    if (c->shape.kind != SL_SINGLY && c->shape.kind != SL_DOUBLY) return 0;
    SL_EACH_USE(u, f->d, SL_FIELDS) {
        const struct sl_value *v = &f->d->values.at[sl_used(&u)];
        if (sl_user(&u) >= f->all.n && v->kind == SL_ADDR && v->object == c->b) return 0;
    }
    struct sl_counts in = count_inside(f, w, c, 0);
    uint32_t n = in.first[c->b];
    sl_counts_free(&in);
    return n;
}

// Is all that was walked as a node's own pointed to from nowhere else, and the node itself only as a segment's can be?
static bool is_private(const struct sl_fold *f, const struct sl_walk *w, const struct sl_chain *c, int side) {
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
    bool segment = sl_is_segment(&f->d->objects.at[node]), doubly = is_doubly(c), parents = c->shape.kind == SL_PARENTED;
    if (parents && side) {
        good &= f->all.first[node] - in.first[node] == !c->loose + (segment ? 0 : c->ups);
        good &= f->all.last[node] - in.last[node] == (segment ? c->ups : 0);
    }
    if (parents && !side && segment && !c->loose) good &= f->all.last[node] - in.last[node] == 1;
    if (side && !parents && (segment || pair || !doubly)) good &= f->all.first[node] - in.first[node] == !c->loose + count_after(f, w, c);
    if (!side && !parents && segment && doubly) good &= f->all.last[node] - in.last[node] == 1;
    sl_counts_free(&in);
    return good;
}

// ---- merging -----------------------------------------------------------------------------------------------------------------------

static struct sl_object new_segment(const struct sl_fold *f, const struct sl_chain *c) {
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

static void redirect(struct sl_draft *d, const struct sl_chain *c, uint32_t segment) {
    assert(segment && sl_is_segment(&d->objects.at[segment]) && segment != c->a && segment != c->b);
    for (uint32_t v = 1; v < d->values.n; v++) {
        struct sl_value *x = &d->values.at[v];
        if (x->kind != SL_ADDR || sl_is_inner(x) || (x->object != c->a && x->object != c->end[1])) continue;
        if (!c->loose || x->object != c->a) x->end = x->object == c->a ? SL_FIRST : SL_LAST;
        x->object = segment;
    }
}

static void put_links(struct sl_fold *f, const struct sl_chain *c, uint32_t segment) {
    assert(segment && f->d->objects.at[segment].shape.kind == c->shape.kind && c->beyond[0]);
    for (int end = 0; end < (int)sl_n_links(&c->shape); end++) sl_set_beyond(f->d, segment, end, f->sl->bits, c->beyond[end]);
}

// ---- how long chains are -----------------------------------------------------------------------------------------------------------

// What a node has for itself is folded only where two segments have come to lie side by side.

// The piece of a chain behind this one, by a link of this shape; 0: none.
uint32_t sl_fold_after(const struct sl_fold *f, uint32_t o, const struct sl_shape *s) {
    uint32_t v = sl_fold_link(f, o, sl_link_at(s, 0));
    int64_t at;
    if (!v || !sl_offset(f->d, v, &at) || at != s->list.head || !sl_fold_is_node(f->d, f->d->values.at[v].object)) return 0;
    return f->d->values.at[v].end == SL_FIRST ? f->d->values.at[v].object : 0;
}

// The pointer field leads from its object to a node; *offset: where in it.
uint32_t sl_fold_leads_to(const struct sl_fold *f, const struct sl_field *x, enum sl_end end, int32_t *offset) {
    const struct sl_value *v = &f->d->values.at[x->value];
    int64_t at;
    if (x->size != f->sl->bits / 8 || x->offset > INT32_MAX || !sl_offset(f->d, x->value, &at)) return 0;
    if (at < INT32_MIN || at > INT32_MAX || !sl_fold_is_node(f->d, v->object) || sl_is_inner(v)) return 0;
    if (sl_is_segment(&f->d->objects.at[v->object]) && v->end != end) return 0;
    *offset = (int32_t)at;
    return v->object;
}

// Does only the chain itself lead to the piece, by its links or by lower ones?
static bool is_free(const struct sl_fold *f, uint32_t o, const struct sl_shape *s) {
    bool doubly = sl_n_links(s) == 2, segment = sl_is_segment(&f->d->objects.at[o]);
    uint32_t links = 1u + (doubly && !segment);
    return f->all.last[o] <= 1 && (f->all.first[o] == links || f->all.first[o] == links + sl_count_lower(f->d, o, s));
}

enum { MOST_PIECES = 8, PATIENCE = 2 };  // pieces more that a chain of nodes that seem to alternate must have

// The pieces from a on, those of a ring again and again.
static uint32_t find_pieces(const struct sl_fold *f, uint32_t a, const struct sl_shape *s, uint32_t *pieces) {
    uint32_t n = 0;
    for (; a && n < MOST_PIECES; a = sl_fold_after(f, a, s)) pieces[n++] = a;
    return n;
}

// So many pieces there are from a on to which nothing else leads, but for the first; beyond `most` nobody counts.
static uint32_t count_free(const struct sl_fold *f, uint32_t a, const struct sl_shape *s, uint32_t most) {
    uint32_t n = 0, first = a;
    for (; a && n < most && (!n || (a != first && is_free(f, a, s))); a = sl_fold_after(f, a, s)) n++;
    return n;
}

static bool is_plain(const struct sl_fold *f, uint32_t o) {
    return !sl_is_segment(&f->d->objects.at[o]);
}

static bool are_alike(struct sl_fold *f, uint32_t x, uint32_t y, const struct sl_shape *s) {
    return sl_are_alike(f->sl, f->precision, f->d, x, y, s);
}

// Three nodes of which the outer agree, or a segment of pairs that a node next to it carries on.
static bool seem_to_alternate(struct sl_fold *f, const struct sl_shape *s, const uint32_t *pieces, uint32_t n) {
    for (uint32_t i = 0; i + 1 < n; i++) {
        bool pairs = sl_are_pairs(&f->d->objects.at[pieces[i]].shape);
        if (pairs && is_plain(f, pieces[i + 1]) && are_alike(f, pieces[i], pieces[i + 1], s)) return true;
        if (pairs && i && is_plain(f, pieces[i - 1]) && are_alike(f, sl_second_of(f->d, pieces[i]), pieces[i - 1], s)) return true;
        if (i + 2 >= n || !is_plain(f, pieces[i]) || !is_plain(f, pieces[i + 1]) || !is_plain(f, pieces[i + 2])) continue;
        if (!are_alike(f, pieces[i], pieces[i + 1], s) && are_alike(f, pieces[i], pieces[i + 2], s)) return true;
    }
    return false;
}

// How many nodes and segments there are from a on.
static uint32_t chain_length(const struct sl_fold *f, uint32_t a, uint64_t next) {
    uint64_t size = f->d->objects.at[a].size;
    uint32_t n = 0;
    for (; n <= f->precision->least_chain; n++) {
        uint32_t link = sl_fold_link(f, a, next);
        if (!link || f->d->values.at[link].kind != SL_ADDR) break;
        a = f->d->values.at[link].object;
        const struct sl_object *o = &f->d->objects.at[a];
        if (o->storage != SL_HEAP || o->life != SL_VALID || o->size != size) break;
    }
    return n + 1;
}

// Is the chain long enough for giving up what only one of its nodes holds?  It ends where something else leads into it: what lies beyond
// stays apart anyway, and is no reason to give up what the nodes before it are known to hold.
bool sl_fold_is_long(struct sl_fold *f, const struct sl_chain *c) {
    if (c->sure) return true;
    uint32_t pieces[MOST_PIECES], most = f->precision->least_chain + PATIENCE, length = count_free(f, c->a, &c->shape, most);
    if (length < f->precision->least_chain || length == most) return length == most;
    return f->precision->coarse || !seem_to_alternate(f, &c->shape, pieces, find_pieces(f, c->a, &c->shape, pieces));
}

// Two nodes that were allocated at different places may be of the same size by chance: then there must be a third.
static bool looks_like_list(const struct sl_fold *f, const struct sl_chain *c) {
    const struct sl_object *a = &f->d->objects.at[c->a], *b = &f->d->objects.at[c->b];
    if (c->sure) return true;
    bool alike = a->func == b->func && a->instr == b->instr;
    return alike || sl_is_segment(a) || sl_is_segment(b) || chain_length(f, c->a, sl_link_at(&c->shape, 0)) > 2;
}

// ---- what a search has found -----------------------------------------------------------------------------------------------------------

// Does the value lead to the node?
static bool is_address_of(const struct sl_draft *d, uint32_t v, uint32_t node) {
    return v && d->values.at[v].kind == SL_ADDR && d->values.at[v].object == node && d->values.at[v].end == SL_FIRST;
}

bool sl_fold_is_named(const struct sl_draft *d, uint32_t node, bool memory) {
    SL_EACH_USE(u, d, SL_ROOTS | SL_FIELDS) {
        uint32_t o = sl_user(&u);
        bool variable = !o || (memory && d->objects.at[o].storage != SL_HEAP && d->objects.at[o].storage != SL_PLACES);
        if (variable && sl_use_counts(&u) && is_address_of(d, sl_used(&u), node)) return true;
    }
    return false;
}

// Who holds the value besides the node: a variable; another object.
struct holders {
    bool variable, object;
};

static struct holders find_holders(const struct sl_fold *f, uint32_t v, uint32_t node) {
    assert(v && node && node < f->all.n);
    const struct sl_draft *d = f->d;
    struct holders h = {0};
    h.variable = sl_is_used(d, v, SL_ROOTS);
    SL_EACH_USE(u, d, SL_FIELDS)
        h.object |= sl_used(&u) == v && sl_user(&u) != node && sl_user(&u) < f->all.n && !sl_use_is_measure(&u) && sl_use_counts(&u);
    return h;
}

static bool is_number(const struct sl_draft *d, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    return !x->level && (x->kind == SL_ANY || (x->kind == SL_INT && !num_range_is_const(x->range, NULL)));
}

// Is it known how the number lies to that of a variable?  Then a search went on from the node by that, and may ask again.
static bool is_compared(const struct sl_fold *f, uint32_t v, uint32_t node) {
    bool compared = false;
    for (uint32_t i = 0; i < f->d->relations.n && !compared; i++) {
        const struct sl_relation *r = &f->d->relations.at[i];
        uint32_t other = r->a.id == v ? r->b.id : r->b.id == v ? r->a.id : 0;
        compared = other && sl_is_used(f->d, other, SL_ROOTS) && sl_fold_is_named(f->d, node, true);
    }
    return compared;
}

// Does a variable hold the number, or a plain object that is none of the walk's and that one leads to?
static bool is_at_hand(const struct sl_fold *f, const struct sl_walk *w, uint32_t v) {
    const struct sl_draft *d = f->d;
    if (sl_is_used(d, v, SL_ROOTS)) return true;
    SL_EACH_USE(u, d, SL_ONLY(FIELD)) {
        uint32_t o = sl_user(&u);
        bool plain = sl_used(&u) == v && sl_use_counts(&u) && !sl_is_segment(&d->objects.at[o]) && !sl_walk_paired(w, 0, o) && !sl_walk_paired(w, 1, o);
        if (plain && (d->objects.at[o].storage != SL_HEAP || sl_fold_is_named(d, o, true))) return true;
    }
    return false;
}

// Is it known how the number v of a node, and not what stands for it and the other node's, lies to one at hand?
static bool loses_relation(const struct sl_fold *f, const struct sl_walk *w, int side, uint32_t v, uint32_t out) {
    const struct sl_draft *d = f->d;
    uint32_t other = 0;
    for (uint32_t i = 0; i < w->values.n && !other; i++)
        if (w->values.at[i].of[side] == v && w->values.at[i].out == out) other = w->values.at[i].of[!side];
    for (uint32_t i = 0; i < d->relations.n && sl_is_number(d, other); i++) {
        struct sl_relation r = d->relations.at[i];
        bool first = r.a.id == v;
        if (first == (r.b.id == v) || r.most > 0 || !is_at_hand(f, w, first ? r.b.id : r.a.id)) continue;
        struct num_var to = sl_reading(d, first ? r.b.id : r.a.id, (first ? r.b : r.a).is_signed), y = sl_reading(d, other, (first ? r.a : r.b).is_signed);
        if ((first ? sl_bound(d, y, to) : sl_bound(d, to, y)) > r.most) return true;
    }
    return false;
}

// A node that holds a number which another place holds, too, but what stands for the node would not: that is what a search has found, or
// looks for.  A variable must lead to the node, or hold the number when no other node does; so there are no more of them than variables.
static bool is_found(const struct sl_fold *f, const struct sl_walk *w, int side, uint32_t node) {
    const struct sl_draft *d = f->d;
    uint32_t out = sl_walk_paired(w, side, node);
    bool plain = !sl_is_segment(&d->objects.at[node]), found = false;
    for (uint32_t i = sl_first_field(d, node); plain && !found && sl_has(d, i, node); i++) {
        const struct sl_field *x = &d->fields.at[i];
        uint32_t k = sl_field_at(d, out, x->offset, x->size);
        bool stays = k != UINT32_MAX && d->fields.at[k].value == x->value;
        found |= !stays && f->precision->values && sl_fold_is_named(d, node, true) && loses_relation(f, w, side, x->value, k == UINT32_MAX ? 0 : d->fields.at[k].value);
        found |= !stays && is_compared(f, x->value, node) && sl_is_tree(&d->objects.at[out].shape);
        if (stays || !is_number(d, x->value) || (f->precision->coarse && !sl_is_ghost(d, x->value))) continue;
        struct holders h = find_holders(f, x->value, node);
        found |= (h.variable && !h.object) || ((h.variable || h.object) && sl_fold_is_named(d, node, true));
    }
    return found;
}

// A tag that may tell who owns what: such nodes rather become a mixed list, once the chain shows that kinds come back.
static bool may_be_mixed(const struct sl_fold *f, const struct sl_walk *w, const struct sl_chain *c) {
    bool list = c->shape.kind == SL_SINGLY || c->shape.kind == SL_DOUBLY;
    uint32_t most = f->precision->kinds ? SL_MOST_PIECES : MOST_PIECES;
    return sl_walk_told(w) && list && !f->precision->coarse && count_free(f, c->a, &c->shape, most) < most;
}

static bool may_merge(struct sl_fold *f, struct sl_walk *w, const struct sl_chain *c, bool may_lose) {
    if (may_be_mixed(f, w, c)) return false;
    if (w->loses > (sl_are_pairs(&c->shape) ? SL_BLURS : SL_KEEPS) && !(may_lose && sl_fold_is_long(f, c))) return false;
    for (int side = 0; side < 2; side++) {
        uint32_t first = side ? c->b : c->a, last = c->end[side];
        if (is_pointed_to_oddly(f, w, c, side, first) || is_found(f, w, side, first)) return false;
        if (last != first && (is_pointed_to_oddly(f, w, c, side, last) || is_found(f, w, side, last))) return false;
    }
    return is_private(f, w, c, 0) && is_private(f, w, c, 1);
}

// Where lists come from is learnt, if nodes alone are to be taken for them.
static void see_list(struct sl_fold *f, const struct sl_chain *c) {
    const struct sl_object *a = &f->d->objects.at[c->a], *b = &f->d->objects.at[c->b];
    bool list = c->shape.kind == SL_SINGLY || c->shape.kind == SL_DOUBLY;
    if (!f->precision->independent || !list || a->level || a->func != b->func || a->instr != b->instr || a->size != b->size) return;
    struct sl_listing l = {a->func, a->instr, a->size, c->shape};
    l.shape.least = 0;
    sl_lists_see(f->sl, &l);
}

bool sl_fold_merge(struct sl_fold *f, const struct sl_chain *c, bool may_lose) {
    assert(c->a != c->b && c->end[0] && c->end[1]);
    struct sl_draft *d = f->d;
    struct sl_trial t;
    uint8_t level = d->objects.at[c->a].level;
    struct sl_place_in outside = {.level = {level, level}, .out = level};
    if (!looks_like_list(f, c)) return false;
    sl_trial_begin(&t, f->sl, f->precision, d, new_segment(f, c));
    sl_put_children(d, t.out, &c->branches, f->sl->bits);
    bool fits = sl_trial_walk(&t, c->a, c->b, &outside) && may_merge(f, &t.walk, c, may_lose);
    if (fits && d->sized) sl_walk_relations(&t.walk);
    if (fits && f->precision->values) sl_merge_trends(&t.walk, c->a, c->b, t.out);
    if (fits) put_links(f, c, t.out);
    if (fits && f->precision->lengths && !level && sl_is_counted(&d->objects.at[t.out])) sl_add_nodes(d, t.out, c->a, c->b);
    if (fits) see_list(f, c);
    if (fits) redirect(d, c, t.out);
    sl_trial_end(&t, fits);
    return fits;
}

// ---- all ways --------------------------------------------------------------------------------------------------------------------------

// Coarse states forget what tells nodes apart before it is told by pairs.
static bool try_way(struct sl_fold *f, uint32_t a, enum sl_way way) {
    static const enum sl_way coarsely[SL_WAYS] = {SL_ALIKE, SL_ANYHOW, SL_PAIRWISE, SL_MIXING};
    bool folded = false;
    if (f->precision->coarse) way = coarsely[way];
    for (uint32_t i = SL_N_SHAPES; i-- && !folded;) {  // lists, which all others are, too, come last
        bool again = i + 1 < SL_N_SHAPES && sl_modules[i] == sl_modules[i + 1];
        if (!again && sl_modules[i]->find) folded = sl_modules[i]->find(f, a, way);
    }
    return folded;
}

static bool fold_once(struct sl_fold *f) {
    bool folded = false;
    sl_recount(&f->all, f->d);
    for (enum sl_way way = 0; way < SL_WAYS && !folded; way++)
        for (uint32_t a = 1; a < f->all.n && !folded; a++)
            if (sl_fold_is_node(f->d, a) && f->d->objects.at[a].shape.kind != SL_OPTION) folded = try_way(f, a, way);
    sl_counts_free(&f->all);
    return folded;
}

// Where what nodes have for themselves was brought together, lists may lie side by side that no one else will see.
void sl_fold_own(struct sl *s, struct sl_draft *d, const struct sl_precision *p) {
    struct sl_fold f = {.sl = s, .d = d, .precision = p};
    bool folded = false;
    sl_value(d, p->values);
    for (uint32_t a = 1; a < d->objects.n && !folded; a++) folded = d->objects.at[a].level && sl_fold_is_node(d, a);
    while (folded) {
        folded = false;
        sl_recount(&f.all, d);
        for (uint32_t a = 1; a < f.all.n && !folded; a++) folded = d->objects.at[a].level && sl_fold_is_node(d, a) && sl_list.find(&f, a, SL_ALIKE);
        sl_counts_free(&f.all);
    }
}

void sl_fold(struct sl *s, struct sl_draft *d, const struct sl_precision *p) {
    assert(p->least_chain);
    struct sl_fold f = {.sl = s, .d = d, .precision = p};
    sl_value(d, p->values);
    sl_turn_lists(s, d, p);
    while (fold_once(&f)) continue;
    sl_gather(s, d, p);
}
