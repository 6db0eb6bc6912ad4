// SPDX-License-Identifier: MIT
// The verdict that needs no heap domain: a program that cannot even reach an instruction able to break one of the rules is safe; every
// other one is unknown, and the reason says what stands in the way.
//
// An instruction is able to break a rule by its kind alone: a memory access or computed jump the rules of access, a library call what its
// row (ir/lib.h) says, an indirect call anything.  What is not modelled makes the answer unknown by its name, whatever the rules.
#ifndef HP_CHECK_INSPECT_H
#define HP_CHECK_INSPECT_H
#include "check/check.h"
#include "ir/lib.h"

struct check_inspect_options {
    ir_rule_set rules;
    bool malloc_may_fail;
    const struct ir_lib_table *library;
};

// Adds the verdict on the program that starts at funcs[entry] to r, with its assumptions and counters.
void check_inspect(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct check_inspect_options *o);
#endif
