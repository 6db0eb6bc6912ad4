// SPDX-License-Identifier: MIT
#include "dom/store.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static bool same(const struct dom_block *b, const uint32_t *words, uint32_t n, uint32_t hash) {
    return b->hash == hash && b->n == n && memcmp(b->words, words, n * sizeof *words) == 0;
}

static uint32_t probe(const struct dom_store *t, const uint32_t *words, uint32_t n, uint32_t hash) {
    uint32_t mask = t->n_slots - 1, i = hash & mask;
    while (t->slot[i] && !same(&t->blocks.at[t->slot[i] - 1], words, n, hash)) i = (i + 1) & mask;
    return i;
}

static void refill(struct dom_store *t) {
    for (uint32_t i = 0; i < t->blocks.n; i++) {
        const struct dom_block *b = &t->blocks.at[i];
        if (b->words) t->slot[probe(t, b->words, b->n, b->hash)] = i + 1;
    }
}

static void grow(struct dom_store *t) {
    free(t->slot);
    t->n_slots = t->n_slots ? t->n_slots * 2 : 256;
    t->slot = calloc(t->n_slots, sizeof *t->slot);
    if (!t->slot) base_out_of_memory();
    refill(t);
}

uint32_t dom_store_add(struct dom_store *t, const uint32_t *words, uint32_t n) {
    uint32_t hash = (uint32_t)XXH3_64bits(words, n * sizeof *words);
    if (t->blocks.n * 2 >= t->n_slots) grow(t);
    uint32_t i = probe(t, words, n, hash);
    if (!t->slot[i]) {
        const uint32_t *copy = arena_copy(&t->arena, words, n * sizeof *words);
        vec_push(&t->blocks, (struct dom_block){copy, n, hash});
        t->slot[i] = t->blocks.n;
        t->n_words += n;
    }
    return t->slot[i];
}

const struct dom_block *dom_store_get(const struct dom_store *t, uint32_t number) {
    assert(number && number <= t->blocks.n && t->blocks.at[number - 1].words);
    return &t->blocks.at[number - 1];
}

void dom_store_sweep(struct dom_store *t, const bool *live, uint32_t n) {
    struct arena old = t->arena;
    t->arena = (struct arena){0};
    t->n_words = 0;
    for (uint32_t i = 0; i < t->blocks.n; i++) {
        struct dom_block *b = &t->blocks.at[i];
        bool stays = b->words && (i + 1 >= n || live[i + 1]);
        b->words = stays ? arena_copy(&t->arena, b->words, b->n * sizeof *b->words) : NULL;
        t->n_words += stays ? b->n : 0;
    }
    arena_free(&old);
    memset(t->slot, 0, t->n_slots * sizeof *t->slot);
    refill(t);
}

void dom_store_free(struct dom_store *t) {
    arena_free(&t->arena);
    vec_free(&t->blocks);
    free(t->slot);
    *t = (struct dom_store){0};
}
