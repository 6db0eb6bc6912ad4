// SPDX-License-Identifier: MIT
// A vector that grows by realloc; shrinking, realloc of null, realloc to zero bytes by hand.
// run: inputs=10 -> ok
// run: inputs=1 -> ok
// run: DANGLE inputs=20 -> use-after-free @dangle
// run: LOST inputs=5 -> memory-leak @lost
// run: SHRUNK inputs=9 -> out-of-bounds @shrunk
// run: INTERIOR inputs=3 -> invalid-free @interior
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int *items;
static size_t n_items, capacity;

static int *add(int v) {
    if (n_items == capacity) {
        capacity = capacity * 2 + 1;
        items = realloc(items, capacity * sizeof *items);
    }
    items[n_items] = v;
    return &items[n_items++];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *first = add(100);
    for (int i = 0; i < n; i++) add(i);
#ifdef DANGLE
    *first = 1; // @dangle
#endif
    (void)first;
    items = realloc(items, n_items * sizeof *items);
#ifdef SHRUNK
    items[capacity - 1] = 0; // @shrunk
#endif
    long sum = 0;
    for (size_t i = 0; i < n_items; i++) sum += items[i];
    printf("%ld %zu\n", sum, n_items);
#ifdef INTERIOR
    items = realloc(items + 1, 100); // @interior
#endif
#ifdef LOST
    items = NULL; // @lost
#endif
    free(items);
    return 0;
}
