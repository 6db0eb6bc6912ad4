// SPDX-License-Identifier: MIT
// C types of a program, written as C again.
//
// A structure or union that C gives a name to is known by it: two of one name are one.  Enumerations are written as integers.
#ifndef HP_CLI_CTYPE_H
#define HP_CLI_CTYPE_H
#include "base/buf.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef VEC(uint32_t) cli_ctypes;

const struct ir_ctype *cli_ctype_at(const struct ir_program *p, uint32_t ctype);  // IR_NO_TYPE: void
bool cli_ctype_is_object(const struct ir_ctype *c);                              // a structure or union
// One that was defined, and is no affair of the C library (such as FILE).
bool cli_ctype_is_open(const struct ir_ctype *c);
// Adds the named structures and unions that the type is made of or leads to, each once, those first that others contain.
void cli_ctype_collect(const struct ir_program *p, uint32_t ctype, cli_ctypes *all);
// "struct node *x[3]".  name may be "".
void cli_ctype_declare(const struct ir_program *p, uint32_t ctype, const char *name, struct buf *out);
// Declares all of them, then defines those that are known.
void cli_ctype_define(const struct ir_program *p, const cli_ctypes *all, struct buf *out);
// The type's name, as part of another: "struct_node", "char".
void cli_ctype_word(const struct ir_program *p, uint32_t ctype, struct buf *out);
#endif
