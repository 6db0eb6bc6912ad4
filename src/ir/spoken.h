// SPDX-License-Identifier: MIT
// What the clauses of a stated contract (stated.h) speak of: parameters, globals, the result, and members of what these lead to, as C writes them.
#ifndef HP_IR_SPOKEN_H
#define HP_IR_SPOKEN_H
#include "base/buf.h"
#include "ir/ir.h"

// A contract stands above a function of the program.
struct ir_stating {
    const struct ir_program *program;
    uint32_t func;
    const char *const *params;  // what the prototype below the contract calls them; n_params of them
    uint32_t n_params;
    bool ensures;               // the result may be spoken of
};
enum { IR_SPOKEN_FOLLOWED = 6 };
struct ir_spoken {
    uint32_t param;   // it is this parameter; or UINT32_MAX
    uint32_t global;  // it is in this global; or UINT32_MAX
    uint32_t owner;   // else it is in something of this type (result: IR_NO_TYPE),
    uint64_t offset;  // here
    uint32_t ctype;
    bool address;     // its address is meant, not what it holds
    bool result;
    // How to get there: from a parameter's value, or what a global or the result holds, along pointers that lie at these offsets of what the one before leads to (the first of a global: of it).
    uint32_t root_param, root_global;  // one of them at most; else the result, or a type
    uint32_t n_followed;               // of a parameter the first is the parameter itself
    uint64_t followed[IR_SPOKEN_FOLLOWED];
};

// Where the words lead; false: *error says why nowhere.
bool ir_spoken_find(const struct ir_stating *by, const char *words, struct ir_spoken *out, struct buf *error);
// The member of something of a type, with the offset of it.
bool ir_spoken_member(const struct ir_program *p, uint32_t ctype, const char *words, struct ir_spoken *out, struct buf *error);
// The type that is called so; IR_NO_TYPE: there is none.
uint32_t ir_spoken_type(const struct ir_program *p, const char *words);
// Is the type called so?
bool ir_spoken_is_type(const struct ir_program *p, uint32_t ctype, const char *words);
// The parameter of the function that the contract calls so, as the function itself calls it; else the name as it is.
const char *ir_spoken_name(const struct ir_stating *by, const char *name);
#endif
