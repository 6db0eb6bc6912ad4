// SPDX-License-Identifier: MIT
#include "exec/table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

static uint32_t hash(const struct exec_table *t, const uint64_t *record) {
    uint64_t h = 0;
    for (uint32_t i = 0; i < t->size; i++) h = (h ^ record[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return (uint32_t)h;
}

static uint32_t *find_slot(const struct exec_table *t, const uint64_t *record) {
    uint32_t i = hash(t, record) & (t->n_slots - 1);
    while (t->slot[i] && memcmp(exec_table_at(t, t->slot[i] - 1), record, t->size * sizeof *record) != 0) i = (i + 1) & (t->n_slots - 1);
    return &t->slot[i];
}

static void grow(struct exec_table *t) {
    free(t->slot);
    t->n_slots = t->n_slots ? t->n_slots * 2 : 64;
    t->capacity = t->n_slots / 2;
    t->slot = calloc(t->n_slots, sizeof *t->slot);
    t->words = realloc(t->words, (size_t)t->capacity * t->size * sizeof *t->words);
    if (!t->slot || !t->words) base_out_of_memory();
    for (uint32_t i = 0; i < t->n; i++) *find_slot(t, exec_table_at(t, i)) = i + 1;
}

uint32_t exec_table_add(struct exec_table *t, const void *record, uint32_t bytes, uint32_t most) {
    assert(bytes % sizeof *t->words == 0 && (!t->size || bytes == t->size * sizeof *t->words));
    t->size = bytes / sizeof *t->words;
    if (t->n == t->capacity) grow(t);
    uint32_t *slot = find_slot(t, record);
    if (!*slot && t->n >= most) return EXEC_TABLE_FULL;
    if (!*slot) {
        memcpy(&t->words[(size_t)t->n * t->size], record, bytes);
        *slot = ++t->n;
    }
    return *slot - 1;
}

void exec_table_free(struct exec_table *t) {
    free(t->words);
    free(t->slot);
    *t = (struct exec_table){0};
}
