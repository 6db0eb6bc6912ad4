// SPDX-License-Identifier: MIT
// A deque of fixed blocks in a doubly linked chain.
// run: inputs=10 -> ok
// run: inputs=4 -> ok
// run: KEEP inputs=9 -> memory-leak @keep
// run: EDGE inputs=5 -> out-of-bounds @edge
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum { PER = 4 };
struct block {
    struct block *next;
    short data[PER];
};
struct deque {
    struct block *first, *last;
    int at, end;
};

static void put(struct deque *d, short v) {
#ifdef EDGE
    if (d->last == NULL || d->end > PER + 4) {
#else
    if (d->last == NULL || d->end == PER) {
#endif
        struct block *b = malloc(sizeof *b);
        b->next = NULL;
        if (d->last) d->last->next = b;
        else d->first = b;
        d->last = b;
        d->end = 0;
    }
    short *cells = d->last->data;
    if (d->end == PER) cells += PER;
    cells[d->end++] = v; // @edge
}

static int get(struct deque *d, short *v) {
    if (d->first == NULL || (d->first == d->last && d->at == d->end)) return 0;
    *v = d->first->data[d->at++];
    if (d->at == PER) {
        struct block *b = d->first;
        d->first = b->next;
        if (d->first == NULL) d->last = NULL;
        d->at = 0;
#ifdef KEEP
        if (d->first && d->first == d->last) return 1;
#endif
        free(b);
    } // @keep
    return 1;
}

int main(void) {
    struct deque d = {0};
    int n = __VERIFIER_nondet_int();
    short v;
    for (int i = 0; i < n; i++) put(&d, (short)(i * 1000));
    while (get(&d, &v)) printf("%d ", v);
    printf("\n");
    free(d.first);
    return 0;
}
