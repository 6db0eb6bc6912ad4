// SPDX-License-Identifier: MIT
#include "fold/limits.h"

const struct base_limit fold_limits[FOLD_N_LIMITS + 1] = {
#define LIMIT(name, text, value, option, then) {"fold/" text, value},
#include "fold/limits.def"
};
_Static_assert(FOLD_N_LIMITS <= 32, "a bit each");
