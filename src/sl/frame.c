// SPDX-License-Identifier: MIT
// Frames: variables and slots, from the call to the return.
#include <assert.h>

#include "sl/sl.h"
#include "sl/table.h"

uint32_t *sl_reg(struct sl_draft *d, uint32_t local) {
    assert(d->frames.n && vec_last(&d->frames).first_reg + local < d->regs.n);
    return &d->regs.at[vec_last(&d->frames).first_reg + local];
}

void sl_assign(struct sl_draft *d, uint32_t local, uint32_t value) {
    assert(value < d->values.n);
    uint32_t *reg = sl_reg(d, local);
    if (*reg && *reg != value && d->values.at[*reg].kind == SL_ADDR) d->lost = true;
    *reg = value;
}

void sl_end_object(struct sl_draft *d, uint32_t o) {
    assert(o < d->objects.n);
    if (!o) return;
    sl_table_ends(d, o, SL_DEAD);
    d->objects.at[o].life = SL_DEAD;
    d->lost = true;
}

uint32_t sl_slot_object(struct sl_draft *d, const struct ir_func *f, uint32_t func, uint32_t slot) {
    assert(slot < f->slots.n);
    struct sl_object o = {.storage = SL_STACK, .size = f->slots.at[slot].size, .rest = SL_REST_UNINIT, .tag = slot, .func = func};
    o.instr = UINT32_MAX;
    return sl_add_object(d, o);
}

void sl_push_frame(struct sl *s, struct sl_draft *d, uint32_t func) {
    assert(func < s->step.program->funcs.n);
    const struct ir_func *f = &s->step.program->funcs.at[func];
    vec_push(&d->frames, (struct sl_frame){func, d->regs.n, d->slots.n});
    for (uint32_t i = 0; i < f->locals.n; i++) vec_push(&d->regs, 0);
    for (uint32_t i = 0; i < f->slots.n; i++) {
        uint32_t o = f->slots.at[i].flags & IR_SCOPED ? 0 : sl_slot_object(d, f, func, i);
        if (o) sl_make_symbolic(s, d, o);
        vec_push(&d->slots, o);
    }
}

uint32_t sl_stack_block(struct step_run *r, struct sl_draft *d, struct step_extent size) {
    assert(d->frames.n && size.lo <= size.hi);
    struct sl_object o = {.storage = SL_STACK, .rest = SL_REST_UNINIT, .tag = UINT32_MAX, .func = r->func_index, .instr = r->at};
    uint64_t hi = size.hi < SL_UNBOUNDED ? size.hi : SL_UNBOUNDED;
    o.size = size.lo < hi ? size.lo : hi;
    o.more = hi - o.size;
    uint32_t object = sl_add_object(d, o);
    vec_push(&d->blocks, (struct sl_block){d->frames.n - 1, object});
    return sl_address(d, object, sl_of(r)->bits, 0);
}

void sl_end_frame(struct sl_draft *d) {
    assert(d->frames.n);
    struct sl_frame f = vec_last(&d->frames);
    assert(f.first_reg <= d->regs.n && f.first_slot <= d->slots.n);
    for (uint32_t i = f.first_slot; i < d->slots.n; i++) sl_end_object(d, d->slots.at[i]);
    while (d->blocks.n && vec_last(&d->blocks).frame == d->frames.n - 1) sl_end_object(d, vec_pop(&d->blocks).object);
    d->regs.n = f.first_reg;
    d->slots.n = f.first_slot;
    d->frames.n--;
    d->lost = true;
}
