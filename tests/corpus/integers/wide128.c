// SPDX-License-Identifier: MIT
// 128-bit integers: products, shifts, comparisons, division, printed by halves.
// run: inputs=3 -> ok
// run: inputs=-9 -> ok
// run: inputs=1000000007 -> ok
#include <stdint.h>
#include <stdio.h>

long __VERIFIER_nondet_long(void);

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(u128 v) { printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }

static void decimal(i128 v) {
    char digits[48], *p = digits + sizeof digits;
    int negative = v < 0;
    u128 rest = negative ? -(u128)v : (u128)v;
    *--p = '\0';
    do *--p = (char)('0' + (int)(rest % 10));
    while ((rest /= 10) != 0);
    if (negative) *--p = '-';
    puts(p);
}

int main(void) {
    i128 n = __VERIFIER_nondet_long();
    i128 square = n * n, cube = square * n;
    u128 big = (u128)UINT64_MAX * (uint64_t)n;
    show(big);
    show((u128)cube << 37);
    show((u128)cube >> 3);
    show((u128)(cube >> 70));
    decimal(cube * 1000000000000000000);
    decimal((n << 100) / 12345);
    decimal(n % 7);
    printf("%d %d\n", cube < square, (u128)n > big);
    uint64_t hi = (uint64_t)(((u128)0x123456789abcdef0u * (uint64_t)n) >> 64);
    printf("%llu\n", (unsigned long long)hi);
    return (int)(big & 63);
}
