// SPDX-License-Identifier: MIT
#include "fix/limits.h"

const struct base_limit fix_limits[FIX_N_LIMITS] = {
#define LIMIT(name, text, value, option, then) {"fix/" text, value},
#include "fix/limits.def"
};
