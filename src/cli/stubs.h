// SPDX-License-Identifier: MIT
// Stubs: C bodies, to be edited, for the functions of a program that have none (heapproof stubs; taken by --model).
//
// As it is written, a stub does anything that C can say of a function of which only the type is known: its result is arbitrary, and it may
// change what it is given, what it was given before, and the program's variables.  What C cannot say is told in the comment on top.
#ifndef HP_CLI_STUBS_H
#define HP_CLI_STUBS_H
#include "base/buf.h"
#include "ir/lib.h"

// Writes a C file; how many stubs it has.
uint32_t cli_stubs(const struct ir_program *p, const struct ir_lib_table *library, struct buf *out);
#endif
