// SPDX-License-Identifier: MIT
// Temporaries: each is assigned exactly once if it is used at all, and its definition dominates every use that can be reached.
// (A parameter that is a temporary is assigned by the call.)
#ifndef HP_IR_FLOW_H
#define HP_IR_FLOW_H
#include "ir/ir.h"

// The first violation in f, as an English phrase, with *at the number of the instruction; NULL if there is none.
// Blocks of f must partition its instructions, and each instruction must be well formed (form.h).
const char *ir_flow(const struct ir_func *f, uint32_t *at);
#endif
