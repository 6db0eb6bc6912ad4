// SPDX-License-Identifier: MIT
// Limits: every folder that has some lists them in a limits.def, from which doc/limits.md is made.
//
// LIMIT(NAME, "name", default, "option" or "", "what happens when it is reached").  For users its name is the folder's and its own: "fix/states".
#ifndef HP_BASE_LIMIT_H
#define HP_BASE_LIMIT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct base_limit {
    const char *name;
    uint64_t value;
};
// Is n more than the limit?  Then that is told: its bit in the set of those that were reached.
static inline bool base_exceeds(const struct base_limit *limits, uint32_t limit, uint64_t n, uint32_t *reached) {
    if (n <= limits[limit].value) return false;
    *reached |= UINT32_C(1) << limit;
    return true;
}
#endif
