// SPDX-License-Identifier: MIT
#include "base/intern.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static uint32_t probe(const struct intern *t, const char *s) {
    uint32_t mask = t->n_slots - 1;
    uint32_t i = (uint32_t)XXH3_64bits(s, strlen(s)) & mask;
    while (t->slot[i] && strcmp(t->text.at[t->slot[i] - 1], s) != 0) i = (i + 1) & mask;
    return i;
}

static void grow(struct intern *t) {
    free(t->slot);
    t->n_slots = t->n_slots ? t->n_slots * 2 : 64;
    t->slot = calloc(t->n_slots, sizeof *t->slot);
    if (!t->slot) base_out_of_memory();
    for (uint32_t i = 0; i < t->text.n; i++) t->slot[probe(t, t->text.at[i])] = i + 1;
}

uint32_t intern_add(struct intern *t, const char *s) {
    if (t->text.n * 2 >= t->n_slots) grow(t);
    uint32_t i = probe(t, s);
    if (!t->slot[i]) {
        vec_push(&t->text, arena_strdup(&t->arena, s));
        t->slot[i] = t->text.n;
    }
    return t->slot[i] - 1;
}

uint32_t intern_find(const struct intern *t, const char *s) {
    if (!t->n_slots) return INTERN_NONE;
    uint32_t i = probe(t, s);
    return t->slot[i] ? t->slot[i] - 1 : INTERN_NONE;
}

void intern_free(struct intern *t) {
    arena_free(&t->arena);
    vec_free(&t->text);
    free(t->slot);
    *t = (struct intern){0};
}
