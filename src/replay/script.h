// SPDX-License-Identifier: MIT
// The sh script that compiles the program with a harness, runs it under a tool that can see the rule, and says whether it fails as reported.
//
// Its exit status: 0 the run fails as reported, 1 it does not, 2 it could not be built, 3 only the interpreter sees this.
#ifndef HP_REPLAY_SCRIPT_H
#define HP_REPLAY_SCRIPT_H
#include "check/check.h"
#include "replay/harness.h"
#include "replay/replay.h"

// What the harness has to do so that the rule is seen.
enum replay_purpose replay_purpose_of(enum ir_rule rule, uint32_t pointer_bits);
// `symbols`: as replay_harness says.  `stack`: what variables without a value hold; where that cannot be had, a run that does not fail says nothing.
void replay_script(const struct replay_build *b, const struct check_finding *f, const char *title, const char *symbols, enum replay_stack stack, struct buf *out);
// The script of a finding that no tool sees, for this reason.
void replay_script_unseen(const char *title, const char *why, struct buf *out);
#endif
