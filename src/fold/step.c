// SPDX-License-Identifier: MIT
// One instruction on one draft.
#include <assert.h>

#include "fold/fold.h"

static ir_type type_of(struct fold_run *r, ir_val v) {
    return ir_type_of(r->fold->program, r->func, v);
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool may_be_pointer(struct fold_run *r, const struct fold_draft *d, struct fold_place p) {
    return !logic_disjoint(r->base->logic, d->b, fold_pointer(r->base, d, p));
}

static bool overlaps(const struct fold_cell *c, struct fold_place p, uint64_t size) {
    return c->place.node == p.node && c->place.at < p.at + size && p.at < (uint64_t)c->place.at + c->size;
}

// Bytes that are no cell of their own: some number, if no pointer is among them.
static bool read_bytes(struct fold_run *r, const struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits,
                       struct fold_operand *out) {
    const struct fold_node *n = fold_node(d, p.node);
    bool good = n->rest != FOLD_REST_INITIAL;
    for (uint32_t i = fold_first_cell(d, p.node); fold_is_cell(d, i, p.node); i++)
        if (overlaps(&d->cells.at[i], p, size) && may_be_pointer(r, d, d->cells.at[i].place)) good = false;
    if (!good) fold_give_up(r, "a read of bytes that are part of something else");
    *out = (struct fold_operand){.kind = FOLD_NUMBER, .range = num_range_full(bits)};
    return good;
}

static bool load_from(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, struct fold_place p) {
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    unsigned bits = fold_bits(t);
    uint32_t size = ir_bytes(t);
    struct fold_operand v = {.kind = FOLD_PLACE, .place = p};
    if (!bits) {
        fold_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        return false;
    }
    bool moving = i->flags & IR_VOLATILE && fold_name_of(r->base, p.node)->storage == FOLD_GLOBAL;
    if (moving && ir_kind(t) == IR_PTR) {
        fold_give_up(r, "a volatile pointer");
        return false;
    }
    if (moving)
        v = (struct fold_operand){.kind = FOLD_NUMBER, .range = num_range_full(bits)};
    else if (!fold_make_cell(r->base, d, p, size) && !read_bytes(r, d, p, size, bits, &v))
        return false;
    fold_assign(r, d, fold_reg(d, i->dsts[0]), size, bits, &v);
    return true;
}

// What was in part of these bytes is gone; what it leaves beside them is some number.
static bool make_room(struct fold_run *r, struct fold_draft *d, struct fold_place p, uint64_t size, bool keep_exact) {
    struct fold_node *n = fold_node(d, p.node);
    for (uint32_t i = fold_first_cell(d, p.node); fold_is_cell(d, i, p.node);) {
        const struct fold_cell c = d->cells.at[i];
        bool exact = c.place.at == p.at && c.size == size, inside = c.place.at >= p.at && c.place.at + c.size <= p.at + size;
        if (!overlaps(&c, p, size) || (exact && keep_exact)) {
            i++;
            continue;
        }
        if (!inside && n->rest == FOLD_REST_INITIAL) {
            fold_give_up(r, "a write to bytes that are part of something else");
            return false;
        }
        if (!inside) n->rest = FOLD_REST_ANY;
        fold_lose(r, d, c.place);
        fold_clear(r->base, d, c.place);
    }
    return true;
}

static bool store_to(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, struct fold_place p) {
    struct fold_operand v;
    uint32_t size = ir_bytes(type_of(r, i->args[0]));
    if (!fold_bits(type_of(r, i->args[0]))) {
        fold_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        return false;
    }
    if (!fold_eval(r, d, i->args[0], &v) || !make_room(r, d, p, size, true)) return false;
    if (v.kind == FOLD_NUMBER && v.range.bits < size * 8) v.range = num_range_zext(v.range, size * 8);
    fold_assign(r, d, p, size, size * 8, &v);
    return true;
}

typedef bool at_place(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, struct fold_place p);

static void access(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, ir_type t, enum fold_use use, at_place *go,
                   fold_drafts *out) {
    struct fold_operand v;
    fold_targets targets = {0};
    if (fold_address(r, d, i->to, &v)) fold_deref(r, d, &v, ir_bytes(t), use, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        struct fold_target *x = &targets.at[k];
        if (go(r, &x->d, i, (struct fold_place){x->node, x->offset}))
            fold_deliver(&x->d, out);
        else
            fold_draft_free(&x->d);
    }
    vec_free(&targets);
    fold_draft_free(d);
}

// ---- ranges of bytes ---------------------------------------------------------------------------------------------------------------

static bool length_of(struct fold_run *r, struct fold_draft *d, ir_val v, uint64_t *n) {
    struct fold_operand x;
    num_word w;
    unsigned bits = fold_bits(type_of(r, v));
    if (!bits || !fold_eval(r, d, v, &x)) return false;
    if (!num_range_is_const(fold_range(r, d, &x, bits), &w) || w > UINT32_MAX) {
        fold_give_up(r, "a number of bytes that is not known");
        return false;
    }
    *n = (uint64_t)w;
    return true;
}

// All bytes of the node, or all cells and nothing else?
static bool is_whole(const struct fold_draft *d, struct fold_place p, uint64_t n) {
    return !p.at && n == fold_node(d, p.node)->size;
}

static bool fill_at(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, struct fold_place p) {
    struct fold_operand byte;
    uint64_t n;
    num_word x;
    if (!length_of(r, d, i->args[1], &n) || !fold_eval(r, d, i->args[0], &byte)) return false;
    bool zero = num_range_is_const(fold_range(r, d, &byte, 8), &x) && !x;
    if (!is_whole(d, p, n)) {
        fold_give_up(r, "a part of an object is filled");
        return false;
    }
    if (!make_room(r, d, p, n, false)) return false;
    fold_node(d, p.node)->rest = zero ? FOLD_REST_ZERO : FOLD_REST_ANY;
    return true;
}

// Cell by cell; bytes that are in none are of one kind if both objects are copied whole.
static bool copy_cells(struct fold_run *r, struct fold_draft *d, struct fold_place to, struct fold_place from, uint64_t n) {
    const struct fold_node *source = fold_node(d, from.node);
    bool whole = is_whole(d, to, n) && is_whole(d, from, n);
    if (to.node == from.node || source->rest == FOLD_REST_INITIAL || !(whole || source->rest == fold_node(d, to.node)->rest)) {
        fold_give_up(r, "a part of an object is copied");
        return false;
    }
    for (uint32_t i = fold_first_cell(d, from.node); fold_is_cell(d, i, from.node); i++) {
        const struct fold_cell *c = &d->cells.at[i];
        if (!overlaps(c, from, n) || (c->place.at >= from.at && c->place.at + c->size <= from.at + n)) continue;
        fold_give_up(r, "a part of an object is copied");
        return false;
    }
    if (!make_room(r, d, to, n, false)) return false;
    uint32_t rest = fold_node(d, from.node)->rest;
    for (uint32_t at = 0; at < n; at++) {
        const struct fold_cell *c = fold_cell(d, (struct fold_place){from.node, from.at + at});
        if (c) fold_put_copy(r->base, d, (struct fold_place){to.node, to.at + at}, c->size, c->place, 0);
    }
    if (whole) fold_node(d, to.node)->rest = rest;
    return true;
}

static void fill(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out) {
    struct fold_operand v;
    fold_targets targets = {0};
    uint64_t n;
    if (length_of(r, d, i->args[1], &n) && fold_address(r, d, i->to, &v)) fold_deref(r, d, &v, n, FOLD_WRITE, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        struct fold_target *x = &targets.at[k];
        if (fill_at(r, &x->d, i, (struct fold_place){x->node, x->offset}))
            fold_deliver(&x->d, out);
        else
            fold_draft_free(&x->d);
    }
    vec_free(&targets);
    fold_draft_free(d);
}

// What memcpy leaves of ranges that overlap is not known; false: the path ended.
static bool is_apart(struct fold_run *r, const struct ir_instr *i, const struct fold_target *to, const struct fold_target *from, uint64_t n) {
    uint64_t distance = to->offset > from->offset ? (uint64_t)(to->offset - from->offset) : (uint64_t)(from->offset - to->offset);
    if (!(i->flags & IR_APART) || to->node != from->node || !distance || distance >= n) return true;
    if (r->fold->options.rules >> IR_RULE_OVERLAPPING_COPY & 1)
        fold_fault_of(r, IR_RULE_OVERLAPPING_COPY, to->node, "the ranges of a copy overlap");
    else
        fold_give_up(r, "a copy between ranges that overlap");
    return false;
}

static void copy_to(struct fold_run *r, struct fold_target *from, const struct ir_instr *i, uint64_t n, fold_drafts *out) {
    struct fold_operand v;
    fold_targets targets = {0};
    if (fold_address(r, &from->d, i->to, &v)) fold_deref(r, &from->d, &v, n, FOLD_WRITE, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        struct fold_target *x = &targets.at[k];
        if (is_apart(r, i, x, from, n) && copy_cells(r, &x->d, (struct fold_place){x->node, x->offset}, (struct fold_place){from->node, from->offset}, n))
            fold_deliver(&x->d, out);
        else
            fold_draft_free(&x->d);
    }
    vec_free(&targets);
}

static void copy(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out) {
    struct fold_operand v;
    fold_targets targets = {0};
    uint64_t n;
    if (length_of(r, d, i->args[0], &n) && fold_address(r, d, i->from, &v)) fold_deref(r, d, &v, n, FOLD_READ, &targets);
    for (uint32_t k = 0; k < targets.n; k++) {
        copy_to(r, &targets.at[k], i, n, out);
        fold_draft_free(&targets.at[k].d);
    }
    vec_free(&targets);
    fold_draft_free(d);
}

// ---- storage -----------------------------------------------------------------------------------------------------------------------

uint32_t fold_slot_node(struct fold_base *f, const struct fold_draft *d, uint32_t func, uint32_t slot) {
    return fold_name(f, (struct fold_name){FOLD_STACK, func, slot, d->frames.n - 1});
}

void fold_end_slot(struct fold_run *r, struct fold_draft *d, uint32_t node) {
    if (!fold_node(d, node)) return;
    for (uint32_t i = fold_first_cell(d, node); fold_is_cell(d, i, node);) {
        struct fold_place p = d->cells.at[i].place;
        fold_lose(r, d, p);
        fold_clear(r->base, d, p);
    }
    fold_end_node(r->base, d, node, FOLD_GONE);
}

void fold_begin_slot(struct fold_run *r, struct fold_draft *d, uint32_t func, uint32_t slot) {
    uint32_t node = fold_slot_node(r->base, d, func, slot);
    fold_end_slot(r, d, node);
    fold_add_node(d, (struct fold_node){node, FOLD_REST_UNINIT, r->fold->program->funcs.at[func].slots.at[slot].size});
    fold_define(r->base, d, fold_node_flag(r->base, FOLD_EXISTS, node), LOGIC_TRUE);
}

static void forget_reg(struct fold_run *r, struct fold_draft *d, struct fold_place p) {
    if (!fold_cell(d, p)) return;
    fold_lose(r, d, p);
    fold_clear(r->base, d, p);
}

static void scope(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    uint32_t k = ir_index(i->subject);
    if (ir_tag(i->subject) == IR_LOCAL)
        forget_reg(r, d, fold_reg(d, k));
    else if (i->op == IR_ENTER)
        fold_begin_slot(r, d, r->func_index, k);
    else
        fold_end_slot(r, d, fold_slot_node(r->base, d, r->func_index, k));
}

void fold_drop_dead(struct fold_run *r, struct fold_draft *d) {
    uint32_t n;
    const uint32_t *dead = ir_live_deaths(&fold_facts(r->fold, r->func_index)->live, r->at, &n);
    for (uint32_t k = 0; k < n; k++)
        if (r->func->locals.at[dead[k]].flags & IR_TEMP) forget_reg(r, d, fold_reg(d, dead[k]));
}

// ---- instructions ------------------------------------------------------------------------------------------------------------------

static bool address(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    struct fold_operand v;
    if (!fold_address(r, d, i->to, &v)) return false;
    fold_assign(r, d, fold_reg(d, i->dsts[0]), r->base->bits / 8, r->base->bits, &v);
    return true;
}

static bool any(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    if (!fold_bits(t)) fold_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
    if (!fold_bits(t)) return false;
    struct fold_operand v = {.kind = FOLD_NUMBER, .range = num_range_full(fold_bits(t))};
    fold_assign(r, d, fold_reg(d, i->dsts[0]), ir_bytes(t), fold_bits(t), &v);
    return true;
}

// Nothing is learnt from a promise, kept or not; after one that is never kept there is nothing.
static bool promise(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i) {
    if (!(r->fold->options.rules >> IR_RULE_BROKEN_PROMISE & 1)) return true;
    struct fold_draft broken;
    fold_draft_copy(&broken, d);
    if (fold_assume_value(r, &broken, i->args[0], false)) fold_fault(r, IR_RULE_BROKEN_PROMISE, i->text);
    fold_draft_free(&broken);
    return !ir_is_zero(r->fold->program, i->args[0]);
}

// True: d goes on; false: it is done with.
static bool simple(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out) {
    switch (i->op) {
    case IR_LET: return fold_let(r, d, i, out);
    case IR_ADDR: return address(r, d, i);
    case IR_ANY: return any(r, d, i);
    case IR_ENTER:
    case IR_LEAVE: scope(r, d, i); return true;
    case IR_ASSUME: return fold_assume_value(r, d, i->args[0], true);
    case IR_PROMISE: return promise(r, d, i);
    default: fold_give_up(r, "%s", i->text ? i->text : ir_ops[i->op].text); return false;
    }
}

void fold_step(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out) {
    fold_drafts parts = {0};
    if (fold_split_index(r, d, i, &parts)) {
        for (uint32_t k = 0; k < parts.n; k++) fold_step(r, &parts.at[k], i, out);
        vec_free(&parts);
        return;
    }
    switch (i->op) {
    case IR_LOAD: access(r, d, i, r->func->locals.at[i->dsts[0]].type, FOLD_READ, load_from, out); return;
    case IR_STORE: access(r, d, i, type_of(r, i->args[0]), FOLD_WRITE, store_to, out); return;
    case IR_COPY: copy(r, d, i, out); return;
    case IR_FILL: fill(r, d, i, out); return;
    case IR_CALL: fold_library(r, d, i, ir_index(i->args[0]), out); return;
    default:
        if (simple(r, d, i, out))
            fold_deliver(d, out);
        else
            fold_draft_free(d);
    }
}
