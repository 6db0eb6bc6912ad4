// SPDX-License-Identifier: MIT
// A run of the interpreter that follows a violation witness (witness.h): functions return what it says, loops go on as it says, and the fault is where it says.
//
// Of the format, function_return waypoints of the form `\result == NUMBER`, branching waypoints of loops, and the target are understood.  What the witness does not
// say is drawn as zero.
#ifndef HP_REPLAY_PURSUE_H
#define HP_REPLAY_PURSUE_H
#include "exec/exec.h"
#include "replay/spot.h"

enum replay_way { REPLAY_RETURN, REPLAY_BRANCHING, REPLAY_TARGET };
struct replay_waypoint {
    enum replay_way kind;
    const char *file;
    struct replay_spot spot;  // column 0: not given
    int64_t value;            // what is returned; whether the loop is entered
};
struct replay_pursuit {
    struct arena arena;
    VEC(struct replay_waypoint) ways;  // the last one is the target
    uint32_t next;                     // so many were passed
};

// False: *why says what is wrong with the text.
bool replay_pursuit_read(struct replay_pursuit *x, const char *text, struct buf *why);
void replay_pursuit_free(struct replay_pursuit *x);
// Runs funcs[entry] along it.  *why is left empty if the run passes all waypoints and meets a fault at the target, and says else what it did not.
void replay_pursue(struct replay_pursuit *x, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *run, struct buf *why);
#endif
