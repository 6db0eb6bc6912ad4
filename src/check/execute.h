// SPDX-License-Identifier: MIT
// Execution as a proof: a program whose runs are all the same is run once, to its end (exec/alone.h).  If that run breaks no rule, none does.
#ifndef HP_CHECK_EXECUTE_H
#define HP_CHECK_EXECUTE_H
#include "check/attempt.h"

struct check_execution {
    uint64_t steps;  // that it took, or may take
    bool **met;  // by function and instruction; NULL: the function was not entered
};

// EXECUTED: this is the only run of the program, it came to its end, and nothing but what is only noted is wrong with it.  OUT_OF_STEPS: not as far as so
// many steps tell.
enum check_executed { CHECK_EXECUTED, CHECK_OUT_OF_STEPS, CHECK_NOT_EXECUTED };

// Runs the program of the task.  What is noted is added to r, and what the run came to is in *e, which lives as long as r.
enum check_executed check_execute(const struct check_task *t, struct check_result *r, uint64_t steps, struct check_execution *e);
#endif
