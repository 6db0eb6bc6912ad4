// SPDX-License-Identifier: MIT
// Differences between machine integers where nothing wraps: a small set of constraints x - y <= c between plain integers.
//
// A variable is a value number together with a reading: the plain integer that its n bits (1..64) spell as unsigned or as signed number.
// So x - y <= c never means arithmetic modulo 2^n, and each variable has the bounds of its reading for free.  What the program computes
// modulo 2^n enters only where it cannot wrap: see num_diff_sum.  The same value number read both ways is two variables, unrelated here.
//
// A matrix of bounds over the variables that occur, sorted, and the constant 0 as variable number 0.  A variable that does not occur has
// the bounds of its reading and nothing else.  Bounds are int64_t; NUM_DIFF_NONE is no bound, and what does not fit is weakened.
// Closed: every bound is the least that follows from all of them.  All operations keep that, except that num_diff_widen's result is not
// closed.  If it is, answers are exact (as long as no bound was weakened and no constraint dropped); if not, they are sound.
//
// At most NUM_DIFF_MAX variables: constraints on further ones are dropped.  Memory comes from the arena given at the start.
//
// Literature: A. Miné, A new numerical abstract domain based on difference-bound matrices (PADO 2001).
#ifndef HP_NUM_NUM_DIFF_H
#define HP_NUM_NUM_DIFF_H
#include "base/arena.h"
#include "num/num_range.h"

enum { NUM_DIFF_MAX = 64 };
#define NUM_DIFF_NONE INT64_MAX

struct num_var {
    uint32_t id;
    uint8_t bits;       // 0: the constant 0 (then the other fields are 0)
    bool is_signed;
};
#define NUM_DIFF_ZERO ((struct num_var){0, 0, false})

struct num_diff {
    struct arena *arena;
    uint32_t n, cap;        // variables that occur (with the constant), room for so many
    bool unsat, closed;
    struct num_var *vars;   // [0] is the constant 0, then ascending by id, reading, width
    int64_t *bounds;        // [i * cap + k]: vars[i] - vars[k] <= it
};

struct num_diff *num_diff_new(struct arena *a);                              // no constraints
struct num_diff *num_diff_copy(struct arena *a, const struct num_diff *d);
bool num_diff_valid(const struct num_diff *d);

// ---- asking ------------------------------------------------------------------------------------------------------------------------
// (Of contradictory constraints: everything is implied, every range empty, every test NUM_NEITHER.)

// No integers satisfy the constraints.  (Not closed: none were found to contradict each other.)
static inline bool num_diff_unsat(const struct num_diff *d) { return d->unsat; }
// The least c known with x - y <= c, or NUM_DIFF_NONE.
int64_t num_diff_bound(const struct num_diff *d, struct num_var x, struct num_var y);
bool num_diff_implied(const struct num_diff *d, struct num_var x, struct num_var y, int64_t c);
// The numbers that x can be.
struct num_range num_diff_range(const struct num_diff *d, struct num_var x);
// eq, ne, and ult, ule (unsigned readings), slt, sle (signed readings) of x and y.
enum num_truth num_diff_test(const struct num_diff *d, enum num_test op, struct num_var x, struct num_var y);
bool num_diff_leq(const struct num_diff *a, const struct num_diff *b);       // does a imply all of b?

// ---- telling: false if the constraints are now contradictory --------------------------------------------------------------------------

bool num_diff_add(struct num_diff *d, struct num_var x, struct num_var y, int64_t c);       // x - y <= c
bool num_diff_assume(struct num_diff *d, struct num_var x, struct num_range r);             // x is in r (its hull in x's reading)
// The test, of readings as above, came out as `outcome`.
bool num_diff_assume_test(struct num_diff *d, enum num_test op, bool outcome, struct num_var x, struct num_var y);
// z (another value number) is x + c modulo 2^n, read like x.  True: x + c cannot wrap, and z - x = c was added.  False: nothing is known.
bool num_diff_sum(struct num_diff *d, struct num_var z, struct num_var x, int64_t c);
bool num_diff_meet(struct num_diff *d, const struct num_diff *e);                           // all of e's constraints
bool num_diff_close(struct num_diff *d);

// ---- forgetting --------------------------------------------------------------------------------------------------------------------

// All readings of the value number go; what follows for the others stays.
void num_diff_forget(struct num_diff *d, uint32_t id);
// What a and b (both closed) both imply, in a's arena.
struct num_diff *num_diff_join(const struct num_diff *a, const struct num_diff *b);
// The constraints of a that b (closed) implies too, in a's arena.  Not closed, so that a sequence a = widen(a, b_i) ends: hand the result
// on as it is, and close a copy to work with.
struct num_diff *num_diff_widen(const struct num_diff *a, const struct num_diff *b);
#endif
