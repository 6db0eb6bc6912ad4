// SPDX-License-Identifier: MIT
// setjmp and longjmp: calls to which a run may return once more.
//
// A call of setjmp makes a mark, an empty block of its frame (like one of alloca), and stores the mark's address in front of the jump
// buffer; the rest of the buffer is unknown.  So a copy of a buffer is as good as the buffer, one that was overwritten is none, and
// a mark dies with its frame, or with the scope of an array of variable length that was left.  A note says what a return to the mark
// needs: the place of the call, and the frame's values and slots as they were.
//
// Variables of the frame that are not volatile and were changed since are indeterminate after the return: uninitialised.  A variable was
// changed if it has another value now.  In a run that may be the only one (alone.h) it counts as changed, too, if its function may have
// written it in between (between.h), since a compiler may keep any of these values, or if its value depends on inputs otherwise than
// before; what others wrote through its address is in memory.
#ifndef HP_EXEC_JUMP_H
#define HP_EXEC_JUMP_H
#include "exec/value.h"

struct exec_machine;

struct exec_kept {    // a slot
    uint64_t serial;  // of its block; 0: there was none
    uint64_t size;
    uint8_t *bytes, *state;
    uint32_t *origin, *nodes;  // NULL: all 0
};

struct exec_note {
    uint32_t mark;       // block, whose index is the number of the note, from 1 on
    uint64_t serial;     // of that block: the note is of use as long as this one lives
    uint32_t frame, pc;  // the call
    uint32_t allocas;    // alloca blocks, the mark included
    uint32_t n_values, n_slots;
    struct exec_value *values;  // of the frame
    struct exec_kept *slots;
};

// The call of longjmp in progress is over, and set `landing`: returns to the call of setjmp.
bool exec_land(struct exec_machine *m);
void exec_jump_end(struct exec_machine *m);
#endif
