// SPDX-License-Identifier: MIT
// The value of a formula for given individuals, one at a time: the plain definition of Kleene's logic.
//
// Slower than plans; for what needs to know why a value is 1/2 (focus), and for tests.
#ifndef HP_TVL_VALUE_H
#define HP_TVL_VALUE_H
#include "tvl/structure.h"

// Values of variables, innermost first.
struct tvl_env {
    const struct tvl_env *outer;
    uint32_t var, individual;
};
enum tvl_kleene tvl_value(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env);
// The individual of a variable.
uint32_t tvl_lookup(const struct tvl_env *env, uint32_t var);
// An atom that makes f, whose value is 1/2, be that: its predicate and individuals; TVL_ACTIVE if it is whether an individual exists.  False: none can be made
// definite (it is an equality).
struct tvl_culprit {
    uint32_t pred, i, j;
};
bool tvl_find_culprit(const struct tvl_vocab *v, const struct tvl_draft *d, tvl_f f, const struct tvl_env *env, struct tvl_culprit *out);
#endif
