// SPDX-License-Identifier: MIT
// Several programs, each checked in a process of its own, some at a time.
//
// Results are handed over in the order of the programs; those that are known already (from the cache) take their places among the others.
#ifndef HP_CLI_BATCH_H
#define HP_CLI_BATCH_H
#include "cli/recall.h"
#include "cli/worker.h"

struct cli_batch {
    struct cli_worker *w;
    const struct ir_program *p;  // they start at these functions of it,
    VEC(uint32_t) funcs;
    struct front_project *project;  // or are programs of a project;
    VEC(struct cli_entry) entries;
    struct cli_recalled *recalled;  // then, if there is a cache: by program
    VEC(uint32_t) tasks;            // programs that are not known already
    uint32_t n, told;               // programs; so many were handed over
    uint32_t unread;
    int status;
};

// Checks n programs.
int cli_do_batch(struct cli_batch *b, uint32_t n);
#endif
