// SPDX-License-Identifier: MIT
// Lengths: where strings end, and sizes that are the sum of two numbers.
//
// An object may have an end (object.ends), the offset of a byte that is 0, and two parts (object.part), numbers whose sum plus a constant is its size (state.h).
// Ends come from strlen and from zeros that are stored, and go along with copies; parts from sums that are allocated.  What a draft
// remembers of operators (draft.made) tells which number is a sum.
#ifndef HP_SL_LENGTH_H
#define HP_SL_LENGTH_H
#include "sl/relate.h"

// ---- sums
// The size of the object less `plus`, if that is the sum of both; or 0.
uint32_t sl_size_as_sum(struct sl_draft *d, uint32_t object, uint32_t a, uint32_t b);
// A value that was computed as the sum of both, as plain integers, or 0.
uint32_t sl_sum_of(const struct sl_draft *d, uint32_t a, uint32_t b);
// The same; it is computed if it was not.  Both are numbers of one width.
uint32_t sl_make_sum(struct sl_draft *d, uint32_t a, uint32_t b);
// Gives an object its parts if its count was computed as a sum.
void sl_give_parts(struct sl_draft *d, struct sl_object *o);
// Are n bytes, and `other` ones if it is not 0, at the address v surely within its object, by what its size and its end are told by?
// Its offset is not negative, or not one number; n.value is 0 for n.plus bytes.
bool sl_fits(const struct sl_draft *d, uint32_t v, struct sl_form n, uint32_t other);
static inline bool sl_fits_bytes(const struct sl_draft *d, uint32_t v, uint64_t n) {
    return n <= INT64_MAX && sl_fits(d, v, (struct sl_form){.plus = (int64_t)n}, 0);
}

// ---- ends
// The number v, which is not negative and has at most 63 bits, plus k.
uint32_t sl_shifted(struct sl_draft *d, uint32_t v, int64_t k);
// The offset of the address as a number, of which is known that it is at least lo and at most hi.
uint32_t sl_offset_number(struct sl_draft *d, uint32_t v, int64_t lo, int64_t hi);
// The byte at offset v (a number, inside of the object) is 0; `first`: no byte before it is.
void sl_give_end(struct sl_draft *d, uint32_t object, uint32_t v, bool first);
// Where a byte of the object is 0; if it is only known that a string in it ends, it is given a number for that.  0: not known.
uint32_t sl_some_end(struct sl_draft *d, uint32_t object, unsigned pointer_bits);
// The same; or where a field shows a byte that is 0.
uint32_t sl_shown_end(struct sl_draft *d, uint32_t object, unsigned pointer_bits);
// The byte v was loaded at the address a, which lies in its object.  If a byte is 0 there or behind, tests of v tell on which side of that
// one a is.
void sl_loaded_byte(struct sl_draft *d, uint32_t v, uint32_t a, unsigned pointer_bits);
// The number v has the classes of the character (all, as the library's table tells them), or it is not 0 only if the character is of some class that 0 is not of.
void sl_classified(struct sl_draft *d, uint32_t v, uint32_t character, bool all);
// The number v, perhaps made from such a byte, or from its classes, has been tested; `unequal`: it is not 0, whatever its range.  False: impossible.
bool sl_learn_byte(struct sl_draft *d, uint32_t v, bool unequal);
#endif
