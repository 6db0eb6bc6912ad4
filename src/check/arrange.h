// SPDX-License-Identifier: MIT
// The findings of a program as they are told: each cause once, the worst first.
//
// A definite finding takes the place of possible ones that say the same.  One cause is one finding, whose other places follow it: all uses of a
// block that was freed in one place, reached by the same calls; of losses that are only possible, all of what was allocated in one place.  Definite
// ones come before possible ones, accesses before frees, errors and then leaks, what is met after few steps before what takes many; else the order
// stays.  The first one is decisive.
#ifndef HP_CHECK_ARRANGE_H
#define HP_CHECK_ARRANGE_H
#include "check/check.h"

// With in_time, what a run lost comes before the fault that ended it, as it did then: who asks for the first violation, gets it.
void check_arrange(struct check_result *r, bool in_time);
#endif
