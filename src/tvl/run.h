// SPDX-License-Identifier: MIT
// A specification from files to results: the command `heapproof tvl`.
#ifndef HP_TVL_RUN_H
#define HP_TVL_RUN_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"

struct tvl_request {
    const char *program;         // FILE.tvp
    const char *input;           // FILE.tvs; NULL: beside the program
    const char *properties;      // NULL: only those beside the program
    const char *merge;           // a policy (analysis.h); NULL: as the properties say
    const char *apart;           // predicates that tell structures apart, separated by blanks; or NULL
    VEC(const char *) define;    // NAME, NAME(VALUE) or NAME=VALUE
    bool stats, structures;      // also print figures, structures
    bool whole;                  // do not decompose
    bool two_level;              // a part gets what all combiners that name it agree on
};
enum tvl_answer { TVL_PROVED, TVL_MESSAGES, TVL_STOPPED, TVL_UNREADABLE };

// The report goes into out, and unless that is NULL a graph of the structures, for dot, into picture; what is wrong with the input into error.
enum tvl_answer tvl_run(const struct tvl_request *r, struct buf *out, struct buf *picture, struct buf *error);
#endif
