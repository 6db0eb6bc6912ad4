// SPDX-License-Identifier: MIT
#include "sl/limits.h"

const struct base_limit sl_limits[SL_N_LIMITS + 1] = {
#define LIMIT(name, text, value, option, then) {"sl/" text, value},
#include "sl/limits.def"
};
_Static_assert(SL_N_LIMITS <= 32, "a bit each");
