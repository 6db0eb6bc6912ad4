// SPDX-License-Identifier: MIT
// Memory: reading, writing, copying, filling, blocks that begin and end.  Every case of what a pointer points to is a draft of its own.
#include <assert.h>

#include "fold/fold.h"

void fold_deliver(struct fold_draft *d, step_drafts *to) {
    if (d->b == LOGIC_FALSE) {
        fold_draft_free(d);
        return;
    }
    struct fold_draft *box = malloc(sizeof *box);
    if (!box) base_out_of_memory();
    *box = *d;
    vec_push(to, box);
}

// What is done at one place, to a draft in which it can be accessed.
struct deed {
    ir_type type;
    uint32_t local;         // LOAD: the destination
    bool moving, apart;     // LOAD; COPY
    struct step_value v;    // STORE: the value; COPY: where to
    struct num_range byte;  // FILL
    uint64_t n;             // FILL, COPY
};
typedef bool deed_at(struct step_run *r, struct fold_draft *d, const struct deed *x, struct fold_place p);

static void at_each(struct step_run *r, const struct fold_draft *d, const struct step_value *v, uint64_t size, enum fold_use use,
                    deed_at *go, const struct deed *x, step_drafts *out) {
    fold_targets targets = {0};
    fold_deref(r, d, v, size, use, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        struct fold_target *t = &targets.at[k];
        if (go(r, &t->d, x, (struct fold_place){t->node, t->offset}))
            fold_deliver(&t->d, out);
        else
            fold_draft_free(&t->d);
    }
    vec_free(&targets);
}

// ---- one value ---------------------------------------------------------------------------------------------------------------------

static bool may_be_pointer(struct step_run *r, const struct fold_draft *d, struct fold_place p) {
    return !logic_disjoint(fold_base_of(r)->logic, d->b, fold_pointer(fold_base_of(r), d, p));
}

static bool overlaps(const struct fold_cell *c, struct fold_place p, uint64_t size) {
    return c->place.node == p.node && c->place.at < p.at + size && p.at < (uint64_t)c->place.at + c->size;
}

// Bytes that are no cell of their own: some number, if no pointer is among them.
static bool read_bytes(struct step_run *r, const struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits,
                       struct step_value *out) {
    const struct fold_node *n = fold_node(d, p.node);
    bool good = n->rest != FOLD_REST_INITIAL;
    for (uint32_t i = fold_first_cell(d, p.node); fold_is_cell(d, i, p.node); i++)
        if (overlaps(&d->cells.at[i], p, size) && may_be_pointer(r, d, d->cells.at[i].place)) good = false;
    if (!good) step_give_up(r, "a read of bytes that are part of something else");
    *out = step_number(num_range_full(bits));
    return good;
}

static bool load_from(struct step_run *r, struct fold_draft *d, const struct deed *x, struct fold_place p) {
    unsigned bits = step_bits(x->type);
    uint32_t size = ir_bytes(x->type);
    struct step_value v = fold_at(p);
    bool moving = x->moving && fold_name_of(fold_base_of(r), p.node)->storage == FOLD_GLOBAL;
    if (moving && ir_kind(x->type) == IR_PTR) {
        step_give_up(r, "a volatile pointer");
        return false;
    }
    if (moving)
        v = step_number(num_range_full(bits));
    else if (!fold_make_cell(fold_base_of(r), d, p, size) && !read_bytes(r, d, p, size, bits, &v))
        return false;
    fold_assign(r, d, fold_reg(d, x->local), size, bits, &v);
    return true;
}

bool fold_op_load(struct step_run *r, void *draft, const struct step_place *p, uint32_t local, bool moving, step_drafts *out) {
    struct deed x = {.type = step_local_type(r, local), .local = local, .moving = moving};
    struct step_value v;
    if (fold_address(r, draft, p, &v)) at_each(r, draft, &v, ir_bytes(x.type), FOLD_READ, load_from, &x, out);
    return false;
}

// What was in part of these bytes is gone; what it leaves beside them is some number.
static bool make_room(struct step_run *r, struct fold_draft *d, struct fold_place p, uint64_t size, bool keep_exact) {
    struct fold_node *n = fold_node(d, p.node);
    for (uint32_t i = fold_first_cell(d, p.node); fold_is_cell(d, i, p.node);) {
        const struct fold_cell c = d->cells.at[i];
        bool exact = c.place.at == p.at && c.size == size, inside = c.place.at >= p.at && c.place.at + c.size <= p.at + size;
        if (!overlaps(&c, p, size) || (exact && keep_exact)) {
            i++;
            continue;
        }
        if (!inside && n->rest == FOLD_REST_INITIAL) {
            step_give_up(r, "a write to bytes that are part of something else");
            return false;
        }
        if (!inside) n->rest = FOLD_REST_ANY;
        fold_lose(r, d, c.place);
        fold_clear(fold_base_of(r), d, c.place);
    }
    return true;
}

static bool store_to(struct step_run *r, struct fold_draft *d, const struct deed *x, struct fold_place p) {
    uint32_t size = ir_bytes(x->type);
    struct step_value v = x->v;
    if (!make_room(r, d, p, size, true)) return false;
    if (v.kind == STEP_NUMBER && v.range.bits < size * 8) v.range = num_range_zext(v.range, size * 8);
    fold_assign(r, d, p, size, size * 8, &v);
    return true;
}

bool fold_op_store(struct step_run *r, void *draft, const struct step_place *p, ir_type t, const struct step_value *v, step_drafts *out) {
    struct deed x = {.type = t, .v = *v};
    struct step_value to;
    if (fold_address(r, draft, p, &to)) at_each(r, draft, &to, ir_bytes(t), FOLD_WRITE, store_to, &x, out);
    return false;
}

// ---- ranges of bytes ---------------------------------------------------------------------------------------------------------------

// All bytes of the node, or all cells and nothing else?
static bool is_whole(const struct fold_draft *d, struct fold_place p, uint64_t n) {
    return !p.at && n == fold_node(d, p.node)->size;
}

static bool fill_at(struct step_run *r, struct fold_draft *d, const struct deed *x, struct fold_place p) {
    num_word byte;
    bool zero = num_range_is_const(x->byte, &byte) && !(byte & 255);
    if (!is_whole(d, p, x->n)) {
        step_give_up(r, "a part of an object is filled");
        return false;
    }
    if (!make_room(r, d, p, x->n, false)) return false;
    fold_node(d, p.node)->rest = zero ? FOLD_REST_ZERO : FOLD_REST_ANY;
    return true;
}

bool fold_op_fill(struct step_run *r, void *draft, const struct step_place *to, struct num_range byte, const struct step_extent *n,
                  step_drafts *out) {
    struct deed x = {.byte = byte, .n = n->lo};
    struct step_value v;
    if (fold_address(r, draft, to, &v)) at_each(r, draft, &v, x.n, FOLD_WRITE, fill_at, &x, out);
    return false;
}

// Cell by cell; bytes that are in none are of one kind if both objects are copied whole.
static bool copy_cells(struct step_run *r, struct fold_draft *d, struct fold_place to, struct fold_place from, uint64_t n) {
    const struct fold_node *source = fold_node(d, from.node);
    bool whole = is_whole(d, to, n) && is_whole(d, from, n);
    if (to.node == from.node || source->rest == FOLD_REST_INITIAL || !(whole || source->rest == fold_node(d, to.node)->rest)) {
        step_give_up(r, "a part of an object is copied");
        return false;
    }
    for (uint32_t i = fold_first_cell(d, from.node); fold_is_cell(d, i, from.node); i++) {
        const struct fold_cell *c = &d->cells.at[i];
        if (!overlaps(c, from, n) || (c->place.at >= from.at && c->place.at + c->size <= from.at + n)) continue;
        step_give_up(r, "a part of an object is copied");
        return false;
    }
    if (!make_room(r, d, to, n, false)) return false;
    uint32_t rest = fold_node(d, from.node)->rest;
    for (uint32_t at = 0; at < n; at++) {
        const struct fold_cell *c = fold_cell(d, (struct fold_place){from.node, from.at + at});
        if (c) fold_put_copy(fold_base_of(r), d, (struct fold_place){to.node, to.at + at}, c->size, c->place, 0);
    }
    if (whole) fold_node(d, to.node)->rest = rest;
    return true;
}

// What memcpy leaves of ranges that overlap is not known; false: the path ended.
static bool is_apart(struct step_run *r, struct fold_place to, struct fold_place from, uint64_t n) {
    uint64_t distance = to.at > from.at ? (uint64_t)(to.at - from.at) : (uint64_t)(from.at - to.at);
    if (to.node != from.node || !distance || distance >= n) return true;
    if (r->step->options.rules >> IR_RULE_OVERLAPPING_COPY & 1)
        step_fault(r, IR_RULE_OVERLAPPING_COPY, STEP_GOES_ON, fold_allocation(r, to.node), "the ranges of a copy overlap");
    else
        step_give_up(r, "a copy between ranges that overlap");
    return false;
}

static void copy_from(struct step_run *r, struct fold_target *from, const struct deed *x, step_drafts *out) {
    fold_targets targets = {0};
    struct fold_place source = {from->node, from->offset};
    fold_deref(r, &from->d, &x->v, x->n, FOLD_WRITE, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        struct fold_target *t = &targets.at[k];
        struct fold_place to = {t->node, t->offset};
        if ((!x->apart || is_apart(r, to, source, x->n)) && copy_cells(r, &t->d, to, source, x->n))
            fold_deliver(&t->d, out);
        else
            fold_draft_free(&t->d);
    }
    vec_free(&targets);
}

bool fold_op_copy_bytes(struct step_run *r, void *draft, const struct step_place *to, const struct step_place *from,
                        const struct step_extent *n, bool apart, step_drafts *out) {
    struct deed x = {.n = n->lo, .apart = apart};
    struct step_value v;
    fold_targets targets = {0};
    if (fold_address(r, draft, from, &v) && fold_address(r, draft, to, &x.v)) fold_deref(r, draft, &v, x.n, FOLD_READ, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        copy_from(r, &targets.at[k], &x, out);
        fold_draft_free(&targets.at[k].d);
    }
    vec_free(&targets);
    return false;
}

// ---- blocks ------------------------------------------------------------------------------------------------------------------------

bool fold_op_allocate(struct step_run *r, void *draft, uint64_t size, bool zeroed, uint32_t local, step_drafts *out) {
    struct fold_base *f = fold_base_of(r);
    (void)out;
    uint32_t model = fold_name(f, (struct fold_name){FOLD_HEAP, r->func_index, r->at, 0}), node = fold_fresh_like(f, draft, model);
    fold_add_node(draft, (struct fold_node){node, zeroed ? FOLD_REST_ZERO : FOLD_REST_UNINIT, size});
    fold_define(f, draft, fold_node_flag(f, FOLD_EXISTS, node), LOGIC_TRUE);
    if (local != STEP_NO_LOCAL)
        fold_op_assign(r, draft, local, ir_ptr(r->step->program), &(struct step_value){.kind = FOLD_ADDRESS, .object = node});
    else
        step_lost(r, fold_allocation(r, node));
    return true;
}

static bool free_node(struct step_run *r, struct fold_draft *d, const struct deed *x, struct fold_place p) {
    (void)x;
    fold_end_cells(r, d, p.node);
    fold_end_node(fold_base_of(r), d, p.node, FOLD_FREED);
    return true;
}

// Heaps in which the operand is null; false: there are none.
static bool keep_null(struct step_run *r, struct fold_draft *d, const struct step_value *v) {
    struct logic *l = fold_base_of(r)->logic;
    if (v->kind != FOLD_PLACE) return v->kind == STEP_NUMBER && num_range_has(v->range, 0);
    struct fold_place p = fold_place_of(v);
    struct num_range range = fold_cell(d, p)->range;
    logic_fn other = logic_or(l, fold_pointer(fold_base_of(r), d, p), fold_uninit(fold_base_of(r), d, p));
    bool null = fold_base_of(r)->switches.no_out || (!num_range_is_empty(range) && num_range_has(range, 0));
    fold_assume(fold_base_of(r), d, null ? logic_not(l, other) : LOGIC_FALSE);
    return d->b != LOGIC_FALSE;
}

bool fold_op_free(struct step_run *r, void *draft, const struct step_value *v, step_drafts *out) {
    struct deed none = {0};
    at_each(r, draft, v, 0, FOLD_FREE, free_node, &none, out);
    return keep_null(r, draft, v);
}
