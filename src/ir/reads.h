// SPDX-License-Identifier: MIT
// Which bytes of what a parameter points to a function, and everything that it calls with it, reads through it.
//
// A guess to choose by, not a fact to rely on: a pointer that comes back through a result or through memory is not followed.  What is not
// followed otherwise (an index, a store of the pointer, a library function) reads everything.
#ifndef HP_IR_READS_H
#define HP_IR_READS_H
#include "ir/ir.h"

enum { IR_READS_BYTES = 64 };

struct ir_reads {
    uint32_t *first;  // by function: its first parameter in `masks`
    uint64_t *masks;  // by parameter: bit k, byte k from where it points to; all bits: everything
};

void ir_reads_build(struct ir_reads *r, const struct ir_program *p);
void ir_reads_free(struct ir_reads *r);
// Are the bytes [offset, offset + size) from where the parameter points to read through it?
bool ir_reads(const struct ir_reads *r, uint32_t func, uint32_t param, int64_t offset, uint32_t size);
#endif
