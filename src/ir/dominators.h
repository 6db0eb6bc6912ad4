// SPDX-License-Identifier: MIT
// Immediate dominators by Lengauer and Tarjan's algorithm (path compression, O(edges * log blocks)): a chain of a hundred thousand blocks
// that all jump to one exit must not take quadratic time, and in iterative algorithms it does.
#ifndef HP_IR_DOMINATORS_H
#define HP_IR_DOMINATORS_H
#include "ir/cfg.h"

// Fills c->idom, which has room for c->n blocks; predecessors, order and number of *c are there.
void ir_dominators(struct ir_cfg *c, const struct ir_func *f);
#endif
