// SPDX-License-Identifier: MIT
// Liveness of locals: a local is live at a point if some path from there reads it before it is written, entered or left.
//
// ENTER and LEAVE of a local, like an assignment, end the life of the value it held; they read nothing.  A local whose value is dead may
// still be in scope: liveness is about values, scope about storage.  Parameters hold a value from the start.
//
// Most locals (all temporaries that stay in one block) are never live between blocks: only the others ("crossing" ones) get a bit in the
// two bit sets per block.  Deaths are lists in two flat arrays: after an instruction, and on the way into a block.
#ifndef HP_IR_LIVE_H
#define HP_IR_LIVE_H
#include "ir/cfg.h"
#include "ir/ir.h"

struct ir_live {
    struct arena arena;
    const struct ir_func *func;
    uint32_t n_crossing;       // locals that are live at the start of some block
    uint32_t *crossing;        // those locals, ascending: bit k of a set is local crossing[k]
    uint32_t *bit;             // by local: its bit, or UINT32_MAX
    uint32_t words;            // 64-bit words per set
    uint64_t *in, *out;        // by block: live at its start, at its end
    uint32_t *death_first;     // by instruction: deaths[death_first[i] .. death_first[i + 1])
    uint32_t *deaths;
    uint32_t *entry_first;     // by block: entry_deaths[entry_first[b] .. entry_first[b + 1])
    uint32_t *entry_deaths;
};

// Fills *l (which held nothing) for a function with a body and its graph.  Both must outlive it, unchanged.
void ir_live_build(struct ir_live *l, const struct ir_func *f, const struct ir_cfg *c);
void ir_live_free(struct ir_live *l);

// Is the local live at the start (the end) of the block?
bool ir_live_in(const struct ir_live *l, uint32_t block, uint32_t local);
bool ir_live_out(const struct ir_live *l, uint32_t block, uint32_t local);
// Is the local live after instruction number `instr` of the given block?  Looks at the rest of the block.
bool ir_live_after(const struct ir_live *l, uint32_t block, uint32_t instr, uint32_t local);

// The locals that die after instruction number `instr`: it reads or writes them, and they are not live after it (ascending, each once).
static inline const uint32_t *ir_live_deaths(const struct ir_live *l, uint32_t instr, uint32_t *n) {
    *n = l->death_first[instr + 1] - l->death_first[instr];
    return l->deaths + l->death_first[instr];
}
// The locals that die on the way into the block: live at the end of some predecessor (parameters, for block 0) and not live at its start.
static inline const uint32_t *ir_live_entry_deaths(const struct ir_live *l, uint32_t block, uint32_t *n) {
    *n = l->entry_first[block + 1] - l->entry_first[block];
    return l->entry_deaths + l->entry_first[block];
}
// So at any moment the locals with a live value are: those written or live so far on the path, less the deaths met on it.

// A walk through one block, backwards: `live` says for every local whether it is live at the present point, first the block's end.
struct ir_live_walk {
    const struct ir_live *live_of;
    uint32_t block, at;        // the point before instrs[at]
    bool *live;                // by local
};
void ir_live_walk_begin(struct ir_live_walk *w, const struct ir_live *l, uint32_t block);
// Steps over the instruction before the point and returns it; NULL at the start of the block (then `live` is the block's `in`).
const struct ir_instr *ir_live_walk_back(struct ir_live_walk *w);
void ir_live_walk_end(struct ir_live_walk *w);
#endif
