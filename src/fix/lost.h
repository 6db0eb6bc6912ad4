// SPDX-License-Identifier: MIT
// What can still run after a path was cut off: of these instructions nothing is proved, however many states passed them.
//
// From an instruction that is cut, control may go on to the instructions after it, into functions that they call, and, when their function
// returns, behind every call of it; and then to the destructors.
#ifndef HP_FIX_LOST_H
#define HP_FIX_LOST_H
#include "fix/fix.h"
#include "ir/calls.h"

// Marks them FIX_LOST in the account.  A cut outside the program loses everything.
void fix_lost(struct fix *f, const struct ir_calls *calls);
// Marks what can run after an instruction FIX_BEHIND, where no other mark is: nothing came there.
void fix_behind(struct fix *f, const struct ir_calls *calls, uint32_t func, uint32_t instr);
#endif
