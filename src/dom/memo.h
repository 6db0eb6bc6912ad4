// SPDX-License-Identifier: MIT
// What operations on states came to: states are immutable, so that no operation is carried out twice on the same ones.
//
// An open-addressing table of (operation, a, b) -> result.  Which operations there are, and which of them have one operand (b is then DOM_NONE),
// is for its user to say.
#ifndef HP_DOM_MEMO_H
#define HP_DOM_MEMO_H
#include <stdbool.h>
#include <stdint.h>

#include "dom/dom.h"

struct dom_made {
    uint32_t op;
    dom_state a, b;    // a is DOM_NONE: the slot is empty
    dom_state result;  // or DOM_NONE, if there is none
    uint32_t cost;     // of making it, in its user's measure
    uint64_t noted;    // by the way, likewise
};
struct dom_memo {
    struct dom_made *at;
    uint32_t n, n_slots;
};

// A zeroed memo is empty.
const struct dom_made *dom_memo_get(const struct dom_memo *m, uint32_t op, dom_state a, dom_state b);  // NULL: it is not known
void dom_memo_put(struct dom_memo *m, struct dom_made made);  // a is not DOM_NONE
void dom_memo_free(struct dom_memo *m);
#endif
