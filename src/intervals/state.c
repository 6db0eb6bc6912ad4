// SPDX-License-Identifier: MIT
// Frames and the words that they are in the store.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "intervals/intervals.h"

enum { RANGE_WORDS = sizeof(struct num_range) / sizeof(uint32_t) };

dom_state intervals_seal(struct intervals *d, const struct intervals_frame *f) {
    uint32_t n = 1 + f->values.n * RANGE_WORDS, *words = malloc(n * sizeof *words);
    if (!words) base_out_of_memory();
    words[0] = f->func;
    if (f->values.n) memcpy(words + 1, f->values.at, f->values.n * sizeof *f->values.at);
    dom_state s = dom_store_add(&d->store, words, n);
    free(words);
    return s;
}

struct intervals_frame intervals_unseal(const struct intervals *d, dom_state s) {
    const struct dom_block *b = dom_store_get(&d->store, s);
    struct intervals_frame f = {.func = b->words[0]};
    uint32_t n = (b->n - 1) / RANGE_WORDS;
    assert((b->n - 1) % RANGE_WORDS == 0);
    vec_reserve(&f.values, n);
    if (n) memcpy(f.values.at, b->words + 1, n * sizeof *f.values.at);
    f.values.n = n;
    return f;
}

struct num_range intervals_operand(const struct intervals *d, const struct intervals_frame *f, ir_val v) {
    const struct ir_const *c = ir_const_of(d->program, v);
    if (ir_tag(v) == IR_LOCAL) return f->values.at[ir_index(v)];
    if (c && !c->undef && intervals_follows(c->type)) return num_range_const(ir_bits(c->type), c->lo);
    return intervals_anything(ir_type_of(d->program, &d->program->funcs.at[f->func], v));
}
