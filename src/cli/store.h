// SPDX-License-Identifier: MIT
// The store of summaries that the user names (--store), for one check.
#ifndef HP_CLI_STORE_H
#define HP_CLI_STORE_H
#include "check/program.h"
#include "cli/worker.h"

struct cli_store {
    struct cache cache;
    struct cache_remote remote;
    struct buf context;
};

// The options get the store, if there is to be one.
void cli_store_begin(struct cli_store *s, const struct cli_worker *w, struct check_options *o);
// Tells what was wrong with it.
void cli_store_end(struct cli_store *s);
#endif
