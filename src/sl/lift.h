// SPDX-License-Identifier: MIT
// One node, or a list of one kind of nodes, as a mixed segment (state.h) that has one variant, or two if it was one of pairs.
//
// The segment keeps the number of the object, so that what leads to it still does.  What only a plain node leads to becomes the node's own: a copy
// of it, of one level more.
#ifndef HP_SL_LIFT_H
#define HP_SL_LIFT_H
#include "sl/context.h"

// How nodes are linked that are to be mixed: the shape of the segment, and how much further the links of these nodes lie.
struct sl_mix {
    struct sl_shape shape;
    int32_t shift;
};
struct sl_mix sl_mix_of(const struct sl_shape *links);  // of nodes that are linked like those of a list of any kind
struct sl_shape sl_unmixed(const struct sl_shape *mixed, int32_t shift);  // such links as those of a list of one kind
uint32_t sl_variant_of(const struct sl_draft *d, uint32_t mixed, uint32_t i);  // the variant number i, or 0
uint32_t sl_n_variants(const struct sl_draft *d, uint32_t mixed);
void sl_set_variant(struct sl_draft *d, uint32_t mixed, uint32_t i, uint32_t variant, unsigned pointer_bits);
// By object, for all that there are: is it led to by the plain node alone, and by what is, but not by its links?
void sl_find_own(const struct sl_draft *d, uint32_t node, const struct sl_mix *m, unsigned pointer_bits, uint8_t *own);
// Addresses of one end of a segment, or those in a plain object, go so far on.
void sl_shift_addresses(struct sl_draft *d, uint32_t object, enum sl_end end, int32_t by);
bool sl_can_lift(const struct sl_draft *d, uint32_t object, const struct sl_mix *m, unsigned pointer_bits);
void sl_lift(struct sl_draft *d, uint32_t object, const struct sl_mix *m, unsigned pointer_bits);  // which can be
// A plain node, which can be lifted, becomes a segment of at least one such node.
void sl_become_list(struct sl_draft *d, uint32_t node, const struct sl_shape *links, unsigned pointer_bits);
#endif
