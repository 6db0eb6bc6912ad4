// SPDX-License-Identifier: MIT
// Structs with a flexible array member, reallocated as they grow.
// run: inputs=4 -> ok
// run: inputs=0 -> ok
// run: HEADER inputs=4 -> out-of-bounds @header
// run: STALE inputs=6 -> use-after-free @stale
// run: COUNT inputs=3 -> out-of-bounds @count
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct vec {
    unsigned n, size;
    short at[];
};

static struct vec *push(struct vec *v, short x) {
    if (v == NULL || v->n == v->size) {
        unsigned size = v ? v->size * 2 : 2;
#ifdef HEADER
        struct vec *bigger = realloc(v, size * sizeof(short) + 4);
#else
        struct vec *bigger = realloc(v, sizeof *v + size * sizeof(short));
#endif
        if (v == NULL) bigger->n = 0;
        bigger->size = size; // @resized
        v = bigger;
    }
    v->at[v->n++] = x; // @header
    return v;
}

int main(void) {
    struct vec *v = NULL, *first = NULL;
    int n = __VERIFIER_nondet_int(), sum = 0;
    v = first = push(v, -1);
    for (int i = 0; i < n; i++) v = push(v, (short)(i * i));
#ifdef STALE
    first->at[0] = 0; // @stale
#endif
#ifdef COUNT
    for (unsigned i = 0; i <= v->n; i++) sum += v->at[i]; // @count
#endif
    for (unsigned i = 0; i < v->n; i++) sum += v->at[i];
    (void)first;
    printf("%d of %u\n", sum, v->n);
    free(v);
    return 0;
}
