// SPDX-License-Identifier: MIT
#include "dom/memo.h"

#include <assert.h>

#include <stdlib.h>

static struct dom_made *slot_of(const struct dom_memo *m, uint32_t op, dom_state a, dom_state b) {
    assert(a && m->n < m->n_slots);
    uint64_t hash = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u + op;
    for (uint32_t i = (uint32_t)(hash >> 32);; i++) {
        struct dom_made *s = &m->at[i & (m->n_slots - 1)];
        if (!s->a || (s->a == a && s->b == b && s->op == op)) return s;
    }
}

const struct dom_made *dom_memo_get(const struct dom_memo *m, uint32_t op, dom_state a, dom_state b) {
    const struct dom_made *s = m->n_slots ? slot_of(m, op, a, b) : NULL;
    assert(!s || !s->a || (s->op == op && s->b == b));
    return s && s->a ? s : NULL;
}

static void grow(struct dom_memo *m) {
    struct dom_memo old = *m;
    m->n_slots = old.n_slots ? old.n_slots * 2 : 256;
    m->at = calloc(m->n_slots, sizeof *m->at);
    if (!m->at) base_out_of_memory();
    for (uint32_t i = 0; i < old.n_slots; i++)
        if (old.at[i].a) *slot_of(m, old.at[i].op, old.at[i].a, old.at[i].b) = old.at[i];
    free(old.at);
}

void dom_memo_put(struct dom_memo *m, struct dom_made made) {
    if (2 * m->n >= m->n_slots) grow(m);
    struct dom_made *s = slot_of(m, made.op, made.a, made.b);
    m->n += !s->a;
    assert(made.a && 2 * m->n <= m->n_slots);
    *s = made;
}

void dom_memo_free(struct dom_memo *m) {
    free(m->at);
    *m = (struct dom_memo){0};
}
