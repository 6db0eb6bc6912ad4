// SPDX-License-Identifier: MIT
// Formulas compiled to word operations.
//
// A plan answers, for given values of all but the last of its variables, for which values of the last one a formula is definitely 1 (or definitely 0): one word.
// Kleene's logic becomes classical logic over planes: in negation normal form a literal is 1 where a plane says so, and AND, OR, quantifiers and closure
// of what is definitely 1 are classical.  A quantifier becomes a loop over the set of individuals that pass the conjuncts which can be checked first (its guard), or a mere
// test of a set; transitive closure becomes a search along rows or columns.
#ifndef HP_TVL_PLAN_H
#define HP_TVL_PLAN_H
#include "tvl/formula.h"
#include "tvl/structure.h"

#define TVL_PLAN_VARS 64
struct tvl_plan;

// A plan for "f has the value truth" (TVL_IS0 or TVL_IS1) in n variables, which must include the free ones of f.  NULL: too many variables are bound inside each
// other.  The plan lives in b's arena.
struct tvl_plan *tvl_plan_make(const struct tvl_vocab *v, struct tvl_build *b, tvl_f f, int truth, const uint32_t *vars, uint32_t n);
// Runs it: at[0 .. n-2] are the individuals of the first variables (room for TVL_PLAN_VARS).  The set of values of the last variable for which it holds;
// n == 0: everything or nothing.
tvl_set tvl_plan_run(const struct tvl_plan *p, const struct tvl_draft *d, uint8_t *at);
#endif
