// SPDX-License-Identifier: MIT
// Does a proof show what a stated contract ensures?  What is required was proved with; here the rest is compared with what the exits of the proof say (contract.h).
#ifndef HP_CHECK_AGREED_H
#define HP_CHECK_AGREED_H
#include "check/check.h"
#include "ir/required.h"

// The first clause of the case that the proof does not show, with its line; NULL: it shows all of them.  `owned`: nodes that the case says are freed were the function's own in
// the proof, and none was lost.  They are all freed, then, if nothing is left to callers that could lead to one: neither a result, nor a parameter, nor a global.
const struct ir_clause *check_not_shown(struct ir_agreed *a, uint32_t number, const struct check_case *proved, bool owned);
// May the function leave something in a global?
bool check_names_globals(const struct ir_agreed *a, uint32_t number, const struct ir_lib_table *lib);
#endif
