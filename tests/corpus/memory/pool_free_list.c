// SPDX-License-Identifier: MIT
// A pool with a free list threaded through the unused objects.
// run: inputs=3 -> ok
// run: inputs=8 -> ok
// run: EXHAUST inputs=9 -> null-dereference @exhaust
// run: MEMBER inputs=2 -> invalid-free @member
// run: POOL inputs=2 -> memory-leak @pool
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum { COUNT = 8 };

union slot {
    union slot *next_free;
    double payload;
};
struct pool {
    union slot *slots, *free;
};

static void open_pool(struct pool *p) {
    p->slots = malloc(COUNT * sizeof *p->slots);
    p->free = p->slots;
    for (int i = 0; i < COUNT; i++) p->slots[i].next_free = i + 1 < COUNT ? &p->slots[i + 1] : NULL;
}

static double *take(struct pool *p) {
    union slot *s = p->free;
    p->free = s->next_free; // @exhaust
    return &s->payload;
}

static void give(struct pool *p, double *d) {
    union slot *s = (union slot *)d;
    s->next_free = p->free;
    p->free = s;
}

int main(void) {
    struct pool p;
    double *taken[16] = {0}, sum = 0;
    open_pool(&p);
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        taken[i] = take(&p);
        *taken[i] = i / 2.0;
    }
    for (int i = 0; i < n; i++) sum += *taken[i];
    for (int i = 0; i < n; i += 2) give(&p, taken[i]);
    printf("%.1f %d\n", sum, take(&p) == taken[n - 1 - (n - 1) % 2]);
#ifdef MEMBER
    free(taken[1]); // @member
#endif
#ifdef POOL
    p.free = NULL;
    for (int i = 0; i < n; i++) taken[i] = NULL;
    p.slots = NULL; // @pool
#endif
    free(p.slots);
    return 0;
}
