// SPDX-License-Identifier: MIT
// Local heaps for calls of recursive functions: a callee gets what its arguments and the globals can reach; the caller keeps the rest (the frame).
//
// The passed part is closed: no edge can lead from it to the frame.  Where variables of the callers or fields of the frame point into it, the callee keeps a
// *ghost*, a value of an outer frame that nobody assigns, so that the caller can tell what became of the target.  A local state has two frames: that of the ghosts
// (func TVHEAP_GHOSTS; its first value says whether the callers may hold heap blocks, as far as a rule asks) and the callee's.  Ghosts are in an order that depends
// on the callee's own values where it can: local heaps that are equal are equal states, and so recursion ends.
#ifndef HP_TVHEAP_LOCAL_H
#define HP_TVHEAP_LOCAL_H
#include "tvheap/tvheap.h"

#define TVHEAP_GHOSTS UINT32_MAX
#define TVHEAP_NO_GHOST UINT32_MAX
struct tvheap_local {
    tvl_set passed;
    uint32_t n_ghosts;
    uint32_t ghost_of[TVHEAP_NAMES];  // by name of the whole state
};

// Divides the heap of a state whose innermost frame is that of the callee, parameters bound; equal states are divided equally.  False: gave up.
bool tvheap_divide(struct step_run *r, const struct tvheap_draft *d, struct tvheap_local *l);
// d becomes the local state of the callee.  False: gave up.
bool tvheap_take_local(struct step_run *r, struct tvheap_draft *d, const struct tvheap_local *l);
// The whole state after the call, without the callee's frame, from its local state e at a return, which has results.  NULL: gave up.
struct tvheap_draft *tvheap_put_together(struct step_run *r, const struct tvheap_draft *d, const struct tvheap_local *l,
                                         const struct tvheap_draft *e);
// May the callers hold heap blocks that the state does not show?  (Known only if memory-cleanup is asked about.)
bool tvheap_outer_blocks(const struct tvheap_draft *d);
#endif
