// SPDX-License-Identifier: MIT
// The text form of a program: printed, parsed, and printed again it is the same text.  Grammar and examples: doc/ir.md.
//
//   hir 1                                   # version; a comment goes to the end of its line; every statement is one line
//   pointer 64
//   file 0 "list.c"
//   type 0 = struct "struct node" size 16 { "value" type 1 bit 0; "flag" type 2 bit 32 width 3; "next" type 3 bit 64 }
//   type 3 = pointer "" size 8 to 0
//   type 4 = array "" size 16 to 3 count 2
//   global @table size 16 align 8 type 4 internal readonly !0:3:5 = { 0: "ab\x00\x01", 8: &@other + 4, 12: &@push:then size 4 }
//   global @other size 0 align 1 extern unsized
//   ctor @setup 65535
//   declare @malloc(i64) -> ptr
//   func @push(%head: ptr type 3 user, %value: i32 type 1 user) -> ptr internal !0:12:1 {
//     var %node: ptr type 3 scoped user !0:13:18
//     slot $buffer size 16 align 8 type 5 scoped user !0:14:8
//   entry:
//     enter %node !0:13:18
//     %0: ptr type 3 = call @malloc(i64 16) !0:13:25
//     %node = copy %0 !0:13:18
//     store %value, [%node] volatile !0:14:18
//     %1: ptr = load [%head + 8 + 4*%i - 8*%j] !0:15:3
//     %2: i64, %3: i32 = call %callback(ptr null, i32 -1) varargs $arguments
//     copy [%node], [@table + 8], i64 16
//     switch %3, other { 0: zero, 1..9: "a digit" }
//   zero:
//     %4: ptr = copy @push:other             # the address of a label
//     goto %4, other, "a digit"
//   ...
//   }
// A LET is written by its operator's name, other instructions by their opcode.  Temporaries are numbered in order of first appearance and
// carry their type where they are assigned; constants always carry their type.  Names that are not plain (words.h) stand in quotes, with
// \" \\ \xHH as escapes.  Symbols, blocks and temporaries may be used before their line; files may not.
// Not in the text: constants and labels that nothing uses, bytes of a global under an address, the place of a temporary.
#ifndef HP_IR_TEXT_H
#define HP_IR_TEXT_H
#include "base/buf.h"
#include "ir/ir.h"

void ir_print(const struct ir_program *p, struct buf *out);
void ir_print_func(const struct ir_program *p, const struct ir_func *f, struct buf *out);
// One instruction, one value, one type, as in the text form, without end of line.  (What mentions a temporary takes time in the size of f.)
void ir_print_instr(const struct ir_program *p, const struct ir_func *f, const struct ir_instr *i, struct buf *out);
void ir_print_val(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out);
void ir_print_type(ir_type t, struct buf *out);
// Parses n bytes of text; `file` is for messages.  NULL: *error gets one line "FILE:LINE:COLUMN: error: REASON".
// What it returns satisfies ir_valid.
struct ir_program *ir_parse(const char *file, const char *text, size_t n, struct buf *error);
#endif
