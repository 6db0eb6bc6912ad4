// SPDX-License-Identifier: MIT
// C-like names of values and memory for people: `cur->next`, `a[i].x`, `*p`, `&s.f`, `(*q)->left`, `list.head`, `find(...)`.
//
// A temporary is named after the instruction that defines it, an address after the C types of what it starts from: offsets become members,
// scaled indices array elements.  A part that has no name reads `(...)`; a value that has none at all is described in words ("a pointer").
// Names are what the programmer wrote up to casts; they are never used to decide anything.  Depth is bounded, so they may end in `(...)`.
#ifndef HP_IR_NAME_H
#define HP_IR_NAME_H
#include "base/buf.h"
#include "ir/ir.h"

// A value used in f (f may be NULL if v is no local or slot).
void ir_name_val(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out);
// The same, if it is an expression of C: false (and nothing is added) if it could only be described in words.
bool ir_name_expression(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out);
// The memory of `bytes` bytes at an address, as an expression that C would assign to; 0 bytes: no particular size.
void ir_name_addr(const struct ir_program *p, const struct ir_func *f, const struct ir_addr *a, uint64_t bytes, struct buf *out);
// The byte at an offset into a global or slot (or the pointee of any other pointer value): `list.head`, `tab[3]`.
void ir_name_at(const struct ir_program *p, const struct ir_func *f, ir_val base, int64_t offset, uint64_t bytes, struct buf *out);
// The part of something of a type that so many bytes at an offset are: `next`, `pos.x`, `tab[3]`, "" for all of it; *part gets its type.  False: it has no name.
bool ir_name_member(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint64_t bytes, struct buf *out, uint32_t *part);
// Likewise, the member of this type, which stands there.
void ir_name_part(const struct ir_program *p, uint32_t ctype, uint64_t offset, uint32_t part, struct buf *out);
// The C type of the memory at an address, as far as it is known.
uint32_t ir_name_type(const struct ir_program *p, const struct ir_func *f, const struct ir_addr *a, uint64_t bytes);
// The C name of a local, slot, global or function, without suffixes that only tell equal names apart; false if the programmer gave none.
bool ir_name_variable(const struct ir_program *p, const struct ir_func *f, ir_val v, struct buf *out);
// How C writes a type: `struct node *`, `int [4]`.  IR_NO_TYPE: "void".
void ir_name_ctype(const struct ir_program *p, uint32_t ctype, struct buf *out);
#endif
