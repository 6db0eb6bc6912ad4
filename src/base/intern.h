// SPDX-License-Identifier: MIT
// Strings to dense numbers: equal strings get equal numbers, counted from 0 in order of first sight.
#ifndef HP_BASE_INTERN_H
#define HP_BASE_INTERN_H
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define INTERN_NONE UINT32_MAX

struct intern {
    struct arena arena;      // owns the strings
    VEC(const char *) text;  // by number
    uint32_t *slot;          // open addressing; number + 1, 0 when empty
    uint32_t n_slots;        // a power of two, or 0
};

// A zeroed struct intern is empty.
uint32_t intern_add(struct intern *t, const char *s);         // the number of s, new if need be
uint32_t intern_find(const struct intern *t, const char *s);  // the number of s, or INTERN_NONE
void intern_free(struct intern *t);
#endif
