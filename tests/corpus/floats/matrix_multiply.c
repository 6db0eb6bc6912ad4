// SPDX-License-Identifier: MIT
// Matrix products with static arrays, pointers to rows, and heap blocks.
// run: inputs=2 -> ok
// run: inputs=4 -> ok
// run: COLUMN inputs=3 -> out-of-bounds @column
// run: TEMP inputs=3 -> memory-leak @temp
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static double *multiply(const double *a, const double *b, int n) {
    double *c = calloc((size_t)(n * n), sizeof *c);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
#ifdef COLUMN
                c[i * n + j] += a[i * n + k] * b[(k + 1) * n + j]; // @column
#else
                c[i * n + j] += a[i * n + k] * b[k * n + j];
#endif
            }
    return c;
}

static double *power(const double *a, int n, int e) {
    double *r = calloc((size_t)(n * n), sizeof *r);
    for (int i = 0; i < n; i++) r[i * n + i] = 1;
    while (e-- > 0) {
        double *next = multiply(r, a, n);
#ifndef TEMP
        free(r);
#endif
        r = next; // @temp
    }
    return r;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    double *a = malloc((size_t)(n * n) * sizeof *a);
    for (int i = 0; i < n * n; i++) a[i] = (i % 3) - 0.5;
    double *p = power(a, n, 5);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) printf("%8.3f", p[i * n + j]);
        printf("\n");
    }
    free(p);
    free(a);
    return 0;
}
