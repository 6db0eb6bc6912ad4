// SPDX-License-Identifier: MIT
// States as text and as pictures, and what makes one valid: the group `show` of dom.h.
#ifndef HP_SL_SHOW_H
#define HP_SL_SHOW_H
#include "sl/state.h"
#include "view/view.h"

void sl_print(void *self, dom_state s, struct buf *out);
dom_state sl_parse(void *self, const char *text, size_t n, struct buf *error);
// The same in the form that outlives the process (dom_keep): a global goes with its digest, a block with the number of the call that made it among those of
// its function.
void sl_print_lasting(void *self, dom_state s, struct buf *out);
dom_state sl_parse_lasting(void *self, const char *text, size_t n, struct buf *error);
bool sl_valid(void *self, dom_state s, struct buf *why);
void sl_view(void *self, dom_state s, struct view *out);
#endif
