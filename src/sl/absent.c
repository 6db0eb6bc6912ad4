// SPDX-License-Identifier: MIT
// The walk where only one side has a segment: the result has one that may be empty.
#include <assert.h>

#include "sl/lattice.h"
#include "sl/lift.h"
#include "sl/walk.h"

static struct sl_skipped *find_skipped(const struct sl_walk *w, int side, uint32_t object) {
    for (uint32_t i = 0; i < w->skipped.n; i++)
        if (w->skipped.at[i].side == side && w->skipped.at[i].object == object) return &w->skipped.at[i];
    return NULL;
}

bool sl_walk_is_skipped(const struct sl_walk *w, int side, uint32_t object) {
    return find_skipped(w, side, object) != NULL;
}

// In whose nodes the object is in the result; 0: in none.
static uint32_t around_of(const struct sl_walk *w, uint32_t out) {
    uint32_t i = w->objects.n;
    while (i && w->objects.at[i - 1].out != out) i--;
    return i ? w->objects.at[i - 1].next : 0;
}

// Is the place one of this segment of the result, or of what its nodes have for themselves?
static bool is_around(const struct sl_walk *w, uint32_t segment, uint32_t place) {
    assert(segment);
    for (uint32_t n = 0; place && place != segment && n <= SL_MOST_LEVEL; n++) place = around_of(w, place);
    return place == segment;
}

// ---- what its nodes have for themselves ----------------------------------------------------------------------------------------------

struct copying {
    struct sl_walk *w;
    int side;
    int base;                 // what has a higher level on this side is the nodes' own
    uint8_t out;              // level of the segment in the result
    uint32_t segment, first;  // the segment, and the first of its numbers in w->copied
    struct sl_place_in in;    // its nodes; outside of all: of what is no list
};

static uint32_t copy_value(struct copying *c, uint32_t v);

static uint8_t level_in(const struct copying *c, int level) {
    return (uint8_t)(c->out + level - c->base);
}

static bool put_off(struct copying *c, struct sl_later l) {
    const struct sl_value *x = &c->w->side[c->side]->values.at[l.value];
    if (x->kind != SL_ADDR || x->level > c->base) return false;
    l.side = (uint8_t)c->side;
    vec_push(&c->w->later, l);
    return true;
}

// What holds what the link of the node does, or that of one around it.  A node that becomes a list has its lower links before that one, and higher ones
// behind it.
static uint32_t copy_after(struct copying *c, const struct sl_field *f) {
    const struct sl_draft *d = c->w->side[c->side];
    const struct sl_place_in *in = &c->in;
    if (!in->outer || d->values.at[f->value].kind != SL_ADDR) return 0;
    const struct sl_shape *s = &c->w->out->objects.at[in->segment].shape;
    bool plain = !sl_is_segment(&d->objects.at[c->segment]), list = s->kind == SL_SINGLY || s->kind == SL_DOUBLY;
    if (plain && list && f->offset > sl_link_at(s, 0)) in = in->outer;
    return sl_walk_after(c->w, c->side ? 0 : f->value, c->side ? f->value : 0, in);
}

static bool copy_fields(struct copying *c, uint32_t from, uint32_t out, bool links) {
    struct sl_draft *d = c->w->side[c->side];
    for (uint32_t i = sl_first_field(d, from); sl_has(d, i, from); i++) {
        struct sl_field f = d->fields.at[i];
        if (!links && sl_is_link(&c->w->out->objects.at[out], f.offset)) continue;
        uint32_t after = copy_after(c, &f);
        if (after) sl_put(c->w->out, out, f.offset, f.size, after);
        if (after || put_off(c, (struct sl_later){.out = out, .value = f.value, .offset = f.offset, .size = f.size})) continue;
        uint32_t v = copy_value(c, f.value);
        if (!v) return false;
        sl_put(c->w->out, out, f.offset, f.size, v);
    }
    for (uint32_t i = sl_first_link(d, from); sl_has_link(d, i, from); i++) {
        struct sl_link l = d->links.at[i];
        if (sl_is_measure(l.role) || (l.role == SL_HOLE && !links)) continue;
        if (l.role == SL_HOLE && put_off(c, (struct sl_later){.out = out, .value = l.value, .hole = true})) continue;
        uint32_t v = copy_value(c, l.value);
        if (!v) return false;
        sl_set_link(c->w->out, out, l.role, l.index, v);
    }
    return true;
}

// The size of what nodes own.
static void copy_size(struct copying *c, struct sl_object *x) {
    bool known = x->count && !sl_is_segment(x);
    c->w->out->sized |= known;
    x->count = known ? copy_value(c, x->count) : 0;
    x->unit = known && x->unit ? copy_value(c, x->unit) : 0;
}

static uint32_t copy_object(struct copying *c, uint32_t o) {
    assert(o && o < c->w->side[c->side]->objects.n);
    struct sl_object x = c->w->side[c->side]->objects.at[o];
    uint32_t known = sl_walk_paired(c->w, c->side, o);
    if (known) return known;
    if (x.storage != SL_HEAP || x.level <= c->base || level_in(c, x.level) > SL_MOST_LEVEL) return sl_walk_veto(c->w, SL_VETO_OWNER);
    x.level = level_in(c, x.level);
    x.text = sl_own_text(c->w->side[c->side], o);
    copy_size(c, &x);
    x.ends = x.first = x.part[0] = x.part[1] = 0;
    uint32_t out = sl_add_object(c->w->out, x);
    sl_walk_pair(c->w, c->side ? 0 : o, c->side ? o : 0, out, c->in.segment);
    return x.life != SL_VALID || copy_fields(c, o, out, true) ? out : 0;
}

static uint32_t copy_address(struct copying *c, struct sl_value x) {
    bool plain = !sl_is_segment(&c->w->side[c->side]->objects.at[x.object]);
    uint32_t o = copy_object(c, x.object);
    if (!o) return 0;
    const struct sl_object *to = &c->w->out->objects.at[o];
    bool inside = sl_is_segment(to) && plain && is_around(c->w, o, c->in.segment);  // the node itself, which stands for a segment now
    x.object = o;
    if (inside) x.end = SL_EACH;
    x.level = (uint8_t)(to->level + sl_is_inner(&x));
    return sl_add_value(c->w->out, x);
}

static uint32_t copy_value(struct copying *c, uint32_t v) {
    assert(v < c->w->side[c->side]->values.n);
    struct sl_value x = c->w->side[c->side]->values.at[v];
    num_word k;
    if (sl_is_const(c->w->side[c->side], v, &k)) return sl_const(c->w->out, x.range.bits, k);
    if (x.kind == SL_ADDR) return copy_address(c, x);
    for (uint32_t i = c->first; i < c->w->copied.n; i++)
        if (c->w->copied.at[i].value == v) return c->w->copied.at[i].out;
    x.level = x.level > c->base ? level_in(c, x.level) : (uint8_t)(c->out + 1);
    x.source = 0;
    uint32_t out = sl_add_value(c->w->out, x);
    vec_push(&c->w->copied, (struct sl_copied){v, out, c->segment, (uint8_t)c->side});
    return out;
}

// ---- skipping ----------------------------------------------------------------------------------------------------------------------

static uint32_t link_at(const struct sl_walk *w, int side, uint32_t object, int end) {
    assert(object && object < w->side[side]->objects.n);
    return sl_beyond(w->side[side], object, end, w->sl->bits);
}

// The same of what was skipped, which may be a node that became a list.
static uint32_t skipped_link(const struct sl_walk *w, const struct sl_skipped *s, int end) {
    const struct sl_shape *x = &w->out->objects.at[s->out].shape;
    bool tree = sl_is_tree(x);
    return tree ? link_at(w, s->side, s->object, end) : sl_word_at(w->side[s->side], s->object, sl_link_at(x, end), w->sl->bits);
}

static int n_ends(const struct sl_object *o) {
    return (int)sl_n_links(&o->shape);
}

// A segment whose links lead into itself is never empty.
static bool is_cyclic(const struct sl_walk *w, int side, uint32_t object) {
    const struct sl_draft *d = w->side[side];
    for (int end = 0; end < n_ends(&d->objects.at[object]); end++) {
        uint32_t l = link_at(w, side, object, end);
        if (!l || (d->values.at[l].kind == SL_ADDR && d->values.at[l].object == object)) return true;
    }
    return false;
}

const struct sl_counts *sl_walk_counts(struct sl_walk *w, int side) {
    if (w->counts[side].n < w->side[side]->objects.n) sl_recount(&w->counts[side], w->side[side]);
    return &w->counts[side];
}

// Is each end pointed to from one place only?  Others would be found to be the same as what lies beyond, in one state with others that are not.
static bool is_held_once(struct sl_walk *w, int side, uint32_t object) {
    const struct sl_counts *c = sl_walk_counts(w, side);
    return c->first[object] <= 1 && c->last[object] <= 1;
}

// A tree of which nothing leads on: the result has at most one for each link of a node that both sides have.
static bool is_whole_tree(const struct sl_walk *w, int side, uint32_t object) {
    return sl_is_tree(&w->side[side]->objects.at[object].shape) && sl_is_null(w->side[side], link_at(w, side, object, 0));
}

static bool leads_to_no_list(const struct sl_walk *w, int side, uint32_t v) {
    const struct sl_draft *d = w->side[side];
    return sl_is_null(d, v) || (d->values.at[v].kind == SL_ADDR && !sl_is_segment(&d->objects.at[d->values.at[v].object]));
}

// A list from which no other is led to, where the other side has null, or what the list leads to: likewise at most one for each link.  Which of several are
// empty together is worth telling, unless the precision says otherwise.
static bool is_whole_list(const struct sl_walk *w, int side, uint32_t object) {
    const struct sl_object *o = &w->side[side]->objects.at[object];
    if (!w->precision->independent || !sl_is_list(o)) return false;
    for (int end = 0; end < n_ends(o); end++)
        if (!leads_to_no_list(w, side, link_at(w, side, object, end))) return false;
    return true;
}

static bool leads_to_node(const struct sl_draft *d, uint32_t v) {
    return d->values.at[v].kind == SL_ADDR && d->objects.at[d->values.at[v].object].storage == SL_HEAP;
}

// Does a tag say of which kind its nodes are?
static bool is_of_kinds(const struct sl_walk *w, int side, uint32_t list) {
    const struct sl_draft *d = w->side[side];
    bool tagged = sl_are_mixed(&d->objects.at[list].shape);
    for (uint32_t i = sl_first_field(d, list); !tagged && sl_has(d, i, list); i++) {
        const struct sl_value *v = &d->values.at[d->fields.at[i].value];
        tagged = v->kind == SL_INT && num_range_is_const(v->range, NULL) && sl_is_tagged(w->sl, d->fields.at[i].offset);
    }
    return tagged;
}

// Of a mixed segment it is known with which kinds it begins and ends, whether there is another list before or behind it or not: of what stands for one that has
// such a neighbour and one that has none that would not be known.  Nor, of two lists in a row where the other side has none, that there are both or neither.
static bool would_part(const struct sl_walk *w, int side, uint32_t object, uint32_t other, const struct sl_place_in *at) {
    if (!w->precision->kinds || w->widen || at->outer || !sl_is_list(&w->side[side]->objects.at[object])) return false;
    return (at->behind || leads_to_node(w->side[!side], other)) && is_of_kinds(w, side, object);
}

// Outside of nodes only one side has segments (but for whole trees and lists) that the other has not: then the result has no more of them than that side, and
// joining ends.
static bool can_skip(struct sl_walk *w, int side, uint32_t object, uint32_t other, const struct sl_place_in *at) {
    const struct sl_object *o = &w->side[side]->objects.at[object];
    bool fits = o->storage == SL_HEAP && o->life == SL_VALID && o->level == at->level[side] && at->out < SL_MOST_LEVEL;
    if (!fits || sl_exceeds(&w->sl->reached, SL_LIMIT_SKIPPED, w->skipped.n + 1) || sl_walk_paired(w, side, object) || (sl_walk_in_one(w) && sl_walk_paired(w, !side, object)))
        return sl_walk_veto(w, SL_VETO_ABSENT);
    if (!(sl_is_segment(o) ? !is_cyclic(w, side, object) : at->outer != NULL)) return sl_walk_veto(w, SL_VETO_ABSENT);
    if (!w->precision->possibly_empty) return sl_walk_veto(w, SL_VETO_EMPTY);
    if (would_part(w, side, object, other, at)) return sl_walk_veto(w, SL_VETO_DATA);
    if (is_whole_tree(w, side, object)) return sl_is_null(w->side[!side], other) || sl_walk_veto(w, SL_VETO_ABSENT);
    bool whole = is_whole_list(w, side, object) && leads_to_no_list(w, !side, other);
    if (!at->outer && !whole && w->richer == !side) return sl_walk_veto(w, SL_VETO_BOTH_EMPTY);
    if (!at->outer && !sl_is_null(w->side[!side], other) && !is_held_once(w, side, object)) return sl_walk_veto(w, SL_VETO_SHARED);
    return true;
}

uint32_t sl_walk_missing_run(struct sl_walk *w, int side, uint32_t run) {
    assert(w->side[side]->objects.at[run].shape.kind == SL_RUN);
    struct sl_object o = w->side[side]->objects.at[run];
    struct copying c = {w, side, o.level, o.level, run, w->copied.n, {0}};
    if (sl_walk_paired(w, side, run)) return sl_walk_veto(w, SL_VETO_PAIRED);
    uint32_t out = c.in.segment = sl_add_object(w->out, o);
    sl_walk_pair(w, side ? 0 : run, side ? run : 0, out, 0);
    return copy_fields(&c, run, out, false) ? out : 0;
}

uint32_t sl_walk_alone(struct sl_walk *w, int side, uint32_t mixed, uint32_t variant, uint32_t out) {
    uint8_t level = w->out->objects.at[out].level;
    struct copying c = {w, side, w->side[side]->objects.at[mixed].level, level, mixed, w->copied.n, {.segment = out}};
    assert(w->side[side]->objects.at[variant].shape.kind == SL_VARIANT && level < SL_MOST_LEVEL);
    return sl_walk_paired(w, side, variant) ? sl_walk_veto(w, SL_VETO_PAIRED) : copy_object(&c, variant);
}

// The object becomes such a segment, which the other side has not.
static bool skip(struct sl_walk *w, int side, uint32_t object, struct sl_shape shape, const struct sl_place_in *at) {
    assert(object && w->side[side]->objects.at[object].life == SL_VALID && !sl_walk_paired(w, side, object) && at->out < SL_MOST_LEVEL);
    struct sl_object o = w->side[side]->objects.at[object];
    struct copying c = {w, side, sl_is_segment(&o) ? o.level : o.level - 1, at->out, object, w->copied.n, {.outer = at}};
    o.shape = shape;
    if (!at->outer && !is_whole_tree(w, side, object) && !is_whole_list(w, side, object)) w->richer = (int8_t)side;
    if ((o.shape.least || !sl_is_segment(&w->side[side]->objects.at[object]) || o.shape.kind == SL_OPTION) && !sl_walk_is_lower(w, side, object, &o.shape, at))
        sl_walk_lose(w, SL_MIXES);
    w->differ = true;
    o.shape.least = 0;
    o.level = at->out;
    o.text = sl_own_text(w->side[side], object);
    sl_forget_numbers(&o);
    uint32_t out = c.in.segment = sl_add_object(w->out, o);
    c.in.node[side] = object;
    sl_walk_pair(w, side ? 0 : object, side ? object : 0, out, at->segment);
    vec_push(&w->skipped, (struct sl_skipped){.object = object, .out = out, .side = (uint8_t)side});
    return copy_fields(&c, object, out, false);
}

// Where the segment would begin (end) on the other side, if `other` is there in place of an address that far from it.
static uint32_t move_back(struct sl_walk *w, int side, uint32_t other, int64_t by) {
    struct sl_value y = w->side[!side]->values.at[other];
    if (!by) return other;
    if (y.kind != SL_ADDR) return sl_walk_veto(w, SL_VETO_OFFSET);
    y.range = num_range_binary(NUM_SUB, y.range, num_range_const(w->sl->bits, (uint64_t)by));
    y.source = 0;
    return sl_add_value(w->side[!side], y);
}

static bool meet_end(struct sl_walk *w, int side, uint32_t object, int end, uint32_t other, const struct sl_place_in *at) {
    struct sl_skipped *s = find_skipped(w, side, object);
    uint32_t index = (uint32_t)(s - w->skipped.at);
    if (s->other[end]) return sl_same(w->side[!side], s->other[end], other) || sl_walk_veto(w, SL_VETO_ABSENT);
    s->other[end] = other;
    vec_push(&w->ends, index * 2 + (uint32_t)end);
    if (w->out->objects.at[s->out].shape.kind == SL_OPTION) return sl_is_null(w->side[!side], other) || sl_walk_veto(w, SL_VETO_ABSENT);
    const struct sl_value *y = &w->side[!side]->values.at[other];
    if (end && y->kind == SL_ADDR && y->end == SL_FIRST && sl_is_tree(&w->side[!side]->objects.at[y->object].shape))
        return sl_walk_veto(w, SL_VETO_ABSENT);  // nothing has the root of a tree for what lies before it
    uint32_t own = skipped_link(w, s, end);
    bool number = w->side[!side]->values.at[other].kind == SL_INT && !sl_is_null(w->side[!side], other) && sl_is_null(w->side[side], own);
    if (number) return sl_walk_veto(w, SL_VETO_ABSENT);  // where links lead to null, that is no list
    struct sl_place_in beyond = *at;
    beyond.behind = sl_is_list(&w->out->objects.at[s->out]);
    uint32_t link = side ? sl_walk_value(w, other, own, &beyond) : sl_walk_value(w, own, other, &beyond);
    w->skipped.at[index].link[end] = link;
    return link != 0;
}

// A node that may be a list of one is taken for one, where the other side has none: which lists have a node and which have none yet tells no states apart.
static void take_for_list(struct sl_walk *w, int side, uint32_t object, uint32_t other, const struct sl_place_in *at) {
    struct sl_draft *d = w->side[side];
    if (!w->precision->lists || at->outer || sl_walk_in_one(w) || sl_walk_paired(w, side, object) || !sl_is_null(w->side[!side], other)) return;
    const struct sl_shape *links = sl_list_of_one(w->sl, d, sl_walk_counts(w, side), object, w->precision->lists);
    if (!links) return;
    struct sl_lifted *l = vec_add(&w->lifted);
    *l = (struct sl_lifted){.object = object, .side = (uint8_t)side, .plain = true};
    sl_draft_copy(&l->before, d);
    sl_become_list(d, object, links, w->sl->bits);
    w->moved++;
}

// What the object is in the result: a segment as it is on its side, or what a plain node becomes where the other side has `other`.
static struct sl_shape skipped_shape(const struct sl_walk *w, int side, uint32_t object, uint32_t other, const struct sl_place_in *at) {
    const struct sl_skipped *s = find_skipped(w, side, object);
    const struct sl_object *o = &w->side[side]->objects.at[object];
    if (s) return w->out->objects.at[s->out].shape;
    return sl_is_segment(o) ? o->shape : sl_walk_lone(w, side, object, other, at);
}

uint32_t sl_walk_absent(struct sl_walk *w, int side, uint32_t v, uint32_t other, const struct sl_place_in *at) {
    assert(v < w->side[side]->values.n && other < w->side[!side]->values.n);
    struct sl_value x = w->side[side]->values.at[v];
    int64_t offset;
    if (sl_is_inner(&x)) return sl_walk_veto(w, SL_VETO_OWNER);
    take_for_list(w, side, x.object, other, at);
    if (!sl_offset(w->side[side], v, &offset)) return sl_walk_veto(w, SL_VETO_OFFSET);
    bool known = find_skipped(w, side, x.object);
    if (!known && !can_skip(w, side, x.object, other, at)) return 0;
    struct sl_shape shape = skipped_shape(w, side, x.object, other, at);
    uint32_t base = move_back(w, side, other, offset - sl_link_to(&shape, x.end == SL_LAST));
    if (!base || (!known && !skip(w, side, x.object, shape, at))) return 0;
    if (!meet_end(w, side, x.object, x.end == SL_LAST, base, at)) return 0;
    x.object = find_skipped(w, side, x.object)->out;
    if (w->out->objects.at[x.object].level != at->out) return sl_walk_veto(w, SL_VETO_OWNER);
    x.level = at->out;
    return sl_add_value(w->out, x);
}

// ---- what was put off ----------------------------------------------------------------------------------------------------------------

// What stands for an object of one side, by the pairs; a function is itself, whether the other side knows it or not.  0: nothing does.
static uint32_t object_image(struct sl_walk *w, int side, uint32_t object) {
    assert(object < w->side[side]->objects.n);
    struct sl_object o = w->side[side]->objects.at[object];
    uint32_t out = sl_walk_paired(w, side, object);
    return out || sl_walk_in_one(w) || o.storage != SL_CODE ? out : sl_code_object(w->out, SL_CODE, o.tag);
}

// What stands for a value of one side, by the pairs alone, where `level` is the level and the place is in nodes of `around`; 0: nothing does.  A plain node that
// stands for a segment is both ends of it: links lead to the one that is nearer; in the node, to the node.
static uint32_t image(struct sl_walk *w, int side, uint32_t v, uint8_t level, uint32_t around, bool back) {
    assert(v < w->side[side]->values.n);
    struct sl_value x = w->side[side]->values.at[v];
    num_word k;
    if (sl_is_const(w->side[side], v, &k)) return sl_const(w->out, x.range.bits, k);
    if (x.kind != SL_ADDR) return 0;
    uint32_t out = object_image(w, side, x.object);
    if (!out) return sl_walk_in_one(w) && !x.level ? v : 0;
    bool plain = sl_walk_is_one(w, side, x.object);
    const struct sl_object *o = &w->out->objects.at[out];
    bool last = plain && back && n_ends(o) == 2;
    if (last && sl_are_pairs(&o->shape)) return 0;
    if (last) x.end = SL_LAST;
    if (plain && sl_is_segment(o) && is_around(w, out, around)) x.end = SL_EACH;
    if (!sl_is_segment(o)) x.end = SL_FIRST;
    x.object = out;
    x.level = (uint8_t)(o->level + sl_is_inner(&x));
    return x.level <= level ? sl_add_value(w->out, x) : 0;
}

// Does an address of this end lead through empty segments alone, and back to it?  Then it would lead nowhere, and what the other side has in its
// place would be in none of them.
static bool is_round(const struct sl_walk *w, uint32_t skipped, int end) {
    const struct sl_skipped *s = &w->skipped.at[skipped];
    for (uint32_t n = 0; s && n <= w->skipped.n * 2; n++) {
        const struct sl_object *o = &w->out->objects.at[s->out];
        const struct sl_value *v = end < n_ends(o) ? &w->out->values.at[sl_beyond(w->out, s->out, end, w->sl->bits)] : NULL;
        uint32_t next = v && v->kind == SL_ADDR && !sl_is_inner(v) ? v->object : 0;
        if (!next) return false;
        end = v->end == SL_LAST;
        for (s = NULL, skipped = 0; skipped < w->skipped.n && !s; skipped++)
            if (w->skipped.at[skipped].out == next) s = &w->skipped.at[skipped];
    }
    return s != NULL;
}

static bool is_any_round(const struct sl_walk *w) {
    for (uint32_t i = 0; i < w->skipped.n; i++)
        for (int end = 0; end < n_ends(&w->out->objects.at[w->skipped.at[i].out]); end++)
            if (is_round(w, i, end)) return true;
    return false;
}

bool sl_walk_settle(struct sl_walk *w) {
    for (uint32_t i = 0; i < w->skipped.n; i++) {
        struct sl_skipped s = w->skipped.at[i];
        struct sl_object o = w->out->objects.at[s.out];
        for (int end = 0; end < n_ends(&o); end++) {
            uint32_t v = s.link[end] ? s.link[end] : image(w, s.side, skipped_link(w, &s, end), o.level, around_of(w, s.out), end);
            if (!v) return sl_walk_veto(w, SL_VETO_ABSENT);
            sl_set_beyond(w->out, s.out, end, w->sl->bits, v);
        }
    }
    if (is_any_round(w)) return sl_walk_veto(w, SL_VETO_ABSENT);
    for (uint32_t i = 0; i < w->later.n; i++) {
        struct sl_later l = w->later.at[i];
        uint32_t v = image(w, l.side, l.value, (uint8_t)(w->out->objects.at[l.out].level + 1), l.out, false);
        if (!v) return sl_walk_veto(w, SL_VETO_ABSENT);
        if (l.hole)
            sl_set_link(w->out, l.out, SL_HOLE, 0, v);
        else
            sl_put(w->out, l.out, l.offset, l.size, v);
    }
    return true;
}
