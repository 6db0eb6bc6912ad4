// SPDX-License-Identifier: MIT
// How a program was proved the last time, for a program that is the same but for the places where it stands: the attempt that was the proof is made first, and
// takes from the store what it needs.  A hint only says what to try: the attempt decides.
#ifndef HP_CHECK_HINT_H
#define HP_CHECK_HINT_H
#include "check/attempt.h"

struct check_hint {
    uint32_t turn, variant, apart;   // of the attempt
    bool other;                      // with the other domain
    struct buf knowledge;            // what its domain knew when it was begun
    uint64_t runs, steps, paths, questions;  // of what was tried beside it
};

// False: there is none, or no store.  *h is zeroed before, and its knowledge the caller's.
bool check_hint_get(const struct check_task *t, struct check_hint *h);
void check_hint_put(const struct check_task *t, const struct check_hint *h);
#endif
