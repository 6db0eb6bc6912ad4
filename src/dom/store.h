// SPDX-License-Identifier: MIT
// A store of immutable blocks of words: equal blocks get equal numbers, counted from 1.
//
// Of a block that is given up 128 bits of its hash stay: if it comes again, it has the number that it had, so that what is known by number
// (dom/memo.h) outlives it.  Two different blocks would have to share these bits, and their length, to be taken for each other.
#ifndef HP_DOM_STORE_H
#define HP_DOM_STORE_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/pool.h"
#include "base/vec.h"

struct dom_block {
    const uint32_t *words;  // of one that was given up: its hash
    uint32_t n;
    uint32_t hash : 31;  // some bits of it
    uint32_t gone : 1;
};
struct dom_store {
    struct arena arena;
    VEC(struct dom_block) blocks;  // by number - 1
    uint32_t *slot;                // open addressing; number, 0 when empty
    uint32_t n_slots;
    uint64_t n_words;              // in all blocks that are not gone
    struct pool pool;              // for those who work on blocks
};

// A zeroed store is empty.
uint32_t dom_store_add(struct dom_store *t, const uint32_t *words, uint32_t n);  // the block's number; the words are copied if it is new
const struct dom_block *dom_store_get(const struct dom_store *t, uint32_t number);  // one that is not gone
bool dom_store_has(const struct dom_store *t, uint32_t number);                     // is it not gone?
// Gives up the blocks with numbers below n that are not marked (by number).
void dom_store_sweep(struct dom_store *t, const bool *live, uint32_t n);
void dom_store_free(struct dom_store *t);
#endif
