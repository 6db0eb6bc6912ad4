// SPDX-License-Identifier: MIT
// Local heaps: a callee gets what its arguments and the globals that it can name reach; the caller keeps the rest (the frame).
//
// Pointers of the frame into the passed part are cutpoints: the callee keeps them as *ghosts*, variables of an outer frame that nobody
// assigns, so that the frame can follow what becomes of what they point to.  So are numbers that both parts hold, and those of the passed part that
// lie to numbers of the frame in a way that is known.  The local state has
// two frames: that of the ghosts (func SL_GHOSTS; its first variable says whether the callers hold heap blocks, as far as a rule asks) and
// the callee's.  Ghosts are in an order that depends on the passed part alone: local heaps that are equal up to the names of what points
// into them are equal states.
//
// Of pointers into the heap blocks that are passed to a recursive function, and are no arguments, at most `cutpoints` become ghosts; each of the
// others is anything after the call, and their targets have escaped.
//
// If calls are to be narrow (dom_options), fields of blocks that the callee seems not to read (ir/reads.h), and what only they lead to, are not passed: to
// the callee such a field holds a value of which nothing is known, a ghost after the others, and after the call that value is the caller's again, wherever it
// is then.
//
// Literature: A. Gotsman, J. Berdine, B. Cook, Interprocedural shape analysis with separated heap abstractions (SAS 2006), sections 2.2, 2.3 and 3.3.
#ifndef HP_SL_LOCAL_H
#define HP_SL_LOCAL_H
#include "sl/context.h"

#define SL_FORGOTTEN UINT32_MAX
struct sl_cut {
    uint32_t field, value;  // of the caller's draft
};
struct sl_local {
    uint32_t *value_rank, *object_rank;  // of what is passed: when it was met, from 1; 0: not passed
    uint32_t *ghost_of;      // by value: number of the ghost that it follows, from 1; SL_FORGOTTEN; 0: none
    uint32_t *object_ghost;  // by object: the same for slots
    uint32_t n_values, n_objects;  // that had a number when the heap was divided
    struct pool *pool;       // of this memory
    VEC(uint32_t) ghosts;    // values
    VEC(struct sl_cut) cuts; // fields of the passed part that the callee is not told
};

// Divides the heap of a draft whose innermost frame is that of the callee, parameters bound, at the call that ends the code.  If the callee is recursive, or states are coarse,
// variables of its caller that are not read again are forgotten if they are of the passed part.  The same draft is always divided in the same way.
void sl_local_facts(struct sl *s);  // what functions touch and read is known afterwards
void sl_local_begin(struct sl *s, struct sl_draft *d, const struct dom_code *code, struct sl_local *l);
void sl_local_end(struct sl_local *l);
// d becomes the local state of the callee.
void sl_take_local(struct sl *s, struct sl_draft *d, const struct sl_local *l);
// d becomes the whole state after the call, the callee's frame still on top, from its local state e, which is used up.  False: it cannot
// be said.
bool sl_put_together(struct sl_draft *d, const struct sl_local *l, struct sl_draft *e);
// May the callers hold heap blocks that the state does not show?  (Known only if memory-cleanup is asked about.)
bool sl_outer_blocks(const struct sl_draft *d);
#endif
