// SPDX-License-Identifier: MIT
// Differences of numbers: how an index lies to the size of its object; what tests and operators tell, and what of it is kept.  number.h has
// what is known.
#ifndef HP_SL_RELATE_H
#define HP_SL_RELATE_H
#include "sl/number.h"

// The largest heap block.  No machine with addresses of 64 bits has room for more: beyond, an allocation fails.
static inline uint64_t sl_largest_block(unsigned pointer_bits) { return pointer_bits == 32 ? INT32_MAX : 1ull << 57; }

// What the test of two numbers of one width can be, by their relations.
enum num_truth sl_compare(const struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b);
// It came out as `outcome`; `early`: a size will be made from one of them.
void sl_learn_order(struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b, bool outcome, bool early);
// v is the result of an operator on a and b; `early`: a size will be made from it.
void sl_learn_result(struct sl_draft *d, enum num_binary op, uint32_t v, uint32_t a, uint32_t b, bool early);

bool sl_is_in_block(const struct sl_draft *d, uint32_t v);  // does one of the heap hold the number, or one that it was made from?
bool sl_is_held(const struct sl_draft *d, uint32_t v);  // by a local or a field
// The size of the object in bytes is the number v, which is not negative.
void sl_give_size(struct sl_draft *d, uint32_t object, uint32_t v);
// The n bytes at the address v are within its object.
void sl_learn_fits(struct sl_draft *d, uint32_t v, uint64_t n);

// A number that something holds and that is u + k, as relations say, or 0.
uint32_t sl_held_at(const struct sl_draft *d, uint32_t u, int64_t k);
// A field that held v gets w: sizes that were told by v are told by w, if that is a multiple of v.
void sl_retell_sizes(struct sl_draft *d, uint32_t v, uint32_t w);
// From now on a - b <= most, and the ranges say so; false: impossible.
bool sl_assume_bound(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most);

// The ranges say what follows from the relations: those of a state that was widened may not.
void sl_tighten(struct sl_draft *d);
// Of values that are held now: which are multiples of others becomes known for good.
void sl_tell_products(struct sl_draft *d);
// Draws what follows for the values that places hold, and forgets the rest; false: the state is impossible.
bool sl_settle(struct sl_draft *d);
#endif
