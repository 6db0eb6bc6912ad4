// SPDX-License-Identifier: MIT
// What callers hand to an open entry (ir/inputs.h), as a heap: one of the cases, and of it one heap, both drawn from the inputs.
//
// Nothing is shared that a case does not say is: no two pointers lead to the same block, but for links back, links around, and the last node of a list
// that a second member leads to if it is called like that.  Lists have up to EXEC_GIVEN_NODES nodes, strings fewer characters.  Numbers are
// drawn, too.  Draws that decide what is there, and not what numbers it holds, are called exec_given_shape.  What cannot be built is unknown.
//
// The blocks are those of the heap that are born before the entry begins (exec_result.given): callers know them, so that none is ever lost.
#ifndef HP_EXEC_GIVEN_H
#define HP_EXEC_GIVEN_H
#include "exec/world.h"
#include "ir/required.h"

enum { EXEC_GIVEN_NODES = 4, EXEC_GIVEN_DEPTH = 3 };  // of a list; of a tree

struct exec_given {
    struct ir_inputs cases[IR_MOST_PROPOSALS];
    uint32_t n;
    struct ir_agreed agreed;  // if it has a contract that is stated: the cases are those
    bool is_agreed;
    struct ir_usage *usage;   // of the entry, for all cases; NULL: there is only one
    bool careful;  // members are the first and the last node of a list only if they are called so
};
extern const char exec_given_shape[];

// All cases that a function may be meant for, those of its contract if one is stated; with `only`, that one alone, in which parameters that may share something do at times.  False: the program that starts at funcs[entry] is not open; then there is nothing to end.
bool exec_given_begin(struct exec_given *g, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *lib, const struct ir_input_options *only);
void exec_given_end(struct exec_given *g);

// The arguments of the entry, and what globals hold; false: the run ended.
bool exec_give(struct exec_machine *m, const struct exec_given *g, struct exec_arguments *args);
// Is it a function of a caller, which nobody sees?
bool exec_is_unseen(const struct exec_machine *m, uint32_t block);
// The call of one: it returns, and leaves everything as it is.  Given the same it gives the same, and given two things the other way round the opposite.
bool exec_call_unseen(struct exec_machine *m, uint32_t block, const struct exec_lib_call *c);
#endif
