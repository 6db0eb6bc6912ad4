// SPDX-License-Identifier: MIT
// The options that decide results, as words: two runs with equal words and equal programs have equal results.
#ifndef HP_CLI_DECISIVE_H
#define HP_CLI_DECISIVE_H
#include "cli/options.h"

// In the order of the table; what is handed to clang comes last.  all: those, too, that only decide what is told beside the results.
void cli_decisive(const struct cli_options *o, bool all, struct arena *a, cli_list *out);
// Those that decide the exit status alone.
void cli_judging(const struct cli_options *o, struct arena *a, cli_list *out);
#endif
