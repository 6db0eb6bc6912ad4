// SPDX-License-Identifier: MIT
// Segments opened at either end, or found to be empty.
#ifndef HP_SL_UNFOLD_H
#define HP_SL_UNFOLD_H
#include "sl/state.h"

// The segment is not empty: its first node (or the last, of a doubly linked one) becomes an object; of a segment of pairs, both nodes of the pair.
void sl_unfold(struct sl_draft *d, uint32_t segment, bool last, unsigned pointer_bits);
// A plain object that is one of the nodes of a segment, or one of the places of a run: with a copy of what each has for itself, but no links.
uint32_t sl_copy_node(struct sl_draft *d, uint32_t segment);
// A tree can be opened in several ways: one for each link of its root behind which the hole may be.
uint32_t sl_tree_ways(const struct sl_draft *d, uint32_t tree);
void sl_unfold_tree(struct sl_draft *d, uint32_t tree, uint32_t way, unsigned pointer_bits);
bool sl_make_empty(struct sl_draft *d, uint32_t segment, unsigned pointer_bits);  // false: impossible
#endif
