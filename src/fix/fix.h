// SPDX-License-Identifier: MIT
// The fixpoint engine: walks one function from one entry state until no point gets a new state.
//
// An analysis (struct fix) is a program, an open domain and what was reached so far.  fix_walk takes a run of the graph whose function and
// entry state are set and adds to its exits.  At every point a set (set/set.h) keeps states; every kept state is run over the code of its
// point once.  At loop heads states are abstracted before they are kept.
//
// A walk can be left and taken up again: at a call that the engine carries out (whoever does so gives the states after it with fix_return
// and walks on), when the budget is reached, and when a call inside of a run that has nothing to do has more results.
//
// When a limit is reached, `stopped` says so: every walk ends at the next opportunity, and what was not yet run is marked as cut off.
// The fixpoint was reached if and only if `stopped` is NULL at the end.
//
// Literature: F. Bourdoncle, Efficient chaotic iteration strategies with widenings (FMPA 1993), for the order of points.
#ifndef HP_FIX_FIX_H
#define HP_FIX_FIX_H
#include "fix/account.h"
#include "fix/graph.h"
#include "fix/limits.h"

struct fix_progress {
    uint32_t func;
    uint64_t states, runs, pending;  // pending: in the function at hand
};
struct fix_options {
    struct set_options set;
    const void *precision;                                       // of the domain (dom_core.abstract)
    bool coarse;                                                 // calls may lead to entries that cover theirs
    bool discard;                                                // states inside of runs that are done are given up when memory is short
    bool remember;                                               // runs have records
    bool exact;                                                  // nothing is abstracted, nothing joined: only equal states are one
    uint64_t max_states;                                         // without those that were given up; 0: no limit
    uint64_t max_words;                                          // of the domain's store; 0: no limit
    const char *(*limit)(void *self);                            // asked often: NULL, or the name of a limit that was reached; may be NULL
    void (*progress)(void *self, const struct fix_progress *p);  // now and then; may be NULL
    void *self;
};
// What was spent.
struct fix_cost {
    uint64_t nodes, words;  // and the words of the states of these
    uint64_t pairs, parts;  // of states that were looked into, to cover or to join; of their parts
};
// Walks pause when one of these is reached; 0: never.
struct fix_budget {
    uint64_t effort;        // see fix_effort
    uint64_t words;         // of the states of all nodes
    uint64_t fault_effort;  // once there is a fault
};

// States after a call, and the exit node from which each came (or FIX_NONE).
struct fix_after {
    dom_state state;
    uint32_t via;
    uint32_t way;
};
typedef VEC(struct fix_after) fix_states;

struct fix {
    const struct ir_program *program;
    const struct ir_lib_table *lib;
    const struct dom *dom;
    void *d;
    struct fix_options options;
    void *inter;  // whoever carries out calls

    struct fix_graph graph;
    struct fix_account account;
    struct fix_points **points;  // by function; NULL: not needed yet
    const char *stopped;         // the limit that was reached, or NULL
    struct fix_budget budget;
    bool by_words;               // the last pause was because of words
    uint32_t reached;            // limits: bit i is enum fix_limit i
    uint64_t steps;              // pieces of code run
    uint64_t pending;
    uint64_t compared;           // pairs of states
    uint64_t words;              // of the states of all nodes
    uint64_t taken_parts;        // parts that were compared when runs were made that are taken over
    bool again;                  // what is done was done before: no budget is reached
    struct fix_cost ahead;       // of runs that are to be taken over, as far as their calls were looked at
    uint64_t given_up;           // nodes whose state was
    uint64_t discard_at;         // size of the store at which it is done next
    dom_state (*fetch)(void *memory, uint32_t node);     // the state of a node of a run that was taken over, or DOM_NONE; may be NULL
    void *memory;
    void (*held)(void *inter, bool *live, uint32_t n);  // marks the states with numbers below n that whoever carries out calls still holds; may be NULL
};

// Sets the fields up to `inter` beforehand.
void fix_begin(struct fix *f);
void fix_end(struct fix *f);
struct fix_points *fix_points_of(struct fix *f, uint32_t func);
// A new run of funcs[func], not walked yet.  It has one node, its first.
uint32_t fix_run_new(struct fix *f, uint32_t func, dom_state entry, uint32_t caller, uint32_t before);
// What was spent: the same on every machine, and whether runs were made or taken over.
struct fix_cost fix_cost(const struct fix *f);
uint64_t fix_effort(const struct fix *f);  // in states made
struct fix_cost fix_cost_plus(struct fix_cost a, struct fix_cost b);
struct fix_cost fix_cost_minus(struct fix_cost a, struct fix_cost b);
bool fix_is_spent(const struct fix *f);    // is the budget, or the number of states that there may be?
// The state of a node; DOM_NONE: it was given up.
dom_state fix_state(const struct fix *f, uint32_t node);
uint64_t fix_pairs(const struct fix *f);  // the same by states made and pairs of them looked into alone

struct fix_call {  // at the end of the code of `node`, in this state
    uint32_t node;
    dom_state state;
    const struct dom_code *code;
};
enum fix_walked { FIX_OVER, FIX_CALLS, FIX_PAUSED };
// Works until nothing of the run waits, or a limit is reached (OVER); or until a call (CALLS: *call is set; fix_return comes before the
// next walk of the run); or until the budget is (PAUSED).
enum fix_walked fix_walk(struct fix *f, uint32_t run, struct fix_call *call);
bool fix_waits(const struct fix *f, uint32_t run);  // is there something to do, in a run that was walked and not closed?
// n states after the call at the end of the code of `node`, of a run that is not closed, and not at another call.
void fix_return(struct fix *f, uint32_t node, const struct fix_after *after, uint32_t n);
// Keeps them, without walking on; false: paused.
bool fix_take(struct fix *f, uint32_t run);
// Nothing will be added to the run, which is not at a call: it is done.
void fix_close(struct fix *f, uint32_t run);

// A sink whose faults and unknowns are put down for a node and an exit node (see struct fix_fault), and whose states are appended to *out.
struct fix_sink {
    struct dom_sink sink;
    struct fix *f;
    uint32_t node, via;
    fix_states *out;
};
struct dom_sink *fix_sink_begin(struct fix_sink *s, struct fix *f, uint32_t node, fix_states *out);
// The name of a limit (copied), after which everything ends.
void fix_stop(struct fix *f, const char *reason);
#endif
