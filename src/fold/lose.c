// SPDX-License-Identifier: MIT
// Leaks.  Every block is reached from outside the heap, by links, until a place outside or a link loses a pointer; then the block it led to must
// still be reached.  (It may be reached in other ways if links are not all cells; then this is more than need be.)
//
// A block is surely reached if a chain of edges of the same vector leads to it.  It is also reached if a cell of another heap block points to it
// (which its counter tells) and none of its own pointers matters: each is null, leads to itself or to a block that is surely reached.  For that
// other block was reached before, and a way to it through the block in question goes on from one that is reached without it.  A heap with a loss
// shows it in at least one of its vectors, which is enough: that of the block whose only way is gone.
//
// And it is reached if a block points to it that the graph does not reach from it: no way to that one leads through it.
#include <assert.h>

#include "fold/fold.h"

// By node of the draft: when is its block surely reached without the place p?
struct reached {
    logic_fn *at;
};

static bool spread(struct fold_base *f, const struct fold_draft *d, struct fold_place p, struct reached *r) {
    struct logic *l = f->logic;
    bool changed = false;
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (k->kind != FOLD_EDGE || !fold_is_heap(f, k->target) || (k->node == p.node && k->at == p.at)) continue;
        if (fold_is_heap(f, k->node) && !fold_is_link(f, k->node, k->at)) continue;
        logic_fn *to = &r->at[fold_node_index(d, k->target)], edge = logic_var(l, d->flags.at[i]);
        logic_fn way = fold_is_heap(f, k->node) ? logic_and(l, edge, r->at[fold_node_index(d, k->node)]) : edge;
        logic_fn all = logic_or(l, *to, way);
        changed |= all != *to;
        *to = all;
    }
    return changed;
}

static void find_reached(struct fold_base *f, const struct fold_draft *d, struct fold_place p, struct reached *r) {
    r->at = calloc(d->nodes.n + 1, sizeof *r->at);
    if (!r->at) base_out_of_memory();
    while (spread(f, d, p, r)) continue;
}

// No pointer of the block leads to another one that is not surely reached.  Where it leads is seen in the vectors of that block.
static logic_fn leads_nowhere_else(struct fold_base *f, const struct fold_draft *d, const struct reached *r, uint32_t node) {
    struct logic *l = f->logic;
    logic_fn result = LOGIC_TRUE;
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        bool other = k->kind == FOLD_OUT || (k->kind == FOLD_EDGE && k->target != node && fold_is_heap(f, k->target));
        if (!other || k->node != node || !fold_is_link(f, k->node, k->at)) continue;
        logic_fn held = k->kind == FOLD_OUT ? LOGIC_FALSE : r->at[fold_node_index(d, k->target)];
        result = logic_and(l, result, logic_imp(l, logic_var(l, d->flags.at[i]), held));
    }
    return result;
}

// More cells of heap blocks point to the block than its own and p.
static logic_fn pointed_to(struct fold_base *f, const struct fold_draft *d, uint32_t node, struct fold_place p) {
    struct logic *l = f->logic;
    logic_fn least[4] = {LOGIC_TRUE, LOGIC_FALSE, LOGIC_FALSE, LOGIC_FALSE};  // at least so many of those
    logic_fn lo = fold_get(f, d, fold_node_flag(f, FOLD_COUNT0, node)), hi = fold_get(f, d, fold_node_flag(f, FOLD_COUNT1, node));
    logic_fn count[4] = {LOGIC_TRUE, logic_or(l, lo, hi), hi, logic_and(l, lo, hi)}, result = LOGIC_FALSE;
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        bool own = k->node == node || (k->node == p.node && k->at == p.at);
        if (k->kind != FOLD_EDGE || k->target != node || !fold_is_link(f, k->node, k->at) || !own) continue;
        for (uint32_t n = 3; n > 0; n--) least[n] = logic_or(l, least[n], logic_and(l, logic_var(l, d->flags.at[i]), least[n - 1]));
    }
    for (uint32_t n = 0; n < 3; n++) result = logic_or(l, result, logic_and(l, count[n + 1], logic_not(l, least[n + 1])));
    return result;
}

// By node of the draft: can its blocks be reached from those of the node, by the graph?
static bool *find_below(struct fold_base *f, const struct fold_draft *d, uint32_t node) {
    bool *below = calloc(d->nodes.n + 1, sizeof *below), changed = true;
    if (!below) base_out_of_memory();
    below[fold_node_index(d, node)] = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < d->flags.n; i++) {
            const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
            if (k->kind != FOLD_EDGE || !fold_is_link(f, k->node, k->at) || !fold_is_heap(f, k->target)) continue;
            if (!below[fold_node_index(d, k->node)]) continue;
            bool *to = &below[fold_node_index(d, k->target)];
            changed |= !*to;
            *to = true;
        }
    }
    return below;
}

// A cell of a block that does not lie below the block points to it, and is not p.  That is so of any cell if none from below can point to a block
// that p points to.
static logic_fn held_from_above(struct fold_base *f, const struct fold_draft *d, uint32_t edge, struct fold_place p) {
    struct logic *l = f->logic;
    uint32_t node = fold_flag_of(f, edge)->target;
    bool *below = find_below(f, d, node), all_above = true;
    logic_fn result = LOGIC_FALSE, here = logic_and(l, d->b, logic_var(l, edge));
    for (uint32_t i = 0; i < d->flags.n; i++) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (!fold_is_link(f, k->node, k->at)) continue;
        if (k->kind == FOLD_IN && k->node == node) all_above &= logic_disjoint(l, here, logic_var(l, d->flags.at[i]));
        bool in = k->kind == FOLD_EDGE && k->target == node && k->node != node;
        if (!in || (k->node == p.node && k->at == p.at)) continue;
        if (below[fold_node_index(d, k->node)])
            all_above &= logic_disjoint(l, here, logic_var(l, d->flags.at[i]));
        else
            result = logic_or(l, result, logic_var(l, d->flags.at[i]));
    }
    free(below);
    return all_above && !f->switches.no_in ? logic_or(l, result, pointed_to(f, d, node, p)) : result;
}

// Heaps in which the node's block is no longer reached once p has lost its pointer to it.
static logic_fn lost_with(struct fold_base *f, const struct fold_draft *d, struct fold_place p, uint32_t flag, const struct reached *r) {
    struct logic *l = f->logic;
    uint32_t node = fold_flag_of(f, flag)->target;
    logic_fn held = logic_or(l, r->at[fold_node_index(d, node)], held_from_above(f, d, flag, p));
    if (!f->switches.no_in) held = logic_or(l, held, logic_and(l, pointed_to(f, d, node, p), leads_nowhere_else(f, d, r, node)));
    return logic_and(l, logic_and(l, d->b, logic_var(l, flag)), logic_not(l, held));
}

const struct ir_loc *fold_allocation(struct step_run *r, uint32_t node) {
    const struct fold_name *name = fold_name_of(fold_base_of(r), node);
    if (name->storage != FOLD_HEAP || name->a == FOLD_MANY_SITES) return NULL;
    return &r->step->program->funcs.at[name->a].instrs.at[name->b].loc;
}

bool fold_may_lose(struct step_run *r, const struct fold_draft *d, struct fold_place p) {
    const struct fold_base *f = fold_base_of(r);
    if (!step_minds_loss(r->step) || (fold_is_heap(f, p.node) && !fold_is_link(f, p.node, p.at))) return false;
    FOLD_EACH_EDGE(i, f, d, p)
    if (fold_is_heap(f, fold_flag_of(f, d->flags.at[i])->target)) return true;
    return false;
}

static logic_fn loss_at(struct step_run *r, const struct fold_draft *d, struct fold_place p, uint32_t *node) {
    struct fold_base *f = fold_base_of(r);
    struct reached reached;
    logic_fn lost = LOGIC_FALSE;
    find_reached(f, d, p, &reached);
    FOLD_EACH_EDGE(i, f, d, p) {
        uint32_t target = fold_flag_of(f, d->flags.at[i])->target;
        if (!fold_is_heap(f, target)) continue;
        logic_fn one = lost_with(f, d, p, d->flags.at[i], &reached);
        if (one != LOGIC_FALSE) *node = target;
        lost = logic_or(f->logic, lost, one);
    }
    free(reached.at);
    return lost;
}

// ---- cases -------------------------------------------------------------------------------------------------------------------------
//
// A flag is rigid if it is the same in all vectors of a heap: no choice of representatives touches it.  So the heaps that lose something are all
// among those with the rigid flags of a vector that shows a loss, and heaps can be looked at by cases of a rigid flag.  With less in the graph, more
// is seen to be reached.

static bool is_rigid(struct fold_base *f, const struct fold_draft *d, uint32_t flag) {
    const struct fold_flag *k = fold_flag_of(f, flag);
    if (k->kind == FOLD_EXISTS || k->kind == FOLD_MANY) return true;
    if (fold_is_pair(k) || fold_is_summary(f, d, k->node)) return false;
    return k->kind != FOLD_EDGE || !fold_is_summary(f, d, k->target);
}

static logic_fn rigid_part(struct fold_base *f, const struct fold_draft *d, logic_fn of) {
    fold_list others = {0};
    for (uint32_t i = 0; i < d->flags.n; i++)
        if (!is_rigid(f, d, d->flags.at[i])) vec_push(&others, d->flags.at[i]);
    logic_fn result = logic_exists(f->logic, of, logic_set(f->logic, others.at, others.n));
    vec_free(&others);
    return result;
}

// A rigid edge that some of these heaps have and some have not, or UINT32_MAX.
static uint32_t open_edge(struct fold_base *f, const struct fold_draft *d) {
    for (uint32_t i = 0; i < d->flags.n; i++) {
        uint32_t flag = d->flags.at[i];
        if (fold_flag_of(f, flag)->kind != FOLD_EDGE || !is_rigid(f, d, flag)) continue;
        if (!logic_leq(f->logic, d->b, logic_var(f->logic, flag))) return flag;
    }
    return UINT32_MAX;
}

// d is taken.
static logic_fn find_loss(struct step_run *r, struct fold_draft *d, struct fold_place p, uint32_t *node, uint32_t depth) {
    struct fold_base *f = fold_base_of(r);
    struct logic *l = f->logic;
    logic_fn before, lost;
    do {
        before = d->b;
        lost = loss_at(r, d, p, node);
        fold_assume(f, d, rigid_part(f, d, lost));
        fold_prune(f, d);
    } while (lost != LOGIC_FALSE && d->b != before);
    uint32_t flag = lost == LOGIC_FALSE ? UINT32_MAX : open_edge(f, d);
    if (flag != UINT32_MAX && fold_exceeds(&f->reached, FOLD_LIMIT_CASES, FOLD_MOST_CASES + !depth)) flag = UINT32_MAX;
    if (flag != UINT32_MAX) {
        lost = LOGIC_FALSE;
        for (uint32_t side = 0; side < 2; side++) {
            struct fold_draft one;
            logic_fn x = logic_var(l, flag);
            fold_draft_copy(&one, d);
            fold_assume(f, &one, side ? logic_not(l, x) : x);
            fold_prune(f, &one);
            lost = logic_or(l, lost, find_loss(r, &one, p, node, depth - 1));
        }
    }
    fold_draft_free(d);
    return lost;
}

static logic_fn loss_of(struct step_run *r, const struct fold_draft *d, struct fold_place p, uint32_t *node) {
    struct fold_draft copy;
    fold_draft_copy(&copy, d);
    fold_prune(fold_base_of(r), &copy);
    return find_loss(r, &copy, p, node, FOLD_MOST_CASES);
}

bool fold_would_lose(struct step_run *r, const struct fold_draft *d, struct fold_place p) {
    uint32_t node;
    return fold_may_lose(r, d, p) && loss_of(r, d, p, &node) != LOGIC_FALSE;
}

void fold_lose(struct step_run *r, struct fold_draft *d, struct fold_place p) {
    uint32_t node = 0;
    if (!fold_may_lose(r, d, p)) return;
    logic_fn lost = loss_of(r, d, p, &node);
    if (lost == LOGIC_FALSE) return;
    step_lost(r, fold_allocation(r, node));
    if (step_loss_is_end(r)) return;  // the program ends with it
    if (!fold_is_summary(fold_base_of(r), d, node)) fold_assume(fold_base_of(r), d, logic_not(fold_base_of(r)->logic, lost));
}

void fold_op_cleanup(struct step_run *r, void *draft) {
    const struct fold_draft *d = draft;
    for (uint32_t i = 0; i < d->nodes.n; i++)
        if (fold_is_heap(fold_base_of(r), d->nodes.at[i].node))
            step_fault(r, IR_RULE_MEMORY_CLEANUP, STEP_GOES_ON, fold_allocation(r, d->nodes.at[i].node),
                       "a heap block is still allocated when the program ends");
}
