// SPDX-License-Identifier: MIT
// Plans: the programs of a project as commands that anybody can run (heapproof project --plan), each writing its result to a file, and
// one report made of these (heapproof merge).
//
// The folder of a plan has plan.json, build.ninja, commands (the same, a line each), array.sbatch (the same for Slurm), a cache that the
// commands share, and a folder named by what the plan is about, with the results.  A result is a line of JSON, then its frames; it is
// written whole or not at all, and holds for the version, the options and the program that its first line names.  So commands may be
// killed and run again, and plans with other options stand side by side.
#ifndef HP_CLI_PLAN_H
#define HP_CLI_PLAN_H
#include "cli/options.h"
#include "cli/supervise.h"

// Writes the plan that the worker made (cli_plan_add): an exit status.
int cli_plan_write(const struct cli_options *o, const struct cli_outcome *outcome);
// Writes the result of the only program to o->part, and what it was made from beside it: an exit status.
int cli_part_write(const struct cli_options *o, const struct cli_outcome *outcome);

struct cli_plan {
    struct arena arena;
    cli_list words;  // "project", its folder and options
    cli_list flags;  // for clang
    struct cli_outcome outcome;  // as the worker of a project leaves it
};
// The plan in `folder` with all results.  False: *error gets one sentence.  Release with cli_plan_free either way.
bool cli_plan_read(struct cli_plan *p, const char *folder, bool html, struct buf *error);
void cli_plan_free(struct cli_plan *p);
#endif
