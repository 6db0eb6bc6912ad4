// SPDX-License-Identifier: MIT
#include "ir/stored.h"

#include "ir/asks.h"

enum { DEEPEST = 8 };

static const struct ir_ctype *type_at(const struct ir_program *p, uint32_t ctype) {
    return ctype < p->ctypes.n ? &p->ctypes.at[ctype] : NULL;
}

// ---- types -------------------------------------------------------------------------------------------------------------------------

static bool same(const struct ir_program *p, uint32_t a, uint32_t b, int depth) {
    const struct ir_ctype *x = type_at(p, a), *y = type_at(p, b);
    if (a == b) return true;
    if (!x || !y || x->kind != y->kind || x->size != y->size || !depth) return false;
    if (x->kind == IR_C_POINTER) return same(p, x->target, y->target, depth - 1);
    if (x->kind != IR_C_FUNCTION) return strcmp(x->name, y->name) == 0;
    bool alike = x->n_fields == y->n_fields && same(p, x->target, y->target, depth - 1);
    for (uint32_t i = 0; i < x->n_fields && alike; i++) alike = same(p, x->fields[i].ctype, y->fields[i].ctype, depth - 1);
    return alike;
}

// Down to the member at the offset; *owner is the innermost structure, *offset becomes one in it.
static uint32_t member_at(const struct ir_program *p, uint32_t ctype, uint64_t *offset, uint32_t *owner) {
    *owner = IR_NO_TYPE;
    for (int depth = 0; depth < DEEPEST; depth++) {
        const struct ir_ctype *t = type_at(p, ctype), *element = t && t->kind == IR_C_ARRAY ? type_at(p, t->target) : NULL;
        const struct ir_field *found = NULL;
        if (element && element->size) {
            *offset %= element->size;
            ctype = t->target;
            continue;
        }
        if (!t || t->kind != IR_C_STRUCT) return ctype;
        for (uint32_t i = 0; i < t->n_fields; i++)
            if (t->fields[i].bit_offset / 8 <= *offset) found = &t->fields[i];
        if (!found) return IR_NO_TYPE;
        const struct ir_ctype *m = type_at(p, found->ctype);
        *owner = ctype;
        ctype = found->ctype;
        if (m && (m->kind == IR_C_STRUCT || m->kind == IR_C_ARRAY)) *offset -= found->bit_offset / 8;
    }
    return IR_NO_TYPE;
}

// ---- stores ------------------------------------------------------------------------------------------------------------------------

static void add(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint32_t function, ir_stored_list *out) {
    struct ir_stored s = {.offset = offset, .function = function};
    s.ctype = member_at(p, ctype, &s.offset, &s.owner);
    if (s.owner != IR_NO_TYPE && s.ctype != IR_NO_TYPE) vec_push(out, s);
}

void ir_find_stored(const struct ir_program *p, ir_stored_list *out) {
    ir_asked_list places = {0};
    for (uint32_t g = 0; g < p->globals.n; g++)
        for (uint32_t i = 0; i < p->globals.at[g].n_relocs; i++) {
            const struct ir_reloc *r = &p->globals.at[g].relocs[i];
            if (!r->addend && ir_tag(r->target) == IR_FUNC) add(p, p->globals.at[g].ctype, r->offset, ir_index(r->target), out);
        }
    for (uint32_t i = 0; i < p->funcs.n; i++)
        if (!(p->funcs.at[i].flags & IR_EXTERN)) ir_asks_places(p, &p->funcs.at[i], &places);
    for (uint32_t i = 0; i < places.n; i++) {
        const struct ir_asked *a = &places.at[i];
        if (a->function != UINT32_MAX) add(p, a->global != UINT32_MAX ? p->globals.at[a->global].ctype : a->owner, a->offset, a->function, out);
    }
    vec_free(&places);
}

uint32_t ir_stored_function(const struct ir_program *p, const ir_stored_list *list, uint32_t owner, uint64_t offset, uint32_t ctype, bool *here) {
    uint32_t alike = UINT32_MAX, inner;
    bool several = false;
    *here = false;
    if (member_at(p, owner, &offset, &inner) == IR_NO_TYPE) return UINT32_MAX;
    for (uint32_t i = 0; i < list->n; i++) {
        const struct ir_stored *s = &list->at[i];
        *here = s->offset == offset && same(p, s->owner, inner, DEEPEST);
        if (*here) return s->function;
        if (!same(p, s->ctype, ctype, DEEPEST)) continue;
        several |= alike != UINT32_MAX && alike != s->function;
        alike = s->function;
    }
    return several ? UINT32_MAX : alike;
}
