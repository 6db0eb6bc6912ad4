// SPDX-License-Identifier: MIT
// Segments opened at either end, or found to be empty.
#ifndef HP_SL_UNFOLD_H
#define HP_SL_UNFOLD_H
#include "sl/state.h"

// The segment is not empty: its first node (or the last, of a doubly linked one) becomes an object; of a segment of pairs, both nodes of the
// pair.  It can be opened in so many ways: a tree in one for each link of its root behind which its hole may be, a mixed
// segment in one for each variant that may be there, others in one.  False: not in this way, after all.
uint32_t sl_ways(const struct sl_draft *d, uint32_t segment, bool last);
bool sl_unfold(struct sl_draft *d, uint32_t segment, bool last, uint32_t way, unsigned pointer_bits);
// How it is opened: for the modules of shapes, with what they have in common.
struct sl_opening {
    uint32_t segment, way;
    unsigned bits;
    bool last;
    int32_t shift;  // of the node's links, beside those of the segment's shape
};
void sl_move_addresses(struct sl_draft *d, uint32_t from, enum sl_end end, uint32_t to);  // those of one end lead to a node
uint32_t sl_address_in(struct sl_draft *d, uint32_t o, enum sl_end end, unsigned pointer_bits, int32_t offset);
// What is known of numbers is known of their copies, by value: 0 is none.
void sl_copy_relations(struct sl_draft *d, const uint32_t *copy, uint32_t values);
uint32_t sl_copy_tree(struct sl_draft *d, uint32_t tree, unsigned pointer_bits);  // another of such nodes, without hole, that may be empty
// A plain object that is one of the nodes of a segment, or one of the places of a run: with a copy of what each has for itself, but no
// links.
uint32_t sl_copy_node(struct sl_draft *d, uint32_t segment);
uint32_t sl_copy_variant(struct sl_draft *d, uint32_t mixed, uint32_t i);  // the same of a mixed segment, a node of its variant number i
bool sl_make_empty(struct sl_draft *d, uint32_t segment, unsigned pointer_bits);  // false: impossible
#endif
