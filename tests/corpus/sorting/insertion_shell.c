// SPDX-License-Identifier: MIT
// Insertion, shell and bubble sort checked against each other.
// run: inputs=11 -> ok
// run: inputs=77 -> ok
// run: GUARD inputs=77 -> out-of-bounds @guard
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

enum { N = 12 };

static void insertion(int *v, int n) {
    for (int i = 1; i < n; i++) {
        int x = v[i], j = i;
#ifdef GUARD
        while (v[j - 1] > x) { // @guard
#else
        while (j > 0 && v[j - 1] > x) {
#endif
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

static void shell(int *v, int n) {
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i - gap; j >= 0 && v[j] > v[j + gap]; j -= gap) {
                int t = v[j];
                v[j] = v[j + gap];
                v[j + gap] = t;
            }
}

static void bubble(int *v, int n) {
    for (int swapped = 1; swapped;) {
        swapped = 0;
        for (int i = 1; i < n; i++)
            if (v[i - 1] > v[i]) {
                v[i - 1] ^= v[i];
                v[i] ^= v[i - 1];
                v[i - 1] ^= v[i];
                swapped = 1;
            }
    }
}

int main(void) {
    unsigned seed = (unsigned)__VERIFIER_nondet_int();
    int *a = malloc(N * sizeof *a), b[N], c[N];
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525 + 1013904223;
        a[i] = (int)(seed >> 20) + 1;
    }
#ifdef GUARD
    memmove(a, a + 1, (N - 1) * sizeof *a);
    a[N - 1] = -2147483647;
#endif
    memcpy(b, a, sizeof b);
    memcpy(c, a, sizeof c);
    insertion(a, N);
    shell(b, N);
    bubble(c, N);
    printf("%d %d %d %d\n", memcmp(a, b, sizeof b), memcmp(b, c, sizeof c), a[0], a[N - 1]);
    free(a);
    return 0;
}
