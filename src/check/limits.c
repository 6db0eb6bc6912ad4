// SPDX-License-Identifier: MIT
#include "check/limits.h"

const struct base_limit check_limits[CHECK_N_LIMITS] = {
#define LIMIT(name, text, value, option, then) {"check/" text, value},
#include "check/limits.def"
};
