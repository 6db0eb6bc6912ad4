// SPDX-License-Identifier: MIT
// Inside the compiler: classical formulas over planes, between Kleene formulas and plans.
//
// "f is definitely 1" as a classical formula: literals are bits of planes.  Variables are slots (the depth at which they are bound), `mask` is the set of
// free ones.  AND and OR are n-ary and flat; FORALL is the negation of EXISTS.
#ifndef HP_TVL_CLASSIC_H
#define HP_TVL_CLASSIC_H
#include "tvl/formula.h"
#include "tvl/structure.h"

enum tvl_cop { TVL_C_TRUE, TVL_C_FALSE, TVL_C_LIT, TVL_C_SAME, TVL_C_AND, TVL_C_OR, TVL_C_EXISTS, TVL_C_CLOSURE };
struct tvl_classic {
    enum tvl_cop op;
    bool neg;                          // LIT, SAME, EXISTS, CLOSURE
    bool unique;                       // LIT: true of one individual at most
    uint8_t arity;                     // LIT
    uint8_t var[2];                    // LIT, SAME: arguments; EXISTS: var[0] is bound; CLOSURE: from, to
    uint8_t bound[2];                  // CLOSURE
    uint32_t plane;                    // LIT
    uint64_t mask;                     // free slots
    uint32_t n_kids;
    const struct tvl_classic **kid;    // AND, OR: n_kids; EXISTS, CLOSURE: one
};
typedef const struct tvl_classic *tvl_c;

// "f is 1" for f in negation normal form; slot[i] is the slot of the i-th entry of vars.  NULL: too deep.
tvl_c tvl_classic_make(const struct tvl_vocab *v, struct tvl_build *b, tvl_f f, const uint32_t *vars, uint32_t n);
tvl_c tvl_classic_not(struct arena *a, tvl_c c);
tvl_c tvl_classic_join(struct arena *a, enum tvl_cop op, const tvl_c *kid, uint32_t n);  // AND or OR, flattened, constants gone
#endif
