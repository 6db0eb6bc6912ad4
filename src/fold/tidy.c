// SPDX-License-Identifier: MIT
// What every heap obeys, and what follows from it.
#include <assert.h>

#include "fold/shape.h"

// ---- hygiene -----------------------------------------------------------------------------------------------------------------------

// How many of some flags are 1: exactly 0, 1, 2; at[3]: three or more.
struct tally {
    logic_fn at[4];
};

static void tally_begin(struct tally *t) {
    *t = (struct tally){{LOGIC_TRUE, LOGIC_FALSE, LOGIC_FALSE, LOGIC_FALSE}};
}

static void tally_add(struct logic *l, struct tally *t, logic_fn x) {
    t->at[3] = logic_or(l, t->at[3], logic_and(l, x, t->at[2]));
    for (uint32_t i = 2; i > 0; i--) t->at[i] = logic_ite(l, x, t->at[i - 1], t->at[i]);
    t->at[0] = logic_and(l, t->at[0], logic_not(l, x));
}

// The counter of the node is at least k (0 .. 3).
static logic_fn count_at_least(struct fold_base *f, const struct fold_draft *d, uint32_t node, uint32_t k) {
    logic_fn lo = fold_get(f, d, fold_node_flag(f, FOLD_COUNT0, node)), hi = fold_get(f, d, fold_node_flag(f, FOLD_COUNT1, node));
    if (k == 0) return LOGIC_TRUE;
    return k == 1 ? logic_or(f->logic, lo, hi) : k == 2 ? hi : logic_and(f->logic, lo, hi);
}

static void point_to_one(struct fold_base *f, struct fold_draft *d, struct fold_place p) {
    struct logic *l = f->logic;
    fold_list flags = {0};
    struct tally t;
    logic_fn pointer = fold_pointer(f, d, p);
    tally_begin(&t);
    fold_flags_of_place(f, d, p, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        uint32_t kind = fold_flag_of(f, flags.at[i])->kind;
        if (kind == FOLD_EDGE || kind == FOLD_OUT) tally_add(l, &t, logic_var(l, flags.at[i]));
    }
    if (flags.n) {
        fold_assume(f, d, logic_or(l, t.at[0], logic_and(l, t.at[1], pointer)));
        fold_assume(f, d, logic_not(l, logic_and(l, pointer, fold_uninit(f, d, p))));
    }
    vec_free(&flags);
}

// Does the flag say that a link points to the node?
static bool leads_to(struct fold_base *f, const struct fold_flag *k, uint32_t node) {
    return ((k->kind == FOLD_EDGE && k->target == node) || (k->kind == FOLD_IN && k->node == node)) && fold_is_link(f, k->node, k->at);
}

static void count_all(struct fold_base *f, struct fold_draft *d, uint32_t node) {
    struct logic *l = f->logic;
    struct tally t;
    tally_begin(&t);
    for (uint32_t i = 0; i < d->flags.n; i++)
        if (leads_to(f, fold_flag_of(f, d->flags.at[i]), node)) tally_add(l, &t, logic_var(l, d->flags.at[i]));
    for (uint32_t k = 1; k < 4; k++)
        if (t.at[k] != LOGIC_FALSE) fold_assume(f, d, logic_imp(l, t.at[k], count_at_least(f, d, node, k)));
}

void fold_hygiene(struct fold_base *f, struct fold_draft *d) {
    for (uint32_t i = 0; i < d->cells.n && !f->switches.no_out; i++) point_to_one(f, d, d->cells.at[i].place);
    for (uint32_t i = 0; i < d->nodes.n && !f->switches.no_in; i++)
        if (fold_is_heap(f, d->nodes.at[i].node)) count_all(f, d, d->nodes.at[i].node);
}

// ---- reduction ---------------------------------------------------------------------------------------------------------------------

// What can be otherwise while everything else is as it is: the representative of a summary and its ghost, or only the ghost.
static logic_fn choice_of(struct fold_base *f, const struct fold_draft *d, uint32_t node, bool only_ghost) {
    fold_list flags = {0}, out = {0};
    fold_flags_of_node(f, d, node, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        uint32_t kind = fold_flag_of(f, flags.at[i])->kind;
        bool ghost = kind == FOLD_OUT || kind == FOLD_IN;
        if (kind != FOLD_MANY && (ghost || !only_ghost)) vec_push(&out, flags.at[i]);
    }
    logic_fn set = logic_set(f->logic, out.at, out.n);
    vec_free(&flags);
    vec_free(&out);
    return set;
}

// In which vectors is the flag, which depends on a choice, 1 for some choice?
static logic_fn somewhere(struct fold_base *f, const struct fold_draft *d, uint32_t flag, uint32_t node, bool only_ghost) {
    return logic_and_exists(f->logic, d->b, logic_var(f->logic, flag), choice_of(f, d, node, only_ghost));
}

// A pointer points somewhere.
static void must_lead(struct fold_base *f, struct fold_draft *d, struct fold_place p) {
    struct logic *l = f->logic;
    fold_list flags = {0};
    logic_fn witness = LOGIC_FALSE, pointer = fold_get(f, d, fold_place_flag(f, FOLD_POINTER, p));
    if (pointer == LOGIC_FALSE) return;
    fold_flags_of_place(f, d, p, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, flags.at[i]);
        if (k->kind == FOLD_OUT)
            witness = logic_or(l, witness, somewhere(f, d, flags.at[i], p.node, true));
        else if (k->kind == FOLD_EDGE && k->target != p.node && fold_is_summary(f, d, k->target))
            witness = logic_or(l, witness, somewhere(f, d, flags.at[i], k->target, false));
        else if (k->kind == FOLD_EDGE)
            witness = logic_or(l, witness, logic_var(l, flags.at[i]));
    }
    fold_assume(f, d, logic_imp(l, pointer, witness));
    vec_free(&flags);
}

// A block that is pointed to is pointed to by some block: what its counter says beyond the edges of single blocks comes from a summary.
static void must_come(struct fold_base *f, struct fold_draft *d, uint32_t node) {
    struct logic *l = f->logic;
    struct tally single;
    logic_fn witness = LOGIC_FALSE;
    tally_begin(&single);
    for (uint32_t i = 0; i < d->flags.n; i++) {
        uint32_t flag = d->flags.at[i];
        const struct fold_flag *k = fold_flag_of(f, flag);
        if (!leads_to(f, k, node)) continue;
        if (k->kind == FOLD_IN)
            witness = logic_or(l, witness, somewhere(f, d, flag, node, true));
        else if (k->node != node && fold_is_summary(f, d, k->node))
            witness = logic_or(l, witness, somewhere(f, d, flag, k->node, false));
        else
            tally_add(l, &single, logic_var(l, flag));
    }
    for (uint32_t k = 0; k < 3; k++) {
        logic_fn more = logic_and(l, single.at[k], count_at_least(f, d, node, k + 1));
        fold_assume(f, d, logic_imp(l, more, witness));
    }
}

void fold_reduce(struct fold_base *f, struct fold_draft *d) {
    for (uint32_t round = 0; d->b != LOGIC_FALSE && !fold_exceeds(&f->reached, FOLD_LIMIT_ROUNDS, round + 1); round++) {
        logic_fn before = d->b;
        for (uint32_t i = 0; i < d->cells.n && !f->switches.no_out; i++) must_lead(f, d, d->cells.at[i].place);
        for (uint32_t i = 0; i < d->nodes.n && !f->switches.no_in; i++)
            if (fold_is_heap(f, d->nodes.at[i].node)) must_come(f, d, d->nodes.at[i].node);
        if (d->b == before) return;
    }
}

// ---- pruning -----------------------------------------------------------------------------------------------------------------------

static void prune_flags(struct fold_base *f, struct fold_draft *d) {
    struct logic *l = f->logic;
    logic_fn zeros = LOGIC_TRUE;
    uint32_t n = 0, n_flags = f->flags.blocks.n;
    bool *possible = calloc(n_flags + 1, sizeof *possible);
    if (!possible) base_out_of_memory();
    logic_possible(d->b, n_flags, possible);
    for (uint32_t i = d->flags.n; i-- > 0;)
        if (!possible[d->flags.at[i]]) zeros = logic_and(l, zeros, logic_not(l, logic_var(l, d->flags.at[i])));
    for (uint32_t i = 0; i < d->flags.n; i++)
        if (possible[d->flags.at[i]]) d->flags.at[n++] = d->flags.at[i];
    free(possible);
    d->flags.n = n;
    if (zeros != LOGIC_TRUE) d->b = logic_restrict(l, d->b, zeros);
}

// A number that is always one and the same is no flag.
static void prune_number(struct fold_base *f, struct fold_draft *d, struct fold_cell *c) {
    struct logic *l = f->logic;
    struct fold_constants values;
    if (num_range_is_empty(c->range) || num_range_is_const(c->range, NULL) || !fold_constants(f, d, c->place, &values)) return;
    logic_fn number = logic_and(l, d->b, fold_is_number(f, d, c->place));
    for (uint32_t i = 0; i < values.n && number != LOGIC_FALSE; i++) {
        if (!logic_leq(l, number, fold_equals(f, d, c->place, values.at[i]))) continue;
        fold_level_number(f, d, c->place, num_range_const(c->range.bits, num_wrap(c->range.bits, (num_word)(num_sword)values.at[i])), NULL);
        return;
    }
}

void fold_prune(struct fold_base *f, struct fold_draft *d) {
    if (d->b == LOGIC_FALSE) return;
    prune_flags(f, d);
    for (uint32_t i = d->nodes.n; i-- > 0;) {
        uint32_t node = d->nodes.at[i].node, storage = fold_name_of(f, node)->storage;
        bool lives = storage == FOLD_HEAP || storage == FOLD_STACK;
        if (lives && !fold_has(d, fold_node_flag(f, FOLD_EXISTS, node))) fold_remove_node(f, d, node);
    }
    for (uint32_t i = 0; i < d->cells.n; i++) prune_number(f, d, &d->cells.at[i]);
}
