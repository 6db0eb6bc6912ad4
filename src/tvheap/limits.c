// SPDX-License-Identifier: MIT
#include "tvheap/limits.h"

const struct base_limit tvheap_limits[TVHEAP_N_LIMITS + 1] = {
#define LIMIT(name, text, value, option, then) {"tvl/" text, value},
#include "tvheap/limits.def"
};
_Static_assert(TVHEAP_N_LIMITS <= 32, "a bit each");
