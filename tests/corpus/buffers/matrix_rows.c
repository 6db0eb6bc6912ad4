// SPDX-License-Identifier: MIT
// Matrices as an array of rows, as one block, and as a pointer to arrays.
// run: inputs=3 -> ok
// run: inputs=1 -> ok
// run: ROWS inputs=3 -> memory-leak @rows
// run: FLAT inputs=3 -> out-of-bounds @flat
// run: UNSET inputs=2 -> uninitialised-pointer @unset
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int **identity(int n) {
    int **m = malloc((size_t)n * sizeof *m);
    for (int i = 0; i < n; i++) {
#ifdef UNSET
        if (i == 1) {
            m[i][0] = 1; // @unset
        }
#endif
        m[i] = calloc((size_t)n, sizeof **m);
        m[i][i] = 1;
    }
    return m;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int **m = identity(n);
    int *flat = malloc((size_t)(n * n) * sizeof *flat);
    int(*square)[4] = calloc(4, sizeof *square);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            flat[i * n + j] = m[i][j] + i - j;
            square[i][j] = flat[i * n + j] * 2;
        }
#ifdef FLAT
    flat[n * n] = 0; // @flat
#endif
    int trace = 0;
    for (int i = 0; i < n; i++) trace += flat[i * n + i] + square[i][i];
    printf("%d %d\n", trace, square[n - 1][0]);
#ifndef ROWS
    for (int i = 0; i < n; i++) free(m[i]);
#endif
    free(m); // @rows
    free(flat);
    free(square);
    return 0;
}
