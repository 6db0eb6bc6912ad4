// SPDX-License-Identifier: MIT
// One instruction on one draft: what it does to memory and values.
#include <assert.h>

#include "sl/local.h"
#include "sl/sl.h"
#include "sl/length.h"
#include "sl/table.h"

static ir_type type_of(struct step_run *r, ir_val v) {
    return ir_type_of(r->step->program, r->func, v);
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool is_exact(struct sl_place p) {
    return p.lo == p.hi;
}

static bool load(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    struct sl_place p;
    ir_type t = r->func->locals.at[i->dsts[0]].type;
    uint32_t a = sl_address_value(r, d, i->to);
    if (!a || !sl_resolve(r, d, a, ir_bytes(t), false, i->to, &p)) return false;
    bool changes = (i->flags & IR_VOLATILE && d->objects.at[p.object].storage == SL_GLOBAL) || sl_is_shared(&d->objects.at[p.object]);
    if (!changes && sl_find_place(r, d, i->to, a, ir_bytes(t), ir_kind(t) == IR_PTR, &p) == SL_ENDED) return false;
    uint32_t v = sl_load_string(r, d, i->to, a, p, t, i->dsts[0]);
    if (v) {
        sl_assign(d, i->dsts[0], v);
        return true;
    }
    if (changes)
        v = sl_unknown(d, t, sl_of(r)->bits);
    else if (is_exact(p))
        v = sl_get(d, p.object, (uint64_t)p.lo, t, sl_of(r)->bits);
    else
        v = sl_load_one_of(r, d, i->to, p, t);
    if (v) sl_assign(d, i->dsts[0], v);
    return v != 0;
}

// A zero ends strings, it does not open them.
static void keep_text(struct sl_draft *d, const struct sl_object *old, struct sl_place p) {
    struct sl_object *o = &d->objects.at[p.object];
    o->text = old->text;
    o->wide = old->wide;
    o->ends = old->ends;
    o->first = old->first && num_range_smax(d->values.at[old->ends].range) < p.lo;
}

// What is written before the end of a string leaves it there.
static void keep_end(struct sl_draft *d, const struct sl_object *old, uint32_t object, uint32_t v) {
    const struct sl_value *x = &d->values.at[v];
    d->objects.at[object].ends = old->ends;
    d->objects.at[object].first = old->first && x->kind == SL_INT && x->range.bits == 8 && !num_range_has(x->range, 0);
}

static bool store(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    struct sl_place p;
    uint32_t n = ir_bytes(type_of(r, i->args[0])), v = sl_eval(r, d, i->args[0]), a = v ? sl_address_value(r, d, i->to) : 0;
    struct sl_object old = d->objects.at[a ? d->values.at[a].object : 0];
    bool before = a && old.ends && sl_bound(d, sl_reading(d, a, true), sl_reading(d, old.ends, true)) <= -(int64_t)n;
    if (!a || !sl_resolve(r, d, a, n, true, i->to, &p)) return false;
    enum sl_found found = sl_find_place(r, d, i->to, a, n, ir_kind(type_of(r, i->args[0])) == IR_PTR, &p);
    if (found == SL_ENDED) return false;
    if (found == SL_FOUND) sl_open_text(d, p.object);
    if (found == SL_ELSEWHERE && sl_is_null(d, v)) keep_text(d, &old, p);
    if (found == SL_ELSEWHERE && before && !sl_is_null(d, v)) keep_end(d, &old, p.object, v);
    if (!is_exact(p)) {
        if (!sl_store_one_of(r, d, i->to, p, type_of(r, i->args[0]), v)) return false;
        if (sl_is_null(d, v)) sl_give_end(d, p.object, sl_offset_number(d, a, p.lo, p.hi), false);
        return true;
    }
    if (d->sized) {
        uint32_t at = sl_field_at(d, p.object, (uint64_t)p.lo, n);
        if (at != UINT32_MAX) sl_retell_sizes(d, d->fields.at[at].value, v);
    }
    sl_put(d, p.object, (uint64_t)p.lo, n, v);
    return true;
}

static bool length_of(struct step_run *r, struct sl_draft *d, ir_val v, struct sl_extent *n) {
    uint32_t value = sl_eval(r, d, v);
    if (!value) return false;
    const struct sl_value *x = &d->values.at[value];
    bool number = x->kind == SL_INT && x->range.bits <= 64;
    *n = number ? (struct sl_extent){num_range_umin(x->range), num_range_umax(x->range), value, 1, 0, 0, true}
                : (struct sl_extent){.hi = UINT64_MAX};
    return true;
}

static bool copy(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    struct sl_place to, from;
    struct sl_extent n;
    if (!length_of(r, d, i->args[0], &n)) return false;
    if (!n.hi) return true;
    uint32_t a = sl_address_value(r, d, i->to), b = a ? sl_address_value(r, d, i->from) : 0;
    if (!b || !sl_resolve_range(r, d, b, n, false, i->from, &from) || !sl_resolve_range(r, d, a, n, true, i->to, &to)) return false;
    if (i->flags & IR_APART && !sl_apart(r, d, &(struct sl_range){a, to, n}, &(struct sl_range){b, from, n}, true)) return false;
    sl_copy(d, to, from, n);
    return true;
}

// FILL, or HAVOC: with anything.
static bool fill(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    struct sl_place to;
    struct sl_extent n;
    bool known = i->op == IR_FILL;
    uint32_t byte = known ? sl_eval(r, d, i->args[0]) : 0;
    if ((known && !byte) || !length_of(r, d, i->args[known], &n)) return false;
    if (!n.hi) return true;
    uint32_t a = sl_address_value(r, d, i->to);
    if (!a || !sl_resolve_range(r, d, a, n, true, i->to, &to)) return false;
    if (known)
        sl_fill(d, to, n, byte, 1);
    else
        sl_overwrite(d, to, n.hi);
    return true;
}

// ---- storage -----------------------------------------------------------------------------------------------------------------------

bool sl_op_begin_slot(struct step_run *r, void *draft, uint32_t slot) {
    struct sl_draft *d = draft;
    uint32_t at = vec_last(&d->frames).first_slot + slot;
    if (!d->slots.at[at]) d->slots.at[at] = sl_slot_object(d, r->func, r->func_index, slot);
    return true;
}

bool sl_op_end_slot(struct step_run *r, void *draft, uint32_t slot, step_drafts *out) {
    struct sl_draft *d = draft;
    uint32_t at = vec_last(&d->frames).first_slot + slot;
    (void)r, (void)out;
    sl_end_object(d, d->slots.at[at]);
    d->slots.at[at] = 0;
    return true;
}

static bool stack_block(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    struct sl_extent size;
    if (!length_of(r, d, i->args[0], &size)) return false;
    uint32_t n = sl_eval(r, d, i->args[0]), v = sl_stack_block(r, d, size);
    if (ir_tag(i->args[0]) == IR_LOCAL) sl_give_size(d, d->values.at[v].object, n);
    sl_assign(d, i->dsts[0], v);
    return true;
}

static bool release(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    num_word depth;
    uint32_t v = sl_eval(r, d, i->args[0]);
    if (!v) return false;
    if (!sl_is_const(d, v, &depth)) {
        step_give_up(r, "a stack depth that is not known");
        return false;
    }
    while (d->blocks.n > depth) sl_end_object(d, vec_pop(&d->blocks).object);
    return true;
}

static bool address(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    uint32_t v = sl_address_value(r, d, i->to);
    if (v && sl_address_of_place(r, d, i->to, i->dsts[0], &v) == SL_ENDED) return false;
    if (!v || sl_split_address(r, d, i->to, v)) return false;
    sl_assign(d, i->dsts[0], v);
    return true;
}

static bool any(struct step_run *r, struct sl_draft *d, const struct ir_instr *i) {
    sl_assign(d, i->dsts[0], sl_unknown(d, r->func->locals.at[i->dsts[0]].type, sl_of(r)->bits));
    return true;
}

bool sl_op_act(struct step_run *r, void *draft, const struct ir_instr *i) {
    struct sl_draft *d = draft;
    assert(d->frames.n);
    switch (i->op) {
    case IR_LET: return sl_let(r, d, i);
    case IR_ADDR: return address(r, d, i);
    case IR_ANY: return any(r, d, i);
    case IR_LOAD: return load(r, d, i);
    case IR_STORE: return store(r, d, i);
    case IR_COPY: return copy(r, d, i);
    case IR_FILL:
    case IR_HAVOC: return fill(r, d, i);
    case IR_ALLOCA: return stack_block(r, d, i);
    case IR_MARK: sl_assign(d, i->dsts[0], sl_const(d, sl_of(r)->bits, d->blocks.n)); return true;
    case IR_RELEASE: return release(r, d, i);
    default: step_give_up(r, "%s", i->text ? i->text : ir_ops[i->op].text); return false;
    }
}
