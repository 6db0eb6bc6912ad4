// SPDX-License-Identifier: MIT
// Records of one size in the order in which they came, each once: equal records have equal numbers.
//
// A record is words of 64 bits without padding, so that equal ones are equal byte for byte.  A zeroed table is empty; its records get their
// size with the first one.
#ifndef HP_EXEC_TABLE_H
#define HP_EXEC_TABLE_H
#include <assert.h>
#include <stdint.h>

struct exec_table {
    uint64_t *words;       // record i is words[i * size] on
    uint32_t size;         // of a record, in words
    uint32_t n, capacity;  // records
    uint32_t *slot;        // open addressing; number + 1, 0 when empty
    uint32_t n_slots;      // a power of two, at least twice n
};

#define EXEC_TABLE_FULL UINT32_MAX

// The number of a record of so many bytes.  If it is new and there are `most` already: EXEC_TABLE_FULL.
uint32_t exec_table_add(struct exec_table *t, const void *record, uint32_t bytes, uint32_t most);
// Record number i; valid until the next one is added.
static inline const void *exec_table_at(const struct exec_table *t, uint32_t i) {
    assert(i < t->n);
    return &t->words[(uint64_t)i * t->size];
}
void exec_table_free(struct exec_table *t);
#endif
