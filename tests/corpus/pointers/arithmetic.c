// SPDX-License-Identifier: MIT
// Pointer differences, comparisons, one past the end, negative indices, casts between types.
// run: inputs=2 -> ok
// run: inputs=4 -> ok
// run: END inputs=2 -> out-of-bounds @end
// run: inputs=1 -> out-of-bounds @negative
// also: -m32
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct triple {
    short a, b, c;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *v = calloc(5, sizeof *v), *end = v + 5;
    for (int *p = v; p != end; ++p) *p = (int)(p - v) * 11;
    int *mid = &v[n];
    printf("%td %d %d\n", end - mid, mid[-1], *(mid - 2)); // @negative
    printf("%d %d %d\n", v < mid, mid <= end, &v[2] == v + 2);
#ifdef END
    printf("%d\n", *end); // @end
#endif
    struct triple t[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    short *s = (short *)t;
    printf("%d %td\n", s[7], &t[2].c - &t[0].a);
    char *bytes = (char *)&t[1];
    printf("%d %zu\n", ((struct triple *)(bytes + sizeof(struct triple)))->b, offsetof(struct triple, c));
    uintptr_t address = (uintptr_t)v;
    int *back = (int *)(address + 3 * sizeof(int));
    printf("%d %d\n", *back, (int)((uintptr_t)back - address));
    void *erased = mid;
    const void *const *indirect = (const void *const *)&erased;
    printf("%d %d\n", *(int *)erased, *indirect == mid);
    free(v);
    return 0;
}
