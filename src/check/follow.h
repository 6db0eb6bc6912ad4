// SPDX-License-Identifier: MIT
// A run of the interpreter followed once more, up to one of its faults, to tell how it came about.
#ifndef HP_CHECK_FOLLOW_H
#define HP_CHECK_FOLLOW_H
#include "check/check.h"
#include "exec/exec.h"

// Adds the story of faults[number] of `run`, which was made of p, entry and o, to its finding.  False: the run is too long, nothing was added.
bool check_follow(struct check_result *r, struct check_finding *f, const struct ir_program *p, uint32_t entry, const struct exec_options *o,
                  const struct exec_result *run, uint32_t number);
#endif
