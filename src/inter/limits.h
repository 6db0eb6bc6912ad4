// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h): one that was reached is a bit in a set.
#ifndef HP_INTER_LIMITS_H
#define HP_INTER_LIMITS_H
#include "base/limit.h"

enum inter_limit {
#define LIMIT(name, text, value, option, then) INTER_LIMIT_##name,
#include "inter/limits.def"
    INTER_N_LIMITS
};
extern const struct base_limit inter_limits[INTER_N_LIMITS];  // names as users see them: "inter/..."
#endif
