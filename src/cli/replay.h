// SPDX-License-Identifier: MIT
// Harnesses and scripts of findings on disk, and findings confirmed by them.
#ifndef HP_CLI_REPLAY_H
#define HP_CLI_REPLAY_H
#include "check/check.h"
#include "cli/worker.h"
#include "exec/exec.h"

// In the worker: gives the definite findings of r their harnesses and scripts.
void cli_add_replay(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r);
// In the worker: gives the definite findings of r their inputs in words.
void cli_add_worlds(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r);
// Writes finding-N.c and finding-N.sh (N counts the findings of all results) to o->replay and, with o->confirm, runs the scripts and notes in each finding what
// came of it.  Returns `status`, or tells what failed.
int cli_replay(const struct cli_options *o, struct check_result *results, uint32_t n, int status);

// In the worker: gives r, which is safe or unsafe and rests on no assumed inputs, its witness.
void cli_add_witness(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, struct check_result *r);
// Writes the witness of the only program to o->witness, if there is one.  Returns `status`, or tells what failed.
int cli_write_witness(const struct cli_options *o, const struct check_result *results, uint32_t n, int status);
// Runs the program along the witness in o->witness; r is unknown if it cannot be read or followed, which is told in any case.
void cli_follow_witness(const struct cli_worker *w, const struct ir_program *p, uint32_t entry, const struct exec_options *o, struct exec_result *run,
                        struct check_result *r);
#endif
