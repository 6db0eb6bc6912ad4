// SPDX-License-Identifier: MIT
// The points of a function, at which states are kept: the start of every reachable block, every call that the engine carries out, and the
// instruction after it.  The code from one point to the next has one entry and is run by the domain in one go; that of a call is the call alone, and
// the code before it ends with it, too.
//
// Points are numbered in Bourdoncle's weak topological order of their blocks, those of one block as they stand: the lowest point with work
// to do is the right one to go on with, and every cycle passes a head.  One more number, `n`, stands for the exit (after a RET).
#ifndef HP_FIX_POINTS_H
#define HP_FIX_POINTS_H
#include "base/arena.h"
#include "dom/dom.h"
#include "ir/lib.h"
#include "set/set.h"

struct fix_point {
    struct dom_code code;
    bool to_call;         // the code ends with a CALL of the engine, which is the next point
    bool calls;           // the code is a CALL of the engine, and the next point follows it; else it ends with the END of its block
    enum set_place place;
};
struct fix_points {
    struct arena arena;
    uint32_t n;
    struct fix_point *at;
    uint32_t *of_block;   // by block: its first point; UINT32_MAX if it is unreachable
};

// Is a call of this function (which the program may define) carried out by the engine?
bool fix_enters(const struct ir_program *p, const struct ir_lib_table *lib, uint32_t func);
// Is the instruction a CALL that the engine carries out: of such a function, or through a pointer?
bool fix_calls(const struct ir_program *p, const struct ir_lib_table *lib, const struct ir_instr *i);

// The points of a function with a body.  Release with fix_points_free.
struct fix_points *fix_points_new(const struct ir_program *p, const struct ir_lib_table *lib, uint32_t func);
void fix_points_free(struct fix_points *t);
// Where the code of a point leads, by the way that the domain took: a point, or n after a RET.
uint32_t fix_target(const struct ir_program *p, const struct fix_points *t, uint32_t point, uint32_t way);
#endif
