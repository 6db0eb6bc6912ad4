// SPDX-License-Identifier: MIT
// Values of the program, read from and written to a draft.
#include "tvheap/tvheap.h"

struct step_value *tvheap_local(struct tvheap_draft *d, uint32_t local) {
    return &d->values.at[vec_last(&d->frames).first + local];
}

uint32_t tvheap_object_value(const struct step_run *r, const struct tvheap_draft *d, uint32_t object, uint32_t frame, uint32_t value) {
    return object < r->step->program->globals.n ? value : d->frames.at[frame].first + value;
}

uint64_t tvheap_object_size(const struct step_run *r, const struct tvheap_draft *d, const struct step_value *v) {
    const struct ir_program *p = r->step->program;
    if (v->object < p->globals.n) return p->globals.at[v->object].flags & IR_UNSIZED ? 0 : p->globals.at[v->object].size;
    uint32_t func = d->frames.at[v->frame].func;
    return p->funcs.at[func].slots.at[v->object - tvheap_of(r)->scan.first_slot[func]].size;
}

bool tvheap_same_object(const struct step_value *a, const struct step_value *b) {
    if (a->kind != b->kind) return false;
    return a->kind == TVHEAP_POINTER ? a->name == b->name : a->object == b->object && a->frame == b->frame;
}

void tvheap_op_local(struct step_run *r, void *draft, uint32_t local, struct step_value *v) {
    (void)r;
    *v = *tvheap_local(draft, local);
}

// The address of an object: by name if it is an individual.
static struct step_value address_of(const struct step_run *r, const struct tvheap_draft *d, uint32_t object, uint32_t frame) {
    const struct tvheap_object *o = &tvheap_of(r)->scan.objects[object];
    const struct step_value *self = &d->values.at[tvheap_object_value(r, d, object, frame, o->self)];
    if (self->kind == TVHEAP_GONE) return step_plain(TVHEAP_GONE);
    return o->individual ? *self : (struct step_value){.kind = TVHEAP_ADDRESS, .object = object, .frame = (uint16_t)frame};
}

void tvheap_op_object(struct step_run *r, void *draft, ir_val symbol, struct step_value *v) {
    const struct tvheap_draft *d = draft;
    uint32_t i = ir_index(symbol);
    if (ir_tag(symbol) == IR_FUNC)
        *v = (struct step_value){.kind = TVHEAP_CODE, .object = i};
    else if (ir_tag(symbol) == IR_SLOT)
        *v = address_of(r, d, tvheap_slot_object(&tvheap_of(r)->scan, r->func_index, i), d->frames.n - 1);
    else
        *v = address_of(r, d, i, 0);
}

bool tvheap_op_is_global(struct step_run *r, void *draft, const struct step_value *v, uint32_t *global, int64_t *offset) {
    (void)draft;
    *global = v->object;
    *offset = v->offset;
    return v->kind == TVHEAP_ADDRESS && v->object < r->step->program->globals.n;
}

bool tvheap_op_functions(struct step_run *r, void *draft, const struct step_value *v, step_list *out) {
    (void)r, (void)draft;
    if (v->kind == TVHEAP_CODE) vec_push(out, v->object);
    return v->kind == TVHEAP_CODE;
}

struct num_range tvheap_op_range(struct step_run *r, void *draft, const struct step_value *v, unsigned bits) {
    (void)r, (void)draft;
    return v->kind == TVHEAP_NUMBER && v->range.bits == bits ? v->range : num_range_full(bits);
}

struct step_value tvheap_resized(struct step_value v, unsigned bits) {
    if (v.kind != TVHEAP_NUMBER || v.range.bits == bits) return v;
    return step_number(v.range.bits < bits ? num_range_zext(v.range, bits) : num_range_trunc(v.range, bits));
}

struct step_value tvheap_moved(struct step_value v, int64_t offset) {
    if (!offset) return v;
    if (v.kind == TVHEAP_POINTER || v.kind == TVHEAP_ADDRESS) v.offset += offset;
    if (v.kind == TVHEAP_CODE) v = step_plain(TVHEAP_ODD);
    if (v.kind == TVHEAP_NUMBER)
        v.range = num_range_binary(NUM_ADD, v.range, num_range_const(v.range.bits, num_wrap(v.range.bits, (num_word)(num_sword)offset)));
    return v;
}

bool tvheap_op_move(struct step_run *r, void *draft, struct step_value *v, int64_t bytes) {
    (void)r, (void)draft;
    *v = tvheap_moved(*v, bytes);
    return true;
}

void tvheap_op_assign(struct step_run *r, void *draft, uint32_t local, ir_type t, const struct step_value *v) {
    (void)r;
    *tvheap_local(draft, local) = tvheap_resized(*v, step_bits(t));
}

static bool is_aid(const struct step_value *v) {
    return v->kind == TVHEAP_POINTER && v->object;
}

// A variable that nobody reads any more goes, unless it alone holds a block, or tells blocks apart.
void tvheap_op_forget(struct step_run *r, void *draft, uint32_t local, enum step_forget why) {
    uint32_t index = vec_last(&((struct tvheap_draft *)draft)->frames).first + local;
    struct step_value *v = tvheap_local(draft, local);
    if (why == STEP_UNREAD) {
        if (v->kind == TVHEAP_UNINIT || tvheap_holds_odd_end(r, draft, index)) return;
        if (!is_aid(v) && tvheap_would_lose(r, draft, index)) return;
    }
    if (why == STEP_DEAD && tvheap_holds_odd_end(r, draft, index))
        v->object = true;
    else
        *v = step_plain(TVHEAP_UNINIT);
}
