// SPDX-License-Identifier: MIT
// Sets of machine integers of n bits, as one arc of the circle of numbers modulo 2^n.
//
// An arc [lo, hi] holds lo, lo+1, ..., hi, counted modulo 2^n: [0,255] unsigned and [-1,1] signed are both exact, the latter as
// [2^n-1, 1].  With the empty set and the whole circle this is one representation for unsigned and signed numbers alike.
// Widths above 64 bits know only the empty set, a single number, and the whole circle.
//
// Canonical: equal sets are equal structs (compare with num_range_same, or bytes: there is no padding).
//   EMPTY: lo = hi = 0.   FULL: lo = hi = 0.   ARC: lo, hi < 2^n and hi + 1 != lo modulo 2^n; above 64 bits the number hi:lo.
//
// Every operation is sound: the result holds op(x, y) for all x in a, y in b for which it is defined.  Undefined operations: division and
// remainder by zero have no result; a shift by the width or more has any result; least / -1 is least, its remainder 0.
// "Exact" below means that the result is the set of results; "best" that no smaller arc holds it (at most 64 bits); otherwise the
// result may be larger, up to the whole circle.  Arguments of one call have equal widths unless it says otherwise.
//
// Literature: J. Navas et al., Signedness-agnostic program analysis: precise integer bounds for low-level code (APLAS 2012).
#ifndef HP_NUM_NUM_RANGE_H
#define HP_NUM_NUM_RANGE_H
#include "num/num_word.h"

enum num_kind { NUM_EMPTY, NUM_ARC, NUM_FULL };
struct num_range {
    uint64_t lo, hi;
    uint32_t bits;
    uint32_t kind;  // enum num_kind
};
// What a test can be: a set of answers, joined by `|`.
enum num_truth { NUM_NEITHER = 0, NUM_FALSE = 1, NUM_TRUE = 2, NUM_MAYBE = 3 };

// ---- making ------------------------------------------------------------------------------------------------------------------------

struct num_range num_range_empty(unsigned bits);
struct num_range num_range_full(unsigned bits);
struct num_range num_range_const(unsigned bits, num_word x);              // x modulo 2^bits
struct num_range num_range_arc(unsigned bits, uint64_t lo, uint64_t hi);  // from lo upwards to hi, both modulo 2^bits; bits <= 64
// lo <= x <= hi, as unsigned or as signed numbers of the width; clipped to it, empty if nothing is left.  bits <= 64.
struct num_range num_range_unsigned(unsigned bits, uint64_t lo, uint64_t hi);
struct num_range num_range_signed(unsigned bits, int64_t lo, int64_t hi);
struct num_range num_range_truth(enum num_truth t);                       // as numbers of one bit

// ---- looking -----------------------------------------------------------------------------------------------------------------------

static inline bool num_range_same(struct num_range a, struct num_range b) {
    return a.bits == b.bits && a.kind == b.kind && a.lo == b.lo && a.hi == b.hi;
}
bool num_range_has(struct num_range a, num_word x);
bool num_range_leq(struct num_range a, struct num_range b);   // is a a subset of b?  Exact.
static inline bool num_range_is_const(struct num_range a, num_word *x) {  // exactly one number; *x gets it (x may be NULL)
    if (a.kind != NUM_ARC || (a.bits <= 64 && a.lo != a.hi)) return false;
    if (x) *x = a.bits <= 64 ? a.lo : (num_word)a.hi << 64 | a.lo;
    return true;
}
num_word num_range_size(struct num_range a);                  // how many numbers; 2^128 is given as 2^128 - 1
static inline bool num_range_is_empty(struct num_range a) { return a.kind == NUM_EMPTY; }
static inline bool num_range_is_full(struct num_range a) { return a.kind == NUM_FULL; }
// The unsigned and the signed hull, whose bounds are members.  Not empty, bits <= 64.
uint64_t num_range_umin(struct num_range a);
uint64_t num_range_umax(struct num_range a);
int64_t num_range_smin(struct num_range a);
int64_t num_range_smax(struct num_range a);
// The struct is well formed.
bool num_range_valid(struct num_range a);

// ---- lattice -----------------------------------------------------------------------------------------------------------------------

// Union and intersection, both best; of two best answers the one that does not cross from 2^n-1 to 0.  Commutative, not associative.
// An intersection that is two arcs is over-approximated by a or by b, whichever is smaller.
struct num_range num_range_join(struct num_range a, struct num_range b);
struct num_range num_range_meet(struct num_range a, struct num_range b);
// Holds a and b.  An end of a that b pushes outwards moves on to the next threshold or to the next end of the line: upwards 2^n-1 or
// the greatest signed number, downwards 0 or the least.  A threshold counts where it is a number of the width, unsigned or signed.
// A sequence a = widen(a, b_i) changes at most 2 * (n_thresholds + 2) + 2 times, whatever the b_i.
struct num_range num_range_widen(struct num_range a, struct num_range b, const int64_t *thresholds, uint32_t n_thresholds);

// ---- operators ---------------------------------------------------------------------------------------------------------------------

// Exact: add, sub.  Best: and, or, umin, umax, smin, smax, the saturating ones; udiv, sdiv, shl, lshr, ashr by a constant.  All of
// constants: exact.
struct num_range num_range_binary(enum num_binary op, struct num_range a, struct num_range b);
// Exact: neg, not.  Best: abs, popcount, clz, ctz.  bswap and bitrev know constants only.
struct num_range num_range_unary(enum num_unary op, struct num_range a);
// Exact for every test; NUM_NEITHER if a or b is empty.  (Above 64 bits: NUM_MAYBE unless both are constant.)
enum num_truth num_range_test(enum num_test op, struct num_range a, struct num_range b);
// To `bits` bits, which is at least (zext, sext) or at most (trunc) a's width.  Best; trunc is exact, the others are exact if a does not
// cross from 2^n-1 to 0 (zext) or from greatest to least (sext).
struct num_range num_range_zext(struct num_range a, unsigned bits);
struct num_range num_range_sext(struct num_range a, unsigned bits);
struct num_range num_range_trunc(struct num_range a, unsigned bits);
// Funnel shifts: known if all are constant, or if the amount is a multiple of the width.
struct num_range num_range_fshl(struct num_range a, struct num_range b, struct num_range c);
struct num_range num_range_fshr(struct num_range a, struct num_range b, struct num_range c);
// a if t can be true, joined with b if it can be false.
struct num_range num_range_select(enum num_truth t, struct num_range a, struct num_range b);

// Narrows *a and *b by the knowledge that `op` (eq, ne, ult, ule, slt, sle) of them came out as `outcome`: each keeps all its numbers for
// which some number of the other gives that outcome.  Best; both empty if there are none.  Never larger than before, though where the
// numbers kept are two arcs, not always a subset.  The other tests narrow nothing.
void num_range_refine(enum num_test op, bool outcome, struct num_range *a, struct num_range *b);
#endif
