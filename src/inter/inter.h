// SPDX-License-Identifier: MIT
// Procedures: every call is entered in place.
//
// The callee is walked to its fixpoint from the state at its first instruction, which holds the frames of all callers; each state at its
// exits is led back to the point after the call.  A run is a function of callee and entry state alone, so it is made once and its exits are
// used again.  A function may be active `max_recursion` times, and `max_depth` calls may be active at a time; beyond that the path is
// unknown.
//
// The whole program: constructors, the entry, and after main its destructors.  All these are called from outside the program, on top of the
// frame of the entry.
#ifndef HP_INTER_INTER_H
#define HP_INTER_INTER_H
#include "fix/fix.h"

struct inter_options {
    uint32_t max_recursion;  // 0: the default
    uint32_t max_depth;      // 0: the default
};
enum { INTER_RECURSION = 10, INTER_DEPTH = 200 };

struct inter {
    struct inter_options options;
    uint32_t *active;      // by function: how many calls of it are in progress
    uint32_t depth;
    uint32_t *slot;        // runs by function and entry state: number + 1, 0 when empty
    uint32_t n_slots, n_runs;
    uint64_t ends;         // states in which the entry returned
};

// Does the domain have what programs with calls need?  False: *why gets a sentence.
bool inter_fits(const struct dom *dom, struct buf *why);
// Analyses the program that starts at funcs[entry]: f is begun, but for its hook.  What comes to light is in f.
void inter_run(struct inter *t, struct fix *f, uint32_t entry, const struct inter_options *o);
void inter_free(struct inter *t);
#endif
