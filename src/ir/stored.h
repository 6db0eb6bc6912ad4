// SPDX-License-Identifier: MIT
// The functions that a program stores in structures: by initialisers of its globals, and by assignments.
//
// Where a function pointer is a member of a structure that the program itself fills, it most likely is what is stored there; otherwise the only function
// that is stored anywhere to a pointer of the same type.
#ifndef HP_IR_STORED_H
#define HP_IR_STORED_H
#include "ir/ir.h"

struct ir_stored {
    uint32_t owner;     // C type of the structure
    uint64_t offset;    // of the member
    uint32_t ctype;     // of the member
    uint32_t function;
};
typedef VEC(struct ir_stored) ir_stored_list;

void ir_find_stored(const struct ir_program *p, ir_stored_list *out);
// What a member of this type, at an offset of something of type `owner`, most likely is; UINT32_MAX: not known.  *here: it is stored in just such a member.
uint32_t ir_stored_function(const struct ir_program *p, const ir_stored_list *list, uint32_t owner, uint64_t offset, uint32_t ctype, bool *here);
#endif
