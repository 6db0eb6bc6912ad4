// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h): one that was reached is a bit in a set.
#ifndef HP_FIX_LIMITS_H
#define HP_FIX_LIMITS_H
#include "base/limit.h"

enum fix_limit {
#define LIMIT(name, text, value, option, then) FIX_LIMIT_##name,
#include "fix/limits.def"
    FIX_N_LIMITS
};
extern const struct base_limit fix_limits[FIX_N_LIMITS];  // names as users see them: "fix/..."
#endif
