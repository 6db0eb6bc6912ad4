// SPDX-License-Identifier: MIT
// Parameters that lead to a node of what another parameter's object leads to: found by types if that is proposed, or as a contract says.
#ifndef HP_IR_WITHIN_H
#define HP_IR_WITHIN_H
#include "ir/inputs.h"

void ir_within_find(struct ir_inputs *in);  // sets in->within
#endif
