// SPDX-License-Identifier: MIT
// Exhaustion as a proof: a program that draws few inputs is run once for each way that its decisions by them can turn out (solve/tree.h).  If none of these
// runs breaks a rule, no run does.
//
// Complete if every run ended, went by nothing but its inputs (exec/alone.h) and by these only in decisions that its record expresses exactly
// (exec/record.h), and the solver says of each way that was not taken that no inputs lead there.  An address, a size, what is freed, what is called and what a
// library function is told are decided by their numbers: each number that they can have has a run.
#ifndef HP_CHECK_EXHAUST_H
#define HP_CHECK_EXHAUST_H
#include "check/execute.h"

// The same as check_execute, with all runs together; so many questions may be asked of the solver.
enum check_executed check_exhaust(const struct check_task *t, struct check_result *r, uint64_t steps, uint64_t questions, struct check_execution *e);
#endif
