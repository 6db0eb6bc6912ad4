// SPDX-License-Identifier: MIT
#include "sl/uses.h"

// What is in one object of what u goes through: a member, or fields, or links.
static void find_in_object(struct sl_uses *u, char *base) {
    uint32_t first = u->object, last = first;
    assert(first < u->draft->objects.n && (u->group == SL_GROUP_NUMBER || u->group == SL_GROUP_FIELD));
    if (u->kind == SL_USE_FIELD) {
        first = sl_first_field(u->draft, u->object);
        last = sl_end_of_fields(u->draft, u->object);
        if (first == last--) return;
    }
    if (u->kind == SL_USE_LINK) {
        first = sl_first_link(u->draft, u->object);
        last = sl_first_link(u->draft, u->object + 1);
        if (first == last--) return;
    }
    u->at = base + first * u->step;
    u->last = base + last * u->step;
}

static void find_elements(struct sl_uses *u) {
    const struct sl_draft *d = u->draft;
    uint32_t begin = 0, end = 0;
    char *base = NULL;
    u->at = u->last = NULL;
    switch (u->kind) {
#define SL_USE(kind, of, vector, first, offset)                   \
    case SL_USE_##kind:                                           \
        begin = (first);                                          \
        end = d->vector.n;                                        \
        base = end ? (char *)d->vector.at + (offset) : NULL;      \
        u->step = sizeof *d->vector.at;                           \
        u->group = SL_GROUP_##of;                                 \
        break;
#include "sl/uses.def"
    case SL_N_USES: assert(false);
    }
    if (begin >= end) return;
    if (u->object) {
        find_in_object(u, base);
        return;
    }
    u->at = base + begin * u->step;
    u->last = base + (end - 1) * u->step;
}

struct sl_uses sl_next_kind(struct sl_uses u) {
    do {
        u.kind = (enum sl_use)__builtin_ctz(u.left);
        u.left &= u.left - 1;
        find_elements(&u);
    } while (!u.at && u.left);
    return u;
}

uint32_t sl_told(const struct sl_object *o) {
    if (o->life != SL_VALID) return 0;
    uint32_t told = SL_FIELDS;
    if (sl_is_segment(o)) return told;
    if (o->count) told |= SL_ONLY(COUNT) | SL_ONLY(UNIT);
    if (o->level) return told;
    if (o->count && o->part[0]) told |= SL_ONLY(PART) | SL_ONLY(OTHER_PART);
    if (o->ends) told |= SL_ONLY(END);
    return told;
}

bool sl_is_used(const struct sl_draft *d, uint32_t v, uint32_t kinds) {
    assert(v < d->values.n && !(kinds >> SL_N_USES));
    SL_EACH_USE(u, d, kinds)
        if (sl_used(&u) == v) return true;
    return false;
}

bool sl_holds_address(const struct sl_draft *d, uint32_t object) {
    SL_EACH_USE_OF(u, d, object, SL_FIELDS)
        if (d->values.at[sl_used(&u)].kind == SL_ADDR) return true;
    return false;
}

static bool are_in_order(const struct sl_draft *d) {
    for (uint32_t i = 0; i < d->fields.n; i++) {
        const struct sl_field *f = &d->fields.at[i];
        if (!f->object || f->object >= d->objects.n || !f->size || f->offset + f->size < f->offset) return false;
        if (i && f->object < f[-1].object) return false;
        if (i && f->object == f[-1].object && f->offset < f[-1].offset + f[-1].size) return false;
    }
    for (uint32_t i = 0; i < d->links.n; i++) {
        const struct sl_link *l = &d->links.at[i];
        if (!l->object || l->object >= d->objects.n || (i && sl_by_link(&l[-1], l) >= 0)) return false;
    }
    return true;
}

bool sl_all_lead(const struct sl_draft *d) {
    uint32_t objects = SL_PLACED | SL_ONLY(TARGET);
    SL_EACH_USE(u, d, (1u << SL_N_USES) - 1)
        if (sl_used(&u) >= (objects >> u.kind & 1 ? d->objects.n : d->values.n)) return false;
    return true;
}

static bool are_indexed(const struct sl_draft *d) {
    uint32_t i = 0;
    for (uint32_t o = 0; o < d->objects.n; o++) {
        while (i < d->fields.n && d->fields.at[i].object < o) i++;
        if (d->begins.at[o] != i) return false;
    }
    return d->begins.n == d->objects.n;
}

bool sl_is_well_formed(const struct sl_draft *d) {
    return sl_all_lead(d) && are_in_order(d) && are_indexed(d);
}

static void forget_relations(struct sl_draft *d, uint32_t v) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->relations.n; i++)
        if (d->relations.at[i].a.id != v && d->relations.at[i].b.id != v) d->relations.at[n++] = d->relations.at[i];
    d->relations.n = n;
    n = 0;
    for (uint32_t i = 0; i < d->terms.n; i++)
        if (d->terms.at[i].value != v && d->terms.at[i].a != v && d->terms.at[i].b != v) d->terms.at[n++] = d->terms.at[i];
    d->terms.n = n;
}

void sl_replace(struct sl_draft *d, uint32_t from, uint32_t to) {
    assert(from && from < d->values.n && to && to < d->values.n);
    if (d->values.at[from].kind == SL_ADDR) forget_relations(d, from);
    SL_EACH_USE(u, d, SL_HOLDERS)
        if (sl_used(&u) == from) *sl_use_at(&u) = to;
}
