// SPDX-License-Identifier: MIT
// Maps that show one state to be part of another, and what becomes of them if that other state is changed at random.
//
// What the check of a map accepts must be true: if it does for a changed state, every state of the interpreter that is one of the smaller state must be one of
// the changed state, too, as member.h has it.
#ifndef HP_TESTS_SL_MAPS_H
#define HP_TESTS_SL_MAPS_H
#include "sl/member.h"

struct maps {
    uint64_t found, folded;      // states that are below others: maps that show it; none, since they had to be folded first
    uint64_t changed, accepted;  // states that were changed; of these, those that the map still fits
};
// a, which has the present state of the machine, is below b.  False: *why says what is wrong.
bool maps_hold(struct sl *sl, dom_state a, dom_state b, struct exec_machine *m, uint8_t *const *initial, uint64_t seed, struct maps *count, struct buf *why);
#endif
