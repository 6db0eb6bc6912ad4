// SPDX-License-Identifier: MIT
// Procedures: tables of entry states and exits.
//
// A run is one function walked from one entry state: a function of these two alone, so it is made once, and its exits are led back to the
// points after all calls that lead to this entry.  A domain with local heaps (dom->call->local) gives calls that differ only in what the callee cannot
// reach one entry.
//
// Recursion is followed to its fixpoint.  A call that leads to an unfinished run takes the exits that there are and is told of those
// that come later.  Unfinished runs are numbered in the order of their beginning (`open`); a run that depends on an earlier one waits for it:
// the first run of a cycle goes on with all of the cycle until nothing is new, then all are done.  Entry states of a recursive function are
// abstracted, and those of calls inside of the recursion joined and widened, as at loop heads; so are its exits.  If nothing may be abstracted, or
// the domain's heaps are not local, a function may be active `max_recursion` times; beyond that the path is unknown.
//
// The whole program: constructors, the entry, and after main its destructors; of an open program the entry alone.  All these are called from outside the program, on top of the
// frame of the entry.
#ifndef HP_INTER_INTER_H
#define HP_INTER_INTER_H
#include "fix/fix.h"
#include "ir/calls.h"

struct inter_options {
    uint32_t max_recursion;  // 0: the default
    uint32_t max_depth;      // 0: the default
    bool open;               // the entry is a function of a larger program: constructors ran at some time before
};
enum { INTER_RECURSION = 10, INTER_DEPTH = 200 };

struct inter_caller {
    uint32_t node;       // whose code ends with the call; FIX_NONE: from outside the program
    dom_state at_call;
    const struct dom_code *code;
    uint32_t told;       // so many exits
};
struct inter_run {       // an unfinished one
    uint32_t low;        // the first of the unfinished runs that it is known to depend on
    VEC(struct inter_caller) callers;
};
typedef VEC(uint32_t) inter_numbers;
struct inter {
    struct inter_options options;
    struct ir_calls calls;
    uint32_t *active;      // by function: how many calls of it are in progress
    struct set *entries;   // by function: entries of calls inside of the recursion at hand
    inter_numbers *costly; // by function: its runs that took many states
    uint32_t depth;
    VEC(struct inter_run) runs;  // as those of the graph
    VEC(uint32_t) open;    // unfinished runs
    VEC(dom_state) outside;  // states in which functions are called, or return to, from outside the program
    uint32_t *slot;        // runs by function and entry state: number + 1, 0 when empty
    uint32_t n_slots, n_runs;
    uint64_t reused;       // calls that found their run
    uint64_t ends;         // states in which the entry returned
};

// Does the domain have what programs with calls need?  False: *why gets a sentence.
bool inter_fits(const struct dom *dom, struct buf *why);
// Analyses the program that starts at funcs[entry]: f is begun, but for its hook.  What comes to light is in f.
void inter_run(struct inter *t, struct fix *f, uint32_t entry, const struct inter_options *o);
void inter_free(struct inter *t);
#endif
