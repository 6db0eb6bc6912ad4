// SPDX-License-Identifier: MIT
// Values of the program, read from a draft.
#include "dom/symbol.h"
#include "shape/shape.h"

unsigned shape_bits(ir_type t) {
    return ir_bits(t) <= NUM_MAX_BITS ? ir_bits(t) : 0;
}

struct shape_value *shape_local(struct shape_draft *d, uint32_t local) {
    return &d->values.at[vec_last(&d->frames).first + local];
}

uint32_t shape_object_value(const struct shape_run *r, const struct shape_draft *d, uint32_t object, uint32_t frame, uint32_t value) {
    return object < r->shape->program->globals.n ? value : d->frames.at[frame].first + value;
}

// The address of an object: by name if it is an individual.
static bool eval_object(const struct shape_run *r, const struct shape_draft *d, uint32_t object, uint32_t frame, struct shape_value *out) {
    const struct shape_object *o = &r->shape->scan.objects[object];
    const struct shape_value *self = &d->values.at[shape_object_value(r, d, object, frame, o->self)];
    if (self->kind == SHAPE_GONE)
        *out = shape_plain(SHAPE_GONE);
    else if (o->individual)
        *out = *self;
    else
        *out = (struct shape_value){.kind = SHAPE_ADDRESS, .object = object, .frame = (uint16_t)frame};
    return true;
}

static bool eval_const(struct shape_run *r, const struct ir_const *c, struct shape_value *out) {
    unsigned bits = shape_bits(c->type);
    if (!bits) {
        shape_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        return false;
    }
    *out = c->undef ? shape_plain(SHAPE_UNINIT) : shape_number(num_range_const(bits, (num_word)c->hi << 64 | c->lo));
    return true;
}

bool shape_eval(struct shape_run *r, struct shape_draft *d, ir_val v, struct shape_value *out) {
    uint32_t i = ir_index(v);
    if (!dom_has_symbol(r->shape->program, v, r->out, r->func_index, r->at)) return false;
    switch (ir_tag(v)) {
    case IR_LOCAL: *out = *shape_local(d, i); return true;
    case IR_CONST: return eval_const(r, &r->shape->program->consts.at[i], out);
    case IR_SLOT: return eval_object(r, d, shape_slot_object(&r->shape->scan, r->func_index, i), d->frames.n - 1, out);
    case IR_GLOBAL: return eval_object(r, d, i, 0, out);
    case IR_FUNC: *out = (struct shape_value){.kind = SHAPE_CODE, .object = i}; return true;
    default: shape_give_up(r, "the address of a label"); return false;
    }
}

struct num_range shape_range(const struct shape_value *v, unsigned bits) {
    return v->kind == SHAPE_NUMBER && v->range.bits == bits ? v->range : num_range_full(bits);
}

struct shape_value shape_resized(struct shape_value v, unsigned bits) {
    if (v.kind != SHAPE_NUMBER || v.range.bits == bits) return v;
    return shape_number(v.range.bits < bits ? num_range_zext(v.range, bits) : num_range_trunc(v.range, bits));
}

struct shape_value shape_moved(struct shape_value v, int64_t offset) {
    if (!offset) return v;
    if (v.kind == SHAPE_POINTER || v.kind == SHAPE_ADDRESS) v.offset += offset;
    if (v.kind == SHAPE_CODE) v = shape_plain(SHAPE_ODD);
    if (v.kind == SHAPE_NUMBER)
        v.range = num_range_binary(NUM_ADD, v.range, num_range_const(v.range.bits, num_wrap(v.range.bits, (num_word)(num_sword)offset)));
    return v;
}

// Offsets are kept far from overflow: more than this is not followed.
enum { FAR = 1 << 30 };

static bool add_term(struct shape_run *r, struct shape_draft *d, const struct ir_term *t, struct shape_place *out) {
    struct shape_value index;
    unsigned bits = shape_bits(ir_type_of(r->shape->program, r->func, t->index));
    if (!bits || !shape_eval(r, d, t->index, &index)) return false;
    struct num_range range = shape_range(&index, bits);
    bool fine = bits <= 64 && !num_range_is_empty(range);
    int64_t low = fine ? num_range_smin(range) : 0, high = fine ? num_range_smax(range) : 0;
    fine = fine && low > -FAR && high < FAR && t->scale > -FAR && t->scale < FAR;
    if (!fine) {
        shape_give_up(r, "an address with an index that is not known");
        return false;
    }
    out->low += t->scale >= 0 ? low * t->scale : high * t->scale;
    out->high += t->scale >= 0 ? high * t->scale : low * t->scale;
    return true;
}

bool shape_address(struct shape_run *r, struct shape_draft *d, const struct ir_addr *a, struct shape_place *out) {
    *out = (struct shape_place){.low = a->offset, .high = a->offset};
    for (uint32_t k = 0; k < a->n_terms; k++)
        if (!add_term(r, d, &a->terms[k], out)) return false;
    if (!shape_eval(r, d, a->base, &out->base)) return false;
    if (out->low > -FAR && out->high < FAR) return true;
    shape_give_up(r, "an address with an offset that is too large");
    return false;
}
