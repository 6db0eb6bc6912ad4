// SPDX-License-Identifier: MIT
// Bourdoncle's weak topological order of a function's reachable blocks: a linear order with nested components, each with a head.
//
// Flat: the blocks in order; a component is a range of positions that begins with its head.  Components are nested or disjoint.
// Invariant, for every edge from u to v between reachable blocks: v stands after u, or v is the head of a component that contains u.
// So every cycle passes the head of a component that holds all of it: it suffices to widen at heads, whether the graph is reducible
// or not.  Every component is strongly connected, so an acyclic graph has none.
#ifndef HP_IR_WTO_H
#define HP_IR_WTO_H
#include "ir/cfg.h"
#include "ir/ir.h"

struct ir_wto {
    struct arena arena;
    uint32_t n;        // reachable blocks
    uint32_t *order;   // order[0] == 0
    uint32_t *end;     // by position: end of the component whose head stands there, order[i .. end[i]); 0: no head
    uint32_t *place;   // by block: its position; IR_NO_BLOCK if unreachable
    uint32_t *head;    // by block: head of the innermost component that contains it (a head's own is itself), or IR_NO_BLOCK
    uint32_t *outer;   // by head: head of the component around its own, or IR_NO_BLOCK; for other blocks as `head`
    uint32_t *depth;   // by block: number of components that contain it
};

// Fills *w (which held nothing) for a function with a body.  Successors are visited as listed: the same order in every run.
void ir_wto_build(struct ir_wto *w, const struct ir_func *f);
void ir_wto_free(struct ir_wto *w);

static inline bool ir_is_head(const struct ir_wto *w, uint32_t block) {
    return w->place[block] != IR_NO_BLOCK && w->end[w->place[block]];
}
#endif
