// SPDX-License-Identifier: MIT
// Execution as a proof: a program whose runs are all the same is run once, to its end (exec/alone.h).  If that run breaks no rule, none does.
#ifndef HP_CHECK_EXECUTE_H
#define HP_CHECK_EXECUTE_H
#include "check/attempt.h"
#include "exec/exec.h"

struct check_execution {
    uint64_t steps;  // that it took, or may take
    bool **met;      // by function and instruction; NULL: the function was not entered
    bool draws;      // the run drew something, as far as it came
    bool placed;     // it is no proof since it went by where objects lie
    bool moving;     // volatile globals were read
    bool unseeded;   // random numbers were used that nobody seeded
    uint64_t paths, questions;  // of an exhaustion (exhaust.h), else 0
    struct exec_parts *run;     // it can go on; NULL: it is to be begun, or over
};

// EXECUTED: this is the only run of the program, it came to its end, and nothing but what is only noted is wrong with it.  OUT_OF_STEPS: not as far as so
// many steps tell.
enum check_executed { CHECK_EXECUTED, CHECK_OUT_OF_STEPS, CHECK_NOT_EXECUTED };

// Runs the program of the task, up to so many steps: from its beginning if *e is zeroed, else from where it was.  What is noted is added to r, and what
// the run came to is in *e, which stays where it is and lives as long as r; what it holds besides is given up by the second one.
enum check_executed check_execute(const struct check_task *t, struct check_result *r, uint64_t steps, struct check_execution *e);
void check_execution_end(struct check_execution *e);

// For other proofs of the kind.  One such run, with the inputs, steps and record of *o; its other options are filled in.
void check_execute_alone(const struct check_task *t, struct check_result *r, struct exec_options *o, struct check_execution *e, struct exec_result *run);
// Why the program may do something else elsewhere, however it is run; NULL: it does not.
const char *check_why_open(const struct ir_program *p);
// Did it come to its end, with nothing wrong but what is only noted?
bool check_ended(const struct exec_result *run, ir_rule_set notes);
// Why it is no proof: added to r, with the name of the strategy, and told to those who want to know.
const char *check_why_not(const struct exec_result *run);
struct ir_loc check_where_not(const struct exec_result *run);
void check_say_why(const struct check_task *t, struct check_result *r, enum check_strategy way, const char *why, struct ir_loc loc);
#endif
