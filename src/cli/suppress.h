// SPDX-License-Identifier: MIT
// What the user has decided about findings, and the exit status that follows (--baseline, --write-baseline, --fail-on).
#ifndef HP_CLI_SUPPRESS_H
#define HP_CLI_SUPPRESS_H
#include "cli/work.h"

// Reads the baseline into the job; can the new one be written?  False: *error gets one sentence.
bool cli_suppress_possible(struct cli_job *job, struct buf *error);
// Marks the findings that are suppressed, writes the new baseline, tells on standard error what is wrong with comments, and returns the exit status.
int cli_suppress(const struct cli_job *job, struct check_result *results, uint32_t n);
#endif
