// SPDX-License-Identifier: MIT
// What the worker process does: reads the programs and checks, runs or prints them.
//
// Several programs (--entry repeated, --each, a project) are checked in processes of their own, --jobs at a time, so that what ends one leaves the others
// alone; limits then hold for each, and an empty line comes before their results.
// Its output (on fd) is, for check and run, one packed result per program (report.h), in order, each written when it is finished; for ir
// the text of the program.  Messages go to standard error.  The returned status is CLI_OK if all of it was done.
#ifndef HP_CLI_WORK_H
#define HP_CLI_WORK_H
#include "check/check.h"
#include "cli/options.h"
#include "cli/property.h"
#include "cli/supervise.h"
#include "report/suppress.h"

struct cli_job {
    const struct cli_options *options;
    struct cli_property property;
    struct report_baseline baseline;
};
int cli_work(void *job, int fd);
// A limit ended the worker: that is why its result is unknown.
void cli_add_limit(struct check_result *r, const struct cli_options *o, enum cli_end end);
#endif
