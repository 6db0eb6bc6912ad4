// SPDX-License-Identifier: MIT
// Arrays with their number of elements beside them: which number says how many there are, by where it stands and what it is called.
//
// Of a parameter it is another parameter: one that is called like a length, the next one behind it or the last before it; of pointers to numbers other than
// characters, or to pointers, also the one that comes next.  Of a member it is one of the same structure: called like a capacity, else like a size,
// else like a length (of several, that which is called like the array, too), else the only number there is.  Other numbers of that structure that are called like
// smaller ones of these, or like places, count elements of the array: they are at most as large.  So do they if the array is a member itself.
// Where the next pointer of the same type is called like an end, it says where the elements end.
#ifndef HP_IR_ELEMENTS_H
#define HP_IR_ELEMENTS_H
#include "ir/ir.h"

struct ir_length {          // how many elements there are
    uint32_t param;         // as many as this parameter says; or UINT32_MAX
    uint64_t offset, size;  // the number of so many bytes at this place of what the pointer is a member of; size 0: none
    bool end;               // it is no number, but a pointer to where they end
};
struct ir_limit {           // of a number in a structure
    uint64_t offset, size;  // it is at most the number of so many bytes there; size 0: it is at most
    uint64_t most;          // this (IR_NO_LIMIT: anything)
    bool below;             // it is less
    uint64_t least;         // 0 or 1
    bool counts;            // it is how many elements an array has
};
#define IR_NO_LIMIT UINT64_MAX

// False: none is found, or f does not use the pointer as one to several elements.
bool ir_length_of_param(const struct ir_program *p, const struct ir_func *f, uint32_t k, struct ir_length *out);
// The pointer is a member of something of type `owner`, at an offset.
bool ir_length_of_member(const struct ir_program *p, uint32_t owner, uint64_t offset, struct ir_length *out);
// Does f go from one element to others by the pointer, and no number says how many there are?
bool ir_is_walked_param(const struct ir_program *p, const struct ir_func *f, uint32_t k);
// Is the pointer where the elements of another one end?
bool ir_is_end_param(const struct ir_program *p, const struct ir_func *f, uint32_t k);
bool ir_is_end_member(const struct ir_program *p, uint32_t owner, uint64_t offset);
// Are the two, each at an offset of something of a type, the same member of the same structure?
bool ir_is_same_place(const struct ir_program *p, uint32_t a, uint64_t at_a, uint32_t b, uint64_t at_b);
bool ir_limit_of(const struct ir_program *p, uint32_t owner, uint64_t offset, struct ir_limit *out);
#endif
