// SPDX-License-Identifier: MIT
// Comparisons, what is learnt from their outcome, and what is looked at by cases.
#include "tvheap/tvheap.h"

// ---- equality ----------------------------------------------------------------------------------------------------------------------------

static bool is_pointer(const struct step_value *v) {
    return v->kind == TVHEAP_POINTER || v->kind == TVHEAP_ADDRESS || v->kind == TVHEAP_CODE;
}

// An address inside an object that is there, and that no other object has.
static bool is_solid(const struct step_run *r, const struct tvheap_draft *d, const struct step_value *v) {
    const struct ir_program *p = r->step->program;
    uint64_t size = 0;
    if (v->kind == TVHEAP_CODE) return !(p->funcs.at[v->object].flags & (IR_WEAK | IR_EXTERN));
    if (v->kind == TVHEAP_POINTER && !tvheap_size_of(r, d, v->name, &size)) return false;
    if (v->kind == TVHEAP_ADDRESS) size = tvheap_object_size(r, d, v);
    bool merged =
        v->kind == TVHEAP_ADDRESS && v->object < p->globals.n && p->globals.at[v->object].flags & (IR_WEAK | IR_EXTERN | IR_READONLY);
    return !merged && v->offset >= 0 && (uint64_t)v->offset < size;
}

static enum num_truth equal(const struct step_run *r, const struct tvheap_draft *d, const struct step_value *a,
                            const struct step_value *b) {
    num_word x;
    if (a->kind == TVHEAP_NUMBER && b->kind == TVHEAP_NUMBER)
        return a->range.bits == b->range.bits ? num_range_test(NUM_EQ, a->range, b->range) : NUM_MAYBE;
    if (is_pointer(a) && is_pointer(b)) {
        if (tvheap_same_object(a, b)) return a->offset == b->offset ? NUM_TRUE : NUM_FALSE;
        return is_solid(r, d, a) && is_solid(r, d, b) ? NUM_FALSE : NUM_MAYBE;
    }
    const struct step_value *pointer = is_pointer(a) ? a : b, *number = is_pointer(a) ? b : a;
    bool null = number->kind == TVHEAP_NUMBER && num_range_is_const(number->range, &x) && !x;
    if (!is_pointer(pointer) || !null) return NUM_MAYBE;
    bool start = pointer->kind == TVHEAP_POINTER && !pointer->offset;
    return start || is_solid(r, d, pointer) ? NUM_FALSE : NUM_MAYBE;
}

void tvheap_op_equal(struct step_run *r, void *draft, uint32_t local, const struct step_value *a, const struct step_value *b, unsigned bits,
                    bool differ) {
    enum num_truth t = equal(r, draft, a, b);
    (void)bits;
    if (differ) t = (t & NUM_TRUE ? NUM_FALSE : 0) | (t & NUM_FALSE ? NUM_TRUE : 0);
    *tvheap_local(draft, local) = step_number(num_range_truth(t));
}

// ---- what an outcome tells -----------------------------------------------------------------------------------------------------------------

bool tvheap_op_assume(struct step_run *r, void *draft, const struct step_value *v, unsigned bits, bool outcome) {
    struct step_value zero = step_number(num_range_const(bits, 0));
    return equal(r, draft, v, &zero) & (outcome ? NUM_FALSE : NUM_TRUE);
}

bool tvheap_op_narrow(struct step_run *r, void *draft, uint32_t local, struct num_range range) {
    struct step_value *v = tvheap_local(draft, local);
    (void)r;
    if (v->kind == TVHEAP_NUMBER && v->range.bits == range.bits) v->range = range;
    return true;
}

// ---- cases ---------------------------------------------------------------------------------------------------------------------------------

enum { FEW = 8 };

// An index of few values that chooses among elements which may hold pointers, or IR_NOTHING.
static ir_val index_of(struct step_run *r, struct tvheap_draft *d, const struct ir_addr *a, struct num_range *range) {
    for (uint32_t k = 0; a && k < a->n_terms; k++)
        if (a->terms[k].scale % (r->step->program->pointer_bits / 8) == 0 && step_is_few(r, d, a->terms[k].index, FEW, range))
            return a->terms[k].index;
    return IR_NOTHING;
}

// Is it a local that chooses among elements of arrays, and has a few values?
static bool is_few_index(struct step_run *r, struct tvheap_draft *d, ir_val v, struct num_range *range) {
    const struct tvheap_scan *s = &tvheap_of(r)->scan;
    return ir_tag(v) == IR_LOCAL && s->index[s->first_local[r->func_index] + ir_index(v)] && step_is_few(r, d, v, FEW, range);
}

// Arguments of calls, too, since what the callee learns of its parameter is not known of them.
ir_val tvheap_op_choice(struct step_run *r, void *draft, const struct ir_instr *i, struct num_range *range) {
    ir_val v = index_of(r, draft, i->to, range);
    if (v == IR_NOTHING) v = index_of(r, draft, i->from, range);
    if (v == IR_NOTHING && i->op == IR_STORE && is_few_index(r, draft, i->args[0], range)) v = i->args[0];
    for (uint32_t k = 1; v == IR_NOTHING && i->op == IR_CALL && k < i->n_args && step_is_engines(r->step, i); k++)
        if (is_few_index(r, draft, i->args[k], range)) v = i->args[k];
    return v;
}
