// SPDX-License-Identifier: MIT
// The limits of this folder (limits.def, base/limit.h): one that was reached is a bit in a set.
#ifndef HP_FOLD_LIMITS_H
#define HP_FOLD_LIMITS_H
#include "base/limit.h"

enum fold_limit {
#define LIMIT(name, text, value, option, then) FOLD_LIMIT_##name,
#include "fold/limits.def"
    FOLD_N_LIMITS
};
enum {
#define LIMIT(name, text, value, option, then) FOLD_MOST_##name = (value),
#include "fold/limits.def"
};
extern const struct base_limit fold_limits[FOLD_N_LIMITS + 1];  // names as users see them: "fold/..."; the last has none

// Is n more than the limit?  Then that is told.
static inline bool fold_exceeds(uint32_t *reached, enum fold_limit limit, uint64_t n) {
    return base_exceeds(fold_limits, limit, n, reached);
}
#endif
