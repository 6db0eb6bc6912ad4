// SPDX-License-Identifier: MIT
// heapproof merge: one report of the results of a plan (plan.h), as 'heapproof project' with its options would write it now.
//
// Nothing is taken on trust: the project is looked at again, as for a plan, and a result counts only if version, options, rules and the
// contents of all files that its program is made of are what they were when it was made.  What does not count is removed, so that it is
// made again, and nothing is reported unless all results are there.
#ifndef HP_CLI_MERGE_H
#define HP_CLI_MERGE_H
#include "cli/options.h"
#include "cli/supervise.h"

struct cli_merge {
    struct arena arena;
    cli_list words;              // the command line of the report, without the program
    const char *settings_file;   // of the plan; NULL: none
    struct cli_outcome outcome;  // as the worker of a project leaves it
};
// Of the plan in the only file of `given`.  False: *error gets one sentence.  Release with cli_merge_free either way.
bool cli_merge_read(struct cli_merge *m, const struct cli_options *given, int argc, const char *const *argv, struct buf *error);
void cli_merge_free(struct cli_merge *m);
#endif
