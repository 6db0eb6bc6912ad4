// SPDX-License-Identifier: MIT
// The values that an instruction reads, one by one: its arguments, the variadic block of a CALL, bases and indices of its addresses.
// The subject of ENTER and LEAVE is storage that begins or ends, not a value that is read.
#ifndef HP_IR_OPERAND_H
#define HP_IR_OPERAND_H
#include "ir/ir.h"

static inline uint32_t ir_n_addr_operands(const struct ir_addr *a) { return a ? 1 + a->n_terms : 0; }
static inline ir_val ir_addr_operand(const struct ir_addr *a, uint32_t k) { return k ? a->terms[k - 1].index : a->base; }

// How many operands; ir_operand(i, k) is the k-th, k from 0.  Operand 0 of a CALL is the callee.  An operand may be IR_NOTHING.
static inline uint32_t ir_n_operands(const struct ir_instr *i) {
    return i->n_args + (i->op == IR_CALL) + ir_n_addr_operands(i->to) + ir_n_addr_operands(i->from);
}
static inline ir_val ir_operand(const struct ir_instr *i, uint32_t k) {
    if (k < i->n_args) return i->args[k];
    k -= i->n_args;
    if (i->op == IR_CALL && k-- == 0) return i->subject;
    uint32_t n = ir_n_addr_operands(i->to);
    return k < n ? ir_addr_operand(i->to, k) : ir_addr_operand(i->from, k - n);
}
#endif
