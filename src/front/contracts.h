// SPDX-License-Identifier: MIT
// Contracts in comments: `/*@ heapproof: CLAUSES */` above a prototype or a body (ir/stated.h), in what the program was compiled from.
//
// Comments do not reach bitcode, so the files are read again, and only as far as words go: a comment belongs to the function whose name stands before the first
// parenthesis behind it, whatever the preprocessor makes of it.  System headers have none.  Files that nobody compiles may have some, too (front_options.contracts): what a report printed, say.
#ifndef HP_FRONT_CONTRACTS_H
#define HP_FRONT_CONTRACTS_H
#include "front/clang.h"

// Adds the contracts of the program's functions.  False, with messages that name file and line, if one is wrong, belongs to nothing, or contradicts another.
bool front_contracts(const struct front_options *o, struct ir_program *p, struct front_unit *const *units, uint32_t n, struct front_messages *m);
#endif
