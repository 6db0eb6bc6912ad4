// SPDX-License-Identifier: MIT
// The flags of a draft.
#include "fold/state.h"

#include <assert.h>

uint32_t fold_node_flag(struct fold_base *f, enum fold_kind kind, uint32_t node) {
    return fold_flag(f, (struct fold_flag){.kind = kind, .node = node});
}

uint32_t fold_place_flag(struct fold_base *f, enum fold_kind kind, struct fold_place p) {
    return fold_flag(f, (struct fold_flag){.kind = kind, .node = p.node, .at = p.at});
}

uint32_t fold_edge(struct fold_base *f, struct fold_place p, uint32_t target, uint32_t offset) {
    return fold_flag(f, (struct fold_flag){FOLD_EDGE, p.node, p.at, target, offset});
}

bool fold_has(const struct fold_draft *d, uint32_t flag) {
    uint32_t i = vec_lower(&d->flags, &flag, 1);
    return i < d->flags.n && d->flags.at[i] == flag;
}

logic_fn fold_get(struct fold_base *f, const struct fold_draft *d, uint32_t flag) {
    return fold_has(d, flag) ? logic_var(f->logic, flag) : LOGIC_FALSE;
}

void fold_free_flag(struct fold_draft *d, uint32_t flag) {
    uint32_t i = vec_lower(&d->flags, &flag, 1);
    assert(!fold_has(d, flag));
    vec_insert(&d->flags, i, flag);
}

void fold_define(struct fold_base *f, struct fold_draft *d, uint32_t flag, logic_fn value) {
    if (value == LOGIC_FALSE) return;
    fold_free_flag(d, flag);
    fold_assume(f, d, logic_iff(f->logic, logic_var(f->logic, flag), value));
}

void fold_want(struct fold_base *f, struct fold_draft *d, uint32_t flag) {
    if (fold_has(d, flag)) return;
    fold_free_flag(d, flag);
    fold_assume(f, d, logic_not(f->logic, logic_var(f->logic, flag)));
}

void fold_want_all(struct fold_base *f, struct fold_draft *d, const fold_list *flags) {
    logic_fn zeros = LOGIC_TRUE;
    for (uint32_t i = flags->n; i-- > 0;) {
        if (fold_has(d, flags->at[i])) continue;
        fold_free_flag(d, flags->at[i]);
        zeros = logic_and(f->logic, zeros, logic_not(f->logic, logic_var(f->logic, flags->at[i])));
    }
    fold_assume(f, d, zeros);
}

void fold_assume(struct fold_base *f, struct fold_draft *d, logic_fn condition) {
    d->b = logic_and(f->logic, d->b, condition);
}

void fold_forget(struct fold_base *f, struct fold_draft *d, const fold_list *flags) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->flags.n; i++) {
        bool gone = false;
        for (uint32_t k = 0; k < flags->n && !gone; k++) gone = flags->at[k] == d->flags.at[i];
        if (!gone) d->flags.at[n++] = d->flags.at[i];
    }
    d->flags.n = n;
    d->b = logic_exists(f->logic, d->b, logic_set(f->logic, flags->at, flags->n));
}

void fold_flags_of_node(struct fold_base *f, const struct fold_draft *d, uint32_t node, fold_list *out) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->node == node || (k->kind == FOLD_EDGE && k->target == node)) vec_push(out, d->flags.at[i]);
    }
}

void fold_flags_of_place(struct fold_base *f, const struct fold_draft *d, struct fold_place p, fold_list *out) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind <= FOLD_BIT && k->node == p.node && k->at == p.at) vec_push(out, d->flags.at[i]);
    }
}

uint32_t fold_next_edge(const struct fold_base *f, const struct fold_draft *d, struct fold_place p, uint32_t i) {
    for (; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind == FOLD_EDGE && k->node == p.node && k->at == p.at) break;
    }
    return i;
}

void fold_edges(struct fold_base *f, const struct fold_draft *d, struct fold_place p, fold_list *out) {
    FOLD_EACH_EDGE(i, f, d, p) vec_push(out, d->flags.at[i]);
}

bool fold_is_summary(struct fold_base *f, const struct fold_draft *d, uint32_t node) {
    return fold_has(d, fold_node_flag(f, FOLD_MANY, node));
}
