// SPDX-License-Identifier: MIT
// Where the search for definite faults aims: how far each instruction is from one that may break a rule.
//
// Distance counts instructions along the graph of all functions: into a call and behind it, from a return to behind every call of the
// function.  Not every such way can be gone; the distance only says what to try first.
#ifndef HP_CHECK_AIM_H
#define HP_CHECK_AIM_H
#include "check/able.h"

struct check_target {
    uint32_t func, instr;
};
typedef VEC(struct check_target) check_targets;

#define CHECK_FAR UINT32_MAX
struct check_aim {
    bool *reached;       // by function: it can run
    uint32_t *first;     // by function that can: number of its first instruction among all
    uint32_t *distance;  // by instruction; CHECK_FAR: there is no way
};

// Without targets: every instruction that is able to break one of the rules is one.
void check_aim_begin(struct check_aim *a, const struct ir_program *p, uint32_t entry, const struct ir_lib_table *library, ir_rule_set rules,
                     const check_targets *targets);
void check_aim_free(struct check_aim *a);
static inline uint32_t check_aim_from(const struct check_aim *a, uint32_t func, uint32_t instr) {
    return a->reached[func] ? a->distance[a->first[func] + instr] : CHECK_FAR;
}
#endif
