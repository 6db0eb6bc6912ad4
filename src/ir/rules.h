// SPDX-License-Identifier: MIT
// The rules a program can break (rules.def), and the properties that group them.
#ifndef HP_IR_RULES_H
#define HP_IR_RULES_H
#include <stdbool.h>
#include <stdint.h>

enum ir_property { IR_MEMORY_SAFETY, IR_MEMORY_CLEANUP, IR_REACHABILITY, IR_DEFINED_BEHAVIOUR, IR_LEAK_AT_EXIT, IR_SIZE_OVERFLOW, IR_N_PROPERTIES };
enum ir_rule {
#define RULE(name, text, title, property, cwe, help, advice, why, bad, good) IR_RULE_##name,
#include "ir/rules.def"
    IR_N_RULES
};
struct ir_rule_info {
    const char *text, *title;
    enum ir_property property;
    uint32_t cwe;
    const char *help, *advice, *why;
    const char *bad, *good;  // programs: one that breaks it, the same repaired
};
extern const struct ir_rule_info ir_rules[IR_N_RULES];
extern const char *const ir_properties[IR_N_PROPERTIES];  // "memory-safety", ...

// A set of rules: bit i is enum ir_rule i.
typedef uint32_t ir_rule_set;
// The rules of a property, by the property's or a single rule's name; 0 if the name is unknown.
ir_rule_set ir_rules_named(const char *name);
#endif
