// SPDX-License-Identifier: MIT
// Sizes that cannot be had: overflow in calloc and reallocarray, negative sizes.
// run: inputs=1 -> ok
// run: inputs=0 -> ok
// run: USE inputs=1 -> null-dereference @use
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    size_t n = (size_t)__VERIFIER_nondet_int();
    int *p = calloc(SIZE_MAX / 2 + n, 4);
    printf("%d\n", p == NULL);
#ifdef USE
    p[0] = 1; // @use
#endif
    int *q = malloc(4), *r = reallocarray(q, SIZE_MAX / 4 + 1, 8);
    printf("%d\n", r == NULL);
    *q = 5; // still there
    printf("%d\n", *q);
    free(q);
    free(p);
    return 0;
}
