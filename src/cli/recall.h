// SPDX-License-Identifier: MIT
// Results of programs of a project, kept for later processes.
//
// There is one entry for each program and choice of options, the newest: it holds as long as the program's key (front_project_key: the contents of all files that it is
// made of, headers included) is the same.  Options that say how a result is shown do not count; all others do.
#ifndef HP_CLI_RECALL_H
#define HP_CLI_RECALL_H
#include "cli/worker.h"

struct cli_recalled {
    bool keyed, known;               // it can be kept; it was found
    struct cache_key name, content;  // of the entry; of what it holds for
    struct buf output, messages;     // if known: the packed result, and what was said on standard error
};

// *r must be zeroed; who calls releases its buffers.
void cli_recall(struct cli_worker *w, struct front_project *project, struct cli_entry e, struct cli_recalled *r);
void cli_keep(struct cache *c, const struct cli_recalled *r, const struct buf *output, const struct buf *messages);
// Everything that decides what is found out about a function beside the program: options, and which heapproof this is.
void cli_context(const struct cli_worker *w, struct buf *out);
// The folder of the cache: as given, else below $XDG_CACHE_HOME or $HOME; NULL: there is to be none.
const char *cli_cache_folder(const struct cli_options *o, struct arena *a);
#endif
