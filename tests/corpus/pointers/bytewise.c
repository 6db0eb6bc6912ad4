// SPDX-License-Identifier: MIT
// Pointers copied byte by byte, through integers, swapped by xor, stored in big tags and compressed.
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: FAR inputs=1 -> ok
// run: STALE inputs=1 -> use-after-free @stale
// run: HALF inputs=1 -> uninitialised-pointer @half
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = malloc(4 * sizeof *p), *q, *r = malloc(sizeof *r);
    for (int i = 0; i < 4; i++) p[i] = i * n;
    *r = 77;
    for (size_t i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    printf("%d %d\n", q[3], q == p);
    uintptr_t a = (uintptr_t)p, b = (uintptr_t)r;
    a ^= b, b ^= a, a ^= b;
    printf("%d %d\n", *(int *)a, ((int *)b)[2]);
    uint64_t tagged = (uint64_t)(uintptr_t)p | (uint64_t)n << 56;
    printf("%d %d\n", (int)(tagged >> 56), ((int *)(uintptr_t)(tagged << 8 >> 8))[1]);
#ifdef FAR
    int64_t far = (char *)r - (char *)p;
    printf("%d\n", *(int *)((char *)p + far));
#endif
    uint32_t halves[2] = {(uint32_t)(uintptr_t)r, (uint32_t)((uint64_t)(uintptr_t)r >> 32)};
    printf("%d\n", *(int *)(uintptr_t)((uint64_t)halves[1] << 32 | halves[0]));
#ifdef HALF
    int *s;
    memcpy((char *)&s + 4, (char *)&p + 4, 4);
    printf("%d\n", *s); // @half
#endif
    free(p);
#ifdef STALE
    printf("%d\n", *(int *)(uintptr_t)(tagged << 8 >> 8)); // @stale
#endif
    free((void *)a);
    return 0;
}
