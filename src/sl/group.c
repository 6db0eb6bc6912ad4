// SPDX-License-Identifier: MIT
// What keeps states apart though their heaps could be joined: what flags, questions and modes say.
#include <assert.h>

#include "sl/lattice.h"

static uint32_t end_of(const struct sl_draft *d, uint32_t frame) {
    assert(frame < d->frames.n);
    return frame + 1 < d->frames.n ? d->frames.at[frame + 1].first_reg : d->regs.n;
}

void sl_key_frames(const struct sl_draft *d, sl_key *key) {
    for (uint32_t i = 0; i < d->frames.n; i++) {
        bool ghosts = d->frames.at[i].func == SL_GHOSTS;
        vec_push(key, ghosts ? end_of(d, i) : d->frames.at[i].func);
        for (uint32_t k = d->frames.at[i].first_reg; k < end_of(d, i) && !ghosts; k++) vec_push(key, d->regs.at[k] != 0);
    }
}

// How a question about a variable would be answered.
static uint64_t answer(const struct sl_draft *d, uint32_t v, struct sl_question q) {
    assert(v < d->values.n);
    const struct sl_value *x = &d->values.at[v];
    if (!v || x->kind != SL_INT || x->range.bits > 64) return 0;
    return num_range_test(NUM_EQ, x->range, num_range_const(x->range.bits, q.constant));
}

static void key_frame(struct sl *s, const struct sl_draft *d, uint32_t frame, bool coarse, sl_key *key) {
    uint32_t first = d->frames.at[frame].first_reg;
    const struct sl_facts *f = sl_facts(s, d->frames.at[frame].func);
    for (uint32_t k = first; k < end_of(d, frame); k++) {
        num_word x = 0;
        bool told = f->is[k - first] & (coarse ? SL_ROUTE : SL_FLAG | SL_COUNTER | SL_WALKED) && sl_is_const(d, d->regs.at[k], &x);
        if (coarse && told) vec_push(key, (uint64_t)x);
        if (coarse) continue;
        if (f->is[k - first] & SL_WALKED)
            told = told && !sl_exceeds(&s->reached, SL_LIMIT_WALKED, (uint64_t)x);
        else if (f->is[k - first] & SL_COUNTER)
            told = told && !sl_exceeds(&s->reached, SL_LIMIT_COUNTED, (uint64_t)x);
        vec_push(key, told ? 1 + ((uint64_t)x << 1) : 0);
    }
    if (coarse) sl_key_asked(s, d, frame, key);
    for (uint32_t k = 0; k < f->questions.n && !coarse; k++)
        vec_push(key, answer(d, d->regs.at[first + f->questions.at[k].local], f->questions.at[k]));
}

void sl_key_answers(struct sl *s, const struct sl_draft *d, bool coarse, sl_key *key) {
    for (uint32_t i = 0; i < d->frames.n; i++)
        if (d->frames.at[i].func != SL_GHOSTS) key_frame(s, d, i, coarse, key);
}

// The value of a global that switches decide by, as long as it is small: states that differ in it are not joined.
static uint64_t mode_of(struct sl *s, const struct sl_draft *d, uint32_t object) {
    const struct sl_object *o = &d->objects.at[object];
    uint32_t i = sl_first_field(d, object);
    num_word x;
    bool mode = o->storage == SL_GLOBAL && o->dirty && s->mode[o->tag] && sl_has(d, i, object) && !d->fields.at[i].offset;
    mode = mode && sl_is_const(d, d->fields.at[i].value, &x) && !sl_exceeds(&s->reached, SL_LIMIT_MODES, (uint64_t)x);
    return mode ? ((uint64_t)o->tag << 32 | (uint32_t)x) + 1 : 0;
}

void sl_key_modes(struct sl *s, const struct sl_draft *d, sl_key *key) {
    for (uint32_t o = 1; o < d->objects.n; o++) {
        uint64_t mode = mode_of(s, d, o);
        if (mode) vec_push(key, mode);
    }
}

bool sl_answer_alike(struct sl *s, const struct sl_draft *a, const struct sl_draft *b) {
    sl_key x = {0}, y = {0};
    sl_key_answers(s, a, false, &x);
    sl_key_answers(s, b, false, &y);
    bool same = x.n == y.n && (!x.n || memcmp(x.at, y.at, x.n * sizeof *x.at) == 0);
    vec_free(&x);
    vec_free(&y);
    return same;
}
