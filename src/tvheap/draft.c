// SPDX-License-Identifier: MIT
// Drafts as the driver holds them: each in a block of its own.
#include "tvheap/tvheap.h"

void tvheap_discard(struct step_run *r, struct tvheap_draft *d) {
    tvheap_draft_free(tvheap_vocabulary_of(r), d);
}

struct tvheap_draft tvheap_take(void *draft) {
    struct tvheap_draft d = *(struct tvheap_draft *)draft;
    *(struct tvheap_draft *)draft = (struct tvheap_draft){0};
    return d;
}

void tvheap_box(struct tvheap_draft *d, step_drafts *out) {
    struct tvheap_draft *box = malloc(sizeof *box);
    if (!box) base_out_of_memory();
    *box = *d;
    vec_push(out, box);
}

bool tvheap_hand(void *draft, tvheap_drafts *done, step_drafts *out) {
    bool one = done->n == 1;
    if (one) *(struct tvheap_draft *)draft = done->at[0];
    for (uint32_t i = 0; i < done->n && !one; i++) tvheap_box(&done->at[i], out);
    vec_free(done);
    return one;
}

void *tvheap_op_open(struct step_run *r, dom_state s) {
    struct tvheap_draft *d = malloc(sizeof *d);
    if (!d) base_out_of_memory();
    tvheap_unseal(&tvheap_of(r)->states, s, d);
    return d;
}

void tvheap_op_drop(struct step_run *r, void *draft) {
    tvheap_discard(r, draft);
    free(draft);
}
