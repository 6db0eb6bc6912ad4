// SPDX-License-Identifier: MIT
// Static locals: counters, caches, pointers handed out to them.
// run: inputs=4 -> ok
// run: inputs=1 -> ok
// run: CACHE inputs=3 -> memory-leak @cache
// run: RANGE inputs=9 -> out-of-bounds @range
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static const char *name(int n) {
    static char buffers[2][12];
    static unsigned which;
    char *b = buffers[which++ & 1];
    snprintf(b, sizeof buffers[0], "n%d", n);
    return b;
}

static char *cached(int size) {
    static char *cache;
    static int capacity;
    if (size > capacity) {
#ifdef CACHE
        cache = malloc((size_t)size); // @cache
#else
        cache = realloc(cache, (size_t)size);
#endif
        capacity = size;
    }
    memset(cache, 'c', (size_t)size);
    return cache;
}

static int *fib(int n) {
    static int memo[8] = {1, 1};
    if (memo[n] == 0) memo[n] = *fib(n - 1) + *fib(n - 2); // @range
    return &memo[n];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    const char *a = name(n), *b = name(n + 1);
    printf("%s %s %d\n", a, b, a == name(0));
    for (int i = 1; i <= n && i < 8; i++) printf("%c", cached(i)[i - 1]);
    printf("\n%d\n", *fib(n));
    free(cached(0));
    return 0;
}
