// SPDX-License-Identifier: MIT
// Execution as a proof: a program whose runs are all the same is run once, to its end (exec/alone.h).  If that run breaks no rule, none does.
#ifndef HP_CHECK_EXECUTE_H
#define HP_CHECK_EXECUTE_H
#include "check/attempt.h"

struct check_execution {
    uint64_t steps;
    bool **met;  // by function and instruction; NULL: the function was not entered
};

// Runs the program of the task.  True: this is its only run, it came to its end, and nothing but what is only noted is wrong with it; that is
// added to r.  What the run came to is in *e, which lives as long as r.
bool check_execute(const struct check_task *t, struct check_result *r, struct check_execution *e);
#endif
