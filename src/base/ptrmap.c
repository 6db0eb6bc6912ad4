// SPDX-License-Identifier: MIT
#include "base/ptrmap.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

static uint32_t probe(const struct ptrmap *m, const void *key) {
    uint32_t mask = m->n_slots - 1;
    uint32_t i = (uint32_t)(((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (m->slot[i].key && m->slot[i].key != key) i = (i + 1) & mask;
    return i;
}

static void grow(struct ptrmap *m) {
    struct ptrmap old = *m;
    m->n_slots = old.n_slots ? old.n_slots * 2 : 64;
    m->slot = calloc(m->n_slots, sizeof *m->slot);
    if (!m->slot) base_out_of_memory();
    for (uint32_t i = 0; i < old.n_slots; i++)
        if (old.slot[i].key) m->slot[probe(m, old.slot[i].key)] = old.slot[i];
    free(old.slot);
}

void ptrmap_set(struct ptrmap *m, const void *key, uint32_t value) {
    if (m->n * 2 >= m->n_slots) grow(m);
    uint32_t i = probe(m, key);
    if (!m->slot[i].key) m->n++;
    m->slot[i].key = key;
    m->slot[i].value = value;
}

bool ptrmap_get(const struct ptrmap *m, const void *key, uint32_t *value) {
    if (!m->n_slots) return false;
    uint32_t i = probe(m, key);
    if (!m->slot[i].key) return false;
    *value = m->slot[i].value;
    return true;
}

void ptrmap_clear(struct ptrmap *m) {
    if (m->n) memset(m->slot, 0, (size_t)m->n_slots * sizeof *m->slot);
    m->n = 0;
}

void ptrmap_free(struct ptrmap *m) {
    free(m->slot);
    *m = (struct ptrmap){0};
}
