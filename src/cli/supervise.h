// SPDX-License-Identifier: MIT
// Two processes: the worker reads and checks the program, the supervisor watches it and speaks to the user.
//
// The worker writes what it has to say into a file that both share and ends with a status.  When a limit is reached or the worker breaks,
// the supervisor kills it together with every process it started (they are one process group), so nothing ever runs on a broken state,
// and what the worker had finished by then is still there.
//
// A worker that has several things to do may supervise workers of its own, some of them at a time: what they wrote is told in the order of the tasks,
// so nothing depends on how many there are at a time.
#ifndef HP_CLI_SUPERVISE_H
#define HP_CLI_SUPERVISE_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum { CLI_OK = 0, CLI_UNSAFE = 1, CLI_UNKNOWN = 2, CLI_UNREADABLE = 3, CLI_USAGE = 64, CLI_INTERNAL = 70 };  // exit status

struct cli_limits {
    double seconds;      // since the program was started; 0: none
    uint64_t megabytes;  // resident, of the worker and the processes it started; 0: none
    bool until_output;   // they hold until the worker has written something
    void (*last)(void *context);  // what is left to do when a signal ends us, with the context of the work; NULL: nothing
};
enum cli_end {
    CLI_ENDED,         // with `status`
    CLI_OUT_OF_TIME,   // killed: limits.seconds
    CLI_OVER_MEMORY,   // killed: limits.megabytes
    CLI_OUT_OF_MEMORY, // the system refused it memory
    CLI_BROKEN,        // it crashed; `why` says how
};
struct cli_outcome {
    enum cli_end end;
    int status;
    struct buf why;
    struct buf output;    // what the worker wrote
    struct buf messages;  // and to standard error, if it worked quietly
};
struct cli_advance {
    uint32_t done, n, running;  // tasks, in any order
    uint32_t oldest;            // of those that run, the one that was started first
    double seconds;             // that it has run
};
struct cli_tasks {
    uint32_t n, jobs;          // how many; at a time (at least 1)
    struct cli_limits limits;  // of each
    bool quietly;              // standard error goes into the outcome
    int (*work)(void *context, uint32_t task, int fd);
    void (*done)(void *context, uint32_t task, struct cli_outcome *outcome);  // told in order; what is left in the outcome goes then
    void (*progress)(void *context, const struct cli_advance *a);  // when one is done, and now and then; NULL: nobody listens
    void *context;
};

// Runs work(context, fd), which returns an exit status, in a process of its own; fd takes its output.
void cli_supervise(const struct cli_limits *limits, int (*work)(void *context, int fd), void *context, struct cli_outcome *out);
// The same for several tasks.
void cli_supervise_all(const struct cli_tasks *t);
void cli_outcome_free(struct cli_outcome *out);
#endif
