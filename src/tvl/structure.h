// SPDX-License-Identifier: MIT
// Three-valued logical structures as bit planes.
//
// Individuals are numbered from 0; a set of them is one word (TVL_MAX individuals at most: more make the analysis end with an answer of its own).  Each predicate
// has two planes: IS1 holds where its value is 1, IS0 where it is 0; neither: the value is 1/2.  Never both.  A nullary predicate's plane is all or nothing, a
// unary one's is a set, a binary one's is a set per individual: `row` by first argument, and in drafts also `col` by second.  Bits of individuals that do
// not exist are 0 in every plane.  So the join of two structures over the same individuals is a word-wise AND, and Kleene's operators are word operations.
//
// A draft is changed in place; a sealed structure is one block of words, its individuals sorted by name, and never changes: equality is comparison of words.
//
// Literature: M. Sagiv, T. Reps, R. Wilhelm, Parametric shape analysis via 3-valued logic (TOPLAS 2002).
#ifndef HP_TVL_STRUCTURE_H
#define HP_TVL_STRUCTURE_H
#include "tvl/formula.h"
#include "tvl/vocab.h"

#define TVL_MAX 64
typedef uint64_t tvl_set;
enum { TVL_IS0, TVL_IS1 };  // plane of slot s: 2 * s + TVL_IS0 or TVL_IS1

struct tvl_draft {
    uint32_t n;         // individuals
    tvl_set all;        // the set of them
    tvl_set *flat;      // [plane]: nullary and unary predicates
    tvl_set *row, *col; // [plane * TVL_MAX + individual]
};
struct tvl_structure {
    uint64_t hash;       // of everything
    uint64_t key;        // hash of what partial isomorphism compares: names, nullary abstraction predicates, what else tells apart
    uint32_t n;
    uint32_t n_words;
    tvl_set word[];      // flat planes, then rows of binary planes
};

#define TVL_BIT(i) ((tvl_set)1 << (i))
#define TVL_EACH(i, set) \
    for (tvl_set tvl_rest_##i = (set), i; tvl_rest_##i && (i = (tvl_set)__builtin_ctzll(tvl_rest_##i), true); tvl_rest_##i &= tvl_rest_##i - 1)

static inline uint32_t tvl_plane(const struct tvl_vocab *v, uint32_t pred, int truth) {
    return 2 * v->pred.at[pred].slot + (uint32_t)truth;
}
static inline tvl_set tvl_sm(const struct tvl_draft *d) {  // individuals that may stand for several (slot 0)
    return d->all & ~d->flat[TVL_IS0];
}

// Drafts: memory for one with n individuals of value 0 everywhere, that exist and are single.  Hidden slots are there but hold nothing.
struct tvl_draft *tvl_draft_new(const struct tvl_vocab *v);
void tvl_draft_free(struct tvl_draft *d);
void tvl_draft_clear(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t n);
void tvl_draft_copy(const struct tvl_vocab *v, struct tvl_draft *to, const struct tvl_draft *from);
// Adds an individual with value 0 everywhere, that exists and is single.  There must be room.
uint32_t tvl_draft_add(const struct tvl_vocab *v, struct tvl_draft *d);
// Adds an individual with the same values as i, also to itself and between the two.
uint32_t tvl_draft_twin(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t i);
// Keeps the individuals of a set; they are numbered anew in order.
void tvl_draft_keep(const struct tvl_vocab *v, struct tvl_draft *d, tvl_set keep);
// Values.  Arguments that the arity does not need are ignored.
enum tvl_kleene tvl_get(const struct tvl_vocab *v, const struct tvl_draft *d, uint32_t pred, uint32_t i, uint32_t j);
void tvl_put(const struct tvl_vocab *v, struct tvl_draft *d, uint32_t pred, uint32_t i, uint32_t j, enum tvl_kleene value);
// Rows changed: the columns of the binary slot follow.
void tvl_draft_columns(struct tvl_draft *d, uint32_t slot);
// The invariant above holds.
bool tvl_draft_valid(const struct tvl_vocab *v, const struct tvl_draft *d);

// Sealed structures.  The draft's individuals must have different names and be sorted by them (blur does that).
uint32_t tvl_sealed_words(const struct tvl_vocab *v, uint32_t n);
// Into memory for at least tvl_sealed_words(v, d->n) words.
void tvl_seal_into(const struct tvl_vocab *v, const struct tvl_draft *d, struct tvl_structure *s);
struct tvl_structure *tvl_seal(const struct tvl_vocab *v, const struct tvl_draft *d, struct arena *arena);
void tvl_unseal(const struct tvl_vocab *v, const struct tvl_structure *s, struct tvl_draft *d);
// The hashes, after the words were changed in place.
void tvl_rehash(const struct tvl_vocab *v, struct tvl_structure *s);
bool tvl_structure_equal(const struct tvl_structure *s, const struct tvl_structure *t);
// The same names of individuals, the same nullary abstraction predicates, and the same values of what else tells apart.
bool tvl_same_universe(const struct tvl_vocab *v, const struct tvl_structure *s, const struct tvl_structure *t);
#endif
