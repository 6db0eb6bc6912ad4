// SPDX-License-Identifier: MIT
// What a well-formed type, value and single instruction is, whatever stands around it: the part of the invariant that the builder checks
// when an instruction is made and the validator checks again.  Answers are English phrases, NULL when all is well.
//
// Beyond ops.def and pure.def: integers have 1..128 bits, pointers the program's width, floats 16, 32, 64, 80 or 128, blobs any.
// Numbers of bytes (COPY, FILL, HAVOC, ALLOCA) are integers of any width, read as unsigned.  Conditions (BRANCH, ASSUME) are i1, labels,
// marks, callees and variadic blocks pointers.
#ifndef HP_IR_FORM_H
#define HP_IR_FORM_H
#include "ir/ir.h"

const char *ir_form_type(const struct ir_program *p, ir_type t);
// The flags that instructions with this opcode may have.
uint8_t ir_form_flags(enum ir_op op);
// A value that f (or, if f is NULL, the program) may mention.
const char *ir_form_val(const struct ir_program *p, const struct ir_func *f, ir_val v);
// Every index in i is in range, i carries what its opcode carries, and the types fit.  Successors are compared with f->blocks.n.
const char *ir_form_instr(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i);
#endif
