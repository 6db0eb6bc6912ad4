// SPDX-License-Identifier: MIT
// The ways through the main loop that most instructions take: words of at most 64 bits that are plain, or addresses with nothing open about them, and
// bytes that are known.  Each does what the general way does, or nothing and says so: then that is taken.  tests/exec/test_quick.c compares the two.
#ifndef HP_EXEC_QUICK_H
#define HP_EXEC_QUICK_H
#include <assert.h>
#include <string.h>

#include "exec/run.h"

// An address: of a block, with no number about it that is not known.
static inline bool exec_is_address(const struct exec_value *v) {
    return v->block && !(v->block & EXEC_MIX) && (v->uninit | v->unknown | v->flags | v->node) == 0;
}

static inline int64_t exec_quick_signed(uint64_t w, uint32_t bits) {
    return (int64_t)(w << (64 - bits)) >> (64 - bits);
}

// op on plain words of 1..64 bits: the same as ir_eval.
static inline bool exec_quick_eval(enum ir_pure op, uint32_t bits, uint64_t a, uint64_t b, uint64_t *out) {
    switch (op) {
    case IR_COPY_:
    case IR_ZEXT_:
    case IR_TRUNC_: *out = a; return true;
    case IR_SEXT_: *out = (uint64_t)exec_quick_signed(a, bits); return true;
    case IR_ADD_: *out = a + b; return true;
    case IR_SUB_: *out = a - b; return true;
    case IR_MUL_: *out = a * b; return true;
    case IR_AND_: *out = a & b; return true;
    case IR_OR_: *out = a | b; return true;
    case IR_XOR_: *out = a ^ b; return true;
    case IR_SHL_: *out = b < bits ? a << b : 0; return b < bits;
    case IR_LSHR_: *out = b < bits ? a >> b : 0; return b < bits;
    case IR_ASHR_: *out = b < bits ? (uint64_t)(exec_quick_signed(a, bits) >> b) : 0; return b < bits;
    case IR_UDIV_: *out = b ? a / b : 0; return b != 0;
    case IR_UREM_: *out = b ? a % b : 0; return b != 0;
    case IR_EQ_: *out = a == b; return true;
    case IR_NE_: *out = a != b; return true;
    case IR_ULT_: *out = a < b; return true;
    case IR_ULE_: *out = a <= b; return true;
    case IR_SLT_: *out = exec_quick_signed(a, bits) < exec_quick_signed(b, bits); return true;
    case IR_SLE_: *out = exec_quick_signed(a, bits) <= exec_quick_signed(b, bits); return true;
    default: return false;
    }
}

// Is the address, which lies in its live block or at its end, compared with null, or with another one of the same block?
static inline bool exec_quick_test(const struct exec_machine *m, const struct exec_instr *i, const struct exec_value *a, const struct exec_value *b) {
    bool equal = i->pure == IR_EQ_ || i->pure == IR_NE_, order = i->pure == IR_ULT_ || i->pure == IR_ULE_;
    if (!exec_is_address(a) || !(exec_is_plain(b) ? equal && b->bits == 0 : (equal || order) && exec_is_address(b) && a->block == b->block)) return false;
    const struct exec_block *x = exec_block(&m->memory, a->block);
    bool inside = (uint64_t)a->bits - x->address <= x->size && (!b->block || (uint64_t)b->bits - x->address <= x->size);
    return x->life == EXEC_LIVE && x->kind != EXEC_CODE && x->kind != EXEC_LABEL && inside;
}

// A LET of plain words, a copy or test of addresses.  i->bits: of its arguments, 0 if it is not for this.
static inline __attribute__((always_inline)) bool exec_quick_let(const struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    if (!i->bits) return false;
    const struct exec_value *a = exec_get(m, values, i->args[0]), *b = i->n_args > 1 ? exec_get(m, values, i->args[1]) : a;
    if (!(exec_is_plain(a) && exec_is_plain(b))) {
        if (i->pure == IR_COPY_ && exec_is_address(a) && i->bits == m->program->pointer_bits) {
            values[i->dst] = *a;
            return true;
        }
        if (!exec_quick_test(m, i, a, b)) return false;
    }
    uint64_t out;
    if (!exec_quick_eval((enum ir_pure)i->pure, i->bits, (uint64_t)a->bits, (uint64_t)b->bits, &out)) return false;
    values[i->dst] = (struct exec_value){.bits = out & i->mask};
    return true;
}

// The place of n bytes at an address with plain indices, all of it inside a live block with contents that carry nothing but origins; NULL: it is
// not so.
static inline struct exec_block *exec_quick_place(const struct exec_machine *m, const struct exec_value *values, const struct exec_addr *a, uint64_t n, uint64_t *offset) {
    const struct exec_value *base = exec_get(m, values, a->base);
    if (!exec_is_address(base)) return NULL;
    uint64_t at = (uint64_t)base->bits + (uint64_t)a->offset;
    for (uint32_t k = 0; k < a->n_terms; k++) {
        const struct exec_value *v = exec_get(m, values, a->terms[k].index);
        if (!exec_is_plain(v) || a->terms[k].bits > 64) return NULL;
        at += (uint64_t)exec_quick_signed((uint64_t)v->bits, a->terms[k].bits) * (uint64_t)a->terms[k].scale;
    }
    struct exec_block *b = exec_block(&m->memory, base->block);
    *offset = (at - b->address) & (m->program->pointer_bits == 64 ? UINT64_MAX : UINT32_MAX);
    bool plain = b->bytes && !b->nodes && !b->open && b->kind != EXEC_RESOURCE;
    return plain && *offset <= b->size && n <= b->size - *offset ? b : NULL;
}

// All n bytes point into the same block, or nowhere.
static inline bool exec_quick_origin(const struct exec_block *b, uint64_t offset, uint32_t n, uint32_t *origin) {
    *origin = b->origin ? b->origin[offset] : 0;
    for (uint32_t k = 1; b->origin && k < n; k++)
        if (b->origin[offset + k] != *origin) return false;
    return true;
}

#define EXEC_KNOWN_BYTES 0x0101010101010101u  // EXEC_KNOWN each

static inline bool exec_quick_load(const struct exec_machine *m, struct exec_value *values, const struct exec_instr *i) {
    if (!i->bytes) return false;
    uint64_t offset, bytes = 0, state = 0, known = EXEC_KNOWN_BYTES >> (64 - 8 * i->bytes);
    const struct exec_block *b = exec_quick_place(m, values, &i->to, i->bytes, &offset);
    uint32_t origin;
    if (!b || !exec_quick_origin(b, offset, i->bytes, &origin) || (origin && (origin & EXEC_MIX || i->bytes != m->program->pointer_bits / 8))) return false;
    memcpy(&state, b->state + offset, i->bytes);
    if ((state | (b->birth == EXEC_BIRTH_ZERO ? known : 0)) != known) return false;
    memcpy(&bytes, b->bytes + offset, i->bytes);
    values[i->dst] = (struct exec_value){.bits = bytes & i->mask, .block = origin};
    return true;
}

static inline bool exec_quick_store(const struct exec_machine *m, const struct exec_value *values, const struct exec_instr *i) {
    if (!i->bytes) return false;
    const struct exec_value *v = exec_get(m, values, i->args[0]);
    uint64_t offset, bits = (uint64_t)v->bits;
    bool address = v->block != 0;
    if (address ? !exec_is_address(v) || i->bytes != m->program->pointer_bits / 8 : !exec_is_plain(v)) return false;
    struct exec_block *b = exec_quick_place(m, values, &i->to, i->bytes, &offset);
    if (!b || b->readonly || b->serial < m->frozen || (address && !b->origin)) return false;
    memcpy(b->bytes + offset, &bits, i->bytes);
    memset(b->state + offset, EXEC_KNOWN, i->bytes);
    for (uint32_t k = 0; b->origin && k < i->bytes; k++) b->origin[offset + k] = v->block;
    return true;
}
#endif
