// SPDX-License-Identifier: MIT
// The call graph: who may call whom, strongly connected components from the callees up, what can run from an entry.
//
// A call whose callee is a function's address has that one target.  Any other call is indirect; its candidates are the functions whose
// address is taken (an operand other than a callee, or part of a global's contents) and that fit the call.  Indirect calls of equal
// signature share one list of candidates ("group").  Functions without body may call back: every one that the caller of ir_calls_build
// does not exclude may call all address-taken functions.
//
// Candidates are for callees of which nothing is known.  A call through a known pointer to a function that does not fit is undefined in C;
// whoever meets one must say so and not rely on these lists.
//
// The graph is a snapshot of the program; everything is a flat array by function.
#ifndef HP_IR_CALLS_H
#define HP_IR_CALLS_H
#include "ir/ir.h"

struct ir_site {
    uint32_t func, instr;     // the CALL
    uint32_t target;          // direct: the function; else UINT32_MAX
    uint32_t group;           // indirect: its list of candidates; else UINT32_MAX
};

struct ir_calls {
    struct arena arena;
    const struct ir_program *program;
    uint32_t n;                     // functions
    bool *taken;                    // is the address taken?
    bool *calls_back;               // a function without body that may call address-taken functions
    uint32_t *site_first;           // sites of f: sites[site_first[f] .. site_first[f + 1]), ascending by instruction
    struct ir_site *sites;
    uint32_t n_groups;
    uint32_t *candidate_first;      // candidates of group g: candidates[candidate_first[g] .. candidate_first[g + 1]), ascending
    uint32_t *candidates;
    uint32_t n_components;
    uint32_t *component;            // by function; a callee's component is never above its caller's
    uint32_t *member_first;         // functions of component c: members[member_first[c] .. member_first[c + 1]), ascending
    uint32_t *members;
    bool *recursive;                // can f be called (through others, perhaps) while it runs?
    uint32_t *edge_first, *edges;   // internal: functions, one node for call-backs, one per group
};

// May this function without body call functions whose address it can get hold of?
typedef bool (*ir_may_call_back)(const void *context, const struct ir_program *p, const struct ir_func *f);

bool ir_calls_never(const void *context, const struct ir_program *p, const struct ir_func *f);  // none does

// Fills *c (which held nothing).  may_call_back NULL: every function without body may.
void ir_calls_build(struct ir_calls *c, const struct ir_program *p, ir_may_call_back may_call_back, const void *context);
void ir_calls_free(struct ir_calls *c);

// The functions that CALL number `instr` of function `func` may enter (for an indirect call: its candidates), ascending.
const uint32_t *ir_call_targets(const struct ir_calls *c, uint32_t func, uint32_t instr, uint32_t *n);

// Does the call in `caller` fit the function `callee`?  Each parameter gets an argument of its own type, or pointer and integer of equal
// width; more arguments than parameters are allowed, since calling conventions ignore them and real code relies on it; so are an unused
// result and a result that the function does not give (then it is uninitialised).
bool ir_call_fits(const struct ir_program *p, const struct ir_func *caller, const struct ir_instr *call, const struct ir_func *callee);

// reached[f] = can f run in a program that starts at `entry`: the entry, constructors, destructors, and all that these may call?
// `reached` has one element per function.
void ir_calls_reach(const struct ir_calls *c, uint32_t entry, bool *reached);
#endif
