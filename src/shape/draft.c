// SPDX-License-Identifier: MIT
// Drafts as the driver holds them: each in a block of its own.
#include "shape/shape.h"

void shape_discard(struct step_run *r, struct shape_draft *d) {
    shape_draft_free(shape_vocabulary_of(r), d);
}

struct shape_draft shape_take(void *draft) {
    struct shape_draft d = *(struct shape_draft *)draft;
    *(struct shape_draft *)draft = (struct shape_draft){0};
    return d;
}

void shape_box(struct shape_draft *d, step_drafts *out) {
    struct shape_draft *box = malloc(sizeof *box);
    if (!box) base_out_of_memory();
    *box = *d;
    vec_push(out, box);
}

bool shape_hand(void *draft, shape_drafts *done, step_drafts *out) {
    bool one = done->n == 1;
    if (one) *(struct shape_draft *)draft = done->at[0];
    for (uint32_t i = 0; i < done->n && !one; i++) shape_box(&done->at[i], out);
    vec_free(done);
    return one;
}

void *shape_op_open(struct step_run *r, dom_state s) {
    struct shape_draft *d = malloc(sizeof *d);
    if (!d) base_out_of_memory();
    shape_unseal(&shape_of(r)->states, s, d);
    return d;
}

void shape_op_drop(struct step_run *r, void *draft) {
    shape_discard(r, draft);
    free(draft);
}
