// SPDX-License-Identifier: MIT
#include "exec/limits.h"

const struct base_limit exec_limits[EXEC_N_LIMITS] = {
#define LIMIT(name, text, value, option, then) {"exec/" text, value},
#include "exec/limits.def"
};
