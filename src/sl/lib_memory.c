// SPDX-License-Identifier: MIT
// Functions on ranges of bytes.
#include "sl/lib.h"


static bool size_of(struct sl_call *c, int k, struct sl_extent *n) {
    return sl_lib_extent(c, &c->row->args[k].size, c->row->args[k].unit, n);
}

// The row's result when it is an argument, or the place behind what was written.
static bool give_target(struct sl_call *c, uint32_t to, struct sl_extent n) {
    const struct ir_lib_result *r = &c->row->result;
    if (r->answer == IR_LIB_VOID || !c->instr->n_dsts) return true;
    if (r->answer == IR_LIB_SAME) return sl_lib_give(c, to), true;
    const struct sl_value *x = &c->d->values.at[to];
    if (r->answer != IR_LIB_INSIDE || x->kind != SL_ADDR) return sl_lib_refuse(c);
    struct sl_place p = {x->object, num_range_smin(x->range), num_range_smax(x->range)};
    sl_lib_give(c, sl_lib_inside(c, p, n, 1));
    return true;
}

bool sl_model_memcpy(struct sl_call *c) {
    int w = ir_lib_role(c->row, IR_LIB_WRITE), r = ir_lib_role(c->row, IR_LIB_READ);
    uint32_t a = sl_lib_arg(c, (uint32_t)w), b = sl_lib_arg(c, (uint32_t)r);
    struct sl_place to, from;
    struct sl_extent n;
    if (!a || !b || !size_of(c, w, &n)) return false;
    if (!n.hi) return give_target(c, a, n);
    if (!sl_lib_reach(c, b, n, false, &from) || !sl_lib_reach(c, a, n, true, &to)) return false;
    bool apart = c->row->param != IR_LIB_P_OVERLAP;
    if (apart && !sl_apart(c->run, c->d, &(struct sl_range){a, to, n}, &(struct sl_range){b, from, n}, true)) return false;
    sl_copy(c->d, to, from, n);
    return give_target(c, a, n);
}

bool sl_model_memset(struct sl_call *c) {
    int w = ir_lib_role(c->row, IR_LIB_WRITE);
    bool zero = c->row->kind == IR_LIB_K_BZERO;
    uint32_t a = sl_lib_arg(c, (uint32_t)w), byte = zero ? sl_const(c->d, 8, 0) : sl_lib_arg_of(c, IR_LIB_VALUE);
    struct sl_place to;
    struct sl_extent n;
    if (!a || !byte || !size_of(c, w, &n)) return false;
    if (!n.hi) return give_target(c, a, n);
    if (!sl_lib_reach(c, a, n, true, &to)) return false;
    sl_fill(c->d, to, n, byte, c->row->args[w].unit);
    return give_target(c, a, n);
}

// ---- looking -----------------------------------------------------------------------------------------------------------------------

static bool byte_at(const struct sl_draft *d, struct sl_place p, uint64_t i, uint32_t *out) {
    num_word x;
    if (p.lo != p.hi || !sl_constant_bytes(d, p.object, (uint64_t)p.lo + i, 1, &x)) return false;
    *out = (uint32_t)x;
    return true;
}

// The sign of the first difference, as far as it is known.
static struct num_range difference(struct sl_draft *d, struct sl_place a, struct sl_place b, struct sl_extent n) {
    uint32_t x, y;
    for (uint64_t i = 0; i < n.lo && i < SL_MOST_COMPARED; i++) {
        if (!byte_at(d, a, i, &x) || !byte_at(d, b, i, &y)) return num_range_full(32);
        if (x != y) return x < y ? num_range_signed(32, INT32_MIN, -1) : num_range_signed(32, 1, INT32_MAX);
    }
    return n.lo == n.hi && !sl_exceeds(&d->reached, SL_LIMIT_COMPARED, n.lo) ? num_range_const(32, 0) : num_range_full(32);
}

bool sl_model_memcmp(struct sl_call *c) {
    int i = sl_lib_nth(c, IR_LIB_READ, 0), k = sl_lib_nth(c, IR_LIB_READ, 1);
    struct sl_place a, b;
    struct sl_extent n;
    if (!size_of(c, i, &n)) return false;
    if (!n.hi) return sl_lib_give_number(c, num_range_const(32, 0)), true;
    if (!sl_lib_reach(c, sl_lib_arg(c, (uint32_t)i), n, false, &a) || !sl_lib_reach(c, sl_lib_arg(c, (uint32_t)k), n, false, &b))
        return false;
    sl_lib_give_number(c, c->row->args[i].unit == 1 ? difference(c->d, a, b, n) : num_range_full(32));
    return true;
}

bool sl_model_memchr(struct sl_call *c) {
    int k = ir_lib_role(c->row, IR_LIB_READ);
    uint32_t unit = c->row->args[k].unit;
    struct sl_place p;
    struct sl_extent n;
    if (!size_of(c, k, &n)) return false;
    if (n.hi == UINT64_MAX) return sl_lib_refuse(c);
    if (!n.hi) return sl_lib_give(c, sl_const(c->d, sl_of(c->run)->bits, 0)), true;
    if (!sl_lib_reach(c, sl_lib_arg(c, (uint32_t)k), n, false, &p)) return false;
    sl_lib_fork_null(c);
    sl_lib_give(c, sl_lib_inside(c, p, (struct sl_extent){.lo = 0, .hi = n.hi / unit - 1}, unit));
    return true;
}
