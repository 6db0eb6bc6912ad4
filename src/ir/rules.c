// SPDX-License-Identifier: MIT
#include "ir/rules.h"

#include <string.h>

const struct ir_rule_info ir_rules[IR_N_RULES] = {
#define RULE(name, text, title, property, cwe, help, advice, why, bad, good)                                                               \
    {text, title, IR_##property, cwe, help, advice, why, bad, good},
#include "ir/rules.def"
};

const char *const ir_properties[IR_N_PROPERTIES] = {
    [IR_MEMORY_SAFETY] = "memory-safety",
    [IR_MEMORY_CLEANUP] = "memory-cleanup",
    [IR_REACHABILITY] = "reachability",
    [IR_DEFINED_BEHAVIOUR] = "defined-behaviour",
    [IR_LEAK_AT_EXIT] = "leak-at-exit",
    [IR_SIZE_OVERFLOW] = "size-overflow",
};

// memory-cleanup, leak-at-exit and size-overflow each name both a property and its only rule: the answer is the same set.
ir_rule_set ir_rules_named(const char *name) {
    ir_rule_set set = 0;
    for (uint32_t i = 0; i < IR_N_RULES; i++)
        if (strcmp(ir_rules[i].text, name) == 0 || strcmp(ir_properties[ir_rules[i].property], name) == 0) set |= 1u << i;
    return set;
}
