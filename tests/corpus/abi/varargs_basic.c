// SPDX-License-Identifier: MIT
// Variadic functions over int, long, double and pointers.
// run: inputs=3 -> ok
// run: inputs=0 -> ok
// run: inputs=12 -> ok
// run: NULLARG inputs=1 -> null-dereference @nullarg
// also: -m32
#include <stdarg.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n-- > 0) s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static double mixed(const char *types, ...) {
    va_list ap;
    double s = 0;
    va_start(ap, types);
    for (; *types; types++) {
        switch (*types) {
        case 'i': s += va_arg(ap, int); break;
        case 'l': s += va_arg(ap, long); break;
        case 'd': s += va_arg(ap, double); break;
        case 'L': s += (double)va_arg(ap, long double); break;
        case 'p': s += *va_arg(ap, int *); break; // @nullarg
        case 'q': s += (double)va_arg(ap, long long); break;
        }
    }
    va_end(ap);
    return s;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d\n", sum(n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%.3f\n", mixed("ildp", n, 100000L, 0.125, &n));
    printf("%.3f\n", mixed("ddddddddddi", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, n));
    printf("%.3f\n", mixed("iLiq", 1, 2.5L, 3, 1LL << 33));
#ifdef NULLARG
    printf("%.1f\n", mixed("ip", n, (int *)0));
#endif
    return sum(2, n, (char)3);
}
