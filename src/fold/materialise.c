// SPDX-License-Identifier: MIT
// A block of a summary becomes a node of its own.
//
// In a heap with two blocks or more of summary a, one of them becomes node n; the others stay.  For each choice of representative and ghost among
// those, three vectors are known to be in b: the representative with n as its ghost, n with the representative as its ghost, and the
// representative with its own ghost, if there is one.  The result is the conjunction of the three.
#include <assert.h>

#include "fold/shape.h"

// Whatever one block may have to another, the other may have to it.
static void complete_ghosts(struct fold_base *f, struct fold_draft *d, uint32_t a) {
    fold_list flags = {0};
    fold_flags_of_node(f, d, a, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        if (!fold_is_pair(&k)) continue;
        k.kind = k.kind == FOLD_OUT ? FOLD_IN : FOLD_OUT;
        fold_want(f, d, fold_flag(f, k));
    }
    vec_free(&flags);
}

// The edges between the representative of a and n, by the flags of the pair: seen from the representative, and from n.
static void add_pair(struct fold_base *f, struct fold_renaming *seen_from_a, struct fold_renaming *seen_from_n, uint32_t flag, uint32_t n,
                     fold_list *new) {
    struct fold_flag k = *fold_flag_of(f, flag);
    uint32_t a = k.node, to_n = fold_flag(f, (struct fold_flag){FOLD_EDGE, a, k.at, n, k.offset});
    uint32_t from_n = fold_flag(f, (struct fold_flag){FOLD_EDGE, n, k.at, a, k.offset});
    fold_rename(seen_from_a, flag, k.kind == FOLD_OUT ? to_n : from_n);
    fold_rename(seen_from_n, flag, k.kind == FOLD_OUT ? from_n : to_n);
    vec_push(new, k.kind == FOLD_OUT ? to_n : from_n);
}

uint32_t fold_materialise(struct fold_base *f, struct fold_draft *d, uint32_t a) {
    struct logic *l = f->logic;
    uint32_t n = fold_fresh_like(f, d, a), many = fold_node_flag(f, FOLD_MANY, a);
    struct fold_renaming from_a = {0}, from_n = {0};
    fold_list flags = {0}, new = {0};
    assert(fold_has(d, many));
    complete_ghosts(f, d, a);
    fold_flags_of_node(f, d, a, &flags);
    logic_fn none = LOGIC_TRUE;  // of the flags of a further pair
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        if (fold_is_pair(&k)) {
            add_pair(f, &from_a, &from_n, flags.at[i], n, &new);
            none = logic_and(l, none, logic_not(l, logic_var(l, flags.at[i])));
        } else if (k.kind != FOLD_MANY) {
            k.node = k.node == a ? n : k.node;
            k.target = k.target == a ? n : k.target;
            fold_rename(&from_n, flags.at[i], fold_flag(f, k));
            vec_push(&new, fold_flag(f, k));
        }
    }
    logic_fn seen = logic_exists(l, logic_and(l, d->b, logic_var(l, many)), logic_var(l, many));
    logic_fn last = logic_and(l, none, logic_not(l, logic_var(l, many))), further = logic_and(l, seen, logic_var(l, many));
    d->b = logic_and(l, logic_and(l, fold_renamed(f, &from_a, seen), fold_renamed(f, &from_n, seen)), logic_or(l, last, further));
    fold_copy_node(d, a, n);
    for (uint32_t i = 0; i < new.n; i++)
        if (!fold_has(d, new.at[i])) fold_free_flag(d, new.at[i]);
    vec_free(&flags);
    vec_free(&new);
    return n;
}

void fold_only_one(struct fold_base *f, struct fold_draft *d, uint32_t a) {
    fold_list flags = {0}, gone = {0};
    uint32_t many = fold_node_flag(f, FOLD_MANY, a);
    fold_assume(f, d, logic_not(f->logic, fold_get(f, d, many)));
    fold_flags_of_node(f, d, a, &flags);
    for (uint32_t i = 0; i < flags.n; i++)
        if (fold_is_pair(fold_flag_of(f, flags.at[i])) || flags.at[i] == many) vec_push(&gone, flags.at[i]);
    fold_forget(f, d, &gone);
    vec_free(&flags);
    vec_free(&gone);
}
