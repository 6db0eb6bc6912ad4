// SPDX-License-Identifier: MIT
// One instruction on one draft: what it does to memory and values.
#include <assert.h>

#include "sl/local.h"
#include "sl/sl.h"
#include "sl/length.h"
#include "sl/table.h"
#include "sl/term.h"

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool is_exact(struct sl_place p) {
    return p.lo == p.hi;
}

static const struct ir_instr *instr_of(const struct step_run *r) {
    return &r->func->instrs.at[r->at];
}

bool sl_op_address(struct step_run *r, void *d, const struct ir_addr *a, struct step_place *out) {
    *out = (struct step_place){.base = {.kind = STEP_OWN, .object = sl_address_value(r, d, a)}};
    return out->base.object != 0;
}

// In the library's table of classes: is it the entry of one character?  EOF, and what a signed char may be, have theirs before that of 0.
static bool is_class_of(const struct sl_draft *d, uint32_t a, uint32_t n, struct sl_form *index) {
    enum { ENTRY = 2, OF_ZERO = 128 * ENTRY };
    return n == ENTRY && sl_index_form(d, a, index) && index->times == ENTRY && index->plus == OF_ZERO;
}

bool sl_op_load(struct step_run *r, void *draft, const struct step_place *at, uint32_t local, bool moving, step_drafts *out) {
    struct sl_draft *d = draft;
    struct sl_place p;
    const struct ir_addr *to = instr_of(r)->to;
    ir_type t = step_local_type(r, local);
    uint32_t a = at->base.object;
    (void)out;
    if (!sl_resolve(r, d, a, ir_bytes(t), false, to, &p)) return false;
    bool argument = sl_is_argument(&d->objects.at[p.object]);
    bool changes = (moving && d->objects.at[p.object].storage == SL_GLOBAL) || (sl_is_shared(&d->objects.at[p.object]) && !argument);
    if (!changes && sl_find_place(r, d, to, a, ir_bytes(t), ir_kind(t) == IR_PTR, &p) == SL_ENDED) return false;
    uint32_t v = sl_load_string(r, d, to, a, p, t, local);
    bool itself = d->values.at[a].object == p.object;
    if (!v && !changes && itself && d->terms.n && ir_kind(t) == IR_INT) v = sl_loaded_before(d, a, ir_bits(t));
    if (!v && (changes || argument))
        v = sl_unknown(d, t, sl_of(r)->bits);
    else if (!v)
        v = is_exact(p) ? sl_get(d, p.object, (uint64_t)p.lo, t, sl_of(r)->bits) : sl_load_one_of(r, d, to, p, t);
    bool of_string = ir_bytes(t) == 1 && itself && (d->objects.at[p.object].ends || d->objects.at[p.object].text);
    if (v && of_string && d->values.at[v].kind == SL_UNINIT && !step_is_asked(r->step, IR_RULE_UNINITIALISED_VALUE))
        v = sl_unknown(d, t, sl_of(r)->bits);  // it may be the end
    struct sl_form index;
    if (v && changes && d->objects.at[p.object].tag == SL_CLASSES && is_class_of(d, a, ir_bytes(t), &index)) sl_classified(d, v, index.value, true);
    if (v && ir_bytes(t) == 1 && itself) sl_loaded_byte(d, v, a, sl_of(r)->bits);
    if (v && d->sized && !changes && itself && ir_kind(t) == IR_INT && ir_bits(t) == 8 * ir_bytes(t)) sl_tell_loaded(d, v, a);
    if (v) sl_assign(d, local, v);
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

// The field of characters that has all of these bytes, or none (size 0).
static struct sl_field characters_at(const struct sl_draft *d, struct sl_place p, uint32_t n) {
    for (uint32_t i = sl_first_field(d, p.object); sl_has(d, i, p.object); i++) {
        struct sl_field f = d->fields.at[i];
        if (d->values.at[f.value].kind == SL_CHARS && f.offset <= (uint64_t)p.lo && (uint64_t)p.hi + n <= f.offset + f.size) return f;
    }
    return (struct sl_field){0};
}

// A byte of a string of argv that leaves all of them strings, however many addresses are of the same one: another end, or what is before the end.
static bool keeps_strings(const struct sl_draft *d, uint32_t a, uint32_t n, uint32_t v, bool before) {
    const struct sl_object *o = &d->objects.at[d->values.at[a].object];
    return d->values.at[a].kind == SL_ADDR && sl_is_argument(o) && o->text == SL_TEXT && n == 1 && (before || sl_is_null(d, v));
}

// A zero at a pointer to before the end of a string parts it in two: both end where it did, if not before.  One at an index cuts it.
bool sl_op_store(struct step_run *r, void *draft, const struct step_place *at, ir_type t, const struct step_value *value, step_drafts *out) {
    struct sl_draft *d = draft;
    struct sl_place p;
    const struct ir_addr *to = instr_of(r)->to;
    uint32_t n = ir_bytes(t), v = value->object, a = at->base.object;
    struct sl_object old = d->objects.at[d->values.at[a].object];
    bool before = old.ends && sl_bound(d, sl_reading(d, a, true), sl_reading(d, old.ends, true)) <= -(int64_t)n;
    (void)out;
    bool kept = keeps_strings(d, a, n, v, before);
    if (!sl_resolve(r, d, a, n, !kept, to, &p)) return false;
    if (kept) {
        sl_forget_ends(d, d->values.at[a].object);
        return true;
    }
    enum sl_found found = sl_find_place(r, d, to, a, n, ir_kind(t) == IR_PTR, &p);
    if (found == SL_ENDED) return false;
    if (found == SL_FOUND) sl_open_text(d, p.object);
    if (found == SL_ELSEWHERE && sl_is_null(d, v)) keep_text(d, &old, p);
    if (found == SL_ELSEWHERE && before && !sl_is_null(d, v)) keep_end(d, &old, p.object, v);
    if (sl_store_string(r, d, to, a, p, v)) return true;
    if (!is_exact(p)) {
        struct sl_field f = characters_at(d, p, n);
        if (!sl_store_one_of(r, d, to, p, t, v)) return false;
        if (f.size && sl_is_null(d, v)) sl_put(d, p.object, f.offset, f.size, sl_fresh(d, SL_CHARS));
        if (sl_is_null(d, v) && !(before && !to->n_terms)) sl_give_end(d, p.object, sl_offset_number(d, a, p.lo, p.hi), false);
        return true;
    }
    if (d->sized) {
        uint32_t field = sl_field_at(d, p.object, (uint64_t)p.lo, n);
        if (field != UINT32_MAX) sl_retell_sizes(d, d->fields.at[field].value, v);
    }
    sl_put(d, p.object, (uint64_t)p.lo, n, v);
    return true;
}

// Do the n bytes at p, where the address is, lie in one place of an array, whichever it is?
static bool is_element(const struct sl_draft *d, const struct ir_addr *a, uint64_t n, struct sl_place p) {
    struct sl_table t;
    if (sl_is_shared(&d->objects.at[p.object])) return false;
    if (a->n_terms) return a->n_terms == 1 && a->terms[0].scale > 0 && (uint64_t)a->terms[0].scale >= n;
    bool inside = is_exact(p) && sl_table_read(d, p.object, &t) && (uint64_t)p.lo >= t.base;
    return inside && ((uint64_t)p.lo - t.base) % t.stride + n <= t.stride;
}

// An element of an array of structures that is copied as a whole, unless by a call; false: the path ended.
static bool find_element(struct step_run *r, struct sl_draft *d, const struct ir_addr *a, struct sl_range *x) {
    if (!a || x->n.lo != x->n.hi || !x->n.lo || !is_element(d, a, x->n.lo, x->place)) return true;
    return sl_find_place(r, d, a, x->value, x->n.lo, false, &x->place) != SL_ENDED;
}

bool sl_op_copy_bytes(struct step_run *r, void *d, const struct step_place *to, const struct step_place *from, const struct step_extent *n,
                      bool apart, step_drafts *out) {
    struct sl_range x = {.value = to->base.object, .n = *n}, y = {.value = from->base.object, .n = *n};
    (void)out;
    if (!sl_resolve_range(r, d, y.value, *n, false, instr_of(r)->from, &y.place)) return false;
    if (!sl_resolve_range(r, d, x.value, *n, true, instr_of(r)->to, &x.place)) return false;
    if (!find_element(r, d, instr_of(r)->from, &y) || !find_element(r, d, instr_of(r)->to, &x)) return false;
    if (apart && !sl_apart(r, d, &x, &y, true)) return false;
    sl_copy(d, x.place, y.place, *n);
    if (x.place.object != y.place.object) sl_copy_end_behind(d, x.value, x.place, y.place, *n);
    return true;
}

bool sl_op_fill(struct step_run *r, void *d, const struct step_place *to, struct num_range unit, const struct step_extent *n,
                step_drafts *out) {
    struct sl_place p;
    (void)out;
    if (!sl_resolve_range(r, d, to->base.object, *n, true, instr_of(r)->to, &p)) return false;
    sl_fill(d, p, *n, unit);
    return true;
}

// ---- storage -----------------------------------------------------------------------------------------------------------------------

bool sl_op_begin_slot(struct step_run *r, void *draft, uint32_t slot) {
    struct sl_draft *d = draft;
    uint32_t at = vec_last(&d->frames).first_slot + slot;
    if (d->slots.at[at]) return true;
    d->slots.at[at] = sl_slot_object(d, r->func, r->func_index, slot);
    sl_make_symbolic(sl_of(r), d, d->slots.at[at]);
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
    struct step_extent size;
    if (!step_length(r, d, i->args[0], &size)) return false;
    uint32_t v = sl_stack_block(r, d, size);
    if (ir_tag(i->args[0]) == IR_LOCAL) sl_give_size(d, d->values.at[v].object, sl_eval(r, d, i->args[0]));
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
    case IR_ALLOCA: return stack_block(r, d, i);
    case IR_MARK: sl_assign(d, i->dsts[0], sl_const(d, sl_of(r)->bits, d->blocks.n)); return true;
    default: assert(i->op == IR_RELEASE); return release(r, d, i);
    }
}
