// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h): one that was reached is a bit in a set.
#ifndef HP_CHECK_LIMITS_H
#define HP_CHECK_LIMITS_H
#include "base/limit.h"

enum check_limit {
#define LIMIT(name, text, value, option, then) CHECK_LIMIT_##name,
#include "check/limits.def"
    CHECK_N_LIMITS
};
extern const struct base_limit check_limits[CHECK_N_LIMITS];  // names as users see them: "check/..."
#endif
