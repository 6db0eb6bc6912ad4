// SPDX-License-Identifier: MIT
// Which arrays become tables: those of pointers, of structures with pointers, or of structures without values, with more places than are followed one by one.  C types are hints: they
// say where an array begins and ends, but what is accessed is told by offsets alone.
#include <assert.h>

#include "ir/name.h"
#include "sl/sl.h"
#include "sl/table.h"

// An array with no more places is followed place by place (range.c): with fewer, if its elements are pointers and the index is not one number.
enum { FEW_OPEN = 4, FEW_PLACES = 16 };

static const struct ir_ctype *type_at(const struct step_run *r, uint32_t type) {
    return type < r->step->program->ctypes.n ? &r->step->program->ctypes.at[type] : NULL;
}

// The array of elements of that size that holds the byte at this offset of something of this type; *base is increased by where it begins.
static const struct ir_ctype *array_in(const struct step_run *r, uint32_t type, uint64_t offset, uint64_t stride, uint64_t *base) {
    const struct ir_ctype *t = type_at(r, type);
    if (!t || offset >= t->size) return NULL;
    if (t->kind == IR_C_ARRAY && t->count && t->size / t->count == stride) return t;
    if (t->kind != IR_C_STRUCT) return NULL;
    for (uint32_t i = 0; i < t->n_fields; i++) {
        uint64_t at = t->fields[i].bit_offset / 8;
        const struct ir_ctype *found = at <= offset ? array_in(r, t->fields[i].ctype, offset - at, stride, base) : NULL;
        if (found) return *base += at, found;
    }
    return NULL;
}

static bool holds_pointer(const struct step_run *r, uint32_t type) {
    const struct ir_ctype *t = type_at(r, type);
    bool found = t && t->kind == IR_C_POINTER;
    for (uint32_t i = 0; t && t->kind == IR_C_STRUCT && i < t->n_fields && !found; i++) found = holds_pointer(r, t->fields[i].ctype);
    return found;
}

// A structure in an array without values: it matters how far they have been given.
static bool is_filled(const struct step_run *r, const struct sl_object *o, uint32_t element) {
    const struct ir_ctype *c = type_at(r, element);
    return c && c->kind == IR_C_STRUCT && o->rest == SL_REST_UNINIT;
}

static uint64_t few_of(const struct step_run *r, const struct sl_table *t, uint32_t element) {
    const struct ir_ctype *c = type_at(r, element);
    bool data = c && c->kind == IR_C_STRUCT && !holds_pointer(r, element);
    return data || (c && c->kind == IR_C_POINTER && t->open) ? FEW_OPEN : FEW_PLACES;
}

// ---- types of pointers -----------------------------------------------------------------------------------------------------------------

// A temporary that was loaded has the type of what is there.
static uint32_t type_of_local(const struct step_run *r, uint32_t local) {
    uint32_t type = r->func->locals.at[local].ctype;
    for (uint32_t i = r->at; type == IR_NO_TYPE && i--;) {
        const struct ir_instr *x = &r->func->instrs.at[i];
        if (x->op == IR_LOAD && x->dsts[0] == local) return ir_name_type(r->step->program, r->func, x->to, sl_of(r)->bits / 8);
    }
    return type;
}

// The type of what a pointer of that type leads to.
static uint32_t target_of(const struct step_run *r, uint32_t pointer) {
    const struct ir_ctype *t = type_at(r, pointer);
    return t && t->kind == IR_C_POINTER ? t->target : IR_NO_TYPE;
}

// As which the next instructions take a local that has no type.
static uint32_t type_taken(const struct step_run *r, uint32_t local) {
    ir_val v = ir_val_of(IR_LOCAL, local);
    uint32_t type = r->func->locals.at[local].ctype;
    for (uint32_t at = r->at + 1; type == IR_NO_TYPE && at < r->func->instrs.n; at++) {
        const struct ir_instr *i = &r->func->instrs.at[at];
        bool copied = i->op == IR_LET && i->pure == IR_COPY_ && i->args[0] == v, called = i->op == IR_CALL && ir_tag(i->args[0]) == IR_FUNC;
        if (copied) return r->func->locals.at[i->dsts[0]].ctype;
        const struct ir_func *f = called ? &r->step->program->funcs.at[ir_index(i->args[0])] : NULL;
        for (uint32_t k = 1; f && k < i->n_args && k <= f->n_params; k++)
            if (i->args[k] == v) return f->locals.at[k - 1].ctype;
        if (ir_ops[i->op].group == IR_GROUP_END) break;
    }
    return type;
}

bool sl_leads_to_pointer(const struct step_run *r, uint32_t local) {
    return holds_pointer(r, target_of(r, type_taken(r, local)));
}

// ---- extents -------------------------------------------------------------------------------------------------------------------------

static bool is_block(const struct sl_object *o) {
    return o->storage == SL_HEAP || (o->storage == SL_STACK && o->tag == UINT32_MAX);
}

// The type of a variable as it was declared, of a block as it is used.
static uint32_t type_of(const struct step_run *r, const struct sl_object *o, const struct ir_addr *a) {
    if (o->storage == SL_GLOBAL) return r->step->program->globals.at[o->tag].ctype;
    if (!is_block(o)) return r->step->program->funcs.at[o->func].slots.at[o->tag].ctype;
    return ir_tag(a->base) == IR_LOCAL ? target_of(r, type_of_local(r, ir_index(a->base))) : IR_NO_TYPE;
}

static bool are_numbers(const struct step_run *r, uint32_t type, uint64_t below) {
    const struct ir_ctype *t = type_at(r, type);
    bool plain = t && (t->kind == IR_C_STRUCT || t->kind == IR_C_UNION);
    if (t && t->kind == IR_C_ARRAY) return are_numbers(r, t->target, below);
    if (t && (t->kind == IR_C_INT || t->kind == IR_C_UINT || t->kind == IR_C_ENUM || t->kind == IR_C_FLOAT)) return t->size < below;
    for (uint32_t i = 0; plain && i < t->n_fields; i++) plain = are_numbers(r, t->fields[i].ctype, below);
    return plain;
}

bool sl_has_numbers(const struct step_run *r, const struct sl_object *o, uint64_t below) {
    bool declared = o->storage == SL_GLOBAL || (o->storage == SL_STACK && o->tag != UINT32_MAX);
    return declared && are_numbers(r, type_of(r, o, NULL), below);
}

// The array is a part of what has this type.
static bool extent_by_type(const struct step_run *r, const struct sl_object *o, uint32_t type, uint64_t at, struct sl_table *t) {
    const struct ir_ctype *array = array_in(r, type, at, t->stride, &t->base);
    assert(t->stride);
    if (!array || array->count <= few_of(r, t, array->target) || !(holds_pointer(r, array->target) || is_filled(r, o, array->target))) return false;
    t->count = array->count;
    return t->base + t->count * t->stride <= o->size;
}

static bool has_header(const struct sl_draft *d, uint32_t object, uint64_t end) {
    uint32_t i = sl_first_field(d, object);
    return sl_has(d, i, object) && d->fields.at[i].offset < end && d->fields.at[i].size < end;
}

// The block is an array of elements of this type, as far as it is known; what is before them is a header.
static bool extent_of_block(const struct step_run *r, const struct sl_draft *d, uint32_t type, uint64_t at, bool pointer,
                            struct sl_table *t) {
    assert(t->stride && !t->base && is_block(&d->objects.at[t->array]));
    const struct sl_object *o = &d->objects.at[t->array];
    const struct ir_ctype *element = type_at(r, type);
    bool known = element && element->size == t->stride && holds_pointer(r, type);
    if (known ? false : !pointer || !o->more) return false;
    t->base = at >= t->stride && has_header(d, t->array, at) ? at - at % t->stride : 0;
    if (o->more) return o->count;
    uint64_t room = o->size > t->base ? (o->size - t->base) / t->stride : 0;
    bool grows = o->storage == SL_HEAP && ((sl_of(r)->reallocates && o->count) || sl_of(r)->options.moved);
    if (!grows) t->count = room;
    return room > (grows ? 0 : few_of(r, t, type)) && (o->size - t->base) % t->stride == 0;
}

static bool is_changeable(const struct step_run *r, const struct sl_object *o) {
    bool known = !sl_is_segment(o) && !o->level && !o->escaped && !o->foreign && o->storage <= SL_GLOBAL;
    return known && (o->storage != SL_GLOBAL || !(r->step->program->globals.at[o->tag].flags & (IR_READONLY | IR_EXTERN | IR_UNSIZED)));
}

// The stride and the offset of what an address with one index accesses in its object.
static bool shape_of(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_table *t, uint64_t *at) {
    int64_t start;
    uint32_t base = a && a->n_terms == 1 ? sl_eval(r, d, a->base) : 0;
    if (!base || !sl_offset(d, base, &start) || start + a->offset < 0 || a->terms[0].scale < (int64_t)(sl_of(r)->bits / 8)) return false;
    uint32_t index = sl_eval(r, d, a->terms[0].index);
    t->stride = (uint64_t)a->terms[0].scale;
    t->open = !sl_is_const(d, index, NULL);
    *at = (uint64_t)(start + a->offset);
    return true;
}

bool sl_array_extent(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, bool pointer, struct sl_table *t) {
    assert(t->array && t->array < d->objects.n);
    uint64_t at;
    if (!is_changeable(r, &d->objects.at[t->array]) || !shape_of(r, d, a, t, &at)) return false;
    const struct sl_object *o = &d->objects.at[t->array];
    uint32_t type = type_of(r, o, a);
    const struct ir_ctype *c = type_at(r, type);
    bool whole = c && c->size != t->stride && (c->kind == IR_C_STRUCT || c->kind == IR_C_ARRAY);
    if (!is_block(o) || (whole && !o->more)) return extent_by_type(r, o, type, at, t);
    return extent_of_block(r, d, type, at, pointer, t);
}
