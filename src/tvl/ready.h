// SPDX-License-Identifier: MIT
// Ready parts of specifications, to be included as "ready/NAME.inc": the files of src/tvl/ready, made strings by tools/ready.py when heapproof is built.
#ifndef HP_TVL_READY_H
#define HP_TVL_READY_H

struct tvl_ready {
    const char *name, *text;
};
extern const struct tvl_ready tvl_ready[];  // ends with a name NULL
#endif
