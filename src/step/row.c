// SPDX-License-Identifier: MIT
// Sizes and numbers that a row of the library table gives, in terms of the arguments.
#include <assert.h>

#include "step/step.h"

// ---- sizes -------------------------------------------------------------------------------------------------------------------------

static bool is_narrow(const struct step_call *c) {
    return c->run->step->program->pointer_bits == 32;
}

ir_val step_actual(const struct step_call *c, uint32_t k) {
    assert(k < c->row->n_args);
    return c->instr->args[1 + ir_lib_actual(&c->use, k)];
}

// Negative numbers count as 0.  Which number it is counts if the program computed it, even if it is known.
static struct step_extent argument(struct step_call *c, uint32_t k, bool count) {
    const struct step_ops *ops = c->run->step->ops;
    unsigned bits = step_bits_of(c->run, step_actual(c, k));
    if (!bits || bits > 64) return (struct step_extent){.hi = UINT64_MAX};
    struct num_range r = ops->range(c->run, c->d, &c->arg[k], bits);
    uint32_t number = ops->number && ir_tag(step_actual(c, k)) == IR_LOCAL ? ops->number(c->run, c->d, &c->arg[k]) : 0;
    if (count && num_range_smin(r) < 0) return (struct step_extent){.hi = num_range_smax(r) < 0 ? 0 : (uint64_t)num_range_smax(r)};
    return (struct step_extent){.lo = num_range_umin(r), .hi = num_range_umax(r), .number = number, .times = number != 0};
}

struct step_extent step_amount(struct step_call *c, const struct ir_lib_factor *f) {
    uint32_t value = f->value[is_narrow(c)];
    if (f->atom == IR_LIB_CONST) return (struct step_extent){.lo = value, .hi = value};
    if (c->run->step->ops->use) c->run->step->ops->use(c->run, c->d, &c->arg[f->arg], "be a size");
    struct step_extent n = argument(c, f->arg, f->atom == IR_LIB_COUNT);
    if (f->turn == IR_LIB_AS_IT_IS) return n;
    return (struct step_extent){.lo = ir_lib_turned(f, n.lo, is_narrow(c)), .hi = ir_lib_turned(f, n.hi, is_narrow(c))};
}

static bool factor(struct step_call *c, const struct ir_lib_factor *f, struct step_extent *out) {
    switch ((enum ir_lib_atom)f->atom) {
    case IR_LIB_CONST:
    case IR_LIB_ARG:
    case IR_LIB_COUNT: *out = step_amount(c, f); return true;
    case IR_LIB_LAYOUT: out->lo = out->hi = ir_lib_layout(c->run->step->lib, f->arg)->size[is_narrow(c)]; return true;
    case IR_LIB_LENGTH: return c->run->step->ops->length ? c->run->step->ops->length(c, f->arg, out) : step_refuse(c);
    case IR_LIB_CELL: break;
    }
    return step_refuse(c);
}

static uint64_t bounded(num_word x) {
    return x > UINT64_MAX ? UINT64_MAX : (uint64_t)x;
}

static void multiply(struct step_extent *out, struct step_extent f) {
    assert(f.lo <= f.hi && out->lo <= out->hi);
    if (out->number && f.lo == f.hi) f.number = 0;
    bool both = out->number && f.number, constant = out->number ? f.lo == f.hi : out->lo == out->hi;
    num_word times = out->number ? (num_word)out->times * f.lo : (num_word)f.times * out->lo;
    bool one = !both && constant && times && times < INT32_MAX;
    out->number = one ? out->number | f.number : 0;
    out->times = one && out->number ? (uint32_t)times : 0;
    out->lo = bounded((num_word)out->lo * f.lo);
    out->hi = bounded((num_word)out->hi * f.hi);
}

bool step_size(struct step_call *c, const struct ir_lib_size *s, uint32_t unit, struct step_extent *out) {
    *out = s->n ? (struct step_extent){.lo = unit, .hi = unit} : (struct step_extent){.hi = UINT64_MAX};
    for (uint32_t k = 0; k < s->n; k++) {
        struct step_extent f = {0};
        if (!factor(c, &s->factors[k], &f)) return false;
        multiply(out, f);
    }
    uint32_t add = s->add[is_narrow(c)];
    out->lo = bounded((num_word)out->lo + add);
    out->hi = bounded((num_word)out->hi + add);
    out->plus = add;
    return true;
}

// ---- numbers -----------------------------------------------------------------------------------------------------------------------

// The bound, at most `top` if an argument gives it.
static int64_t bound(struct step_call *c, const struct ir_lib_bound *b, bool upper, int64_t top) {
    if (!b->by_arg) return b->value;
    struct step_extent n = step_amount(c, &b->factor);
    uint64_t v = upper ? n.hi : n.lo;
    return v > (uint64_t)top ? top : (int64_t)v + b->value;
}

// May the argument be 0, or have one of the bits, so that the upper bound does not hold?
static bool may_be_open(struct step_call *c) {
    const struct ir_lib_result *x = &c->row->result;
    const struct step_ops *ops = c->run->step->ops;
    num_word only;
    if (x->open_arg < 0) return false;
    const struct step_value *v = &c->arg[x->open_arg];
    unsigned bits = step_bits_of(c->run, step_actual(c, (uint32_t)x->open_arg));
    if (x->open_bits) return !num_range_is_const(ops->range(c->run, c->d, v, bits), &only) || (only & x->open_bits) != 0;
    void *zero = ops->copy(c->run, c->d);
    bool may = ops->assume(c->run, zero, v, bits, false);
    ops->drop(c->run, zero);
    return may;
}

struct num_range step_answers(struct step_call *c, ir_type t, bool succeeds, bool fails) {
    const struct ir_lib_result *x = &c->row->result;
    unsigned bits = step_bits(t), used = bits - !x->is_unsigned;
    bool bounded = x->answer == IR_LIB_NUMBER && !c->row->untried && ir_kind(t) == IR_INT && bits && bits <= 64;
    if (!bounded || !(x->lo.given || x->hi.given)) return num_range_full(bits);
    int64_t top = used >= 63 ? INT64_MAX : (int64_t)((1ull << used) - 1), least = x->is_unsigned ? 0 : -top - 1;
    int64_t lo = x->lo.given ? bound(c, &x->lo, false, top) : least, hi = x->hi.given ? bound(c, &x->hi, true, top) : top;
    bool wide = succeeds && x->is_unsigned && bits == 64 && (!x->hi.given || hi == top);  // numbers above the signed ones
    fails = fails && x->failure.given;
    if (may_be_open(c)) hi = top;
    if (hi < lo && x->hi.by_arg) hi = lo;
    if (fails && (!succeeds || x->failure.lo < lo)) lo = x->failure.lo;
    if (fails && (!succeeds || x->failure.hi > hi)) hi = x->failure.hi;
    if (wide && lo >= 0) return num_range_unsigned(64, (uint64_t)lo, UINT64_MAX);
    if (hi > top) hi = top;
    if (wide || lo > hi) return num_range_full(bits);
    return x->is_unsigned ? num_range_unsigned(bits, (uint64_t)lo, (uint64_t)hi) : num_range_signed(bits, lo, hi);
}
