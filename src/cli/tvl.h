// SPDX-License-Identifier: MIT
// The command tvl, in the worker: reads and analyses a specification.
#ifndef HP_CLI_TVL_H
#define HP_CLI_TVL_H
#include "cli/options.h"

// Writes the report to fd.  Returns CLI_OK (proved), CLI_UNKNOWN (messages, or stopped) or CLI_UNREADABLE.
int cli_tvl(const struct cli_options *o, int fd);
#endif
