// SPDX-License-Identifier: MIT
// What the worker process does: reads the programs and checks, runs or prints them.
//
// Its output (on fd) is, for check and run, one packed result per program (report.h), in order, each written when it is finished; for ir
// the text of the program.  Messages go to standard error.  The returned status is CLI_OK if all of it was done.
#ifndef HP_CLI_WORK_H
#define HP_CLI_WORK_H
#include "cli/options.h"
#include "cli/property.h"

struct cli_job {
    const struct cli_options *options;
    struct cli_property property;
};
int cli_work(void *job, int fd);
#endif
