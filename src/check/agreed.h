// SPDX-License-Identifier: MIT
// Does a proof show what a stated contract ensures?  What is required was proved with; here the rest is compared with what the exits of the proof say (contract.h).
#ifndef HP_CHECK_AGREED_H
#define HP_CHECK_AGREED_H
#include "check/check.h"
#include "ir/required.h"

// The first clause of the case that the proof does not show, with its line; NULL: it shows all of them.
const struct ir_clause *check_not_shown(struct ir_agreed *a, uint32_t number, const struct check_case *proved);
#endif
