// SPDX-License-Identifier: MIT
// Values of the program, read from and written to a draft.
#include <assert.h>

#include "fold/fold.h"

struct fold_place fold_reg(const struct fold_draft *d, uint32_t local) {
    return (struct fold_place){FOLD_REGS, vec_last(&d->frames).first_reg + local};
}

struct step_value fold_at(struct fold_place p) {
    assert(p.node < 1u << 24);  // nodes are named as allocations and roles are met
    return (struct step_value){.kind = FOLD_PLACE, .name = (uint8_t)(p.node >> 16), .frame = (uint16_t)p.node, .object = p.at};
}

struct fold_place fold_place_of(const struct step_value *v) {
    assert(v->kind == FOLD_PLACE);
    return (struct fold_place){(uint32_t)v->name << 16 | v->frame, v->object};
}

// Of a place outside the heap.
static struct step_value value_at(const struct fold_draft *d, struct fold_place p) {
    return fold_cell(d, p) ? fold_at(p) : step_plain(STEP_UNINIT);
}

void fold_op_local(struct step_run *r, void *draft, uint32_t local, struct step_value *v) {
    (void)r;
    *v = value_at(draft, fold_reg(draft, local));
}

bool fold_op_result(struct step_run *r, void *draft, uint32_t k, struct step_value *v) {
    (void)r;
    *v = value_at(draft, (struct fold_place){FOLD_RESULTS, k});
    return true;
}

static uint32_t global_node(struct step_run *r, struct fold_draft *d, uint32_t global) {
    const struct ir_global *g = &r->step->program->globals.at[global];
    uint32_t node = fold_name(fold_base_of(r), (struct fold_name){.storage = FOLD_GLOBAL, .a = global});
    if (!fold_node(d, node)) fold_add_node(d, (struct fold_node){node, FOLD_REST_INITIAL, g->flags & IR_UNSIZED ? 0 : g->size});
    return node;
}

void fold_op_object(struct step_run *r, void *draft, ir_val symbol, struct step_value *v) {
    uint32_t i = ir_index(symbol);
    *v = step_plain(FOLD_ADDRESS);
    if (ir_tag(symbol) == IR_SLOT)
        v->object = fold_slot_node(fold_base_of(r), draft, r->func_index, i);
    else if (ir_tag(symbol) == IR_GLOBAL)
        v->object = global_node(r, draft, i);
    else
        v->object = fold_name(fold_base_of(r), (struct fold_name){.storage = FOLD_CODE, .a = i});
    if (ir_tag(symbol) == IR_SLOT && !fold_node(draft, v->object)) v->object = FOLD_GONE;
}

// The only target that the place has in all heaps, or a node that is no object.
static uint32_t only_target(struct fold_base *f, const struct fold_draft *d, struct fold_place p, uint32_t *offset) {
    FOLD_EACH_EDGE(i, f, d, p) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (!logic_leq(f->logic, d->b, logic_var(f->logic, d->flags.at[i]))) continue;
        *offset += k->offset;
        return k->target;
    }
    return FOLD_GONE;
}

bool fold_op_is_global(struct step_run *r, void *draft, const struct step_value *v, uint32_t *global, int64_t *offset) {
    uint32_t at = (uint32_t)v->offset, node = v->kind == FOLD_ADDRESS ? v->object : FOLD_GONE;
    if (v->kind == FOLD_PLACE) node = only_target(fold_base_of(r), draft, fold_place_of(v), &at);
    const struct fold_name *name = fold_name_of(fold_base_of(r), node);
    *global = name->a;
    *offset = (int32_t)at;
    return name->storage == FOLD_GLOBAL;
}

// A pointer to functions: each that it may be.
bool fold_op_functions(struct step_run *r, void *draft, const struct step_value *v, step_list *out) {
    struct fold_base *f = fold_base_of(r);
    const struct fold_draft *d = draft;
    logic_fn known = LOGIC_FALSE;
    bool one = v->kind == FOLD_ADDRESS && !v->offset && fold_name_of(f, v->object)->storage == FOLD_CODE;
    if (one) vec_push(out, fold_name_of(f, v->object)->a);
    if (v->kind != FOLD_PLACE) return one;
    FOLD_EACH_EDGE(i, f, d, fold_place_of(v)) {
        const struct fold_flag *k = fold_flag_of(f, d->flags.at[i]);
        if (fold_name_of(f, k->target)->storage != FOLD_CODE || k->offset) continue;
        known = logic_or(f->logic, known, logic_var(f->logic, d->flags.at[i]));
        vec_push(out, fold_name_of(f, k->target)->a);
    }
    return logic_leq(f->logic, d->b, known);
}

// Offsets are kept modulo 2^32, and far from where they would wrap: more than this is not followed.
enum { FAR = 1 << 30 };

static bool is_far(int64_t offset) {
    return offset <= -FAR || offset >= FAR;
}

// Is what the operand points to, or may point to, followed when it is moved so far?
static bool can_move(struct step_run *r, const struct fold_draft *d, const struct step_value *v, int64_t by) {
    const struct fold_base *f = fold_base_of(r);
    bool far = is_far(by);
    if (v->kind != FOLD_PLACE || !by) return !far;
    FOLD_EACH_EDGE(i, f, d, fold_place_of(v)) far |= is_far((int32_t)fold_flag_of(f, d->flags.at[i])->offset + by);
    return !far;
}

bool fold_op_move(struct step_run *r, void *draft, struct step_value *v, int64_t bytes) {
    if (!can_move(r, draft, v, bytes)) return false;
    v->offset += bytes;
    if (v->kind == STEP_NUMBER && bytes) {
        num_word delta = num_wrap(v->range.bits, (num_word)(num_sword)bytes);
        v->range = num_range_binary(NUM_ADD, v->range, num_range_const(v->range.bits, delta));
    }
    return true;
}

bool fold_address(struct step_run *r, struct fold_draft *d, const struct step_place *p, struct step_value *out) {
    bool sure = p->low == p->high;
    *out = p->base;
    bool near = sure && fold_op_move(r, d, out, p->low);
    if (!near) step_give_up(r, sure ? "an address with an offset that is too large" : "an address with an index that is not known");
    return near;
}

// Can the place hold what is no number?
static bool may_be_other(struct step_run *r, const struct fold_draft *d, struct fold_place p) {
    struct logic *l = fold_base_of(r)->logic;
    return !logic_disjoint(l, d->b, logic_or(l, fold_pointer(fold_base_of(r), d, p), fold_uninit(fold_base_of(r), d, p)));
}

struct num_range fold_op_range(struct step_run *r, void *draft, const struct step_value *v, unsigned bits) {
    if (v->kind == STEP_NUMBER && v->range.bits == bits) return v->range;
    if (v->kind == FOLD_PLACE && !may_be_other(r, draft, fold_place_of(v)) && !v->offset) {
        struct num_range range = fold_cell(draft, fold_place_of(v))->range;
        if (range.bits == bits && !num_range_is_empty(range)) return range;
    }
    return num_range_full(bits);
}

// The number keeps its value with another width, if it fits; a flag stays one.
static void adjust_width(struct step_run *r, struct fold_draft *d, struct fold_place p, unsigned bits) {
    struct num_range range = fold_cell(d, p)->range;
    if (range.bits == bits) return;
    fold_set_range(fold_base_of(r), d, p, range.bits < bits ? num_range_zext(range, bits) : num_range_trunc(range, bits));
}

// A pointer with a number of bytes added; so is a number that is null, for instance.
static void add_offset(struct step_run *r, struct fold_draft *d, struct fold_place p, uint32_t offset) {
    struct num_range range = fold_cell(d, p)->range;
    if (!offset || num_range_is_empty(range)) return;
    num_word delta = num_wrap(range.bits, (num_word)(num_sword)(int32_t)offset);
    fold_set_range(fold_base_of(r), d, p, num_range_binary(NUM_ADD, range, num_range_const(range.bits, delta)));
}

void fold_assign(struct step_run *r, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits,
                 const struct step_value *v) {
    struct fold_base *f = fold_base_of(r);
    const struct fold_place spare = {FOLD_SCRATCH, 3}, from = v->kind == FOLD_PLACE ? fold_place_of(v) : spare;
    const struct step_value again = fold_at(spare);
    uint32_t offset = (uint32_t)v->offset;
    bool self = v->kind == FOLD_PLACE && from.node == p.node && from.at == p.at;
    if (self && !offset) return;
    if (self || (fold_cell(d, p) && fold_may_lose(r, d, p))) {  // the new value counts as held while the old one is lost
        fold_assign(r, d, spare, size, bits, v);
        fold_lose(r, d, p);
        fold_clear(f, d, p);
        fold_assign(r, d, p, size, bits, &again);
        fold_clear(f, d, spare);
        return;
    }
    switch (v->kind) {
    case STEP_NUMBER: fold_put_number(f, d, p, size, v->range); break;
    case FOLD_ADDRESS: fold_put_address(f, d, p, size, v->object, offset); break;
    case FOLD_PLACE:
        fold_put_copy(f, d, p, size, from, offset);
        add_offset(r, d, p, offset);
        break;
    default: fold_put_uninit(f, d, p, size, bits); break;
    }
    adjust_width(r, d, p, bits);
}

void fold_op_assign(struct step_run *r, void *draft, uint32_t local, ir_type t, const struct step_value *v) {
    fold_assign(r, draft, fold_reg(draft, local), ir_bytes(t), step_bits(t), v);
}

void fold_forget_place(struct step_run *r, struct fold_draft *d, struct fold_place p) {
    if (!fold_cell(d, p)) return;
    fold_lose(r, d, p);
    fold_clear(fold_base_of(r), d, p);
}

void fold_op_forget(struct step_run *r, void *draft, uint32_t local, enum step_forget why) {
    struct fold_place p = fold_reg(draft, local);
    if (why != STEP_UNREAD)
        fold_forget_place(r, draft, p);
    else if (fold_cell(draft, p) && !fold_would_lose(r, draft, p))  // unless it alone holds a block
        fold_clear(fold_base_of(r), draft, p);
}
