// SPDX-License-Identifier: MIT
// Procedures: tables of entry states and exits.
//
// A run is one function walked from one entry state: a function of these two alone, so it is made once, and its exits are led back to the
// points after all calls that lead to this entry.  A domain with local heaps (dom->call->local) gives calls that differ only in what the
// callee cannot reach one entry.
//
// Recursion is followed to its fixpoint.  A call that leads to an unfinished run takes the exits that there are and is told of those
// that come later.  Unfinished runs are numbered in the order of their beginning (`open`); a run that depends on an earlier one waits for
// it: the first run of a cycle goes on with all of the cycle until nothing is new, then all are done.  Entry states of a recursive
// function are abstracted, and those of calls inside of the recursion joined and widened, as at loop heads; so are its exits.  If nothing
// may be abstracted, or the domain's heaps are not local, a function may be active `max_recursion` times; beyond that the path is
// unknown.
//
// The whole program: constructors, the entry, and after main its destructors; of an open program the entry alone.  All these are called
// from outside the program, on top of the frame of the entry.
//
// What is in progress is on a stack of its own (`frames`), not on that of C: a walk of a run, a call inside of that, the walk of the
// callee, and so on; or runs that are being settled.  So calls may be nested as deeply as they like, and the analysis can be left at any
// time and resumed.
//
// Literature: T. Reps, S. Horwitz, M. Sagiv, Precise interprocedural dataflow analysis via graph reachability (POPL 1995); with a join, H. Yang et al.,
// On scalable shape analysis (RR-07-10, Queen Mary, 2007), sections 2.3 and 3.3.
#ifndef HP_INTER_INTER_H
#define HP_INTER_INTER_H
#include "fix/fix.h"
#include "inter/limits.h"
#include "ir/whole.h"

// What outlives the process: runs that are done, and may be taken over instead of being made again.  A claim is such a run, of which it is to be seen whether
// the calls in it come back as they did when it was made.
struct inter;
struct inter_start {
    uint32_t func;
    dom_state entry;
    bool exact;  // nothing was joined or abstracted on the way there
};
struct inter_done {
    struct fix_cost cost;
    uint32_t calls;  // how many led to a run for the first time, the one at hand included
};
struct inter_memory {
    void *self;
    // The claim for a run from there, which the table does not have, or NULL.
    void *(*recall)(void *self, struct inter *t, const struct inter_start *from);
    // Call number i of the claim, in the order in which they were made first; false: that is all.  An entry DOM_NONE cannot be had.  *until
    // is what the run and those that were made together with it had done until then, or in all.
    bool (*call)(void *self, struct inter *t, void *claim, uint32_t i, struct inter_start *to, struct inter_done *until);
    // Does that call come back as it did, from this run, which is done?
    bool (*confirms)(void *self, struct inter *t, void *claim, uint32_t i, uint32_t run);
    // It is so of all calls: the run, with others that were made together with it, becomes part of the graph.  Its number.
    uint32_t (*adopt)(void *self, struct inter *t, void *claim, uint32_t caller, uint32_t before);
    // Nothing more is asked about the claim.
    void (*drop)(void *self, void *claim);
    // A run was begun, since there is no claim or it does not hold.
    void (*begun)(void *self, struct inter *t, uint32_t run);
    // The run is about to tell its exits to a caller.
    void (*used)(void *self, struct inter *t, uint32_t run);
    // These were made together and are done; the first was entered from outside of them.
    void (*done)(void *self, struct inter *t, const uint32_t *runs, uint32_t n);
};

struct inter_options {
    uint32_t max_recursion;  // 0: the default
    bool open;               // the entry is a function of a larger program: constructors ran at some time before
    const struct inter_memory *memory;  // NULL: none; else fix_options.remember is set, and the domain has the group `keep`
};

struct inter_caller {
    struct fix_call call;  // code NULL: from outside the program
    uint32_t told;         // so many exits
};
struct inter_callee {
    uint32_t run, node;    // and the node of the first call that led to it
    uint32_t when;         // among all such calls
    struct fix_cost spent; // until then by all runs that were not done
};
struct inter_cost {           // for those who keep the run
    uint32_t entered;         // calls that led to runs
    uint64_t pairs, parts;    // as of fix_cost; the rest is in the graph
    uint32_t fix_limits, inter_limits;  // that were reached in it
    uint64_t noted;           // by the domain
    struct fix_cost before;   // what all runs that are not done had cost when it was begun
};
struct inter_run {
    uint32_t low;        // of an unfinished one: the first of the unfinished runs that it is known to depend on
    VEC(struct inter_caller) callers;  // likewise
    VEC(struct inter_callee) callees;  // with memory only, each once, in the order of the first calls
    struct inter_cost cost;            // likewise
};
typedef VEC(uint32_t) inter_numbers;

// WALK: a run is walked.  CALL: a call is carried out, target by target.  SETTLE: unfinished runs tell each other what is new.  CLAIM: the calls of a claim are
// looked at, one by one; the frame below is that of the call that would lead to its run.
enum inter_task { INTER_WALK, INTER_CALL, INTER_SETTLE, INTER_CLAIM };
struct inter_frame {
    enum inter_task task;
    uint32_t run;            // that is walked; of a call: of the target at hand, FIX_NONE if none was begun
    uint32_t number;         // of that run in `open`; the first of those to be settled
    struct fix_call call;    // node FIX_NONE, code NULL: from outside the program
    uint32_t before;         // then: the exit node of what ran before
    bool entry;              // then: it is the entry of the program, whose frame there is already
    bool settled;            // the run of the target, as far as it goes now
    bool recalled;           // the run of the target was taken over
    bool asks;               // on behalf of the claim below: it is entered in this very state, and nobody is told
    bool joined;             // then: something was, on the way there
    void *claim;             // that is looked at,
    struct inter_done told;  // and how far that is
    struct inter_start from; // what it is for
    uint32_t fresh;          // calls of it that led to runs which were not there
    uint32_t targets, next;  // the first of the call's, and the next one, in the list of all frames
    uint32_t after;          // the first of the states after it, likewise
    uint32_t at, caller;     // settling: the run to look at, and its caller that is told next
    uint32_t taker;          // settling: the run that takes what it was told, or FIX_NONE
    bool news;               // settling: something was new in this round
};
struct inter_outside {       // a function called from outside the program
    uint32_t func;
    const char *what;        // a hook, for messages; NULL: the entry
};
struct inter {
    struct inter_options options;
    struct fix *f;
    const struct ir_calls *calls;
    uint32_t *active;      // by function: how many walks of it are in progress
    struct set *entries;   // by function: entries of calls inside of the recursion at hand
    inter_numbers *costly; // by function: its runs that took many states
    VEC(struct inter_run) runs;  // as those of the graph
    VEC(uint32_t) open;    // unfinished runs
    VEC(struct inter_frame) frames;
    VEC(uint32_t) targets; // of the calls in progress
    fix_states after;      // states after them, so far
    uint32_t *slot;        // runs by function and entry state: number + 1, 0 when empty
    uint32_t n_slots, n_runs;
    struct fix_cost closed;  // of all runs that are done

    uint32_t entry;
    VEC(struct inter_outside) plan;
    uint32_t stage;        // of the plan
    bool begun;            // the stage is
    fix_states states, out;  // in which the function of the stage is called (so many: `next`), and returns
    uint32_t next;
    bool cut, over;        // the entry is cut off; all is done
    uint32_t reached;      // limits: bit i is enum inter_limit i
    uint64_t reused;       // calls that found their run
    uint32_t when;         // first calls so far, with memory
    uint32_t again;        // up to so many of them the analysis was before: it does not pause until it is there again
    uint64_t ends;         // states in which the entry returned
};

// For a memory: this run of the graph, which is done and cost so much, is found from now on by its function and entry.
void inter_adopt(struct inter *t, uint32_t run, const struct inter_cost *cost);
// What a run cost by itself.
struct fix_cost inter_cost_of(const struct inter *t, uint32_t run);

// Does the domain have what programs with calls need?  False: *why gets a sentence.
bool inter_fits(const struct dom *dom, struct buf *why);
// An analysis of the program that starts at funcs[entry].  f is begun, and stays where it is until inter_end; what comes to light is in f.
void inter_begin(struct inter *t, struct fix *f, uint32_t entry, const struct inter_options *o);
enum inter_outcome { INTER_DONE, INTER_PAUSED, INTER_STOPPED };
// Goes on until all is done, or f is stopped, or (PAUSED: then it may be resumed) the budget is reached.
enum inter_outcome inter_go(struct inter *t, struct fix_budget budget);
void inter_end(struct inter *t);
#endif
