// SPDX-License-Identifier: MIT
// The reports that were asked for: each in its format, to its place.
#ifndef HP_CLI_REPORTS_H
#define HP_CLI_REPORTS_H
#include "cli/work.h"

// Can all of them be written?  Not over an input, and no two to one file.  False: *error gets a sentence.
bool cli_reports_possible(const struct cli_options *o, struct buf *error);
// Is one of them in this format?
bool cli_reports_show(const struct cli_options *o, enum cli_format format);
// Does a report that is not text go to standard output?
bool cli_reports_own_stdout(const struct cli_options *o);
// Writes all of them, even if one cannot be written.  Returns `status`, the exit status that the results lead to, or that of an error, which is told.
int cli_write_reports(const struct cli_job *job, const struct check_result *results, uint32_t n, int status);
#endif
