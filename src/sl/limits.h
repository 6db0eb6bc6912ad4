// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h): one that was reached is a bit in a set.
#ifndef HP_SL_LIMITS_H
#define HP_SL_LIMITS_H
#include "base/limit.h"

enum sl_limit {
#define LIMIT(name, text, value, option, then) SL_LIMIT_##name,
#include "sl/limits.def"
    SL_N_LIMITS
};
enum {
#define LIMIT(name, text, value, option, then) SL_MOST_##name = (value),
#include "sl/limits.def"
};
extern const struct base_limit sl_limits[SL_N_LIMITS + 1];  // names as users see them: "sl/..."; the last has none

// Is n more than the limit?  Then that is told.
static inline bool sl_exceeds(uint32_t *reached, enum sl_limit limit, uint64_t n) {
    return base_exceeds(sl_limits, limit, n, reached);
}
#endif
