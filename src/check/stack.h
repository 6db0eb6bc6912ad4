// SPDX-License-Identifier: MIT
// How much stack a program takes is no part of any proof: where that is not a matter of a few frames of its own functions, the verdict says so.
#ifndef HP_CHECK_STACK_H
#define HP_CHECK_STACK_H
#include "check/check.h"
#include "ir/lib.h"

// Adds the assumption to a proof of the program that starts at funcs[entry], with a function that it is about, if one that may run can be called while it
// runs, allocates on the stack as much as it likes, or has variables of a megabyte.
void check_stack(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *library);
#endif
