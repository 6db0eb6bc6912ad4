// SPDX-License-Identifier: MIT
// The verdict on one program: which analyses are asked, and in which order.  Proofs come first; the search for definite faults only has to decide
// what they leave open.
//
// A program that does not start at main may be open (ir/inputs.h): it is analysed for the inputs that its types suggest, which are among the assumptions.
// Its findings are conditional, unless a run with such inputs shows a fault that is the function's own (blame.h): then it is UNSAFE.
#ifndef HP_CHECK_PROGRAM_H
#define HP_CHECK_PROGRAM_H
#include "check/analyse.h"
#include "check/check.h"
#include "ir/lib.h"

struct check_options {
    ir_rule_set rules;
    bool malloc_may_fail;
    struct ir_input_options inputs;     // of an open program
    const struct ir_lib_table *library;
    double max_seconds;                 // for all of it; 0: no limit
    struct cache *store;                // of summaries (check_analyse_options)
    const char *context;
    const struct check_domain *domain;  // NULL: no heap domain
    uint64_t search_runs;               // of the search; 0: the default
    uint64_t try_runs;                  // with which each contract is tried (trial.h); 0: none is
    uint32_t strategies;                // that may be used, as check_turns_parse gives them; 0: all
    bool first;                         // ends with the first definite fault
    bool in_time;                       // of one run, what was lost is told before the fault that ended it
    void (*searching)(void *self, uint64_t runs, uint64_t steps);  // progress of the search; may be NULL
    void *self;
};

// Adds a line: the solver and its version.
void check_versions(struct buf *out);
// Adds the verdict on the program that starts at funcs[entry], which has a body, to r.
void check_program(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o);
#endif
