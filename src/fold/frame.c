// SPDX-License-Identifier: MIT
// Frames: registers and slots of the calls on the way, arguments and results.
#include <assert.h>

#include "fold/fold.h"

uint32_t fold_slot_node(struct fold_base *f, const struct fold_draft *d, uint32_t func, uint32_t slot) {
    return fold_name(f, (struct fold_name){FOLD_STACK, func, slot, d->frames.n - 1});
}

void fold_end_cells(struct step_run *r, struct fold_draft *d, uint32_t node) {
    for (uint32_t i = fold_first_cell(d, node); fold_is_cell(d, i, node);) fold_forget_place(r, d, d->cells.at[i].place);
}

bool fold_op_end_slot(struct step_run *r, void *draft, uint32_t slot, step_drafts *out) {
    uint32_t node = fold_slot_node(fold_base_of(r), draft, r->func_index, slot);
    (void)out;
    if (fold_node(draft, node)) {
        fold_end_cells(r, draft, node);
        fold_end_node(fold_base_of(r), draft, node, FOLD_GONE);
    }
    return true;
}

bool fold_op_begin_slot(struct step_run *r, void *draft, uint32_t slot) {
    struct fold_base *f = fold_base_of(r);
    uint32_t node = fold_slot_node(f, draft, r->func_index, slot);
    assert(!fold_node(draft, node));
    fold_add_node(draft, (struct fold_node){node, FOLD_REST_UNINIT, r->func->slots.at[slot].size});
    fold_define(f, draft, fold_node_flag(f, FOLD_EXISTS, node), LOGIC_TRUE);
    return true;
}

// The first register of a frame on top of the present one.
static uint32_t next_reg(const struct step_run *r, const struct fold_draft *d) {
    if (!d->frames.n) return 0;
    return vec_last(&d->frames).first_reg + r->step->program->funcs.at[vec_last(&d->frames).func].locals.n;
}

void fold_op_pass(struct step_run *r, void *draft, uint32_t k, ir_type t, const struct step_value *v) {
    fold_assign(r, draft, (struct fold_place){FOLD_REGS, next_reg(r, draft) + k}, ir_bytes(t), step_bits(t), v);
}

void fold_op_push(struct step_run *r, void *draft, uint32_t func) {
    struct fold_draft *d = draft;
    uint32_t first = next_reg(r, d);
    vec_push(&d->frames, (struct fold_frame){func, first});
}

void fold_op_pop(struct step_run *r, void *draft) {
    struct fold_draft *d = draft;
    assert(d->frames.n);
    d->frames.n--;
    if (!d->frames.n) fold_op_forget_results(r, d);  // nobody takes what the entry returns
}

void fold_op_answer(struct step_run *r, void *draft, uint32_t k, ir_type t, const struct step_value *v) {
    fold_assign(r, draft, (struct fold_place){FOLD_RESULTS, k}, ir_bytes(t), step_bits(t), v);
}

void fold_op_forget_results(struct step_run *r, void *draft) {
    fold_end_cells(r, draft, FOLD_RESULTS);
}

// Globals are added when they are needed.
void fold_op_world(struct step_run *r, step_drafts *out) {
    struct fold_draft d = {.b = LOGIC_TRUE};
    (void)r;
    fold_deliver(&d, out);
}
