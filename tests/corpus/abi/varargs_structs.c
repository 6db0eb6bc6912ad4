// SPDX-License-Identifier: MIT
// Structs by value through an ellipsis, va_list passed on, va_copy.
// run: inputs=2 -> ok
// run: inputs=5 -> ok
// run: OWNED inputs=2 -> use-after-free @owned
// also: -m32
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct small { int a; char b; };
struct big { long v[4]; };
struct real { double re, im; };
struct box { int *p; };

static long walk(va_list *ap, int n) {
    long s = 0;
    while (n-- > 0) {
        struct small x = va_arg(*ap, struct small);
        s += x.a * x.b;
    }
    return s;
}

static long total(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    long first = walk(&ap, n);
    struct big b = va_arg(ap, struct big);
    struct real r = va_arg(ap, struct real);
    struct box box = va_arg(ap, struct box);
    long second = walk(&again, n);
    va_end(again);
    va_end(ap);
    return first + second + b.v[3] + (long)(r.re * r.im) + *box.p; // @owned
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct small s = {n, 3}, t = {n + 1, 4};
    struct big b = {{1, 2, 3, n}};
    struct box box = {malloc(sizeof(int))};
    *box.p = 1000;
#ifdef OWNED
    free(box.p);
#endif
    printf("%ld\n", total(2, s, t, b, (struct real){2.5, 4}, box));
    printf("%ld\n", total(0, b, (struct real){-1, 1}, box));
    free(box.p);
    return 0;
}
