// SPDX-License-Identifier: MIT
// Polynomials as lists of terms, added and evaluated.
// run: inputs=2 -> ok
// run: inputs=-3 -> ok
// run: SHARE inputs=2 -> use-after-free @share
// run: DROP inputs=2 -> memory-leak @drop
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

typedef struct term {
    int coefficient, power;
    struct term *rest;
} *poly;

static poly term(int coefficient, int power, poly rest) {
    poly p = malloc(sizeof *p);
    p->coefficient = coefficient;
    p->power = power;
    p->rest = rest;
    return p;
}

static poly add(poly a, poly b) {
#ifdef SHARE
    if (a == NULL) return b;
    if (b == NULL) return a;
#else
    if (a == NULL && b == NULL) return NULL;
    if (a == NULL) return term(b->coefficient, b->power, add(a, b->rest));
    if (b == NULL) return term(a->coefficient, a->power, add(a->rest, b));
#endif
    if (a->power > b->power) return term(a->coefficient, a->power, add(a->rest, b));
    if (a->power < b->power) return term(b->coefficient, b->power, add(a, b->rest));
    return term(a->coefficient + b->coefficient, a->power, add(a->rest, b->rest));
}

static long value(poly p, long x) {
    long sum = 0;
    for (; p; p = p->rest) {
        long t = p->coefficient;
        for (int i = 0; i < p->power; i++) t *= x;
        sum += t;
    }
    return sum;
}

static void release(poly p) {
    if (p) {
        poly rest = p->rest; // @share
        free(p);
        release(rest);
    }
}

int main(void) {
    long x = __VERIFIER_nondet_int();
    poly a = term(3, 4, term(1, 2, NULL)), b = term(5, 3, term(-1, 2, term(7, 0, NULL)));
    poly c = add(a, b);
    printf("%ld + %ld = %ld\n", value(a, x), value(b, x), value(c, x));
#ifdef DROP
    c = add(c, a); // @drop
    printf("%ld\n", value(c, x));
#endif
    release(c);
    release(b);
    release(a);
    return 0;
}
