// SPDX-License-Identifier: MIT
// Functions on ranges of bytes.
#include "sl/lib.h"

// The target, or the place behind what was written.
static bool give_target(struct sl_call *c, const struct sl_operand *to) {
    bool inside = c->row->result.answer == IR_LIB_INSIDE && to->n.hi;
    sl_lib_give(c, inside ? sl_lib_inside(c, to->place, to->n, 1) : to->value);
    return true;
}

bool sl_model_memcpy(struct sl_call *c) {
    const struct sl_operand *to = sl_lib_of(c, IR_LIB_WRITE), *from = sl_lib_of(c, IR_LIB_READ);
    if (!sl_lib_touch(c)) return false;
    struct sl_range target = {to->value, to->place, to->n}, source = {from->value, from->place, from->n};
    if (c->row->param != IR_LIB_P_OVERLAP && !sl_apart(c->run, c->d, &target, &source, true)) return false;
    if (to->n.hi) sl_copy(c->d, to->place, from->place, to->n);
    return give_target(c, to);
}

bool sl_model_memset(struct sl_call *c) {
    const struct sl_operand *to = sl_lib_of(c, IR_LIB_WRITE);
    bool zero = c->row->kind == IR_LIB_K_BZERO;
    if (!sl_lib_touch(c)) return false;
    uint32_t unit = zero ? sl_const(c->d, 8, 0) : sl_lib_of(c, IR_LIB_VALUE)->value;
    if (to->n.hi) sl_fill(c->d, to->place, to->n, unit, sl_lib_row(c, to)->unit);
    return give_target(c, to);
}

// ---- looking -----------------------------------------------------------------------------------------------------------------------

// The sign of the first difference, as far as it is known.
static struct num_range difference(struct sl_draft *d, struct sl_place a, struct sl_place b, struct sl_extent n) {
    num_word x, y;
    for (uint64_t i = 0; i < n.lo && i < SL_MOST_COMPARED; i++) {
        bool known = a.lo == a.hi && b.lo == b.hi && sl_constant_bytes(d, a.object, (uint64_t)a.lo + i, 1, &x) &&
                     sl_constant_bytes(d, b.object, (uint64_t)b.lo + i, 1, &y);
        if (!known) return num_range_full(32);
        if (x != y) return x < y ? num_range_signed(32, INT32_MIN, -1) : num_range_signed(32, 1, INT32_MAX);
    }
    return n.lo == n.hi && !sl_exceeds(&d->reached, SL_LIMIT_COMPARED, n.lo) ? num_range_const(32, 0) : num_range_full(32);
}

bool sl_result_memcmp(struct sl_call *c) {
    const struct sl_operand *a = sl_lib_of(c, IR_LIB_READ), *b = sl_lib_nth(c, IR_LIB_READ, 1);
    bool bytes = sl_lib_row(c, a)->unit == 1;
    if (bytes || !a->n.hi) sl_lib_give_number(c, difference(c->d, a->place, b->place, a->n));
    return bytes || !a->n.hi;
}
