// SPDX-License-Identifier: MIT
// How the program ends: where main returns and nothing is left to do but to leave its variables.
#ifndef HP_IR_ENDING_H
#define HP_IR_ENDING_H
#include "ir/ir.h"
#include "ir/rules.h"

// The function main, if the program itself neither calls it nor holds its address: its end is the end of the program.  Else UINT32_MAX.
uint32_t ir_main_of(const struct ir_program *p);

// What a local holds, if that is one number.
typedef bool ir_known_fn(const void *context, uint32_t local, uint64_t *value);
// Does anything in f read the local?  One that nothing reads holds nothing.
bool ir_is_read(const struct ir_func *f, uint32_t local);
// Does f, from this instruction on, only leave variables that something reads until it returns?  Where it branches by a local that is known (known may be NULL), that way; else
// every way.
bool ir_returns(const struct ir_func *f, uint32_t at, ir_known_fn *known, const void *context);

// The rules that the loss of a heap block breaks, of those asked for; `at_exit`: only variables of main held it, and main returns.  What is lost before
// nobody can free any more, and it may be that a variable of main holds it that nothing reads, and that is not followed so far.
ir_rule_set ir_loss_rules(ir_rule_set asked, bool at_exit);
#endif
