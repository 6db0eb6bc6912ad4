// SPDX-License-Identifier: MIT
// Accesses: a draft for each node that a pointer may point to, with summaries materialised.
#include <assert.h>

#include "fold/fold.h"

// ---- what is no pointer --------------------------------------------------------------------------------------------------------------

// Is it the null pointer, but for a small offset that was added?
static void number(struct step_run *r, struct num_range range, uint32_t offset, enum fold_use use) {
    bool null = num_range_has(range, num_wrap(range.bits, (num_word)(num_sword)(int32_t)offset));
    if (null && (use != FOLD_FREE || offset)) step_wrong(r, STEP_WRONG_NULL, use == FOLD_FREE, false, NULL);
    if (!null || !num_range_is_const(range, NULL)) step_give_up(r, "an access through a number");
}

// ---- targets -----------------------------------------------------------------------------------------------------------------------

// Can the node be used so, at that offset?  Otherwise the sink knows.
static bool usable(struct step_run *r, const struct fold_draft *d, uint32_t node, uint32_t offset, uint64_t size, enum fold_use use) {
    enum fold_storage storage = (enum fold_storage)fold_name_of(fold_base_of(r), node)->storage;
    const struct fold_node *n = fold_node(d, node);
    bool readonly = storage == FOLD_GLOBAL && r->step->program->globals.at[fold_name_of(fold_base_of(r), node)->a].flags & IR_READONLY;
    bool frees = use == FOLD_FREE;
    if (storage == FOLD_FREED)
        step_wrong(r, STEP_WRONG_FREED, frees, false, NULL);
    else if (frees && (storage != FOLD_HEAP || offset))
        step_wrong(r, STEP_WRONG_OUTSIDE, frees, false, NULL);
    else if (storage == FOLD_GONE)
        step_wrong(r, STEP_WRONG_GONE, frees, false, NULL);
    else if (!n || storage == FOLD_CODE)
        step_give_up(r, "an access to what is no object");
    else if (use == FOLD_WRITE && readonly)
        step_give_up(r, "a write to a constant");
    else if (storage == FOLD_GLOBAL && !n->size)
        step_give_up(r, "an access to an object of unknown size");
    else if (offset > INT32_MAX || offset > n->size || size > n->size - offset)
        step_wrong(r, STEP_WRONG_OUTSIDE, frees, false, fold_allocation(r, node));
    else
        return true;
    return false;
}

// The place points to this target and no other.
static void point_only(struct fold_base *f, struct fold_draft *d, struct fold_place p, uint32_t flag) {
    FOLD_EACH_EDGE(i, f, d, p) {
        logic_fn x = logic_var(f->logic, d->flags.at[i]);
        fold_assume(f, d, d->flags.at[i] == flag ? x : logic_not(f->logic, x));
    }
}

static void deliver(struct step_run *r, struct fold_draft *d, uint32_t node, uint32_t offset, fold_targets *out) {
    struct fold_base *f = fold_base_of(r);
    if (fold_has(d, fold_node_flag(f, FOLD_EXISTS, node))) fold_assume(f, d, logic_var(f->logic, fold_node_flag(f, FOLD_EXISTS, node)));
    if (d->b == LOGIC_FALSE)
        fold_draft_free(d);
    else
        vec_push(out, (struct fold_target){*d, node, offset});
}

// The edge leads to a node; if that is a summary, to one of its blocks, which is not the only one, or to the only one.
static void follow(struct step_run *r, const struct fold_draft *d, uint32_t flag, uint32_t delta, uint64_t size, enum fold_use use,
                   fold_targets *out) {
    struct fold_base *f = fold_base_of(r);
    struct fold_flag k = *fold_flag_of(f, flag);
    logic_fn edge = logic_var(f->logic, flag);
    if (logic_disjoint(f->logic, d->b, edge) || !usable(r, d, k.target, k.offset + delta, size, use)) return;
    bool summary = fold_is_summary(f, d, k.target);
    struct fold_draft one;
    fold_draft_copy(&one, d);
    if (summary) fold_only_one(f, &one, k.target);
    point_only(f, &one, (struct fold_place){k.node, k.at}, flag);
    if (summary) {
        fold_reduce(f, &one);
        fold_prune(f, &one);
    }
    deliver(r, &one, k.target, k.offset + delta, out);
    if (!summary) return;
    fold_draft_copy(&one, d);
    uint32_t node = fold_materialise(f, &one, k.target);
    k.target = node;
    point_only(f, &one, (struct fold_place){k.node, k.at}, fold_flag(f, k));
    fold_hygiene(f, &one);
    fold_reduce(f, &one);
    fold_prune(f, &one);
    deliver(r, &one, node, k.offset + delta, out);
}

static void deref_place(struct step_run *r, const struct fold_draft *d, const struct step_value *v, uint64_t size, enum fold_use use,
                        fold_targets *out) {
    struct fold_base *f = fold_base_of(r);
    struct logic *l = f->logic;
    struct fold_place p = fold_place_of(v);
    uint32_t offset = (uint32_t)v->offset;
    logic_fn pointer = fold_pointer(f, d, p), uninit = fold_uninit(f, d, p);
    if (!logic_leq(l, d->b, logic_or(l, pointer, uninit))) {
        struct num_range range = fold_cell(d, p)->range;
        if (!num_range_is_empty(range)) {
            if (offset) {
                num_word delta = num_wrap(range.bits, (num_word)(num_sword)(int32_t)offset);
                range = num_range_binary(NUM_ADD, range, num_range_const(range.bits, delta));
            }
            number(r, range, offset, use);
        } else if (f->switches.no_out) {  // without the counter nothing tells null from a pointer to another block
            if (use != FOLD_FREE) step_wrong(r, STEP_WRONG_NULL, false, true, NULL);
        }
    }
    if (!logic_disjoint(l, d->b, uninit)) step_wrong(r, STEP_WRONG_UNINIT, use == FOLD_FREE, true, NULL);
    FOLD_EACH_EDGE(i, f, d, p) follow(r, d, d->flags.at[i], offset, size, use, out);
}

void fold_deref(struct step_run *r, const struct fold_draft *d, const struct step_value *v, uint64_t size, enum fold_use use,
                fold_targets *out) {
    struct fold_draft copy;
    switch (v->kind) {
    case STEP_UNINIT: step_wrong(r, STEP_WRONG_UNINIT, use == FOLD_FREE, true, NULL); break;
    case STEP_NUMBER: number(r, v->range, (uint32_t)v->offset, use); break;
    case FOLD_PLACE: deref_place(r, d, v, size, use, out); break;
    default:
        if (!usable(r, d, v->object, (uint32_t)v->offset, size, use)) break;
        fold_draft_copy(&copy, d);
        deliver(r, &copy, v->object, (uint32_t)v->offset, out);
        break;
    }
}
