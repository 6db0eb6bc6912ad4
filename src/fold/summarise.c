// SPDX-License-Identifier: MIT
// Two nodes become one summary.
//
// The vectors of the result are those of its pairs of a representative and a ghost: both from a, both from b, one from each, either way
// round; or of its only block.  For each of these the flags that are not about the pair are projected away and the rest is renamed.
#include <assert.h>

#include "fold/shape.h"

uint32_t fold_fresh_like(struct fold_base *f, const struct fold_draft *d, uint32_t a) {
    struct fold_name n = *fold_name_of(f, a);
    uint32_t node;
    n.number = 0;
    while (fold_node(d, node = fold_name(f, n))) n.number++;
    return node;
}

void fold_copy_node(struct fold_draft *d, uint32_t from, uint32_t to) {
    struct fold_node n = *fold_node(d, from);
    uint32_t k = 0;
    n.node = to;
    fold_add_node(d, n);
    for (uint32_t i = fold_first_cell(d, from); fold_is_cell(d, i, from); i = fold_first_cell(d, from) + ++k) {
        struct fold_cell c = d->cells.at[i];
        fold_add_cell(d, (struct fold_place){to, c.place.at}, c.size, c.range);
    }
}

void fold_rename(struct fold_renaming *r, uint32_t from, uint32_t to) {
    vec_push(&r->from, from);
    vec_push(&r->to, to);
}

logic_fn fold_renamed(struct fold_base *f, struct fold_renaming *r, logic_fn b) {
    logic_fn result = logic_rename(f->logic, b, r->from.at, r->to.at, r->from.n);
    vec_free(&r->from);
    vec_free(&r->to);
    return result;
}

void fold_rename_node(struct fold_base *f, struct fold_draft *d, uint32_t from, uint32_t to) {
    struct fold_renaming names = {0};
    fold_list flags = {0};
    fold_flags_of_node(f, d, from, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        k.node = k.node == from ? to : k.node;
        k.target = k.target == from ? to : k.target;
        fold_rename(&names, flags.at[i], fold_flag(f, k));
        flags.at[i] = fold_flag(f, k);
    }
    logic_fn b = fold_renamed(f, &names, d->b);
    fold_copy_node(d, from, to);
    fold_remove_node(f, d, from);
    for (uint32_t i = 0; i < flags.n; i++) fold_free_flag(d, flags.at[i]);
    d->b = b;
    vec_free(&flags);
}

// ---- making compatible -------------------------------------------------------------------------------------------------------------

static bool fits(const struct fold_draft *d, uint32_t from, uint32_t to) {
    for (uint32_t i = fold_first_cell(d, from); fold_is_cell(d, i, from); i++) {
        const struct fold_cell *c = &d->cells.at[i];
        for (uint32_t k = fold_first_cell(d, to); fold_is_cell(d, k, to); k++) {
            const struct fold_cell *o = &d->cells.at[k];
            bool apart = c->place.at >= (uint64_t)o->place.at + o->size || o->place.at >= (uint64_t)c->place.at + c->size;
            if (!apart && (c->place.at != o->place.at || c->size != o->size)) return false;
        }
    }
    return true;
}

bool fold_level_cells(struct fold_base *f, struct fold_draft *d, uint32_t a, uint32_t b) {
    const struct fold_node *x = fold_node(d, a), *y = fold_node(d, b);
    if (x->size != y->size || !fits(d, a, b)) return false;
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t from = side ? b : a, to = side ? a : b, n = 0;
        for (uint32_t i = fold_first_cell(d, from); fold_is_cell(d, i, from); i = fold_first_cell(d, from) + ++n) {
            struct fold_place p = {to, d->cells.at[i].place.at};
            if (!fold_make_cell(f, d, p, d->cells.at[i].size)) return false;
        }
    }
    return true;
}

// The flag with node a in place of b, and b in place of a.
static struct fold_flag exchanged(struct fold_flag k, uint32_t a, uint32_t b) {
    k.node = k.node == a ? b : k.node == b ? a : k.node;
    k.target = k.target == a ? b : k.target == b ? a : k.target;
    return k;
}

static bool is_between(const struct fold_flag *k, uint32_t a, uint32_t b) {
    return k->kind == FOLD_EDGE && ((k->node == a && k->target == b) || (k->node == b && k->target == a));
}

// Each flag of one of the nodes has its like at the other; what one pair of blocks may have, every pair may.
static void make_compatible(struct fold_base *f, struct fold_draft *d, uint32_t a, uint32_t b) {
    fold_list flags = {0}, wanted = {0};
    fold_flags_of_node(f, d, a, &flags);
    fold_flags_of_node(f, d, b, &flags);
    for (uint32_t i = 0; i < flags.n; i++) {
        struct fold_flag k = *fold_flag_of(f, flags.at[i]);
        vec_push(&wanted, fold_flag(f, exchanged(k, a, b)));
        if (!fold_is_pair(&k) && !is_between(&k, a, b)) continue;
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t one = side ? b : a, other = side ? a : b;
            vec_push(&wanted, fold_flag(f, (struct fold_flag){FOLD_OUT, one, k.at, one, k.offset}));
            vec_push(&wanted, fold_flag(f, (struct fold_flag){FOLD_IN, one, k.at, one, k.offset}));
            vec_push(&wanted, fold_flag(f, (struct fold_flag){FOLD_EDGE, one, k.at, other, k.offset}));
        }
    }
    for (uint32_t side = 0; side < 2; side++) {
        vec_push(&wanted, fold_node_flag(f, FOLD_MANY, side ? b : a));
        vec_push(&wanted, fold_node_flag(f, FOLD_EXISTS, side ? b : a));
    }
    fold_want_all(f, d, &wanted);
    vec_free(&flags);
    vec_free(&wanted);
}

// ---- the parts of the result ---------------------------------------------------------------------------------------------------------

struct parts {
    fold_list of[2];      // flags of a, of b: neither ghostly, nor between them, nor MANY
    fold_list ghosts[2];  // OUT, IN and MANY
    fold_list between;    // edges from a to b and from b to a
};

static void take_apart(struct fold_base *f, const struct fold_draft *d, uint32_t a, uint32_t b, struct parts *p) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        uint32_t flag = d->flags.at[i];
        const struct fold_flag *k = fold_flag_of(f, flag);
        bool of_a = k->node == a || (k->kind == FOLD_EDGE && k->target == a),
             of_b = k->node == b || (k->kind == FOLD_EDGE && k->target == b);
        if (!of_a && !of_b) continue;
        if (is_between(k, a, b))
            vec_push(&p->between, flag);
        else if (fold_is_pair(k) || k->kind == FOLD_MANY)
            vec_push(&p->ghosts[of_b], flag);
        else
            vec_push(&p->of[of_b], flag);
    }
}

static void free_parts(struct parts *p) {
    for (uint32_t side = 0; side < 2; side++) {
        vec_free(&p->of[side]);
        vec_free(&p->ghosts[side]);
    }
    vec_free(&p->between);
}

static logic_fn set_of(struct fold_base *f, const fold_list *flags) {
    return logic_set(f->logic, flags->at, flags->n);
}

static void exchange(struct fold_base *f, const fold_list *flags, uint32_t a, uint32_t b, struct fold_renaming *r) {
    for (uint32_t i = 0; i < flags->n; i++) fold_rename(r, flags->at[i], fold_flag(f, exchanged(*fold_flag_of(f, flags->at[i]), a, b)));
}

// Representative and ghost are from one node (or there is only the representative), `side`: the other node's flags go.
static logic_fn one_side(struct fold_base *f, uint32_t a, uint32_t b, const struct parts *p, unsigned side, logic_fn of) {
    struct logic *l = f->logic;
    struct fold_renaming names = {0};
    logic_fn gone = logic_and(l, logic_and(l, set_of(f, &p->of[!side]), set_of(f, &p->ghosts[!side])), set_of(f, &p->between));
    logic_fn result = logic_exists(l, of, gone);
    if (!side) return result;
    exchange(f, &p->of[1], a, b, &names);
    exchange(f, &p->ghosts[1], a, b, &names);
    return fold_renamed(f, &names, result);
}

// The representative is from the node of `side`, its ghost from the other: edges between them become those of the pair.
static logic_fn both_sides(struct fold_base *f, uint32_t a, uint32_t b, const struct parts *p, unsigned side, logic_fn of) {
    struct logic *l = f->logic;
    struct fold_renaming names = {0};
    uint32_t self = side ? b : a;
    logic_fn gone = logic_and(l, set_of(f, &p->ghosts[0]), logic_and(l, set_of(f, &p->ghosts[1]), set_of(f, &p->of[!side])));
    logic_fn result = logic_exists(l, of, gone);
    if (side) exchange(f, &p->of[1], a, b, &names);
    for (uint32_t i = 0; i < p->between.n; i++) {
        struct fold_flag k = *fold_flag_of(f, p->between.at[i]);
        k = (struct fold_flag){k.node == self ? FOLD_OUT : FOLD_IN, a, k.at, a, k.offset};
        fold_rename(&names, p->between.at[i], fold_flag(f, k));
    }
    return logic_and(l, fold_renamed(f, &names, result), logic_var(l, fold_node_flag(f, FOLD_MANY, a)));
}

static logic_fn fold_function(struct fold_base *f, const struct fold_draft *d, uint32_t a, uint32_t b, const struct parts *p) {
    struct logic *l = f->logic;
    uint32_t nodes[2] = {a, b};
    logic_fn result = LOGIC_FALSE, exists[2], many[2];
    for (uint32_t side = 0; side < 2; side++) {
        exists[side] = logic_var(l, fold_node_flag(f, FOLD_EXISTS, nodes[side]));
        many[side] = logic_var(l, fold_node_flag(f, FOLD_MANY, nodes[side]));
    }
    logic_fn both = logic_and(l, d->b, logic_and(l, exists[0], exists[1]));
    for (uint32_t side = 0; side < 2; side++) {
        logic_fn pair = logic_and(l, d->b, many[side]);
        logic_fn single = logic_and(l, d->b, logic_not(l, logic_or(l, many[side], exists[!side])));
        result = logic_or(l, result, one_side(f, a, b, p, side, logic_or(l, pair, single)));
        result = logic_or(l, result, both_sides(f, a, b, p, side, both));
    }
    return result;
}

static void join_ranges(struct fold_base *f, struct fold_draft *d, uint32_t a, uint32_t b) {
    for (uint32_t i = fold_first_cell(d, a), k = fold_first_cell(d, b); fold_is_cell(d, i, a); i++, k++) {
        assert(fold_is_cell(d, k, b) && d->cells.at[i].place.at == d->cells.at[k].place.at);
        fold_level_numbers(f, d, d->cells.at[i].place, d, d->cells.at[k].place, false);
    }
}

bool fold_summarise(struct fold_base *f, struct fold_draft *d, uint32_t a, uint32_t b) {
    struct parts p = {0};
    if (!fold_level_cells(f, d, a, b)) return false;
    join_ranges(f, d, a, b);
    make_compatible(f, d, a, b);
    take_apart(f, d, a, b, &p);
    logic_fn result = fold_function(f, d, a, b, &p);
    struct fold_node *x = fold_node(d, a);
    const struct fold_node *y = fold_node(d, b);
    if (x->rest != y->rest) x->rest = FOLD_REST_ANY;
    fold_remove_node(f, d, b);
    d->b = result;
    free_parts(&p);
    return true;
}
