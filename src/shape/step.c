// SPDX-License-Identifier: MIT
// One instruction on one draft.
#include "shape/shape.h"

// ---- memory --------------------------------------------------------------------------------------------------------------------------------

static void load(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    struct shape_place p;
    shape_reads reads = {0};
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    if (!shape_address(r, d, i->to, &p)) {
        shape_discard(r, d);
        return;
    }
    bool moving = i->flags & IR_VOLATILE && p.base.kind == SHAPE_ADDRESS && p.base.object < r->shape->program->globals.n;
    if (moving && ir_kind(t) == IR_PTR) {
        shape_give_up(r, "a volatile pointer");
        shape_discard(r, d);
        return;
    }
    shape_load(r, d, &p, t, &reads);
    for (uint32_t k = 0; k < reads.n; k++) {
        *shape_local(&reads.at[k].d, i->dsts[0]) = moving ? shape_number(num_range_full(shape_bits(t))) : reads.at[k].value;
        vec_push(out, reads.at[k].d);
    }
    vec_free(&reads);
}

static void store(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    struct shape_place p;
    struct shape_value v;
    ir_type t = ir_type_of(r->shape->program, r->func, i->args[0]);
    bool fine = shape_bits(t) != 0;
    if (!fine) shape_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
    if (fine && shape_address(r, d, i->to, &p) && shape_eval(r, d, i->args[0], &v))
        shape_store(r, d, &p, ir_bytes(t), v, out);
    else
        shape_discard(r, d);
}

// A number of bytes that is known.
static bool length_of(struct shape_run *r, struct shape_draft *d, ir_val v, uint64_t *n) {
    struct shape_value x;
    num_word w;
    if (!shape_eval(r, d, v, &x)) return false;
    if (x.kind == SHAPE_NUMBER && num_range_is_const(x.range, &w) && w <= INT32_MAX) {
        *n = (uint64_t)w;
        return true;
    }
    shape_give_up(r, "a copy or fill of a length that is not known");
    return false;
}

static void copy(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    struct shape_place to, from;
    uint64_t n;
    bool fine = length_of(r, d, i->args[0], &n) && shape_address(r, d, i->from, &from) && shape_address(r, d, i->to, &to);
    if (fine && n)
        shape_copy(r, d, &to, &from, n, out);
    else if (fine)
        vec_push(out, *d);
    else
        shape_discard(r, d);
}

static void fill(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    struct shape_place to;
    struct shape_value byte;
    uint64_t n;
    bool fine = length_of(r, d, i->args[1], &n) && shape_eval(r, d, i->args[0], &byte) && shape_address(r, d, i->to, &to);
    unsigned bits = shape_bits(ir_type_of(r->shape->program, r->func, i->args[0]));
    if (fine && n)
        shape_fill(r, d, &to, shape_range(&byte, bits), n, out);
    else if (fine)
        vec_push(out, *d);
    else
        shape_discard(r, d);
}

// ---- storage -------------------------------------------------------------------------------------------------------------------------------

static const struct shape_object *slot_object(const struct shape_run *r, uint32_t slot) {
    return &r->shape->scan.objects[shape_slot_object(&r->shape->scan, r->func_index, slot)];
}

static struct shape_value *slot_value(struct shape_draft *d, uint32_t value) {
    return &d->values.at[vec_last(&d->frames).first + value];
}

bool shape_begin_slot(struct shape_run *r, struct shape_draft *d, uint32_t slot) {
    const struct shape_object *o = slot_object(r, slot);
    struct shape_value self = shape_plain(SHAPE_UNINIT);
    if (o->individual) {
        struct shape_sort sort = {r->func->slots.at[slot].size, r->func->slots.at[slot].ctype, false};
        uint32_t name = shape_new_block(r, d, &sort, true, false);
        if (name == SHAPE_NAMES) return false;
        self = (struct shape_value){.kind = SHAPE_POINTER, .name = (uint8_t)name};
    }
    *slot_value(d, o->self) = self;
    for (uint32_t i = 0; i < o->cells.n; i++) *slot_value(d, o->cells.at[i].value) = shape_plain(SHAPE_UNINIT);
    return true;
}

static void forget_address(struct shape_draft *d, uint32_t object, uint32_t frame) {
    for (uint32_t i = 0; i < d->values.n; i++) {
        struct shape_value *v = &d->values.at[i];
        if (v->kind == SHAPE_ADDRESS && v->object == object && v->frame == frame) *v = shape_plain(SHAPE_GONE);
    }
    for (uint32_t i = 0; i < d->results.n; i++) {
        struct shape_value *v = &d->results.at[i];
        if (v->kind == SHAPE_ADDRESS && v->object == object && v->frame == frame) *v = shape_plain(SHAPE_GONE);
    }
}

void shape_end_slot(struct shape_run *r, struct shape_draft *d, uint32_t slot, shape_drafts *out) {
    const struct shape_object *o = slot_object(r, slot);
    struct shape_value *self = slot_value(d, o->self);
    if (self->kind == SHAPE_POINTER) {
        shape_end_block(r, d, self->name, SHAPE_GONE, out);
        return;
    }
    *self = shape_plain(SHAPE_GONE);
    for (uint32_t i = 0; i < o->cells.n; i++) *slot_value(d, o->cells.at[i].value) = shape_plain(SHAPE_GONE);
    forget_address(d, shape_slot_object(&r->shape->scan, r->func_index, slot), d->frames.n - 1);
    vec_push(out, *d);
}

static void scope(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    uint32_t k = ir_index(i->subject);
    if (ir_tag(i->subject) == IR_LOCAL) {
        *shape_local(d, k) = shape_plain(SHAPE_UNINIT);
        vec_push(out, *d);
        return;
    }
    shape_drafts ended = {0};
    shape_end_slot(r, d, k, &ended);
    for (uint32_t n = 0; n < ended.n; n++)
        if (i->op == IR_LEAVE || shape_begin_slot(r, &ended.at[n], k))
            vec_push(out, ended.at[n]);
        else
            shape_discard(r, &ended.at[n]);
    vec_free(&ended);
}

// ---- instructions --------------------------------------------------------------------------------------------------------------------------

static bool address(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i) {
    struct shape_place p;
    if (!shape_address(r, d, i->to, &p)) return false;
    if (p.low != p.high) {
        shape_give_up(r, "an address with an index that is not known");
        return false;
    }
    *shape_local(d, i->dsts[0]) = shape_moved(p.base, p.low);
    return true;
}

static bool any(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i) {
    unsigned bits = shape_bits(r->func->locals.at[i->dsts[0]].type);
    if (!bits) shape_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
    if (bits) *shape_local(d, i->dsts[0]) = shape_number(num_range_full(bits));
    return bits != 0;
}

// Nothing is learnt from a promise, kept or not; after one that is never kept there is nothing.
static bool promise(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i) {
    if (!(r->shape->options.rules >> IR_RULE_BROKEN_PROMISE & 1)) return true;
    struct shape_draft broken;
    shape_draft_copy(r->vocabulary, &broken, d);
    if (shape_assume(r, &broken, i->args[0], false)) shape_fault(r, IR_RULE_BROKEN_PROMISE, i->text);
    shape_discard(r, &broken);
    return !ir_is_zero(r->shape->program, i->args[0]);
}

// True: d goes on; false: it is done with.
static bool simple(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    switch (i->op) {
    case IR_LET: return shape_let(r, d, i, out);
    case IR_ADDR: return address(r, d, i);
    case IR_ANY: return any(r, d, i);
    case IR_ASSUME: return shape_assume(r, d, i->args[0], true);
    case IR_PROMISE: return promise(r, d, i);
    default: shape_give_up(r, "%s", i->text ? i->text : ir_ops[i->op].text); return false;
    }
}

// Is it a local of a few values?
static bool is_few(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range *range) {
    enum { FEW = 8 };
    unsigned bits = ir_tag(v) == IR_LOCAL ? shape_bits(ir_type_of(r->shape->program, r->func, v)) : 0;
    if (!bits || bits > 64) return false;
    *range = shape_range(shape_local(d, ir_index(v)), bits);
    return num_range_size(*range) > 1 && num_range_size(*range) <= FEW;
}

// An index of few values that chooses among elements which may hold pointers, or IR_NOTHING.
static ir_val index_of(struct shape_run *r, struct shape_draft *d, const struct ir_addr *a, struct num_range *range) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (a->terms[k].scale % (r->shape->program->pointer_bits / 8) == 0 && is_few(r, d, a->terms[k].index, range))
            return a->terms[k].index;
    return IR_NOTHING;
}

bool shape_is_few_index(struct shape_run *r, struct shape_draft *d, ir_val v, struct num_range *range) {
    const struct shape_scan *s = &r->shape->scan;
    return ir_tag(v) == IR_LOCAL && s->index[s->first_local[r->func_index] + ir_index(v)] && is_few(r, d, v, range);
}

// One case for each value of such an index.  True: d is done with.
static bool split(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    struct num_range range;
    ir_val v = index_of(r, d, i->to, &range);
    if (v == IR_NOTHING) v = index_of(r, d, i->from, &range);
    if (v == IR_NOTHING && i->op == IR_STORE && shape_is_few_index(r, d, i->args[0], &range)) v = i->args[0];
    if (v == IR_NOTHING) return false;
    num_word x = range.lo;
    for (num_word n = num_range_size(range); n > 0; n--, x = num_wrap(range.bits, x + 1)) {
        struct shape_draft one;
        shape_draft_copy(r->vocabulary, &one, d);
        if (shape_narrow(r, &one, v, num_range_const(range.bits, x)))
            shape_step(r, &one, i, out);
        else
            shape_discard(r, &one);
    }
    shape_discard(r, d);
    return true;
}

void shape_step(struct shape_run *r, struct shape_draft *d, const struct ir_instr *i, shape_drafts *out) {
    if (split(r, d, i, out)) return;
    switch (i->op) {
    case IR_LOAD: load(r, d, i, out); return;
    case IR_STORE: store(r, d, i, out); return;
    case IR_COPY: copy(r, d, i, out); return;
    case IR_FILL: fill(r, d, i, out); return;
    case IR_ENTER:
    case IR_LEAVE: scope(r, d, i, out); return;
    case IR_CALL: shape_library(r, d, i, ir_index(i->args[0]), out); return;
    default:
        if (simple(r, d, i, out))
            vec_push(out, *d);
        else
            shape_discard(r, d);
    }
}
