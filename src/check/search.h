// SPDX-License-Identifier: MIT
// The search for definite faults: runs of the interpreter, with inputs that earlier runs suggest.
//
// The first runs draw zeros, then ones, and so on, and ones for a while, and then the words for the command line that runs look for
// (words.h).  A run that takes a way that no earlier run took (cover.h) is kept; each kept run is changed in one choice at a time, to
// small numbers, boundaries, and numbers that it was compared with; in between, kept runs are changed at random.  If that does not help
// soon, a solver (solve.h) finds inputs that leave the path of a kept run where it turned away from ways that were never gone, those
// first that are near to a target of the search (paths.h).  A fault is definite if the run exists, depends on nothing unmodelled, and
// happens again when the run is repeated from its inputs.  A run that is cut off may still fail an assumption of the program, and then
// it does not exist: only if nothing else is found, a block that is lost in a run without an end counts, too.
//
// Behind the first fault the search goes on to find others: faults in other places, each in a run whose first one it is, losses aside.  It may cost a
// small share of what was spent up to then (`before` included), which grows with each cause that is found; and as long as runs take branches that none
// took before, what these are worth: in a small program next to nothing, in a large one with much that was not seen yet some seconds.  So a program
// with one fault costs little more than up to the first, and one with many is worth the work.  Then turns of loops are put into other runs, too; runs
// that came to what few came to are changed most; of the kinds of trials, the one is next that came to most for its cost; and where a block was lost is
// found out only for a run that is new, or now and then.
//
// The result depends on program and options alone, as long as the time suffices: steps are counted, and the random numbers are always the
// same.
#ifndef HP_CHECK_SEARCH_H
#define HP_CHECK_SEARCH_H
#include "check/aim.h"
#include "check/check.h"
#include "exec/exec.h"

struct check_search_options {
    ir_rule_set rules;
    bool malloc_may_fail;
    const struct ir_lib_table *library;
    const struct exec_given *given;  // of an open program: what callers may hand over; then only faults count that are the function's own (blame.h),
    bool latent;                     // unless those of callers do as well
    const check_targets *targets;  // what it is for; NULL or empty: whatever may break one of the rules
    uint64_t max_runs, max_steps, max_work;  // of all runs together, of the solver (solve_work; 1: none); 0: the default
    double max_seconds;            // of wall-clock time; 0: none
    uint64_t most_runs;            // also of what follows the first fault; 0: the default
    bool first;                    // ends with the first run that shows a definite fault
    uint64_t before;               // what was spent on the program before, in steps of the interpreter: what the search for more has its share of
    void (*progress)(void *self, uint64_t runs, uint64_t steps);  // after every run; may be NULL
    void *self;
};

// Runs funcs[entry], which has a body.  True: definite faults were found; they are added to r with the inputs that lead to them, in the order in
// which they were found, and r is UNSAFE.  False: r's verdict stays what it was.  Counters are added either way.
bool check_search(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_search_options *o);
#endif
