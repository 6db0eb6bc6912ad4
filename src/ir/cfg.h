// SPDX-License-Identifier: MIT
// The control flow graph of one function: predecessors, reverse postorder, dominators.
//
// Everything is a flat array by block.  A block is reachable if some path of successors leads to it from block 0.  `order` lists the
// reachable blocks in a reverse postorder of a depth-first search that visits successors as the END instruction lists them, so it is
// the same in every run.  The dominator tree is numbered so that dominance is two comparisons.
//
// The graph is a snapshot: it does not follow later changes of the function.
#ifndef HP_IR_CFG_H
#define HP_IR_CFG_H
#include "ir/ir.h"

#define IR_NO_BLOCK UINT32_MAX

struct ir_cfg {
    struct arena arena;
    uint32_t n;              // blocks
    uint32_t *pred_first;    // predecessors of b: preds[pred_first[b] .. pred_first[b + 1]), ascending, each once
    uint32_t *preds;         // (unreachable ones included)
    uint32_t n_order;        // reachable blocks
    uint32_t *order;         // in reverse postorder; order[0] == 0
    uint32_t *number;        // position in order; IR_NO_BLOCK if unreachable
    uint32_t *idom;          // immediate dominator; IR_NO_BLOCK for block 0 and for unreachable blocks
    uint32_t *tree_in, *tree_out;  // first and last preorder number in the block's subtree of the dominator tree
};

// The END instruction of a block, whose succs and n_succs are the block's successors (a block may occur there more than once).
static inline const struct ir_instr *ir_end(const struct ir_func *f, uint32_t block) {
    const struct ir_block *b = &f->blocks.at[block];
    return &f->instrs.at[b->first + b->n - 1];
}

// The block of an instruction.
static inline uint32_t ir_block_of(const struct ir_func *f, uint32_t instr) {
    uint32_t b = 0;
    while (instr - f->blocks.at[b].first >= f->blocks.at[b].n) b++;
    return b;
}

// Fills *c (which held nothing) for a function with a body.  Release with ir_cfg_free.
void ir_cfg_build(struct ir_cfg *c, const struct ir_func *f);
void ir_cfg_free(struct ir_cfg *c);

static inline bool ir_reachable(const struct ir_cfg *c, uint32_t block) { return c->number[block] != IR_NO_BLOCK; }
// Does every path from block 0 to b pass a?  (A block dominates itself.)  Both must be reachable.
static inline bool ir_dominates(const struct ir_cfg *c, uint32_t a, uint32_t b) {
    return c->tree_in[a] <= c->tree_in[b] && c->tree_in[b] <= c->tree_out[a];
}
#endif
