// SPDX-License-Identifier: MIT
// What instructions do to ranges.
#include <assert.h>

#include "dom/symbol.h"
#include "intervals/intervals.h"

// A frame on its way through a piece of code.
struct run {
    struct intervals *d;
    struct intervals_frame *frame;
    const struct ir_func *func;
    const struct dom_code *code;
    uint32_t at;  // the instruction
    struct dom_sink *out;
};

// ---- values ------------------------------------------------------------------------------------------------------------------------

static ir_type type_of(const struct run *r, ir_val v) {
    return ir_type_of(r->d->program, r->func, v);
}

static struct num_range operand(const struct run *r, ir_val v) {
    return intervals_operand(r->d, r->frame, v);
}

// False: there is no such value, and no run goes on.
static bool set(const struct run *r, uint32_t local, struct num_range x) {
    assert(x.bits == intervals_anything(r->func->locals.at[local].type).bits);
    r->frame->values.at[local] = x;
    return !num_range_is_empty(x);
}

static bool set_anything(const struct run *r, uint32_t local) {
    return set(r, local, intervals_anything(r->func->locals.at[local].type));
}

// Operators of num_range by those of the IR, plus 1.
static const uint8_t binary[IR_N_PURE] = {
#define BINARY(name, text) [IR_##name##_] = NUM_##name + 1,
#include "num/num_ops.def"
};
static const uint8_t test[IR_N_PURE] = {
#define TEST(name, text) [IR_##name##_] = NUM_##name + 1,
#include "num/num_ops.def"
};

static enum num_truth truth(struct num_range bit) {
    num_word x;
    return (num_range_has(bit, 0) ? NUM_FALSE : 0) | (num_range_is_const(bit, &x) && !x ? 0 : NUM_TRUE);
}

static struct num_range compute(const struct run *r, const struct ir_instr *i) {
    ir_type type = r->func->locals.at[i->dsts[0]].type;
    bool followed = intervals_follows(type);
    struct num_range x[3];
    assert(i->n_args <= 3);
    for (uint32_t k = 0; k < i->n_args; k++) x[k] = operand(r, i->args[k]), followed &= intervals_follows(type_of(r, i->args[k]));
    if (!followed) return intervals_anything(type);
    if (binary[i->pure]) return num_range_binary((enum num_binary)(binary[i->pure] - 1), x[0], x[1]);
    if (test[i->pure]) return num_range_truth(num_range_test((enum num_test)(test[i->pure] - 1), x[0], x[1]));
    switch (i->pure) {
    case IR_COPY_: return x[0];
    case IR_ZEXT_: return num_range_zext(x[0], ir_bits(type));
    case IR_SEXT_: return num_range_sext(x[0], ir_bits(type));
    case IR_TRUNC_: return num_range_trunc(x[0], ir_bits(type));
    case IR_SELECT_: return num_range_select(truth(x[0]), x[1], x[2]);
    default: return intervals_anything(type);
    }
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static bool give_up(const struct run *r, const char *why) {
    r->out->unknown(r->out->self, r->code->func, r->at, why);
    return false;
}

// Some run goes wrong here, or all do; true: there may be others, and the state stands for them, too.
static bool fault(const struct run *r, enum ir_rule rule, bool always, const char *message) {
    struct dom_fault f = {.rule = rule, .func = r->code->func, .instr = r->at, .always = always, .message = message};
    if (!(r->d->rules >> rule & 1)) return give_up(r, "a fault is possible that was not asked about");
    r->out->fault(r->out->self, &f);
    return !always;
}

// As an index of an address: sign-extended or cut to the pointer width.
static struct num_range as_offset(const struct run *r, ir_val v) {
    unsigned bits = r->d->program->pointer_bits;
    struct num_range x = operand(r, v);
    if (!intervals_follows(type_of(r, v))) return num_range_full(bits);
    return x.bits < bits ? num_range_sext(x, bits) : num_range_trunc(x, bits);
}

static struct num_range offset_of(const struct run *r, const struct ir_addr *a) {
    unsigned bits = r->d->program->pointer_bits;
    struct num_range sum = num_range_const(bits, (num_word)a->offset);
    for (uint32_t k = 0; k < a->n_terms; k++) {
        struct num_range scale = num_range_const(bits, (num_word)a->terms[k].scale);
        sum = num_range_binary(NUM_ADD, sum, num_range_binary(NUM_MUL, as_offset(r, a->terms[k].index), scale));
    }
    return sum;
}

// The size of the object that the address is in; false: it is not known, and the path ends.
static bool object(const struct run *r, ir_val base, bool write, uint64_t *size) {
    if (ir_tag(base) == IR_SLOT) {
        *size = r->func->slots.at[ir_index(base)].size;
        num_word alive;
        bool sure = num_range_is_const(r->frame->values.at[r->func->locals.n + ir_index(base)], &alive) && alive;
        return sure || give_up(r, "a variable that may be out of scope");
    }
    if (ir_tag(base) != IR_GLOBAL) return give_up(r, "an access through a pointer");
    const struct ir_global *g = &r->d->program->globals.at[ir_index(base)];
    *size = g->size;
    if (!dom_has_symbol(r->d->program, base, r->out, r->code->func, r->at)) return false;
    if (g->flags & IR_UNSIZED) return give_up(r, "an object of unknown size");
    return !(write && g->flags & IR_READONLY) || give_up(r, "constant memory that is written to");
}

// Are n bytes there?  False: no run goes on.
static bool touch(const struct run *r, const struct ir_addr *a, struct num_range n, bool write) {
    assert(!num_range_is_empty(n));
    uint64_t size, least = num_range_umin(n), most = num_range_umax(n);
    if (!most) return true;
    if (!object(r, a->base, write, &size)) return false;
    struct num_range offset = offset_of(r, a);
    uint64_t low = num_range_umin(offset), high = num_range_umax(offset);
    if (high <= size && most <= size - high) return true;
    bool always = least && (low > size || least > size - low);
    return fault(r, IR_RULE_OUT_OF_BOUNDS, always, "the access is not inside of the object");
}

static struct num_range length(const struct run *r, ir_val v) {
    return intervals_follows(type_of(r, v)) ? operand(r, v) : num_range_full(64);
}

static bool touch_type(const struct run *r, const struct ir_addr *a, ir_type t, bool write) {
    return touch(r, a, num_range_const(64, ir_bytes(t)), write);
}

static bool copy(const struct run *r, const struct ir_instr *i) {
    struct num_range n = length(r, i->args[0]);
    bool overlaps = i->flags & IR_APART && i->to->base == i->from->base;
    return touch(r, i->from, n, false) && touch(r, i->to, n, true) && (!overlaps || give_up(r, "a copy inside of one object"));
}

// ---- instructions --------------------------------------------------------------------------------------------------------------------

static bool writes(const struct ir_instr *i, ir_val v) {
    bool any = false;
    for (uint32_t k = 0; k < i->n_dsts; k++) any |= v == ir_val_of(IR_LOCAL, i->dsts[k]);
    return any || ((i->op == IR_ENTER || i->op == IR_LEAVE) && i->subject == v);
}

// The test in this piece of code that the condition is the result of, if what it compares is still the same; else NULL.
static const struct ir_instr *test_of(const struct run *r, ir_val condition) {
    const struct ir_instr *all = r->func->instrs.at;
    uint32_t k = r->at;
    while (k > r->code->first && !writes(&all[k], condition)) k--;
    if (!writes(&all[k], condition) || all[k].op != IR_LET || !test[all[k].pure]) return NULL;
    if (!intervals_follows(type_of(r, all[k].args[0]))) return NULL;
    for (uint32_t at = k; at <= r->at; at++)
        if (writes(&all[at], all[k].args[0]) || writes(&all[at], all[k].args[1])) return NULL;
    return &all[k];
}

// The runs on which the condition holds (or does not); false: there are none.
static bool assume(const struct run *r, ir_val condition, bool holds) {
    const struct ir_instr *i = r->d->conditions ? test_of(r, condition) : NULL;
    if (!(truth(operand(r, condition)) & (holds ? NUM_TRUE : NUM_FALSE))) return false;
    if (ir_tag(condition) == IR_LOCAL && type_of(r, condition) == IR_I1) set(r, ir_index(condition), num_range_const(1, holds));
    if (!i) return true;
    struct num_range x[2] = {operand(r, i->args[0]), operand(r, i->args[1])};
    num_range_refine((enum num_test)(test[i->pure] - 1), holds, &x[0], &x[1]);
    for (uint32_t k = 0; k < 2; k++)
        if (ir_tag(i->args[k]) == IR_LOCAL) set(r, ir_index(i->args[k]), x[k]);
    return !num_range_is_empty(x[0]);  // nor the other: there are both or none
}

static void enter_scope(const struct run *r, ir_val subject, bool alive) {
    if (ir_tag(subject) == IR_LOCAL)
        set_anything(r, ir_index(subject));
    else
        r->frame->values.at[r->func->locals.n + ir_index(subject)] = num_range_const(1, alive);
}

static bool call_library(const struct run *r, const struct ir_instr *i) {
    const struct ir_func *callee = &r->d->program->funcs.at[ir_index(i->args[0])];
    struct ir_lib_use use = ir_lib_of(r->d->lib, r->d->program, callee);
    bool fits = use.row && !use.row->untried && ir_lib_fits(&use, i->n_args - 1);
    if (fits && use.row->kind == IR_LIB_K_ABORT) return false;
    if (!fits || use.row->kind != IR_LIB_K_NONDET || i->n_args > 1) {
        struct buf why = {0};
        buf_printf(&why, "call of '%s'", callee->name);
        give_up(r, buf_text(&why));
        buf_free(&why);
        return false;
    }
    for (uint32_t k = 0; k < i->n_dsts; k++) set_anything(r, i->dsts[k]);
    return true;
}

// Any instruction but an END and a call of the engine's; false: the path ends.
static bool step(const struct run *r, const struct ir_instr *i) {
    switch ((enum ir_op)i->op) {
    case IR_LET: return set(r, i->dsts[0], compute(r, i)) || give_up(r, "a division by zero");  // it stops the program, which is not safe
    case IR_ADDR:
    case IR_ANY:
    case IR_ALLOCA:
    case IR_MARK: return set_anything(r, i->dsts[0]);
    case IR_LOAD: return touch_type(r, i->to, r->func->locals.at[i->dsts[0]].type, false) && set_anything(r, i->dsts[0]);
    case IR_STORE: return touch_type(r, i->to, type_of(r, i->args[0]), true);
    case IR_FILL: return touch(r, i->to, length(r, i->args[1]), true);
    case IR_HAVOC: return touch(r, i->to, length(r, i->args[0]), true);
    case IR_COPY: return copy(r, i);
    case IR_ENTER:
    case IR_LEAVE: enter_scope(r, i->subject, i->op == IR_ENTER); return true;
    case IR_RELEASE: return true;
    case IR_ASSUME: return assume(r, i->args[0], true);
    case IR_PROMISE: return truth(operand(r, i->args[0])) == NUM_TRUE || give_up(r, "a promise that may be broken");
    case IR_CALL: return call_library(r, i);
    default: return give_up(r, i->op == IR_UNMODELLED ? i->text : "a computed jump");
    }
}

static void reach(const struct run *r, uint32_t way) {
    r->out->reach(r->out->self, intervals_seal(r->d, r->frame), way);
}

static void branch(struct run *r, dom_state here, const struct ir_instr *i) {
    for (uint32_t way = 0; way < 2; way++) {
        vec_free(&r->frame->values);
        *r->frame = intervals_unseal(r->d, here);
        if (assume(r, i->args[0], way == 0)) reach(r, way);
    }
}

// The last instruction of a piece of code, if it is an END.
static void end(struct run *r, const struct ir_instr *i) {
    switch ((enum ir_op)i->op) {
    case IR_BRANCH: branch(r, intervals_seal(r->d, r->frame), i); return;
    case IR_JUMP:
    case IR_SWITCH:
        for (uint32_t way = 0; way < i->n_succs; way++) reach(r, way);
        return;
    case IR_RET:
        for (uint32_t k = 0; k < i->n_args; k++) vec_push(&r->frame->values, operand(r, i->args[k]));
        reach(r, 0);
        return;
    case IR_STOP: return;  // nobody comes here
    default: step(r, i); return;
    }
}

// Does the engine carry out this call?
static bool is_entered(const struct intervals *d, const struct ir_instr *i) {
    if (i->op != IR_CALL || ir_tag(i->args[0]) != IR_FUNC) return i->op == IR_CALL;
    return ir_lib_is_entered(d->lib, d->program, &d->program->funcs.at[ir_index(i->args[0])]);
}

void intervals_run(void *self, dom_state s, const struct dom_code *code, struct dom_sink *out) {
    struct intervals *d = self;
    struct intervals_frame frame = intervals_unseal(d, s);
    struct run r = {d, &frame, &d->program->funcs.at[code->func], code, code->first, out};
    bool on = true;
    assert(frame.func == code->func && frame.values.n == r.func->locals.n + r.func->slots.n);
    for (; on && r.at < code->end; r.at++) {
        const struct ir_instr *i = &r.func->instrs.at[r.at];
        out->met(out->self, code->func, r.at, r.at + 1);
        if (ir_ops[i->op].group == IR_GROUP_END) {
            end(&r, i);
            break;
        }
        on = is_entered(d, i) || step(&r, i);
        if (on && r.at + 1 == code->end) reach(&r, 0);
    }
    vec_free(&frame.values);
}
