// SPDX-License-Identifier: MIT
#include "exec/shadow.h"

#include <assert.h>

#include "exec/mix.h"
#include "exec/open.h"
#include "exec/trail.h"

enum { PAGE = 4096 };

// ---- masks of bytes ----------------------------------------------------------------------------------------------------------------------

static uint16_t all_bytes(ir_type t) {
    return (uint16_t)((1u << ir_bytes(t)) - 1);
}

static uint16_t smear(uint16_t mask, ir_type t) {
    return mask ? all_bytes(t) : 0;
}

// Bytes of a that the bytes of b do not force to a constant: AND with 0, OR with ones.
static uint16_t not_absorbed(enum ir_pure op, uint16_t mask, const struct exec_value *other, uint16_t other_mask, uint32_t n) {
    if (op == IR_XOR_) return mask;
    uint8_t absorbing = op == IR_AND_ ? 0 : 0xff;
    for (uint32_t i = 0; i < n; i++) {
        if (!(other_mask >> i & 1) && (uint8_t)(other->bits >> 8 * i) == absorbing) mask &= (uint16_t) ~(1u << i);
    }
    return mask;
}

static uint16_t shift_mask(enum ir_pure op, uint16_t mask, uint64_t count, ir_type t) {
    uint32_t bytes = (uint32_t)(count / 8), rest = count % 8 != 0;
    if (count >= ir_bits(t)) return 0;
    uint32_t r = op == IR_SHL_ ? (uint32_t)mask << bytes | (uint32_t)mask << (bytes + rest)
                               : (uint32_t)mask >> bytes | (uint32_t)mask >> (bytes + rest);
    bool sign = op == IR_ASHR_ && mask >> (ir_bytes(t) - 1) & 1;
    if (sign) r |= 0xffffu << (ir_bytes(t) - 1 - bytes);
    return (uint16_t)(r & all_bytes(t));
}

static uint16_t from_lowest(uint16_t mask, ir_type t) {
    return mask ? (uint16_t)(all_bytes(t) & ~((mask & -mask) - 1)) : 0;
}

static uint16_t widen_mask(enum ir_pure op, uint16_t mask, ir_type result, ir_type arg) {
    bool sign = op == IR_SEXT_ && mask >> (ir_bytes(arg) - 1) & 1;
    return sign ? (uint16_t)(all_bytes(result) & (mask | ~(uint32_t)all_bytes(arg))) : mask;
}

// The mask of the result, given the masks of the arguments.  `spread` is the answer for operators that mix bytes.
static uint16_t result_mask(enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args, const uint16_t *masks,
                            uint16_t spread) {
    uint32_t n = ir_bytes(result);
    switch (op) {
    case IR_COPY_:
    case IR_CAST_:
    case IR_BITS_:
    case IR_TRUNC_: return masks[0] & all_bytes(result);
    case IR_ZEXT_:
    case IR_SEXT_: return widen_mask(op, masks[0], result, arg);
    case IR_SELECT_: return args[0]->bits & 1 ? masks[1] : masks[2];
    case IR_AND_:
    case IR_OR_:
    case IR_XOR_: return not_absorbed(op, masks[0], args[1], masks[1], n) | not_absorbed(op, masks[1], args[0], masks[0], n);
    case IR_SHL_:
    case IR_LSHR_:
    case IR_ASHR_: return masks[1] ? spread : shift_mask(op, masks[0], (uint64_t)args[1]->bits, result);
    case IR_ADD_:
    case IR_SUB_: return from_lowest(masks[0] | masks[1], result);
    default: return spread;
    }
}

// ---- provenance --------------------------------------------------------------------------------------------------------------------------

static void shift_origins(enum ir_pure op, const uint32_t *from, uint64_t count, uint32_t n, uint32_t *to) {
    uint64_t bytes = count / 8;
    bool rest = count % 8 != 0;
    for (uint32_t i = 0; i < n; i++) {
        bool left = op == IR_SHL_;
        uint64_t near = left ? i - bytes : i + bytes, far = left ? near - rest : near + rest;
        to[i] = near < n && from[near] ? from[near] : far < n ? from[far] : 0;
    }
}

// Both operands' blocks; where they differ, turn about.
static void unite_origins(const uint32_t *a, const uint32_t *b, uint32_t n, uint32_t *to) {
    for (uint32_t i = 0; i < n; i++) to[i] = !b[i] ? a[i] : !a[i] ? b[i] : i % 2 ? b[i] : a[i];
}

// An address that left its block and lies in another one may stand for either.
static uint32_t relocated(struct exec_machine *m, uint32_t block, exec_word bits, ir_type type) {
    if (!block || block & EXEC_MIX || ir_bits(type) != m->program->pointer_bits) return block;
    const struct exec_block *b = exec_block(&m->memory, block);
    if ((uint64_t)bits - b->address <= b->size) return block;
    uint32_t other = exec_block_at(&m->memory, (uint64_t)bits);
    if (!other || other == block) return block;
    uint32_t origins[EXEC_WORD_BYTES], n = ir_bytes(type);
    for (uint32_t i = 0; i < n; i++) origins[i] = i % 2 ? other : block;
    return exec_block_of_origins(m, origins, n);
}

static uint32_t bent_block(struct exec_machine *m, enum ir_pure op, ir_type type, const struct exec_value *const *args,
                           const struct exec_value *out) {
    uint32_t a[EXEC_WORD_BYTES], b[EXEC_WORD_BYTES] = {0}, r[EXEC_WORD_BYTES], n = ir_bytes(type);
    bool shift = op == IR_SHL_ || op == IR_LSHR_ || op == IR_ASHR_;
    if (out->bits < PAGE || (op == IR_SUB_ && args[1]->block)) return 0;
    exec_origins_of(m, args[0], n, a);
    if (shift) {
        shift_origins(op, a, (uint64_t)args[1]->bits, n, r);
    } else {
        if (ir_pures[op].arity > 1) exec_origins_of(m, args[1], n, b);
        unite_origins(a, b, n, r);
    }
    return relocated(m, exec_block_of_origins(m, r, n), out->bits, type);
}

static uint32_t moved_block(struct exec_machine *m, const struct exec_value *v, ir_type result, ir_type arg) {
    uint32_t word = m->program->pointer_bits / 8, from = ir_bytes(arg), to = ir_bytes(result), r[EXEC_WORD_BYTES] = {0};
    if (!v->block || (!(v->block & EXEC_MIX) && to <= word)) return v->block;
    exec_origins_of(m, v, from < to ? from : to, r);
    return exec_block_of_origins(m, r, to);
}

static uint32_t result_block(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                             const struct exec_value *out) {
    switch (op) {
    case IR_COPY_:
    case IR_CAST_:
    case IR_BITS_:
    case IR_TRUNC_:
    case IR_ZEXT_:
    case IR_SEXT_: return moved_block(m, args[0], result, arg);
    case IR_SELECT_: return args[args[0]->bits & 1 ? 1 : 2]->block;
    case IR_UMIN_:
    case IR_UMAX_:
    case IR_SMIN_:
    case IR_SMAX_: return args[out->bits == args[0]->bits ? 0 : 1]->block;
    case IR_ADD_:
    case IR_SUB_:
    case IR_AND_:
    case IR_OR_:
    case IR_XOR_:
    case IR_SHL_:
    case IR_LSHR_:
    case IR_ASHR_:
    case IR_FSHL_:
    case IR_FSHR_:
    case IR_BSWAP_:
    case IR_BITREV_: return bent_block(m, op, result, args, out);
    default: return 0;
    }
}

// ---- all ---------------------------------------------------------------------------------------------------------------------------------

static bool moves(enum ir_pure op) {
    return op == IR_COPY_ || op == IR_CAST_ || op == IR_BITS_ || op == IR_SELECT_;
}

static void fill_masks(enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args, struct exec_value *out) {
    uint16_t uninit[3] = {0}, unknown[3] = {0}, any = 0;
    for (uint32_t i = 0; i < ir_pures[op].arity; i++) {
        uninit[i] = args[i]->uninit;
        unknown[i] = args[i]->unknown;
        any |= unknown[i];
        if (unknown[i] && !out->why) out->why = args[i]->why;
    }
    // In pointer plus offset only the pointer counts: an arbitrary offset is a number.
    if ((op == IR_ADD_ || op == IR_SUB_) && !args[0]->block != !args[1]->block) uninit[args[0]->block ? 1 : 0] = 0;
    out->uninit = result_mask(op, result, arg, args, uninit, 0);
    out->unknown = result_mask(op, result, arg, args, unknown, smear(any, result));
    if (op == IR_SELECT_ && unknown[0]) out->unknown = all_bytes(result);
    if (!out->unknown) out->why = 0;
}

// A number that depends on where blocks lie is one of the inputs that decide which way is taken.
static void choose_place(struct exec_machine *m, ir_type type, struct exec_value *out) {
    if (ir_kind(type) != IR_INT || ir_bits(type) > 64) return;
    uint64_t open = (uint64_t)(exec_open_place(m, out) & ir_mask(ir_bits(type)));
    if (open) exec_trail_place(m, type, open, out);
}

void exec_shadow(struct exec_machine *m, enum ir_pure op, ir_type result, ir_type arg, const struct exec_value *const *args,
                 enum ir_eval status, struct exec_value *out) {
    out->flags = moves(op) ? args[op == IR_SELECT_ ? (args[0]->bits & 1 ? 1 : 2) : 0]->flags : 0;
    out->block = 0;
    out->why = 0;
    if (ir_bits(result) > 128 || ir_bits(arg) > 128) {
        *out = exec_any(m, result, "a value wider than 128 bits");
        return;
    }
    if (status != IR_EVAL_OK) {
        const char *why = status == IR_EVAL_UNKNOWN              ? "arithmetic on a float type that is not evaluated"
                          : ir_pures[op].class == IR_CLASS_FCAST ? "conversion of a float out of range"
                                                                 : "shift by the width or more";
        *out = (struct exec_value){.bits = out->bits, .unknown = all_bytes(result), .why = exec_reason_number(m, why)};
        return;
    }
    fill_masks(op, result, arg, args, out);
    out->block = result_block(m, op, result, arg, args, out);
    exec_open_pure(m, op, result, arg, args, out);
    if (out->uninit && op == IR_CAST_ && ir_kind(result) != IR_PTR) exec_open_raw(m, out, out->uninit);  // a pointer becomes a number
    if (out->uninit && ir_kind(result) != IR_PTR) out->uninit &= exec_raw_bytes(m, out);
    out->node = exec_trail_pure(m, op, result, arg, args, out);
    if (out->flags & EXEC_OPEN && exec_is_exact(m)) choose_place(m, result, out);
}

struct exec_value exec_convert(struct exec_machine *m, const struct exec_value *v, ir_type from, ir_type to) {
    if (ir_bits(from) == ir_bits(to)) return *v;
    if (ir_bits(to) > 128 || ir_bits(from) > 128) return exec_any(m, to, "a value wider than 128 bits");
    struct exec_value r = *v;
    r.bits &= ir_mask(ir_bits(to));
    r.block = moved_block(m, v, to, from);
    r.uninit &= all_bytes(to);
    r.unknown &= all_bytes(to);
    r.node = exec_trail_convert(m, v, from, to);
    if (!r.unknown && v->unknown) r.why = 0;
    exec_open_cut(m, &r, ir_bits(to));
    if (ir_bits(to) > ir_bits(from)) {
        r.unknown |= (uint16_t)(all_bytes(to) & ~((1u << ir_bits(from) / 8) - 1));
        r.why = exec_reason_number(m, "an argument or result that is narrower than its declaration");
    }
    return r;
}
