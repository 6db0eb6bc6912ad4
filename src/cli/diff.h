// SPDX-License-Identifier: MIT
// heapproof diff: two JSON reports compared.
#ifndef HP_CLI_DIFF_H
#define HP_CLI_DIFF_H
#include "cli/options.h"

// The exit status: report_diff_status, or that the reports cannot be read or compared.
int cli_diff(const struct cli_options *o);
#endif
