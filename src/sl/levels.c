// SPDX-License-Identifier: MIT
// Levelled lists, such as skip lists: what a node has for itself ends where its own link leads (SL_AFTER, state.h).
//
// Literature: L. Holik, O. Lengal, A. Rogalewicz, J. Simacek, T. Vojnar, Fully automated shape analysis based on forest automata (CAV 2013).
#include <assert.h>

#include "sl/fold.h"
#include "sl/unfold.h"

bool sl_is_levelled(const struct sl_draft *d, uint32_t list) {
    assert(list && list < d->objects.n);
    for (uint32_t v = 1; v < d->values.n; v++)
        if (d->values.at[v].kind == SL_ADDR && d->values.at[v].object == list && d->values.at[v].end == SL_AFTER) return true;
    return false;
}

bool sl_has_levels(const struct sl_draft *d) {
    for (uint32_t v = 1; v < d->values.n; v++)
        if (d->values.at[v].kind == SL_ADDR && d->values.at[v].end == SL_AFTER) return true;
    return false;
}

enum { FAR = 8 };  // pieces that a link may jump over

// Does the list go on from a to b, in a few pieces?
static bool goes_on_to(const struct sl_draft *d, uint32_t a, uint32_t b, const struct sl_shape *s, unsigned bits) {
    assert(a && b && a < d->objects.n && b < d->objects.n);
    for (uint32_t n = 0; a && n < FAR; n++) {
        uint32_t v = sl_word_at(d, a, sl_link_at(s, 0), bits);
        int64_t at;
        if (v && d->values.at[v].kind == SL_ADDR && d->values.at[v].end == SL_AFTER) v = sl_beyond(d, d->values.at[v].object, 0, bits);
        bool on = v && sl_offset(d, v, &at) && at == s->list.head && d->values.at[v].end == SL_FIRST;
        a = on && d->objects.at[d->values.at[v].object].life == SL_VALID ? d->values.at[v].object : 0;
        if (a == b) return true;
    }
    return false;
}

bool sl_jumps(const struct sl_draft *d, uint32_t node, const struct sl_shape *s, unsigned bits) {
    uint64_t next = sl_link_at(s, 0);
    for (uint32_t i = sl_field_from(d, node, next + 1); sl_has(d, i, node); i++) {
        const struct sl_value *v = &d->values.at[d->fields.at[i].value];
        const struct sl_object *o = &d->objects.at[v->object];
        if (v->kind != SL_ADDR || sl_is_inner(v) || v->object == node || o->storage != SL_HEAP || o->size != d->objects.at[node].size) continue;
        if (goes_on_to(d, node, v->object, s, bits) && !goes_on_to(d, v->object, node, s, bits)) return true;
    }
    return false;
}

uint32_t sl_count_lower(const struct sl_draft *d, uint32_t node, const struct sl_shape *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->fields.n; i++) {
        const struct sl_field *x = &d->fields.at[i];
        const struct sl_value *v = &d->values.at[x->value];
        const struct sl_object *o = &d->objects.at[x->object];
        n += v->kind == SL_ADDR && v->object == node && v->end == SL_FIRST && x->offset < sl_link_at(s, 0) && o->life == SL_VALID &&
             o->storage == SL_HEAP && o->size == d->objects.at[node].size;
    }
    return n;
}

// ---- the walk --------------------------------------------------------------------------------------------------------------------------

// Is the value what the link of the node holds that the walk is in on this side?
static bool is_link_of(const struct sl_walk *w, int side, const struct sl_place_in *in, uint32_t v) {
    const struct sl_draft *d = w->side[side];
    const struct sl_value *x = &d->values.at[v];
    const struct sl_shape *s = &w->out->objects.at[in->segment].shape;
    uint32_t node = in->node[side];
    int64_t at;
    assert(in->segment && v < d->values.n);
    if (sl_is_segment(&d->objects.at[node]))
        return x->kind == SL_ADDR && x->object == node && x->end == SL_AFTER && sl_offset(d, v, &at) && at == s->list.head;
    uint32_t link = sl_word_at(d, node, sl_link_at(s, 0), w->sl->bits);
    return link && sl_same(d, link, v);
}

static bool is_in_list(const struct sl_walk *w, const struct sl_place_in *at) {
    uint8_t kind = w->out->objects.at[at->segment].shape.kind;
    return at->segment && (kind == SL_SINGLY || kind == SL_DOUBLY);
}

uint32_t sl_walk_after(struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    assert(a || b);
    for (; at->outer; at = at->outer) {
        if (!is_in_list(w, at)) continue;
        if ((a && !is_link_of(w, 0, at, a)) || (b && !is_link_of(w, 1, at, b))) continue;
        uint32_t v = sl_address_in(w->out, at->segment, SL_AFTER, w->sl->bits, w->out->objects.at[at->segment].shape.list.head);
        w->out->values.at[v].level++;
        return v;
    }
    return 0;
}

bool sl_walk_goes_on(const struct sl_walk *w, int side, uint32_t v, const struct sl_place_in *at) {
    const struct sl_draft *d = w->side[side];
    if (!is_in_list(w, at) || d->values.at[v].kind != SL_ADDR) return false;
    bool on = is_link_of(w, side, at, v);
    uint32_t o = d->values.at[v].object;
    for (uint32_t i = sl_first_field(d, o); !on && sl_has(d, i, o); i++) {
        uint32_t x = d->fields.at[i].value;
        on = d->values.at[x].kind == SL_ADDR && is_link_of(w, side, at, x);
    }
    return on;
}

// A node as a list of one: by the last of its links at which others lead to it.  An option: it has none.
static struct sl_shape list_of(const struct sl_draft *d, uint32_t node, unsigned bits) {
    struct sl_shape s = {.kind = SL_OPTION};
    assert(node && !sl_is_segment(&d->objects.at[node]));
    for (uint32_t i = 0; i < d->fields.n; i++) {
        const struct sl_field *f = &d->fields.at[i];
        int64_t head;
        if (!sl_offset(d, f->value, &head) || d->values.at[f->value].object != node || d->values.at[f->value].end != SL_FIRST) continue;
        uint32_t link = head == (int32_t)head ? sl_word_at(d, node, f->offset, bits) : 0;
        bool higher = s.kind == SL_OPTION || f->offset > (uint64_t)s.list.next;
        if (higher && link && (d->values.at[link].kind == SL_ADDR || sl_is_null(d, link)))
            s = (struct sl_shape){.kind = SL_SINGLY, .list = {.next = (int32_t)f->offset, .head = (int32_t)head}};
    }
    return s;
}

bool sl_walk_same_level(const struct sl_walk *w, uint32_t a, uint32_t b) {
    const uint32_t of[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const struct sl_draft *d = w->side[side], *e = w->side[!side];
        const struct sl_object *list = &e->objects.at[of[!side]];
        if (sl_is_segment(&d->objects.at[of[side]]) || (list->shape.kind != SL_SINGLY && list->shape.kind != SL_DOUBLY)) continue;
        bool jumps = false;
        for (uint32_t i = sl_field_from(e, of[!side], sl_link_at(&list->shape, 0) + 1); sl_has(e, i, of[!side]); i++)
            jumps |= e->values.at[e->fields.at[i].value].kind == SL_ADDR;
        if (!jumps && sl_jumps(d, of[side], &list->shape, w->sl->bits)) return false;
    }
    return true;
}

struct sl_shape sl_walk_lone(const struct sl_walk *w, int side, uint32_t node, uint32_t other, const struct sl_place_in *at) {
    bool null = sl_is_null(w->side[!side], other);
    if (!is_in_list(w, at) || (null && !is_link_of(w, !side, at, other))) return (struct sl_shape){.kind = SL_OPTION};
    return list_of(w->side[side], node, w->sl->bits);
}

int sl_walk_lower_side(const struct sl_walk *w, uint32_t a, uint32_t b, const struct sl_place_in *at) {
    struct sl_shape s[2];
    const uint32_t v[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const struct sl_draft *d = w->side[side];
        const struct sl_object *o = &d->objects.at[d->values.at[v[side]].object];
        if (!is_in_list(w, at) || d->values.at[v[side]].kind != SL_ADDR) return 0;
        s[side] = sl_is_segment(o) ? o->shape : list_of(d, d->values.at[v[side]].object, w->sl->bits);
        if (s[side].kind != SL_SINGLY && s[side].kind != SL_DOUBLY) return 0;
    }
    return s[1].list.next < s[0].list.next;
}

bool sl_walk_is_lower(const struct sl_walk *w, int side, uint32_t object, const struct sl_shape *s, const struct sl_place_in *at) {
    const struct sl_draft *d = w->side[side];
    if (!is_in_list(w, at) || (s->kind != SL_SINGLY && s->kind != SL_DOUBLY)) return false;
    uint32_t link = sl_word_at(d, object, sl_link_at(s, 0), w->sl->bits);
    const struct sl_value *v = &d->values.at[link];
    if (!link || is_link_of(w, side, at, link)) return link;
    return v->kind == SL_ADDR && !sl_is_inner(v) && v->object != object && v->object != at->node[side];
}

// ---- folding ---------------------------------------------------------------------------------------------------------------------------

bool sl_is_lower(const struct sl_fold *f, const struct sl_chain *c) {
    uint64_t next = sl_link_at(&c->shape, 0);
    uint32_t link = sl_fold_link(f, c->a, next);
    assert(link && f->d->values.at[link].object == c->b);
    for (uint32_t i = sl_field_from(f->d, c->a, next + 1); sl_has(f->d, i, c->a); i++)
        if (sl_same(f->d, f->d->fields.at[i].value, link)) return true;
    return false;
}

bool sl_is_handle(const struct sl_fold *f, const struct sl_chain *c) {
    const struct sl_draft *d = f->d;
    const struct sl_object *a = &d->objects.at[c->a], *b = &d->objects.at[c->b];
    if (sl_is_segment(a) || sl_is_segment(b) || (a->func == b->func && a->instr == b->instr)) return false;
    for (uint32_t i = sl_first_field(d, c->a); sl_has(d, i, c->a); i++) {
        const struct sl_field *x = &d->fields.at[i];
        const struct sl_value *v = &d->values.at[x->value];
        uint32_t other = v->kind == SL_ADDR && x->offset != sl_link_at(&c->shape, 0) ? sl_fold_link(f, c->b, x->offset) : 0;
        if (other && sl_same(d, x->value, other) && sl_fold_is_node(d, v->object) && d->objects.at[v->object].size == a->size) return true;
    }
    return false;
}

bool sl_is_landing(const struct sl_fold *f, const struct sl_chain *c) {
    const struct sl_draft *d = f->d;
    uint64_t next = sl_link_at(&c->shape, 0);
    for (uint32_t i = 0; i < d->fields.n; i++) {
        const struct sl_field *x = &d->fields.at[i];
        const struct sl_value *v = &d->values.at[x->value];
        if (v->kind != SL_ADDR || v->object != c->a || sl_is_inner(v) || x->offset <= next || x->object == c->a || !sl_fold_is_node(d, x->object)) continue;
        if (d->objects.at[x->object].size != d->objects.at[c->a].size || !sl_fold_link(f, c->a, x->offset)) continue;
        if (goes_on_to(d, x->object, c->a, &c->shape, f->sl->bits) && !goes_on_to(d, c->a, x->object, &c->shape, f->sl->bits)) return true;
    }
    return false;
}
