// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h).
#ifndef HP_EXEC_LIMITS_H
#define HP_EXEC_LIMITS_H
#include "base/limit.h"

enum exec_limit {
#define LIMIT(name, text, value, option, then) EXEC_LIMIT_##name,
#include "exec/limits.def"
    EXEC_N_LIMITS
};
extern const struct base_limit exec_limits[EXEC_N_LIMITS];  // names as users see them: "exec/..."
#endif
