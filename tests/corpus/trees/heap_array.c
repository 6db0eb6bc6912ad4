// SPDX-License-Identifier: MIT
// A binary heap in an array that grows.
// run: inputs=9,5,3,8,1,9,2,7,4,6 -> ok
// run: inputs=1,1 -> ok
// run: GROW inputs=5,5,4,3,2,1 -> out-of-bounds @grow
// run: STALE inputs=5,1,2,3,4,5 -> use-after-free @stale
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct heap {
    int *at;
    size_t n, size;
};

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void push(struct heap *h, int key) {
#ifdef STALE
    int *old = h->at;
#endif
#ifdef GROW
    if (h->n > h->size || h->at == NULL) {
#else
    if (h->n == h->size) {
#endif
        h->size = h->size ? 2 * h->size : 4;
        h->at = realloc(h->at, h->size * sizeof *h->at);
    }
#ifdef STALE
    if (h->n >= 4) old[0] = key; // @stale
#endif
    h->at[h->n] = key; // @grow
    for (size_t i = h->n++; i > 0 && h->at[i] < h->at[(i - 1) / 2]; i = (i - 1) / 2) swap(&h->at[i], &h->at[(i - 1) / 2]);
}

static int pop(struct heap *h) {
    int top = h->at[0];
    h->at[0] = h->at[--h->n];
    for (size_t i = 0, c; (c = 2 * i + 1) < h->n; i = c) {
        if (c + 1 < h->n && h->at[c + 1] < h->at[c]) c++;
        if (h->at[i] <= h->at[c]) break;
        swap(&h->at[i], &h->at[c]);
    }
    return top;
}

int main(void) {
    struct heap h = {NULL, 0, 0};
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) push(&h, __VERIFIER_nondet_int());
    while (h.n) printf("%d ", pop(&h));
    printf("\n");
    free(h.at);
    return 0;
}
