// SPDX-License-Identifier: MIT
// A hash map from pointers (never NULL) to 32-bit numbers.
#ifndef HP_BASE_PTRMAP_H
#define HP_BASE_PTRMAP_H
#include <stdbool.h>
#include <stdint.h>

struct ptrmap {
    struct {
        const void *key;  // NULL when empty
        uint32_t value;
    } *slot;
    uint32_t n, n_slots;  // n_slots is a power of two, or 0
};

// A zeroed struct ptrmap is empty.
void ptrmap_set(struct ptrmap *m, const void *key, uint32_t value);
bool ptrmap_get(const struct ptrmap *m, const void *key, uint32_t *value);  // false: absent, *value untouched
void ptrmap_clear(struct ptrmap *m);                                        // empty, memory kept
void ptrmap_free(struct ptrmap *m);
#endif
