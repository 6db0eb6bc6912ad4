// SPDX-License-Identifier: MIT
// volatile accesses, const tables, restrict parameters, register variables.
// run: inputs=3 -> ok
// run: VOLATILE inputs=9 -> out-of-bounds @volatile
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static volatile int ticks;
static const unsigned char table[8] = {1, 1, 2, 3, 5, 8, 13, 21};

static void axpy(int n, int a, const int *restrict x, int *restrict y) {
    for (register int i = 0; i < n; i++) y[i] += a * x[i];
}

static int wait_for(int limit) {
    int spins = 0;
    while (ticks < limit) {
        ticks++;
        spins += ticks;
    }
    return spins;
}

int main(void) {
    volatile int n = __VERIFIER_nondet_int();
    int x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40};
    axpy(4, n, x, y);
    printf("%d %d %d\n", y[0], y[3], wait_for(n));
    const volatile unsigned char *v = table;
#ifdef VOLATILE
    printf("%d\n", v[n]); // @volatile
#endif
    printf("%d\n", v[n & 7]);
    return ticks;
}
