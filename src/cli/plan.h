// SPDX-License-Identifier: MIT
// Plans: the programs of a project as commands that anybody can run (heapproof project --plan), each writing its result to a file; merge.h makes
// one report of these.
//
// The folder of a plan has plan.json, build.ninja, commands (the same, a line each), with --for slurm array.sbatch (the same as an array job), a cache that
// the commands share, and a folder named by what the plan is about, with the results.  A result is a line of JSON, then its frames; it is
// written whole or not at all, and holds for the version, the options, the rules, the program and the contents of its files that its first
// line names.  So commands may be killed and run again, and plans with other options stand side by side.
#ifndef HP_CLI_PLAN_H
#define HP_CLI_PLAN_H
#include "cli/work.h"

// Writes the plan that the worker made: an exit status.
int cli_plan_write(const struct cli_job *job, const struct cli_outcome *outcome);
// Writes the result of the only program to o->part, and what it was made from beside it: an exit status.
int cli_part_write(const struct cli_job *job, const struct cli_outcome *outcome);
#endif
