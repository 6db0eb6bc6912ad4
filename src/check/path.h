// SPDX-License-Identifier: MIT
// The instructions that lead to a fault, one after the other, with the calls that they belong to: a run of the interpreter followed once more, or
// a path through the reached graph of a heap domain.
//
// An event is one instruction executed.  A frame is one call; its parent is the frame that made it, with the event of the CALL.  Frames are
// numbered in the order in which they begin.
#ifndef HP_CHECK_PATH_H
#define HP_CHECK_PATH_H
#include "base/vec.h"
#include "ir/ir.h"

#define CHECK_NO_EVENT UINT32_MAX

struct check_event {
    uint32_t func, instr, frame;
    uint32_t size;     // LOAD, STORE, if their addresses are known: bytes; else 0
    uint64_t address;
    uint32_t block, value;  // LOAD, STORE of a run: the block that is accessed; STORE: the block that what is stored points to; by serial, 0: none
    uint64_t result;        // of a run: the number that it gave, if that is `known`
    bool known;
};
struct check_frame {
    uint32_t func;
    uint32_t parent, call;  // frame and event, or UINT32_MAX: called from outside
};
struct check_path {
    const struct ir_program *program;
    VEC(struct check_event) events;
    VEC(struct check_frame) frames;
    VEC(uint32_t) stack;    // frames that are active after the last event
    VEC(uint32_t) births;   // of a run: by serial of a block, the event that made it; CHECK_NO_EVENT: it was there before
};

// A path with only its program set is empty.  `depth` counts the active frames, that of the instruction included.
struct check_event *check_path_add(struct check_path *path, uint32_t func, uint32_t instr, uint32_t depth);
void check_path_free(struct check_path *path);
const struct ir_instr *check_path_instr(const struct check_path *path, uint32_t event);
// The same for events of one instruction that is reached by the same calls, whatever else happens; not 0.
uint64_t check_path_key(const struct check_path *path, uint32_t event);
// The next event of the same frame, or CHECK_NO_EVENT.
uint32_t check_path_next(const struct check_path *path, uint32_t event);
// The last event before, in the same frame, that gave the local its value, or CHECK_NO_EVENT.
uint32_t check_path_definition(const struct check_path *path, uint32_t event, uint32_t local);
// The last STORE before that wrote what the LOAD reads, or CHECK_NO_EVENT.
uint32_t check_path_stored(const struct check_path *path, uint32_t load);
// The RET of the frame that the CALL entered, or CHECK_NO_EVENT.
uint32_t check_path_return(const struct check_path *path, uint32_t call);
// By frame, the instruction at which it was when an event happened: the event's own, or the call in progress; UINT32_MAX if it was not active.
// To be freed.
uint32_t *check_path_active(const struct check_path *path, uint32_t event);
#endif
