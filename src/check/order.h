// SPDX-License-Identifier: MIT
// Programs that evaluate operands in an order which C leaves open (ir_program.reversed): a verdict about the order that was read holds for the other
// only if it can be seen to.
//
// Unsafe stays unsafe if a run of the program in the other order fails, too; safe stays safe, under an assumption, unless one does.  Otherwise the
// answer depends on the compiler: unknown, by this name.
#ifndef HP_CHECK_ORDER_H
#define HP_CHECK_ORDER_H
#include "check/search.h"

// r is the result of p; o: how long the other order may be searched.
void check_order(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_search_options *o);
#endif
