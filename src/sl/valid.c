// SPDX-License-Identifier: MIT
// The invariant of states (state.h).
#include "sl/context.h"
#include "sl/show.h"
#include "sl/table.h"
#include "sl/uses.h"

static bool complain(struct buf *why, const char *text) {
    buf_printf(why, "%s\n", text);
    return false;
}

static bool valid_value(const struct sl_draft *d, uint32_t v, struct buf *why) {
    const struct sl_value *x = &d->values.at[v];
    if (x->kind != SL_ADDR)
        return (x->kind != SL_INT || !x->level || !num_range_is_const(x->range, NULL)) || complain(why, "a constant of a node");
    if (!x->object || x->object >= d->objects.n) return complain(why, "an address without object");
    const struct sl_object *o = &d->objects.at[x->object];
    if (x->end == SL_LAST && sl_n_links(&o->shape) < 2) return complain(why, "an address of the last node of what is not doubly linked");
    if (x->end == SL_EACH && !sl_is_segment(o)) return complain(why, "an address of each node of what is no segment");
    if (x->end == SL_CHILD && o->shape.kind != SL_TREE) return complain(why, "a child in what is no tree");
    return x->level == o->level + sl_is_inner(x) || complain(why, "an address of another level than its object");
}

static bool valid_field(const struct sl_draft *d, uint32_t i, struct buf *why) {
    const struct sl_field *f = &d->fields.at[i];
    const struct sl_object *o = &d->objects.at[f->object];
    if (!f->value || f->value >= d->values.n || !f->size) return complain(why, "a field without value or size");
    if (sl_has(d, i + 1, f->object) && d->fields.at[i + 1].offset < f->offset + f->size) return complain(why, "two fields overlap");
    const struct sl_value *v = &d->values.at[f->value];
    if (sl_is_child(d, f->value) && v->object != f->object) return complain(why, "a child of another tree");
    unsigned most = o->level + (sl_is_segment(o) && !sl_is_link(o, f->offset));
    return d->values.at[f->value].level <= most || complain(why, "a field that holds what another node has for itself");
}

// Is it one that such an object has?
static bool has_role(const struct sl_draft *d, const struct sl_link *l) {
    const struct sl_object *o = &d->objects.at[l->object];
    bool place = d->objects.at[d->values.at[l->value].object].storage == SL_PLACES;
    bool part = l->role == SL_RUNS || l->role == SL_SINGLES;
    return part ? o->storage != SL_PLACES && place : l->role == sl_shapes[o->shape.kind].role;
}

static bool valid_link(const struct sl_draft *d, uint32_t i, struct buf *why) {
    const struct sl_link *l = &d->links.at[i];
    if (!l->value) return complain(why, "a link without value");
    if (i && !sl_by_link(l - 1, l)) return complain(why, "two links that are one");
    if (!has_role(d, l)) return complain(why, "a link of another shape");
    unsigned most = d->objects.at[l->object].level + (l->role == SL_SECONDS);
    return d->values.at[l->value].level <= most || complain(why, "a link to what another node has for itself");
}

static bool valid_pairs(const struct sl_draft *d, uint32_t o, unsigned bits, struct buf *why) {
    uint32_t link = sl_linked(d, o, SL_SECONDS, 0);
    if (!link) return complain(why, "pairs without second nodes");
    const struct sl_value *v = &d->values.at[link];
    const struct sl_object *s = &d->objects.at[o], *second = &d->objects.at[v->object];
    int64_t at;
    bool leads = v->end == SL_FIRST && sl_offset(d, link, &at) && at == s->shape.list.head;
    bool node = second->shape.kind == SL_SECOND && second->storage == SL_HEAP && second->life == SL_VALID;
    if (!leads || !node || second->level != s->level + 1) return complain(why, "pairs with something else for second nodes");
    int32_t next = s->shape.list.next;
    bool linked = second->shape.second.next == next && !sl_word_at(d, v->object, (uint64_t)next, bits);
    return linked || complain(why, "a second node with a link of its own");
}

static bool valid_part(const struct sl_draft *d, const struct sl_table *t, uint32_t part, bool single, bool first, struct buf *why) {
    const struct sl_object *o = &d->objects.at[part];
    uint32_t index = sl_part_index(d, part);
    bool place = o->storage == SL_PLACES && !o->level && !o->shape.least && o->shape.kind == (single ? SL_PLACE : SL_RUN);
    if (!part || !place || o->life != SL_VALID) return complain(why, "a part of a table that is none");
    if (o->size != t->stride || o->shape.place.base != t->base || o->shape.place.count != t->count)
        return complain(why, "parts of another table");
    if (!index != first) return complain(why, "a part without index, or a first run with one");
    return !index || d->values.at[index].kind == SL_INT || complain(why, "an index that is no number");
}

static bool valid_table(const struct sl_draft *d, uint32_t o, struct buf *why) {
    struct sl_table t;
    bool good = true;
    if (!sl_table_read(d, o, &t)) return true;
    if (!t.n_runs || t.n_runs > SL_MOST_RUNS || t.n_single > SL_MOST_SINGLE) return complain(why, "a table without runs, or with too many");
    for (uint32_t i = 0; i < t.n_runs; i++) good = good && valid_part(d, &t, t.runs[i], false, !i, why);
    for (uint32_t i = 0; i < t.n_single; i++) good = good && valid_part(d, &t, t.single[i], true, false, why);
    return good;
}

static bool valid_object(const struct sl_draft *d, uint32_t i, unsigned bits, struct buf *why) {
    const struct sl_object *o = &d->objects.at[i];
    if (o->count && (d->values.at[o->count].kind != SL_INT || d->values.at[o->count].level > o->level))
        return complain(why, "a count that is no number");
    if (o->unit && (d->values.at[o->unit].kind != SL_INT || d->values.at[o->unit].level > o->level))
        return complain(why, "a unit that is no number");
    for (int k = 0; k < 2 && o->part[0]; k++)
        if (d->values.at[o->part[k]].kind != SL_INT || d->values.at[o->part[k]].level || o->level || !o->count)
            return complain(why, "a part of a size that is no number");
    if (o->ends && (d->values.at[o->ends].kind != SL_INT || d->values.at[o->ends].level || sl_is_segment(o) || o->level))
        return complain(why, "an end that is no number");
    for (int end = 0; o->life == SL_VALID && end < (int)sl_n_links(&o->shape); end++)
        if (!sl_beyond(d, i, end, bits)) return complain(why, "a segment without link");
    if (sl_are_pairs(&o->shape) && o->life == SL_VALID) return valid_pairs(d, i, bits, why);
    return o->shape.kind != SL_SECOND || o->level || complain(why, "a second node of no pair");
}

bool sl_valid(void *self, dom_state state, struct buf *why) {
    struct sl *s = self;
    struct sl_draft d;
    bool good = true;
    sl_unseal(&s->store, state, &d);
    if (!sl_all_lead(&d)) {  // nothing else can be looked at
        sl_draft_free(&d);
        return complain(why, "a use that leads nowhere");
    }
    for (uint32_t i = 0; i < d.fields.n; i++) good &= valid_field(&d, i, why);
    for (uint32_t i = 0; i < d.links.n; i++) good &= valid_link(&d, i, why);
    for (uint32_t i = 1; i < d.values.n; i++) good &= valid_value(&d, i, why);
    for (uint32_t i = 1; i < d.objects.n; i++) good &= valid_object(&d, i, s->bits, why) && valid_table(&d, i, why);
    SL_EACH_USE(u, &d, SL_ROOTS)
        if (d.values.at[sl_used(&u)].level) good = complain(why, "a variable holds what a node has for itself");
    SL_EACH_USE(u, &d, SL_RELATIONS) {
        const struct sl_value *x = &d.values.at[sl_used(&u)];
        if (x->kind != SL_INT && (x->kind != SL_ADDR || x->level)) good = complain(why, "a relation of what is no number");
    }
    if (!sl_is_nested(&d, NULL)) good = complain(why, "two segments have one thing for themselves");
    if (!good) sl_print(self, state, why);
    sl_draft_free(&d);
    return good;
}
