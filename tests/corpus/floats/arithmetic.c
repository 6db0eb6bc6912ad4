// SPDX-License-Identifier: MIT
// float, double and long double arithmetic, conversions, comparisons, printed.
// run: inputs=3 -> ok
// run: inputs=-1000000 -> ok
// run: inputs=0 -> ok
// run: INDEX inputs=30 -> out-of-bounds @index
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    float f = (float)n / 7;
    double d = n / 7.0;
    long double l = n / 7.0L;
    printf("%.6f %.12f %.15Lf\n", f, d, l);
    printf("%d %d %d\n", (double)f == d, (float)d == f, (double)l == d);
    printf("%g %g %a\n", f * f, d * 1e10, 1.0 / 3);
    printf("%d %u %lld\n", (int)d, (unsigned)(d < 0 ? -d : d), (long long)(d * 1e6));
    printf("%d %d %d\n", d < f, d >= f, -d != d);
    unsigned long long big = 0xffffffffffffff00u;
    printf("%.1f %.1f\n", (double)big, (double)(long long)big);
    double sum = 0;
    for (int i = 1; i <= 10; i++) sum += 1.0 / i;
    printf("%.15f\n", sum);
    double zero = n - n, infinity = 1 / (zero + 1e-320) * 1e10, nan = infinity - infinity;
    printf("%d %d %d\n", infinity > 1e308, nan == nan, nan < 1);
#ifdef INDEX
    int table[4] = {1, 2, 3, 4};
    printf("%d\n", table[(int)d]); // @index
#endif
    return (int)(d > 0 ? d : 1);
}
