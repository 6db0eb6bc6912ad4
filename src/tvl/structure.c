// SPDX-License-Identifier: MIT
// Sealed structures.
#include "tvl/structure.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint32_t tvl_sealed_words(const struct tvl_vocab *v, uint32_t n) {
    return 2 * v->n_flat + 2 * v->n_binary * n;
}

// The k-th flat slot that tells structures apart; TVL_NONE: there are no more.
static uint32_t telling(const struct tvl_vocab *v, uint32_t k) {
    if (k < v->abs_unary.n) return v->abs_unary.at[k];
    k -= v->abs_unary.n;
    if (k < v->abs_nullary.n) return v->abs_nullary.at[k];
    k -= v->abs_nullary.n;
    return k < v->apart_flat.n ? v->apart_flat.at[k] : TVL_NONE;
}

// Both planes of a binary slot, one behind the other.
static const tvl_set *rows(const struct tvl_vocab *v, const struct tvl_structure *s, uint32_t slot) {
    return s->word + 2 * v->n_flat + (size_t)2 * slot * s->n;
}

void tvl_rehash(const struct tvl_vocab *v, struct tvl_structure *s) {
    s->hash = XXH3_64bits_withSeed(s->word, s->n_words * sizeof(tvl_set), s->n);
    uint64_t key = s->n;
    for (uint32_t i = 0, slot; (slot = telling(v, i)) != TVL_NONE; i++) {
        key = (key ^ s->word[2 * slot]) * 0x9E3779B97F4A7C15u;
        key ^= key >> 29;
        key = (key ^ s->word[2 * slot + 1]) * 0xBF58476D1CE4E5B9u;
        key ^= key >> 32;
    }
    for (uint32_t i = 0; i < v->apart_binary.n; i++)
        key = XXH3_64bits_withSeed(rows(v, s, v->apart_binary.at[i]), 2 * s->n * sizeof(tvl_set), key);
    s->key = key;
}

void tvl_seal_into(const struct tvl_vocab *v, const struct tvl_draft *d, struct tvl_structure *s) {
    s->n = d->n;
    s->n_words = tvl_sealed_words(v, d->n);
    tvl_set *to = s->word;
    memcpy(to, d->flat, 2 * v->n_flat * sizeof(tvl_set));
    to += 2 * v->n_flat;
    for (uint32_t p = 0; p < 2 * v->n_binary; p++, to += d->n) memcpy(to, d->row + p * TVL_MAX, d->n * sizeof(tvl_set));
    tvl_rehash(v, s);
}

struct tvl_structure *tvl_seal(const struct tvl_vocab *v, const struct tvl_draft *d, struct arena *arena) {
    struct tvl_structure *s = arena_alloc(arena, sizeof *s + tvl_sealed_words(v, d->n) * sizeof(tvl_set));
    tvl_seal_into(v, d, s);
    return s;
}

void tvl_unseal(const struct tvl_vocab *v, const struct tvl_structure *s, struct tvl_draft *d) {
    d->n = s->n;
    d->all = s->n == TVL_MAX ? ~(tvl_set)0 : TVL_BIT(s->n) - 1;
    memcpy(d->flat, s->word, 2 * v->n_flat * sizeof(tvl_set));
    const tvl_set *from = s->word + 2 * v->n_flat;
    for (uint32_t p = 0; p < 2 * v->n_binary; p++, from += s->n) memcpy(d->row + p * TVL_MAX, from, s->n * sizeof(tvl_set));
    for (uint32_t slot = 0; slot < v->n_binary; slot++) tvl_draft_columns(d, slot);
}

bool tvl_structure_equal(const struct tvl_structure *s, const struct tvl_structure *t) {
    return s->hash == t->hash && s->n == t->n && memcmp(s->word, t->word, s->n_words * sizeof(tvl_set)) == 0;
}

bool tvl_same_universe(const struct tvl_vocab *v, const struct tvl_structure *s, const struct tvl_structure *t) {
    if (s->key != t->key || s->n != t->n) return false;
    for (uint32_t i = 0, slot; (slot = telling(v, i)) != TVL_NONE; i++)
        if (s->word[2 * slot] != t->word[2 * slot] || s->word[2 * slot + 1] != t->word[2 * slot + 1]) return false;
    for (uint32_t i = 0; i < v->apart_binary.n; i++) {
        uint32_t slot = v->apart_binary.at[i];
        if (memcmp(rows(v, s, slot), rows(v, t, slot), 2 * s->n * sizeof(tvl_set)) != 0) return false;
    }
    return true;
}
