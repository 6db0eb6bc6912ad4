// SPDX-License-Identifier: MIT
#include "dom/store.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

// A block, and the whole of its hash.
struct key {
    const uint32_t *words;
    uint32_t n, hash;
    XXH128_hash_t whole;
};

static struct key key_of(const uint32_t *words, uint32_t n) {
    XXH128_hash_t whole = XXH3_128bits(words, n * sizeof *words);
    return (struct key){words, n, (uint32_t)whole.low64 >> 1, whole};
}

static bool same(const struct dom_block *b, const struct key *k) {
    if (b->hash != k->hash || b->n != k->n) return false;
    return b->gone ? memcmp(b->words, &k->whole, sizeof k->whole) == 0 : memcmp(b->words, k->words, k->n * sizeof *k->words) == 0;
}

static uint32_t probe(const struct dom_store *t, const struct key *k) {
    uint32_t mask = t->n_slots - 1, i = k->hash & mask;
    while (t->slot[i] && !same(&t->blocks.at[t->slot[i] - 1], k)) i = (i + 1) & mask;
    return i;
}

// The blocks differ: each goes to the first slot that is free.
static void refill(struct dom_store *t) {
    uint32_t mask = t->n_slots - 1;
    assert(t->blocks.n < t->n_slots && !(t->n_slots & mask));
    for (uint32_t number = 1; number <= t->blocks.n; number++) {
        uint32_t i = t->blocks.at[number - 1].hash & mask;
        while (t->slot[i]) i = (i + 1) & mask;
        t->slot[i] = number;
    }
}

static void grow(struct dom_store *t) {
    free(t->slot);
    t->n_slots = t->n_slots ? t->n_slots * 2 : 256;
    t->slot = calloc(t->n_slots, sizeof *t->slot);
    if (!t->slot) base_out_of_memory();
    refill(t);
}

static void put(struct dom_store *t, struct dom_block *b, const struct key *k) {
    *b = (struct dom_block){arena_copy(&t->arena, k->words, k->n * sizeof *k->words), k->n, k->hash, false};
    t->n_words += k->n;
}

uint32_t dom_store_add(struct dom_store *t, const uint32_t *words, uint32_t n) {
    struct key k = key_of(words, n);
    if (t->blocks.n * 2 >= t->n_slots) grow(t);
    uint32_t *slot = &t->slot[probe(t, &k)];
    if (!*slot) {
        put(t, vec_add(&t->blocks), &k);
        *slot = t->blocks.n;
    } else if (t->blocks.at[*slot - 1].gone) {
        put(t, &t->blocks.at[*slot - 1], &k);
    }
    assert(dom_store_has(t, *slot));
    return *slot;
}

bool dom_store_has(const struct dom_store *t, uint32_t number) {
    return number && number <= t->blocks.n && !t->blocks.at[number - 1].gone;
}

const struct dom_block *dom_store_get(const struct dom_store *t, uint32_t number) {
    assert(dom_store_has(t, number));
    return &t->blocks.at[number - 1];
}

static void give_up(struct dom_store *t, struct dom_block *b) {
    struct key k = key_of(b->words, b->n);
    assert(!b->gone && b->hash == k.hash);
    b->words = arena_copy(&t->arena, &k.whole, sizeof k.whole);
    b->gone = true;
}

static void move(struct dom_store *t, struct dom_block *b) {
    size_t size = b->gone ? sizeof(XXH128_hash_t) : b->n * sizeof *b->words;
    b->words = arena_copy(&t->arena, b->words, size);
    t->n_words += b->gone ? 0 : b->n;
}

void dom_store_sweep(struct dom_store *t, const bool *live, uint32_t n) {
    struct arena old = t->arena;
    uint64_t before = t->n_words;
    assert(live || !n);
    t->arena = (struct arena){0};
    t->n_words = 0;
    for (uint32_t i = 0; i < t->blocks.n; i++) {
        struct dom_block *b = &t->blocks.at[i];
        if (!b->gone && i + 1 < n && !live[i + 1])
            give_up(t, b);
        else
            move(t, b);
    }
    assert(t->n_words <= before);
    (void)before;
    arena_free(&old);
}

void dom_store_free(struct dom_store *t) {
    arena_free(&t->arena);
    vec_free(&t->blocks);
    pool_free(&t->pool);
    free(t->slot);
    *t = (struct dom_store){0};
}
