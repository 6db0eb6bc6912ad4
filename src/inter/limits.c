// SPDX-License-Identifier: MIT
#include "inter/limits.h"

const struct base_limit inter_limits[INTER_N_LIMITS] = {
#define LIMIT(name, text, value, option, then) {"inter/" text, value},
#include "inter/limits.def"
};
