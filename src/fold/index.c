// SPDX-License-Identifier: MIT
// Addresses with an index that is one of a few numbers: a draft for each of them.
#include "fold/fold.h"

enum { MOST_PLACES = 16 };

// The register of an index of the address, with its range, if it is one of two numbers or a few more.
static bool few_indices(struct fold_run *r, struct fold_draft *d, const struct ir_addr *a, struct fold_place *p, struct num_range *range) {
    for (uint32_t k = 0; a && k < a->n_terms; k++) {
        struct fold_operand index;
        unsigned bits = fold_bits(ir_type_of(r->fold->program, r->func, a->terms[k].index));
        bool local = ir_tag(a->terms[k].index) == IR_LOCAL && bits && bits <= 64;
        if (!local || !fold_eval(r, d, a->terms[k].index, &index) || index.kind != FOLD_PLACE) continue;
        *range = fold_range(r, d, &index, bits);
        *p = index.place;
        if (num_range_size(*range) > 1 && num_range_size(*range) <= MOST_PLACES) return true;
    }
    return false;
}

// The register holds that number, and so does the one that it was made from by a change of width, as far as it still has its value.
static void hold(struct fold_run *r, struct fold_draft *d, struct fold_place p, num_word x) {
    const struct ir_instr *i = NULL;
    unsigned bits = fold_cell(d, p)->range.bits;
    num_sword value = num_signed(bits, x);
    fold_set_range(r->base, d, p, num_range_const(bits, x));
    uint32_t at = fold_origin(r, r->at, p.at - vec_last(&d->frames).first_reg);
    if (at != UINT32_MAX) i = &r->func->instrs.at[at];
    if (!i || i->op != IR_LET || (i->pure != IR_ZEXT_ && i->pure != IR_SEXT_ && i->pure != IR_COPY_)) return;
    struct fold_place from = fold_reg(d, ir_index(i->args[0]));
    const struct fold_cell *c =
        ir_tag(i->args[0]) == IR_LOCAL && fold_is_unchanged(r, at, ir_index(i->args[0])) ? fold_cell(d, from) : NULL;
    if (!c || from.at == p.at || c->range.bits > 64 || !logic_leq(r->base->logic, d->b, fold_is_number(r->base, d, from))) return;
    num_word narrow = num_wrap(c->range.bits, (num_word)value);
    if (num_range_has(c->range, narrow)) hold(r, d, from, narrow);
}

bool fold_split_index(struct fold_run *r, struct fold_draft *d, const struct ir_instr *i, fold_drafts *out) {
    struct fold_place p;
    struct num_range range;
    if (!few_indices(r, d, i->to, &p, &range) && !few_indices(r, d, i->from, &p, &range)) return false;
    for (uint64_t k = 0; k < (uint64_t)num_range_size(range); k++) {
        struct fold_draft one;
        fold_draft_copy(&one, d);
        hold(r, &one, p, num_wrap(range.bits, (num_word)range.lo + k));
        fold_deliver(&one, out);
    }
    fold_draft_free(d);
    return true;
}
