// SPDX-License-Identifier: MIT
// A block of a summary becomes a node of its own.
//
// In a heap with two blocks or more of summary a, one of them becomes node n; the others stay.  For each choice of representative and ghost among
// those, three vectors are known to be in b: the representative with n as its ghost, n with the representative as its ghost, and the
// representative with its own ghost, if there is one.  The result is the conjunction of the three.
#include <assert.h>

#include "fold/shape.h"

static bool is_pair(const struct fold_flag *k) {
    return k->kind == FOLD_OUT || k->kind == FOLD_IN;
}

// Whatever one block may have to another, the other may have to it.
static void complete_ghosts(struct fold_base *f, struct fold_draft *d, uint32_t a) {
    fold_list flags = {0};
    fold_flags_of_node(f, d, a, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        if (!is_pair(&k)) continue;
        k.kind = k.kind == FOLD_OUT ? FOLD_IN : FOLD_OUT;
        fold_want(f, d, fold_flag(f, k));
    }
    vec_free(&flags);
}

struct renaming {
    fold_list from, to;
};

static void add(struct renaming *r, uint32_t from, uint32_t to) {
    vec_push(&r->from, from);
    vec_push(&r->to, to);
}

static logic_fn rename_in(struct fold_base *f, const struct renaming *r, logic_fn b) {
    return logic_rename(f->logic, b, r->from.at, r->to.at, r->from.n);
}

// The edges between the representative of a and n, by the flags of the pair: seen from the representative, and from n.
static void add_pair(struct fold_base *f, struct renaming *seen_from_a, struct renaming *seen_from_n, uint32_t flag, uint32_t n,
                     fold_list *new) {
    struct fold_flag k = *fold_flag_of(f, flag);
    uint32_t a = k.node, to_n = fold_flag(f, (struct fold_flag){FOLD_EDGE, a, k.at, n, k.offset});
    uint32_t from_n = fold_flag(f, (struct fold_flag){FOLD_EDGE, n, k.at, a, k.offset});
    add(seen_from_a, flag, k.kind == FOLD_OUT ? to_n : from_n);
    add(seen_from_n, flag, k.kind == FOLD_OUT ? from_n : to_n);
    vec_push(new, k.kind == FOLD_OUT ? to_n : from_n);
}

static void free_renaming(struct renaming *r) {
    vec_free(&r->from);
    vec_free(&r->to);
}

static void copy_cells(struct fold_draft *d, uint32_t a, uint32_t n) {
    uint32_t k = 0;
    for (uint32_t i = fold_first_cell(d, a); fold_is_cell(d, i, a); i = fold_first_cell(d, a) + ++k) {
        struct fold_cell c = d->cells.at[i];
        fold_add_cell(d, (struct fold_place){n, c.place.at}, c.size, c.range);
    }
}

uint32_t fold_materialise(struct fold_base *f, struct fold_draft *d, uint32_t a) {
    struct logic *l = f->logic;
    uint32_t n = fold_fresh_like(f, d, a), many = fold_node_flag(f, FOLD_MANY, a);
    struct renaming from_a = {0}, from_n = {0};
    fold_list flags = {0}, new = {0};
    assert(fold_has(d, many));
    complete_ghosts(f, d, a);
    fold_flags_of_node(f, d, a, &flags);
    logic_fn none = LOGIC_TRUE;  // of the flags of a further pair
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        if (is_pair(&k)) {
            add_pair(f, &from_a, &from_n, flags.at[i], n, &new);
            none = logic_and(l, none, logic_not(l, logic_var(l, flags.at[i])));
        } else if (k.kind != FOLD_MANY) {
            k.node = k.node == a ? n : k.node;
            k.target = k.target == a ? n : k.target;
            add(&from_n, flags.at[i], fold_flag(f, k));
            vec_push(&new, fold_flag(f, k));
        }
    }
    logic_fn seen = logic_exists(l, logic_and(l, d->b, logic_var(l, many)), logic_var(l, many));
    logic_fn last = logic_and(l, none, logic_not(l, logic_var(l, many))), further = logic_and(l, seen, logic_var(l, many));
    d->b = logic_and(l, logic_and(l, rename_in(f, &from_a, seen), rename_in(f, &from_n, seen)), logic_or(l, last, further));
    struct fold_node node = *fold_node(d, a);
    node.node = n;
    fold_add_node(d, node);
    copy_cells(d, a, n);
    for (uint32_t i = 0; i < new.n; i++)
        if (!fold_has(d, new.at[i])) fold_free_flag(d, new.at[i]);
    free_renaming(&from_a);
    free_renaming(&from_n);
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
        if (is_pair(fold_flag_of(f, flags.at[i])) || flags.at[i] == many) vec_push(&gone, flags.at[i]);
    fold_forget(f, d, &gone);
    vec_free(&flags);
    vec_free(&gone);
}
