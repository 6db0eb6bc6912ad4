// SPDX-License-Identifier: MIT
// What structures consist of, as their C types say.
#ifndef HP_IR_MEMBERS_H
#define HP_IR_MEMBERS_H
#include "ir/ir.h"

enum { IR_MOST_ELEMENTS = 8 };  // of an array of pointers that are members each
// The members of something of a type that are no structures themselves, in order, with their offsets; a union or bit-field is handed over as its bytes (type
// IR_NO_TYPE).
void ir_members(const struct ir_program *p, uint32_t ctype, void *self,
                void (*member)(void *self, uint64_t offset, uint64_t size, uint32_t ctype, const char *name));
// Units that were read apart have types of their own for the same structure: are these the same?
bool ir_same_type(const struct ir_program *p, uint32_t a, uint32_t b);
#endif
