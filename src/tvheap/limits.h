// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h): one that was reached is a bit in a set.
#ifndef HP_TVHEAP_LIMITS_H
#define HP_TVHEAP_LIMITS_H
#include "base/limit.h"

enum tvheap_limit {
#define LIMIT(name, text, value, option, then) TVHEAP_LIMIT_##name,
#include "tvheap/limits.def"
    TVHEAP_N_LIMITS
};
enum {
#define LIMIT(name, text, value, option, then) TVHEAP_MOST_##name = (value),
#include "tvheap/limits.def"
};
extern const struct base_limit tvheap_limits[TVHEAP_N_LIMITS + 1];  // names as users see them: "tvl/..."; the last has none

// Is n more than the limit?  Then that is told.
static inline bool tvheap_exceeds(uint32_t *reached, enum tvheap_limit limit, uint64_t n) {
    return base_exceeds(tvheap_limits, limit, n, reached);
}
#endif
