// SPDX-License-Identifier: MIT
// How a fault that a heap domain found may come about: the path through its reached graph that led there first, told from the cause on, with the states that were
// kept on it as pictures.
#ifndef HP_CHECK_TRACE_H
#define HP_CHECK_TRACE_H
#include "check/check.h"
#include "fix/fix.h"

// Adds steps to the finding, which is of this fault, and pictures if the result is to have them.
void check_trace(struct check_result *r, struct check_finding *finding, struct fix *f, const struct fix_fault *fault);
#endif
