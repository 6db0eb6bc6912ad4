// SPDX-License-Identifier: MIT
// Open addressing with tombstones, growing by rehash.
// run: inputs=20 -> ok
// run: inputs=3 -> ok
// run: OLD inputs=10 -> use-after-free @old
// run: NOFREE inputs=10 -> memory-leak @nofree
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

#define EMPTY 0
#define GONE UINT32_MAX

struct set {
    uint32_t *slots;
    uint32_t n_slots, used;
};

static void add(struct set *s, uint32_t key);

static void grow(struct set *s) {
    struct set bigger = {.n_slots = s->n_slots ? s->n_slots * 2 : 4};
    bigger.slots = calloc(bigger.n_slots, sizeof(uint32_t));
#ifdef OLD
    free(s->slots);
#endif
    for (uint32_t i = 0; i < s->n_slots; i++)
        if (s->slots[i] != EMPTY && s->slots[i] != GONE) add(&bigger, s->slots[i]); // @old
#if !defined OLD && !defined NOFREE
    free(s->slots);
#endif
    *s = bigger; // @nofree
}

static uint32_t *locate(struct set *s, uint32_t key) {
    uint32_t i = key * 2654435769u;
    while (s->slots[i % s->n_slots] != EMPTY && s->slots[i % s->n_slots] != key) i++;
    return &s->slots[i % s->n_slots];
}

static void add(struct set *s, uint32_t key) {
    if (2 * (s->used + 1) > s->n_slots) grow(s);
    uint32_t *p = locate(s, key);
    if (*p == key) return;
    *p = key;
    s->used++;
}

int main(void) {
    struct set s = {0};
    uint32_t n = (uint32_t)__VERIFIER_nondet_int(), found = 0;
    for (uint32_t i = 1; i <= n; i++) add(&s, i * i % 37 + 1);
    for (uint32_t i = 1; i <= n; i += 3) {
        uint32_t *p = locate(&s, i);
        if (*p == i) *p = GONE;
    }
    for (uint32_t i = 1; i < 40; i++) found += *locate(&s, i) == i;
    printf("%u of %u in %u\n", found, s.used, s.n_slots);
    free(s.slots);
    return 0;
}
