// SPDX-License-Identifier: MIT
// The invariant of states (state.h).
#include "sl/module.h"
#include "sl/trend.h"
#include "sl/show.h"
#include "sl/uses.h"

static bool valid_value(const struct sl_draft *d, uint32_t v, struct buf *why) {
    const struct sl_value *x = &d->values.at[v];
    if (x->kind != SL_ADDR)
        return (x->kind != SL_INT || !x->level || !num_range_is_const(x->range, NULL)) || sl_complain(why, "a constant of a node");
    if (!x->object || x->object >= d->objects.n) return sl_complain(why, "an address without object");
    const struct sl_object *o = &d->objects.at[x->object];
    if (x->end == SL_LAST && sl_n_links(&o->shape) < 2) return sl_complain(why, "an address of the last node of what is not doubly linked");
    if (x->end == SL_EACH && !sl_is_segment(o)) return sl_complain(why, "an address of each node of what is no segment");
    if (x->end == SL_CHILD && !sl_is_tree(&o->shape)) return sl_complain(why, "a child in what is no tree");
    if (x->end == SL_AFTER && o->shape.kind != SL_SINGLY && o->shape.kind != SL_DOUBLY) return sl_complain(why, "a link of what is no list");
    return x->level == o->level + sl_is_inner(x) || sl_complain(why, "an address of another level than its object");
}

static bool valid_field(const struct sl_draft *d, uint32_t i, struct buf *why) {
    const struct sl_field *f = &d->fields.at[i];
    const struct sl_object *o = &d->objects.at[f->object];
    if (!f->value || f->value >= d->values.n || !f->size) return sl_complain(why, "a field without value or size");
    if (sl_has(d, i + 1, f->object) && d->fields.at[i + 1].offset < f->offset + f->size) return sl_complain(why, "two fields overlap");
    const struct sl_value *v = &d->values.at[f->value];
    if (sl_is_child(d, f->value) && v->object != f->object) return sl_complain(why, "a child of another tree");
    unsigned most = o->level + (sl_is_segment(o) && !sl_is_link(o, f->offset));
    return d->values.at[f->value].level <= most || sl_complain(why, "a field that holds what another node has for itself");
}

// Is it one that such an object has?
static bool has_role(const struct sl_draft *d, const struct sl_link *l) {
    const struct sl_object *o = &d->objects.at[l->object];
    bool place = d->objects.at[d->values.at[l->value].object].storage == SL_PLACES;
    bool part = l->role == SL_RUNS || l->role == SL_SINGLES;
    if (l->role == SL_NODES || l->role == SL_LESS) return sl_is_counted(o) && !o->level && d->values.at[l->value].kind == SL_INT;
    return part ? o->storage != SL_PLACES && place : l->role == sl_shapes[o->shape.kind].role;
}

static bool valid_link(const struct sl_draft *d, uint32_t i, struct buf *why) {
    const struct sl_link *l = &d->links.at[i];
    if (!l->value) return sl_complain(why, "a link without value");
    if (i && !sl_by_link(l - 1, l)) return sl_complain(why, "two links that are one");
    if (!has_role(d, l)) return sl_complain(why, "a link of another shape");
    unsigned most = d->objects.at[l->object].level + sl_is_of_nodes(l->role);
    return d->values.at[l->value].level <= most || sl_complain(why, "a link to what another node has for itself");
}

static bool valid_object(const struct sl_draft *d, uint32_t i, unsigned bits, struct buf *why) {
    const struct sl_object *o = &d->objects.at[i];
    SL_EACH_USE_OF(u, d, i, SL_NUMBERS) {
        const struct sl_value *x = &d->values.at[sl_used(&u)];
        if (sl_used(&u) && (x->kind != SL_INT || x->level > o->level)) return sl_complain(why, "a size or an end that is no number");
    }
    for (int end = 0; o->life == SL_VALID && end < (int)sl_n_links(&o->shape); end++)
        if (!sl_beyond(d, i, end, bits)) return sl_complain(why, "a segment without link");
    const struct sl_module *m = sl_modules[o->shape.kind];
    return !m->valid || m->valid(d, i, bits, why);
}

bool sl_valid(void *self, dom_state state, struct buf *why) {
    struct sl *s = self;
    struct sl_draft d;
    bool good = true;
    sl_unseal(&s->store, state, &d);
    if (!sl_all_lead(&d)) {  // nothing else can be looked at
        sl_draft_free(&d);
        return sl_complain(why, "a use that leads nowhere");
    }
    for (uint32_t i = 0; i < d.fields.n; i++) good &= valid_field(&d, i, why);
    for (uint32_t i = 0; i < d.links.n; i++) good &= valid_link(&d, i, why);
    for (uint32_t i = 1; i < d.values.n; i++) good &= valid_value(&d, i, why);
    for (uint32_t i = 1; i < d.objects.n; i++) good &= valid_object(&d, i, s->bits, why);
    SL_EACH_USE(u, &d, SL_ROOTS)
        if (d.values.at[sl_used(&u)].level || d.values.at[sl_used(&u)].kind == SL_CHARS)
            good = sl_complain(why, "a variable holds what a node has for itself, or characters");
    SL_EACH_USE(u, &d, SL_RELATIONS) {
        const struct sl_value *x = &d.values.at[sl_used(&u)];
        if (x->kind != SL_INT && (x->kind != SL_ADDR || x->level)) good = sl_complain(why, "a relation of what is no number");
    }
    for (uint32_t i = 0; i < d.trends.n; i++)
        if (d.trends.at[i].how >= SL_TRENDS || !sl_trend_list(&d, d.trends.at[i].value)) good = sl_complain(why, "a trend of what no list has");
    if (!sl_is_nested(&d, NULL)) good = sl_complain(why, "two segments have one thing for themselves");
    if (!good) sl_print(self, state, why);
    sl_draft_free(&d);
    return good;
}
