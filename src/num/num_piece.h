// SPDX-License-Identifier: MIT
// Inside num: arcs cut at both ends of the number line, so that each piece is contiguous read as unsigned and read as signed, and has
// numbers of one sign only.  Operators are computed on pieces and the results covered by one arc.
#ifndef HP_NUM_NUM_PIECE_H
#define HP_NUM_NUM_PIECE_H
#include "num/num_range.h"

enum { NUM_MAX_PIECES = 3 };
struct num_piece {
    uint64_t lo, hi;  // lo <= hi, the same sign bit
};

// The pieces of a (at most 64 bits), in circular order from its lo; how many.
unsigned num_split(struct num_range a, struct num_piece *pieces);
// The smallest arc that holds all the n given sets (reorders them).  Ties: see num_range_join.
struct num_range num_cover(unsigned bits, struct num_range *sets, unsigned n);
// The numbers l, l+1, ..., h modulo 2^bits, where l and h are taken modulo 2^128 and h - l is the distance.
struct num_range num_span(unsigned bits, num_word l, num_word h);

// The operators that need more than their bounds, by file.
struct num_range num_range_shl(struct num_range a, struct num_range b);
struct num_range num_piece_lshr(unsigned bits, struct num_piece a, struct num_piece b);
struct num_range num_piece_ashr(unsigned bits, struct num_piece a, struct num_piece b);
struct num_range num_piece_and(unsigned bits, struct num_piece a, struct num_piece b);
struct num_range num_piece_or(unsigned bits, struct num_piece a, struct num_piece b);
struct num_range num_piece_xor(unsigned bits, struct num_piece a, struct num_piece b);
struct num_range num_piece_popcount(unsigned bits, struct num_piece a);
struct num_range num_piece_clz(unsigned bits, struct num_piece a);
struct num_range num_piece_ctz(unsigned bits, struct num_piece a);
#endif
