// SPDX-License-Identifier: MIT
// Harnesses and scripts of findings on disk, and findings confirmed by them.
#ifndef HP_CLI_REPLAY_H
#define HP_CLI_REPLAY_H
#include "check/check.h"
#include "cli/worker.h"

// In the worker: gives the definite findings of r their harnesses and scripts.
void cli_add_replay(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r);
// Writes finding-N.c and finding-N.sh (N counts the findings of all results) to o->replay and, with o->confirm, runs the scripts and notes in each finding what
// came of it.  Returns `status`, or tells what failed.
int cli_replay(const struct cli_options *o, struct check_result *results, uint32_t n, int status);
#endif
