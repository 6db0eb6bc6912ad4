// SPDX-License-Identifier: MIT
// Digests of what the functions, globals and types of a program are: equal ones mean equal code, contents and layout, whatever else the program has and
// wherever it stands.
//
// Names stand for what they name, and with them what matters of it: of a global what it is and its contents, through all addresses in these; of a
// function that is called or named its interface; of a type all that it is made of, up to a depth.  Positions in the source do not count, nor do
// the numbers that a program gives its functions, globals, types and constants.
#ifndef HP_IR_DIGEST_H
#define HP_IR_DIGEST_H
#include "ir/ir.h"

struct ir_digest {
    uint64_t low, high;
};
struct ir_digests {
    struct arena arena;
    const struct ir_program *program;
    struct ir_digest *ctypes, *globals;  // by number; of globals: with all that their contents lead to
    struct ir_digest *funcs;             // by function
};

void ir_digests_build(struct ir_digests *d, const struct ir_program *p);
void ir_digests_free(struct ir_digests *d);
#endif
