// SPDX-License-Identifier: MIT
// The limits of one folder, from its limits.def (base/limit.h): the body of its limits.h, which defines, for a folder "fold",
//
//   LIMITS_DEF "fold/limits.def"    LIMITS_LOW fold    LIMITS_UP FOLD    LIMITS_TEXT "fold/", which names begin with as users see them
//
// and gets enum fold_limit (FOLD_LIMIT_NAME, ..., FOLD_N_LIMITS), the table fold_limits, whose last row has no name, and fold_exceeds.  If
// LIMITS_MOST is defined as well, they are few and small: FOLD_MOST_NAME are the numbers, and those that were reached are a set of bits.
#include "base/limit.h"

#define LIMITS_PASTE_(a, b) a##b
#define LIMITS_PASTE(a, b) LIMITS_PASTE_(a, b)

enum LIMITS_PASTE(LIMITS_LOW, _limit) {
#define LIMIT(name, text, value, option, then) LIMITS_PASTE(LIMITS_UP, _LIMIT_##name),
#include LIMITS_DEF
    LIMITS_PASTE(LIMITS_UP, _N_LIMITS)
};
static const struct base_limit LIMITS_PASTE(LIMITS_LOW, _limits)[] = {
#define LIMIT(name, text, value, option, then) {LIMITS_TEXT text, value},
#include LIMITS_DEF
    {NULL, 0},
};
#ifdef LIMITS_MOST
enum {
#define LIMIT(name, text, value, option, then) LIMITS_PASTE(LIMITS_UP, _MOST_##name) = (value),
#include LIMITS_DEF
};
_Static_assert(LIMITS_PASTE(LIMITS_UP, _N_LIMITS) <= 32, "a bit each");
// Is n more than the limit?  Then that is told.
static inline bool LIMITS_PASTE(LIMITS_LOW, _exceeds)(uint32_t *reached, enum LIMITS_PASTE(LIMITS_LOW, _limit) limit, uint64_t n) {
    return base_exceeds(LIMITS_PASTE(LIMITS_LOW, _limits), limit, n, reached);
}
#undef LIMITS_MOST
#endif
#undef LIMITS_PASTE_
#undef LIMITS_PASTE
#undef LIMITS_DEF
#undef LIMITS_LOW
#undef LIMITS_UP
#undef LIMITS_TEXT
