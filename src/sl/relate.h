// SPDX-License-Identifier: MIT
// Differences of numbers: how an index lies to the size of its object.
//
// An address stands for its offset here, as a signed number.
//
// Sources of knowledge, put together by num_diff where a question is asked: the relations of the draft, the ranges of its values, and how
// values were made from others (value.source), wherever that did not wrap.  Numbers are read as plain integers, signed or unsigned; a value
// that is not negative has one reading, the signed one.  A relation says something about words that cannot change, so it holds from then
// on, whatever becomes of the ranges.
//
// Of numbers that nodes have for themselves nothing is concluded: from x <= y and y <= z, where a node holds y, nothing follows if there is no such node.  They say
// something of each node's own numbers, and become usable when a node is opened.
//
// Relations are kept only if they lead to the size of an object, or to where a string in it ends, through any number of others: in states without such an object
// (draft.sized) nothing is kept and nothing asked.
#ifndef HP_SL_RELATE_H
#define HP_SL_RELATE_H
#include "sl/state.h"

#define SL_NO_BOUND NUM_DIFF_NONE
// The largest heap block.  No machine with addresses of 64 bits has room for more: beyond, an allocation fails.
static inline uint64_t sl_largest_block(unsigned pointer_bits) { return pointer_bits == 32 ? INT32_MAX : 1ull << 57; }

// times * value + plus, as signed numbers; value 0: the constant plus.
struct sl_form {
    uint32_t value;
    int64_t times, plus;
};

// One step down from a form to what its value was made from, as signed numbers; false: it is not known.
bool sl_step_down(const struct sl_draft *d, struct sl_form *f);
// v as a multiple of its source, if nothing wraps; v is an address or as wide as its source.
bool sl_multiple_of(const struct sl_draft *d, uint32_t v, struct sl_form *out);
// v is `times` (0: once) source plus delta, modulo 2^n; or extended or cut from it: see sl_value.
void sl_made_from(struct sl_draft *d, uint32_t v, uint32_t source, uint32_t times, uint64_t delta);
// What the range of v tells of the source that it is a multiple of; false: nothing.
bool sl_source_range(const struct sl_draft *d, uint32_t v, struct num_range *out);

// The reading of a number of at most 64 bits; bits 0: v is no such number.
struct num_var sl_reading(const struct sl_draft *d, uint32_t v, bool is_signed);
// What is known about differences in a draft, put together for many questions.
enum { SL_MOST_KNOWN = 24 };
struct sl_known {
    const struct sl_draft *d;
    struct arena arena;
    struct num_diff *diff;
    struct num_var vars[SL_MOST_KNOWN];  // what it has; of others only the ranges count
    uint32_t n;
};
void sl_known_begin(struct sl_known *k, const struct sl_draft *d);
void sl_known_end(struct sl_known *k);
void sl_known_add(struct sl_known *k, struct num_var a, struct num_var b, int64_t most);  // besides: a - b <= most
// The least c known with a - b <= c, or SL_NO_BOUND.
int64_t sl_known_bound(const struct sl_known *k, struct num_var a, struct num_var b);
int64_t sl_bound(const struct sl_draft *d, struct num_var a, struct num_var b);
// From now on a - b <= most.
void sl_relate(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most);

// What the test of two numbers of one width can be, by their relations.
enum num_truth sl_compare(const struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b);
// It came out as `outcome`.
void sl_learn_order(struct sl_draft *d, enum num_test test, uint32_t a, uint32_t b, bool outcome);
// v is the result of an operator on a and b.
void sl_learn_result(struct sl_draft *d, enum num_binary op, uint32_t v, uint32_t a, uint32_t b);

bool sl_is_held(const struct sl_draft *d, uint32_t v);  // by a local or a field
// The size of the object in bytes is the number v, which is not negative.
void sl_give_size(struct sl_draft *d, uint32_t object, uint32_t v);
// Are n bytes at the address v, whose offset is not negative, surely within its object, by its count?
bool sl_fits_count(const struct sl_draft *d, uint32_t v, uint64_t n);

// Are at most so many bytes?
bool sl_fits_length(const struct sl_draft *d, uint32_t v, struct sl_form length);
// The n bytes at v are.
void sl_learn_fits(struct sl_draft *d, uint32_t v, uint64_t n);

// A number that something holds and that is u + k, as relations say, or 0.
uint32_t sl_held_at(const struct sl_draft *d, uint32_t u, int64_t k);
// A field that held v gets w: sizes that were told by v are told by w, if that is a multiple of v.
void sl_retell_sizes(struct sl_draft *d, uint32_t v, uint32_t w);
// The offset of the address v as a multiple of an index; false: not known.
bool sl_index_form(const struct sl_draft *d, uint32_t v, struct sl_form *out);
// From now on a - b <= most, and the ranges say so; false: impossible.
bool sl_assume_bound(struct sl_draft *d, struct num_var a, struct num_var b, int64_t most);

// ---- learn.c
// The range of v became smaller: so do those of the values that it was made from.  False: impossible.
bool sl_learnt(struct sl_draft *d, uint32_t v);
// What a number that v is (or is not) means for the value that v was made from; false: that one cannot be such a number.
bool sl_source_of(const struct sl_draft *d, uint32_t v, struct num_range r, struct num_range *out);

// Draws what follows for the values that places hold, and forgets the rest; false: the state is impossible.
bool sl_settle(struct sl_draft *d);
#endif
