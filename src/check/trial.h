// SPDX-License-Identifier: MIT
// Contracts on trial: the interpreter runs an open function with what a case of its contract lets callers hand over (exec/given.h), and with what it would
// let them hand over if it lacked one of its clauses.
//
// With all clauses kept nothing goes wrong, and whenever the function returns, what is ensured is there; a run that shows otherwise contradicts the proof.
// Without a clause that is needed some run breaks a rule, does not end (while those with the clause do), or returns with something else than what is ensured.
#ifndef HP_CHECK_TRIAL_H
#define HP_CHECK_TRIAL_H
#include "check/program.h"

struct check_trial {
    const struct ir_program *p;
    uint32_t entry;
    const struct check_options *o;
    struct check_case *c;
    uint64_t runs;  // at most, with each set of clauses
    bool passing;   // what is handed back as it was need not be what is no longer required of it, and what may be null may come back so
    bool endless;   // a run with all clauses kept takes too long: others prove nothing by that
};
// A run with these inputs goes wrong, or ends otherwise than the case ensures: how, in words, in *out.  False: none does.
bool check_trial_fails(struct check_trial *t, const struct ir_input_options *inputs, struct buf *out);
// Adds what the case could do without, as far as runs show: clauses that need not hold at all, pointers that may be null as well.  What it ensures is marked that runs only hand back
// (check_promise.passed).
void check_find_loose(struct check_trial *t, struct ir_input_options *inputs);
// All cases of the contract, and each without one of its clauses (check_case.without), with so many runs each.  A run that contradicts the proof makes r UNKNOWN.
void check_try_contract(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_options *o, uint64_t runs);
#endif
