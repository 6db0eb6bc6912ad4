// SPDX-License-Identifier: MIT
// Differences between machine integers where nothing wraps: a small set of constraints x - y <= c between plain integers.
//
// A variable is a value number together with a reading: the plain integer that its n bits (1..64) spell as unsigned or as signed number.
// So x - y <= c never means arithmetic modulo 2^n, and each variable has the bounds of its reading for free.  What the program computes
// modulo 2^n enters only where it cannot wrap.  The same value number read both ways is two variables, unrelated here.
//
// A matrix of bounds over the variables that occur, in the order in which they came in, and the constant 0 as variable number 0.  A
// variable that does not occur has the bounds of its reading and nothing else.  Bounds are int64_t; NUM_DIFF_NONE is no bound, and what
// does not fit is weakened.  Always closed: every bound is the least that follows from all of them; a new constraint costs one pass over the
// rows that it shortens.  So answers are exact, as long as no bound was weakened and no constraint dropped.
//
// At most NUM_DIFF_MAX variables: constraints on further ones are dropped (num_diff_occur tells).  It is a plain value; num_diff_copy
// copies as much of it as there is.
//
// Literature: A. Miné, A new numerical abstract domain based on difference-bound matrices (PADO 2001).
#ifndef HP_NUM_NUM_DIFF_H
#define HP_NUM_NUM_DIFF_H
#include "num/num_range.h"

enum { NUM_DIFF_MAX = 24 };
#define NUM_DIFF_NONE INT64_MAX

struct num_var {
    uint32_t id;
    uint8_t bits;       // 0: the constant 0 (then the other fields are 0)
    bool is_signed;
};
#define NUM_DIFF_ZERO ((struct num_var){0, 0, false})

struct num_diff {
    uint32_t n;       // variables that occur, with the constant
    bool unsat;
    struct num_var vars[NUM_DIFF_MAX + 1];
    int64_t bounds[NUM_DIFF_MAX + 1][NUM_DIFF_MAX + 1];  // [i][k]: vars[i] - vars[k] <= it
};

void num_diff_init(struct num_diff *d);  // no constraints
void num_diff_copy(struct num_diff *to, const struct num_diff *from);
bool num_diff_valid(const struct num_diff *d);

// ---- asking (of contradictory constraints: everything is implied) ---------------------------------------------------------------------

static inline bool num_diff_unsat(const struct num_diff *d) { return d->unsat; }  // no integers satisfy the constraints
bool num_diff_has(const struct num_diff *d, struct num_var x);                    // does x occur?
// The least c known with x - y <= c, or NUM_DIFF_NONE.
int64_t num_diff_bound(const struct num_diff *d, struct num_var x, struct num_var y);

// ---- telling -------------------------------------------------------------------------------------------------------------------------

bool num_diff_occur(struct num_diff *d, struct num_var x);  // x occurs from now on; false: there is no room
// False if the constraints are now contradictory.
bool num_diff_add(struct num_diff *d, struct num_var x, struct num_var y, int64_t c);  // x - y <= c
// x is a + b + plus, as they are read, modulo 2^n, where n is the width of the widest.
struct num_sum {
    struct num_var x, a, b;
    int64_t plus;
};
// x is a + b + *rest as plain integers: there is only one way for it to be a sum of them.
bool num_diff_is_plain(const struct num_diff *d, const struct num_sum *s, num_sword *rest);
// Adds what follows, if there is only one way for it to be a sum of the plain integers.  True if that was new.
bool num_diff_sum(struct num_diff *d, const struct num_sum *s);
// What follows from two sums: they are as far apart as what is added is.  If they have the result, or something that is added, in common, the
// rest of one is as far from that of the other.
bool num_diff_sums(struct num_diff *d, const struct num_sum *s, const struct num_sum *t);
// x is from times * q + lo to times * q + hi, as plain integers: a multiple of q, or what q is the quotient of, or a number that goes up by
// at most so much with each step of q.
#define NUM_SCALED_OPEN ((num_sword)1 << 100)  // as hi, or below nothing as lo: there is no such bound
struct num_scaled {
    struct num_var x, q;
    int64_t times;  // more than 1, at most 2^32
    num_sword lo, hi;
};
// Adds what follows from one for how far x is from q, and from two of the same times: how far one x is from the other is how far the q are
// apart, so many times, and back, rounded.  True if that was new.
bool num_diff_scaled(struct num_diff *d, const struct num_scaled *s);
bool num_diff_scaled_both(struct num_diff *d, const struct num_scaled *s, const struct num_scaled *t);
bool num_diff_assume(struct num_diff *d, struct num_var x, struct num_range r);        // x is in r (its hull in x's reading)
#endif
