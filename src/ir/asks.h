// SPDX-License-Identifier: MIT
// Which pointers a function takes from memory, and where it asks whether one is null: by comparing it, or a copy, with the constant.
//
// A pointer is asked about as a parameter (the value that the caller gave, as far as it went through variables), or as a place in memory
// that it was loaded from: a global, or a member of something of a C type.  Taking the address of such a place counts as loading from it.
#ifndef HP_IR_ASKS_H
#define HP_IR_ASKS_H
#include "ir/ir.h"

struct ir_asked {
    uint32_t global;   // the place is in this global; UINT32_MAX: in something of type `owner`
    uint32_t owner;    // C type
    uint64_t offset;
    bool indexed;      // and behind it, by an index
    bool asked;        // is it compared with null?
    bool written;      // a pointer is put there, and not taken
    uint32_t as;       // the C type of the pointer variable that it is put to; IR_NO_TYPE: it is not known
    uint32_t function; // it is this function; UINT32_MAX: it is not known to be one
};
typedef VEC(struct ir_asked) ir_asked_list;

// A structure is a part of another one, by an address that f computes: from one of the first to one before it.
struct ir_container {
    uint32_t part, whole;  // C types
    uint64_t at;           // where in the whole the part is
};
typedef VEC(struct ir_container) ir_container_list;

// A place of something of a C type that its own address is put to.
struct ir_turned {
    uint32_t owner;
    uint64_t offset;
};
typedef VEC(struct ir_turned) ir_turned_list;

// A pointer in a union that is taken where a number beside the union is known to have a value.
struct ir_tagged {
    uint32_t owner;      // C type of what the union is a member of
    uint64_t tag, size;  // where the number is, and of how many bytes
    uint64_t value;
    uint64_t offset;     // of the pointer
    uint32_t ctype;      // of it; IR_NO_TYPE: there are several, and it is not known which
};
typedef VEC(struct ir_tagged) ir_tagged_list;

// Places of numbers that f divides by, or that mask another number when they are one less, and those that it compares with 0 (asked; owner: the type of a global, too).  divides: by function, bit k: by its
// parameter k; true: that of f has grown, so those that call it may have more.
bool ir_asks_divisors(const struct ir_program *p, const struct ir_func *f, uint64_t *divides, ir_asked_list *out);
void ir_asks_tagged(const struct ir_program *p, const struct ir_func *f, ir_tagged_list *out);
void ir_asks_turned(const struct ir_program *p, const struct ir_func *f, ir_turned_list *out);
// Adds what f goes out from parts to; where types do not say it, the only structure that has such a part.
void ir_asks_containers(const struct ir_program *p, const struct ir_func *f, ir_container_list *out);
// Does f ask about the value that its parameter k has at the beginning?
bool ir_asks_param(const struct ir_program *p, const struct ir_func *f, uint32_t k);
// The C type, a pointer to a structure or a number, of all variables that parameter k is copied to, or else one to a character that it is copied to or given on as;
// IR_NO_TYPE: there are several, or none.
uint32_t ir_asks_param_type(const struct ir_program *p, const struct ir_func *f, uint32_t k);
// Adds the places in memory that f takes pointers from or puts them to, and whether it asks about them; one may be added twice.
void ir_asks_places(const struct ir_program *p, const struct ir_func *f, ir_asked_list *out);
#endif
