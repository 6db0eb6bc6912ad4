// expect: safe
// expect -DBAD_ROOM: unsafe out-of-bounds @add
// expect -DBAD_LIMIT: unsafe out-of-bounds @add
// A set of small numbers as bits of bytes, behind functions: one byte too few, and a number that is no member.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct bitset {
    size_t n;
    uint8_t *bits;
};

static int create(struct bitset *s, size_t n) {
#ifdef BAD_ROOM
    s->bits = calloc(n >> 3, 1);
#else
    s->bits = calloc((n + 7) >> 3, 1);
#endif
    s->n = n;
    return s->bits != NULL;
}

static void add(struct bitset *s, size_t i) {
#ifdef BAD_LIMIT
    if (i > s->n) return;
#else
    if (i >= s->n) return;
#endif
    s->bits[i >> 3] |= (uint8_t)(1u << (i & 7)); // @add
}

static int has(const struct bitset *s, size_t i) {
    return i < s->n && s->bits[i / 8] >> i % 8 & 1;
}

int main(void) {
    struct bitset s;
    size_t n = __VERIFIER_nondet_uint(), found = 0;
    if (!create(&s, n)) return 1;
    while (__VERIFIER_nondet_uint()) add(&s, __VERIFIER_nondet_uint());
    for (size_t i = 0; i < n; i++) found += has(&s, i);
    free(s.bits);
    return found > 3;
}
