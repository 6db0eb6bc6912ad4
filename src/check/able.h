// SPDX-License-Identifier: MIT
// Which rules an instruction is able to break by its kind alone: a memory access or computed jump the rules of access, a library call what
// its row (ir/lib.h) says, a promise to be broken (one that is never kept: anything, for what comes then is not the program), an indirect
// call or a call of something unknown anything.
#ifndef HP_CHECK_ABLE_H
#define HP_CHECK_ABLE_H
#include "check/check.h"
#include "ir/calls.h"
#include "ir/lib.h"

#define CHECK_RULE(name) ((ir_rule_set)1 << IR_RULE_##name)
// The rules that an access can break.
#define CHECK_ACCESS_RULES                                                                                                          \
    (CHECK_RULE(NULL_DEREFERENCE) | CHECK_RULE(USE_AFTER_FREE) | CHECK_RULE(USE_OUT_OF_SCOPE) | CHECK_RULE(OUT_OF_BOUNDS) | \
     CHECK_RULE(UNINITIALISED_POINTER))

ir_rule_set check_able(const struct ir_program *p, const struct ir_lib_table *library, const struct ir_instr *i);
// Does a function of this row give a heap block?
bool check_gives_block(const struct ir_lib *row);
// Calls of the program, as far as the table knows who calls back.  *calls held nothing; release with ir_calls_free.
void check_calls(struct ir_calls *calls, const struct ir_program *p, const struct ir_lib_table *library);
// Names as assumptions, of these functions (NULL: of all): models that the user gave, and the environment, if one does not fail since that is assumed.
void check_environment(struct check_result *r, const struct ir_program *p, const bool *reached, const struct ir_lib_table *library);
// Adds what rests on these reachable functions, whatever the analysis: assumptions and counters.
void check_survey(struct check_result *r, const struct ir_program *p, uint32_t entry, const bool *reached,
                  const struct ir_lib_table *library, ir_rule_set rules, bool malloc_may_fail);
// What bears on the rule uninitialised-value, if it is asked for: a variable of a reachable function that may be read before it is written is unknown
// by name, unless the domain follows `values`; memory that is born uninitialised and read is an assumption, as far as it does not.
void check_survey_values(struct check_result *r, const struct ir_program *p, const bool *reached, const struct ir_lib_table *library,
                         ir_rule_set rules, bool values);
#endif
