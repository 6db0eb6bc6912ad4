// SPDX-License-Identifier: MIT
// Signed and unsigned division and remainder at their corners.
// run: inputs=7,2 -> ok
// run: inputs=-7,2 -> ok
// run: inputs=7,-2 -> ok
// run: inputs=-2147483648,3 -> ok
// run: inputs=-128,-1 -> ok
// run: ZERO inputs=5,0 -> assertion-failure @zero
// also: -m32
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int gcd(int a, int b) { return b == 0 ? abs(a) : gcd(b, a % b); }

static int safe_divide(int a, int b) {
    assert(b != 0); // @zero
    if (a == INT_MIN && b == -1) return INT_MAX;
    return a / b;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    printf("%d\n", safe_divide(a, b));
    printf("%d %d\n", a / b, a % b);
    printf("%u %u\n", (unsigned)a / (unsigned)b, (unsigned)a % (unsigned)b);
    printf("%lld %lld\n", (long long)a * 1000000007 / b, (long long)a * 1000000007 % b);
    printf("%d %d\n", (signed char)a / (signed char)b, (unsigned char)a / (unsigned char)b);
    printf("%d\n", gcd(a, b));
    return 0;
}
