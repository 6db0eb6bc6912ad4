// SPDX-License-Identifier: MIT
// Limits: every folder that has some lists them in a limits.def, from which doc/limits.md is made.
//
// LIMIT(NAME, "name", default, "option" or "", "what happens when it is reached").  For users its name is the folder's and its own: "fix/states".
#ifndef HP_BASE_LIMIT_H
#define HP_BASE_LIMIT_H
#include <stdint.h>

struct base_limit {
    const char *name;
    uint64_t value;
};
#endif
