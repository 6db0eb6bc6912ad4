// SPDX-License-Identifier: MIT
// Which kinds of nodes of a mixed segment (state.h) may be the first, the last, and right behind one another.
//
// A chain is one of the segment if there is a variant for each of its nodes so that all of that holds: the variants are the states of an
// automaton.  It is kept in the variants as what may never be, so that 0 is any sequence.  Every variant comes in some chain: from a first one, by
// those behind it, a last one is reached over each.
#ifndef HP_SL_SEQUENCE_H
#define HP_SL_SEQUENCE_H
#include "sl/state.h"

struct sl_sequence {
    uint32_t n;                       // variants; sets of them by bit
    uint32_t first, last;
    uint32_t after[SL_MOST_VARIANTS];  // right behind each
};
// Bits of sl_shape.variant.never behind those of the variants: it is not the first, not the last.
enum { SL_NEVER_FIRST = 1 << SL_MOST_VARIANTS, SL_NEVER_LAST = SL_NEVER_FIRST << 1 };

struct sl_sequence sl_any_sequence(uint32_t n);
struct sl_sequence sl_sequence_of(const struct sl_draft *d, uint32_t mixed);
void sl_set_sequence(struct sl_draft *d, uint32_t mixed, const struct sl_sequence *o);  // of as many variants
// What may be in x may be in *o, too, where the variants of x have these places.
void sl_sequence_add(struct sl_sequence *o, const struct sl_sequence *x, const uint32_t *place);
// *o is that of a segment with one of x behind it now.  There may be no nodes of the one before; of the one behind.
void sl_sequence_append(struct sl_sequence *o, const struct sl_sequence *x, const uint32_t *place, bool none_before, bool none_behind);
void sl_sequence_unite(struct sl_sequence *o, uint32_t i, uint32_t k);  // variant k is variant i now; those behind k move up
bool sl_is_trim(const struct sl_sequence *o);                        // does every variant come in some chain?
bool sl_is_within(const struct sl_sequence *x, const struct sl_sequence *o, const uint32_t *place);  // may all be in *o that may be in x?
// Of a segment that was made from one node, a list of one kind, or one of pairs, and has no sequence yet: that which shows.
struct sl_sequence sl_lifted_sequence(uint32_t n, bool one);
void sl_sequence_lifted(struct sl_draft *d, uint32_t mixed, bool one);
// The variants that the first node may be of, or the last.
uint32_t sl_variants_at(const struct sl_draft *d, uint32_t mixed, bool last);
// A node of this variant was taken from an end of the segment: it tells what is left (*none: nothing is).  False: that cannot be.
bool sl_sequence_taken(struct sl_draft *d, uint32_t mixed, uint32_t variant, bool last, unsigned pointer_bits, bool *none);
// In both directions, behind the shape of a variant: what may never be, if there is such.
struct sl_text;
bool sl_text_sequence(struct sl_text *t, uint32_t *never);
#endif
