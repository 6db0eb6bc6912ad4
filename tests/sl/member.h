// SPDX-License-Identifier: MIT
// Is a state of the interpreter one of those that a symbolic heap stands for?  The meaning of sl/state.h, written down a second time and on
// its own: by search, right rather than fast.
//
// From the roots on, each abstract object is mapped to a block of its own, each segment to a chain of them, each value to a word; what a
// node has for itself is mapped anew for each node.  Where a segment may end is tried out.  In the end every live heap block must be an
// object's, for an abstract state says that nothing else is there.  Uninitialised bytes count as any number.
#ifndef HP_TESTS_SL_MEMBER_H
#define HP_TESTS_SL_MEMBER_H
#include "exec/machine.h"
#include "sl/sl.h"

enum member { MEMBER_NO, MEMBER_YES, MEMBER_UNDECIDED };  // undecided: the search took too long

// `initial`: by global, its bytes at the start of the program (NULL: not compared).  *why gets the last thing that did not fit.
enum member member_of(const struct sl *sl, const struct sl_draft *d, struct exec_machine *m, uint8_t *const *initial, struct buf *why);
#endif
