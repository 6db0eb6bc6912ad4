// SPDX-License-Identifier: MIT
// Which blocks can still be reached, and from where.
//
// Roots are the globals, static storage of the library, live slots and alloca blocks, variables in scope of all frames, temporaries while
// they are live, arguments of exit handlers, and blocks that escaped.  A block refers to what the provenance of its bytes says, and to
// the heap blocks whose address a plain word of it holds; a reference to any part of a block counts.
#ifndef HP_EXEC_REACH_H
#define HP_EXEC_REACH_H
#include "exec/decode.h"
#include "exec/machine.h"

// Heap blocks that nothing reaches.
struct exec_loss {
    uint64_t serial;  // of one that no other lost block refers to (in a cycle: the oldest)
    uint64_t size;
    struct exec_place born;
    uint32_t count;  // lost blocks in all
};
// Finds them; with `among` (ascending serials), only those count.  Appends all serials to `serials`, ascending, unless it is NULL.
struct exec_serials {
    VEC(uint64_t) v;
};
// With `freed_hold`, what a freed block pointed to when it was freed counts as long as the freed block itself is reachable.
bool exec_find_loss(struct exec_machine *m, bool freed_hold, const struct exec_serials *among, struct exec_serials *serials,
                    struct exec_loss *out);
// The function on top is about to return: do its callers or its results still hold the block, so that it is they who lose it?
bool exec_callers_hold(struct exec_machine *m, const struct exec_instr *ret, uint64_t serial);

// Makes the numbers of dead blocks that nothing mentions any more available again.
void exec_collect(struct exec_machine *m);
// Marks as escaped what the arguments and the globals reach.
void exec_escape(struct exec_machine *m, const struct exec_value *args, uint32_t n);
#endif
