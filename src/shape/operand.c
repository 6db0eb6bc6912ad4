// SPDX-License-Identifier: MIT
// Values of the program, read from and written to a draft.
#include "shape/shape.h"

struct step_value *shape_local(struct shape_draft *d, uint32_t local) {
    return &d->values.at[vec_last(&d->frames).first + local];
}

uint32_t shape_object_value(const struct step_run *r, const struct shape_draft *d, uint32_t object, uint32_t frame, uint32_t value) {
    return object < r->step->program->globals.n ? value : d->frames.at[frame].first + value;
}

void shape_op_local(struct step_run *r, void *draft, uint32_t local, struct step_value *v) {
    (void)r;
    *v = *shape_local(draft, local);
}

// The address of an object: by name if it is an individual.
static struct step_value address_of(const struct step_run *r, const struct shape_draft *d, uint32_t object, uint32_t frame) {
    const struct shape_object *o = &shape_of(r)->scan.objects[object];
    const struct step_value *self = &d->values.at[shape_object_value(r, d, object, frame, o->self)];
    if (self->kind == SHAPE_GONE) return step_plain(SHAPE_GONE);
    return o->individual ? *self : (struct step_value){.kind = SHAPE_ADDRESS, .object = object, .frame = (uint16_t)frame};
}

void shape_op_object(struct step_run *r, void *draft, ir_val symbol, struct step_value *v) {
    const struct shape_draft *d = draft;
    uint32_t i = ir_index(symbol);
    if (ir_tag(symbol) == IR_FUNC)
        *v = (struct step_value){.kind = SHAPE_CODE, .object = i};
    else if (ir_tag(symbol) == IR_SLOT)
        *v = address_of(r, d, shape_slot_object(&shape_of(r)->scan, r->func_index, i), d->frames.n - 1);
    else
        *v = address_of(r, d, i, 0);
}

bool shape_op_is_global(struct step_run *r, void *draft, const struct step_value *v, uint32_t *global, int64_t *offset) {
    (void)draft;
    *global = v->object;
    *offset = v->offset;
    return v->kind == SHAPE_ADDRESS && v->object < r->step->program->globals.n;
}

bool shape_op_functions(struct step_run *r, void *draft, const struct step_value *v, step_list *out) {
    (void)r, (void)draft;
    if (v->kind == SHAPE_CODE) vec_push(out, v->object);
    return v->kind == SHAPE_CODE;
}

struct num_range shape_op_range(struct step_run *r, void *draft, const struct step_value *v, unsigned bits) {
    (void)r, (void)draft;
    return v->kind == SHAPE_NUMBER && v->range.bits == bits ? v->range : num_range_full(bits);
}

struct step_value shape_resized(struct step_value v, unsigned bits) {
    if (v.kind != SHAPE_NUMBER || v.range.bits == bits) return v;
    return step_number(v.range.bits < bits ? num_range_zext(v.range, bits) : num_range_trunc(v.range, bits));
}

struct step_value shape_moved(struct step_value v, int64_t offset) {
    if (!offset) return v;
    if (v.kind == SHAPE_POINTER || v.kind == SHAPE_ADDRESS) v.offset += offset;
    if (v.kind == SHAPE_CODE) v = step_plain(SHAPE_ODD);
    if (v.kind == SHAPE_NUMBER)
        v.range = num_range_binary(NUM_ADD, v.range, num_range_const(v.range.bits, num_wrap(v.range.bits, (num_word)(num_sword)offset)));
    return v;
}

bool shape_op_move(struct step_run *r, void *draft, struct step_value *v, int64_t bytes) {
    (void)r, (void)draft;
    *v = shape_moved(*v, bytes);
    return true;
}

void shape_op_assign(struct step_run *r, void *draft, uint32_t local, ir_type t, const struct step_value *v) {
    (void)r;
    *shape_local(draft, local) = shape_resized(*v, step_bits(t));
}

static bool is_aid(const struct step_value *v) {
    return v->kind == SHAPE_POINTER && v->object;
}

// A variable that nobody reads any more goes, unless it alone holds a block, or tells blocks apart.
void shape_op_forget(struct step_run *r, void *draft, uint32_t local, enum step_forget why) {
    uint32_t index = vec_last(&((struct shape_draft *)draft)->frames).first + local;
    struct step_value *v = shape_local(draft, local);
    if (why == STEP_UNREAD) {
        if (v->kind == SHAPE_UNINIT || shape_holds_odd_end(r, draft, index)) return;
        if (!is_aid(v) && (shape_would_lose(r, draft, index) || shape_holds_shared(r, draft, index))) return;
    }
    if (why == STEP_DEAD && shape_holds_odd_end(r, draft, index))
        v->object = true;
    else
        *v = step_plain(SHAPE_UNINIT);
}
