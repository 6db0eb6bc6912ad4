// SPDX-License-Identifier: MIT
// Concrete machine integers: arithmetic modulo 2^n for n = 1..128 bits.
//
// A number of n bits is a num_word below 2^n; signed operators read bit n-1 as the sign.  Every function wants its arguments in that form
// (asserted where it would matter) and gives its results in it.
#ifndef HP_NUM_NUM_WORD_H
#define HP_NUM_NUM_WORD_H
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 num_word;
typedef __int128 num_sword;
enum { NUM_MAX_BITS = 128 };

enum num_binary {
#define BINARY(name, text) NUM_##name,
#include "num/num_ops.def"
    NUM_N_BINARY
};
enum num_unary {
#define UNARY(name, text) NUM_##name,
#include "num/num_ops.def"
    NUM_N_UNARY
};
enum num_test {
#define TEST(name, text) NUM_##name,
#include "num/num_ops.def"
    NUM_N_TEST
};
extern const char *const num_binary_names[NUM_N_BINARY];
extern const char *const num_unary_names[NUM_N_UNARY];
extern const char *const num_test_names[NUM_N_TEST];

// 2^bits - 1, the largest unsigned number.
static inline num_word num_mask(unsigned bits) { return ~(num_word)0 >> (NUM_MAX_BITS - bits); }
// x modulo 2^bits.
static inline num_word num_wrap(unsigned bits, num_word x) { return x & num_mask(bits); }
static inline num_word num_sign_bit(unsigned bits) { return (num_word)1 << (bits - 1); }
static inline bool num_negative(unsigned bits, num_word x) { return x & num_sign_bit(bits); }
// The signed number that the low `bits` bits of x spell.
static inline num_sword num_signed(unsigned bits, num_word x) {
    num_word s = num_sign_bit(bits);
    return (num_sword)((num_wrap(bits, x) ^ s) - s);
}
// Its absolute value: 2^(bits-1) for the least one.
static inline num_word num_magnitude(unsigned bits, num_word x) { return num_negative(bits, x) ? num_wrap(bits, -x) : x; }
// From `from` bits to `to` bits: zero- or sign-extended, or truncated.
static inline num_word num_zext(unsigned from, unsigned to, num_word x) { return num_wrap(to, num_wrap(from, x)); }
static inline num_word num_sext(unsigned from, unsigned to, num_word x) { return num_wrap(to, (num_word)num_signed(from, x)); }

// *r = a op b.  False where C leaves the result undefined; *r is then what most machines leave there:
//   division or remainder by zero: 0 (but the usual machine stops);  least / -1: the least number, its remainder 0;
//   shift by the width or more: 0.
bool num_binary(enum num_binary op, unsigned bits, num_word a, num_word b, num_word *r);
num_word num_unary(enum num_unary op, unsigned bits, num_word a);
bool num_test(enum num_test op, unsigned bits, num_word a, num_word b);
// The high (fshl) or low (fshr) half of a:b (a the high half) shifted left or right by c modulo bits.
num_word num_fshl(unsigned bits, num_word a, num_word b, num_word c);
num_word num_fshr(unsigned bits, num_word a, num_word b, num_word c);
#endif
