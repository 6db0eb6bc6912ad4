// SPDX-License-Identifier: MIT
// The results that a worker handed over.
#ifndef HP_CLI_RESULTS_H
#define HP_CLI_RESULTS_H
#include "cli/work.h"

typedef VEC(struct check_result) cli_results;

void cli_results_collect(cli_results *results, const struct buf *frames);
// The program that was in hand when a limit ended the worker gets a result too.
void cli_results_unfinished(cli_results *results, const struct cli_options *o, enum cli_end end);
void cli_results_free(cli_results *results);
#endif
