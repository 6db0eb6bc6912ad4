// SPDX-License-Identifier: MIT
// The reached graph: every state that was kept, where, and from which one it came first.
//
// A run is one function being walked from one entry state.  A node is a state at a point of a run; its parent is the node whose code led
// to it (in the same run), `via` the exit node of the run that was entered in between, if the code ends with a call.  The first node of a
// run has no parent: the run knows the node of its (first) caller.  Parents are older than their children, so the graph is a forest, and a
// path back from any node leads to the entry of the program.
#ifndef HP_FIX_GRAPH_H
#define HP_FIX_GRAPH_H
#include "fix/points.h"

#define FIX_NONE UINT32_MAX

struct fix_node {
    dom_state state;
    uint32_t run, point;
    uint32_t parent, via;  // or FIX_NONE
    bool gone;             // another kept state covers it
    bool exact;            // nothing was joined or abstracted on the way to it
};
struct fix_record {      // what a run did by itself, for those who keep it (fix_options.remember)
    VEC(uint32_t) nodes;   // of the run, oldest first
    uint8_t *met;          // bit by instruction of its function
    bool tainted;          // a fault or an unknown was met, or something was marked elsewhere
};
struct fix_run {
    uint32_t func;
    dom_state entry;
    uint32_t caller;       // node whose code ends with the call; FIX_NONE: called from outside the program
    uint32_t before;       // called from outside: the exit node of what ran before, or FIX_NONE
    uint32_t first;        // node
    uint32_t states;       // that were kept
    uint64_t words;        // of the states of its nodes
    bool recursive;        // the function may be called while it runs: its exits are abstracted, as at loop heads
    bool asked;            // whoever looks whether an earlier analysis holds entered it first, and it has no caller so far
    bool done;             // walked to the end (or stopped)
    struct fix_walk *walk; // the sets and queues of a run that is not done; NULL: not begun, or done
    struct fix_record *record;  // NULL: not asked for, or not needed any more
    VEC(uint32_t) exits;   // nodes after a RET, in order of arrival; those that are gone are removed when it is done
};
struct fix_graph {
    VEC(struct fix_node) nodes;
    VEC(struct fix_run) runs;
};
struct fix_place {
    uint32_t func, instr;
};
struct fix_step {
    uint32_t func, instr;
    uint32_t node;  // in whose code it is, or FIX_NONE: not known
};
typedef VEC(struct fix_step) fix_trace;

void fix_graph_free(struct fix_graph *g);
void fix_graph_forget(struct fix_run *r);  // its record is not needed any more
// Appends the instructions that lead from the entry of the program to a place in the code of `node`, or after the run that this code
// entered and that ended in exit node `via` (either may be FIX_NONE).  The place itself (func UINT32_MAX: none) is the last.  Where one of
// them is an END or a call, the next one shows where it went.  At most `most` of them, the last ones; true: none is missing.
bool fix_graph_trace(const struct fix_graph *g, struct fix_points *const *points, uint32_t node, uint32_t via, struct fix_place place,
                     uint32_t most, fix_trace *out);
#endif
