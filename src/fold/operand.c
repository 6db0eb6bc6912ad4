// SPDX-License-Identifier: MIT
// Values of the program, read from and written to a draft.
#include <assert.h>

#include "dom/symbol.h"
#include "fold/fold.h"

struct fold_place fold_reg(const struct fold_draft *d, uint32_t local) {
    return (struct fold_place){FOLD_REGS, vec_last(&d->frames).first_reg + local};
}

unsigned fold_bits(ir_type t) {
    return ir_bits(t) <= NUM_MAX_BITS ? ir_bits(t) : 0;
}

uint32_t fold_global_node(struct fold_run *r, struct fold_draft *d, uint32_t global) {
    const struct ir_global *g = &r->fold->program->globals.at[global];
    uint32_t node = fold_name(r->base, (struct fold_name){.storage = FOLD_GLOBAL, .a = global});
    if (!fold_node(d, node)) fold_add_node(d, (struct fold_node){node, FOLD_REST_INITIAL, g->flags & IR_UNSIZED ? 0 : g->size});
    return node;
}

static bool eval_const(struct fold_run *r, const struct ir_const *c, struct fold_operand *out) {
    unsigned bits = fold_bits(c->type);
    if (!bits) {
        fold_give_up(r, "a value of more than %u bits", NUM_MAX_BITS);
        return false;
    }
    *out = (struct fold_operand){.kind = c->undef ? FOLD_NOTHING : FOLD_NUMBER};
    if (!c->undef) out->range = num_range_const(bits, (num_word)c->hi << 64 | c->lo);
    return true;
}

bool fold_eval(struct fold_run *r, struct fold_draft *d, ir_val v, struct fold_operand *out) {
    uint32_t i = ir_index(v);
    if (!dom_has_symbol(r->fold->program, v, r->out, r->func_index, r->at)) return false;
    switch (ir_tag(v)) {
    case IR_LOCAL:
        *out = (struct fold_operand){.kind = FOLD_PLACE, .place = fold_reg(d, i)};
        if (!fold_cell(d, out->place)) out->kind = FOLD_NOTHING;
        return true;
    case IR_CONST: return eval_const(r, &r->fold->program->consts.at[i], out);
    case IR_SLOT: *out = (struct fold_operand){.kind = FOLD_ADDRESS, .node = fold_slot_node(r->base, d, r->func_index, i)}; break;
    case IR_GLOBAL: *out = (struct fold_operand){.kind = FOLD_ADDRESS, .node = fold_global_node(r, d, i)}; return true;
    case IR_FUNC:
        *out = (struct fold_operand){.kind = FOLD_ADDRESS, .node = fold_name(r->base, (struct fold_name){.storage = FOLD_CODE, .a = i})};
        return true;
    default: fold_give_up(r, "the address of a label"); return false;
    }
    if (fold_node(d, out->node)) return true;
    out->node = FOLD_GONE;
    return true;
}

// Offsets are kept modulo 2^32, and far from where they would wrap: more than this is not followed.
enum { FAR = 1 << 30 };

static bool is_far(int64_t offset) {
    return offset <= -FAR || offset >= FAR;
}

// Is what the operand points to, or may point to, followed when it is moved so far?
static bool can_move(struct fold_run *r, const struct fold_draft *d, const struct fold_operand *v, int64_t by) {
    fold_list edges = {0};
    bool far = is_far(by);
    if (v->kind == FOLD_PLACE && by) fold_edges(r->base, d, v->place, &edges);
    for (uint32_t i = 0; i < edges.n; i++) far |= is_far((int32_t)fold_flag_of(r->base, edges.at[i])->offset + by);
    vec_free(&edges);
    return !far;
}

bool fold_address(struct fold_run *r, struct fold_draft *d, const struct ir_addr *a, struct fold_operand *out) {
    uint64_t sum = (uint64_t)a->offset;
    for (uint32_t k = 0; k < a->n_terms; k++) {
        struct fold_operand index;
        num_word x;
        unsigned bits = fold_bits(ir_type_of(r->fold->program, r->func, a->terms[k].index));
        if (!bits || !fold_eval(r, d, a->terms[k].index, &index)) return false;
        if (bits > 64 || !num_range_is_const(fold_range(r, d, &index, bits), &x)) {
            fold_give_up(r, "an address with an index that is not known");
            return false;
        }
        sum += (uint64_t)num_signed(bits, x) * (uint64_t)a->terms[k].scale;
    }
    int64_t offset = (int64_t)sum;
    if (!fold_eval(r, d, a->base, out)) return false;
    if (!can_move(r, d, out, offset)) {
        fold_give_up(r, "an address with an offset that is too large");
        return false;
    }
    out->offset += (uint32_t)offset;
    if (out->kind == FOLD_NUMBER && offset)
        out->range =
            num_range_binary(NUM_ADD, out->range, num_range_const(out->range.bits, num_wrap(out->range.bits, (num_word)(num_sword)offset)));
    return true;
}

// Can the place hold what is no number?
static bool may_be_other(struct fold_run *r, const struct fold_draft *d, struct fold_place p) {
    struct logic *l = r->base->logic;
    return !logic_disjoint(l, d->b, logic_or(l, fold_pointer(r->base, d, p), fold_uninit(r->base, d, p)));
}

struct num_range fold_range(struct fold_run *r, const struct fold_draft *d, const struct fold_operand *v, unsigned bits) {
    if (v->kind == FOLD_NUMBER && v->range.bits == bits) return v->range;
    if (v->kind == FOLD_PLACE && !may_be_other(r, d, v->place) && !v->offset) {
        struct num_range range = fold_cell(d, v->place)->range;
        if (range.bits == bits && !num_range_is_empty(range)) return range;
    }
    return num_range_full(bits);
}

// The number keeps its value with another width, if it fits; a flag stays one.
static void adjust_width(struct fold_run *r, struct fold_draft *d, struct fold_place p, unsigned bits) {
    struct num_range range = fold_cell(d, p)->range;
    if (range.bits == bits) return;
    fold_set_range(r->base, d, p, range.bits < bits ? num_range_zext(range, bits) : num_range_trunc(range, bits));
}

// A pointer with a number of bytes added; so is a number that is null, for instance.
static void add_offset(struct fold_run *r, struct fold_draft *d, struct fold_place p, uint32_t offset) {
    struct num_range range = fold_cell(d, p)->range;
    if (!offset || num_range_is_empty(range)) return;
    num_word delta = num_wrap(range.bits, (num_word)(num_sword)(int32_t)offset);
    fold_set_range(r->base, d, p, num_range_binary(NUM_ADD, range, num_range_const(range.bits, delta)));
}

void fold_assign(struct fold_run *r, struct fold_draft *d, struct fold_place p, uint32_t size, unsigned bits,
                 const struct fold_operand *v) {
    struct fold_base *f = r->base;
    const struct fold_place spare = {FOLD_SCRATCH, 3};
    bool self = v->kind == FOLD_PLACE && v->place.node == p.node && v->place.at == p.at;
    if (self && !v->offset) return;
    if (self) {
        struct fold_operand again = {.kind = FOLD_PLACE, .place = spare};
        fold_put_copy(f, d, spare, size, p, v->offset);
        add_offset(r, d, spare, v->offset);
        fold_assign(r, d, p, size, bits, &again);
        fold_clear(f, d, spare);
        return;
    }
    // The new value counts as held while the old one is lost.
    if (fold_cell(d, p) && fold_may_lose(r, d, p)) {
        struct fold_operand again = {.kind = FOLD_PLACE, .place = spare};
        fold_assign(r, d, spare, size, bits, v);
        fold_lose(r, d, p);
        fold_clear(f, d, p);
        fold_assign(r, d, p, size, bits, &again);
        fold_clear(f, d, spare);
        return;
    }
    switch (v->kind) {
    case FOLD_NUMBER: fold_put_number(f, d, p, size, v->range); break;
    case FOLD_NOTHING: fold_put_uninit(f, d, p, size, bits); break;
    case FOLD_ADDRESS: fold_put_address(f, d, p, size, v->node, v->offset); break;
    case FOLD_PLACE:
        fold_put_copy(f, d, p, size, v->place, v->offset);
        add_offset(r, d, p, v->offset);
        break;
    }
    adjust_width(r, d, p, bits);
}
