// SPDX-License-Identifier: MIT
// A bump allocator over chained blocks.
// run: inputs=3,10,20,30 -> ok
// run: inputs=2,100,100 -> ok
// run: RESET inputs=3,60,60,60 -> use-after-free @reset
// run: UNCHAIN inputs=3,60,60,60 -> memory-leak @unchain
// run: ROUND inputs=1,61 -> out-of-bounds @round
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct chunk {
    struct chunk *older;
    size_t used, size;
    _Alignas(16) char data[];
};
struct arena {
    struct chunk *now;
};

static void *get(struct arena *a, size_t n) {
#ifndef ROUND
    n = (n + 15) & ~(size_t)15;
#endif
    if (a->now == NULL || a->now->size - a->now->used < n) {
        size_t size = n > 64 ? n : 64;
        struct chunk *c = malloc(sizeof *c + size);
#ifdef UNCHAIN
        c->older = NULL;
#else
        c->older = a->now;
#endif
        c->used = 0;
        c->size = size;
        a->now = c;
    }
    void *p = a->now->data + a->now->used;
    a->now->used += n;
    return p;
}

static void release(struct arena *a) {
    while (a->now) {
        struct chunk *older = a->now->older;
        free(a->now);
        a->now = older;
    }
}

int main(void) {
    struct arena a = {NULL};
    char *last = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        size_t size = (size_t)__VERIFIER_nondet_int();
        last = get(&a, size); // @unchain
        memset(last, 'a' + i, size);
        last[size - 1] = '\0';
        printf("%zu %d\n", strlen(last), (int)((uintptr_t)last % 16));
    }
#ifdef ROUND
    char *more = get(&a, 3);
    more[0] = more[1] = more[2] = 'm';
    more[3] = 'x'; // @round
#endif
#ifdef RESET
    release(&a);
    printf("%c\n", last[0]); // @reset
#endif
    release(&a);
    return 0;
}
