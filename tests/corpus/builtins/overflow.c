// SPDX-License-Identifier: MIT
// Checked arithmetic at several widths and mixed signs.
// run: inputs=2147483647,1 -> ok
// run: inputs=-2147483648,-1 -> ok
// run: inputs=65536,65536 -> ok
// run: inputs=100,-7 -> ok
// run: IGNORE inputs=1073741824,4 -> out-of-bounds @ignore
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void *array(unsigned n, unsigned size) {
    unsigned bytes;
#ifdef IGNORE
    bytes = n * size;
#else
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > 1000000) return NULL;
#endif
    return malloc(bytes + 1);
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r;
    unsigned u;
    long long wide;
    signed char tiny;
    int o = __builtin_add_overflow(a, b, &r);
    printf("%d %d\n", o, r);
    o = __builtin_sub_overflow(a, b, &r);
    printf("%d %d\n", o, r);
    o = __builtin_mul_overflow(a, b, &r);
    printf("%d %d\n", o, r);
    o = __builtin_add_overflow(a, b, &u);
    printf("%d %u\n", o, u);
    o = __builtin_mul_overflow(a, (long long)b << 20, &wide);
    printf("%d %lld\n", o, wide);
    o = __builtin_add_overflow(a, b, &tiny);
    printf("%d %d\n", o, tiny);
    printf("%d\n", __builtin_sadd_overflow(a, b, &r) + __builtin_umul_overflow((unsigned)a, 2u, &u));
    int *p = array((unsigned)a, (unsigned)b);
#ifdef IGNORE
    p[1] = 7; // @ignore
#endif
    printf("%d\n", p != NULL);
    free(p);
    return 0;
}
