// SPDX-License-Identifier: MIT
// Verdicts for other tools to check: verification witnesses in format 2.0 of SV-COMP (YAML).
//
// unsafe: a violation_sequence.  Its waypoints, in the order of the run: what functions returned that nobody computed (function_return), how often loops
// were entered (branching; left out if there are many), and the place of the fault (target).  What the world did otherwise is not in it.
// safe: an invariant_set, with what the proof knows at loops as far as C can say it (facts.h).
#ifndef HP_REPLAY_WITNESS_H
#define HP_REPLAY_WITNESS_H
#include "check/check.h"
#include "replay/facts.h"
#include "replay/replay.h"

struct replay_task {
    const char *const *files;
    uint32_t n_files;
    ir_rule_set rules;
    uint32_t pointer_bits;
};

// Sets r->witness, if r is safe or unsafe.  For an unsafe one p, entry and o are as replay_add wants them.
void replay_witness(struct check_result *r, const struct ir_program *p, uint32_t entry, const struct exec_options *o, const struct replay_task *task,
                    const struct replay_facts *facts);
#endif
