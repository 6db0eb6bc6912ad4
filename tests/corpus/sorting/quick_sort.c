// SPDX-License-Identifier: MIT
// Quicksort with median of three over an array segment.
// run: inputs=7,5,3,9,1,8,2,7 -> ok
// run: inputs=4,4,3,2,1 -> ok
// run: inputs=1,0 -> ok
// run: SENTINEL inputs=3,1,1,1 -> out-of-bounds @sentinel
// run: ORDER inputs=4,4,3,2,1 -> assertion-failure @order
// also: -m32
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void sort(int *lo, int *hi) {
    if (hi - lo < 2) return;
    int *mid = lo + (hi - lo) / 2;
    if (*mid < *lo) swap(mid, lo);
    if (hi[-1] < *lo) swap(hi - 1, lo);
    if (hi[-1] < *mid) swap(hi - 1, mid);
    int pivot = *mid;
    int *i = lo, *j = hi - 1;
    while (i <= j) {
#ifdef SENTINEL
        while (*i <= pivot) i++; // @sentinel
#else
        while (*i < pivot) i++;
#endif
        while (pivot < *j) j--;
        if (i <= j) swap(i++, j--);
    }
#ifdef ORDER
    sort(lo, j);
#else
    sort(lo, j + 1);
#endif
    sort(i, hi);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *v = malloc((size_t)n * sizeof *v);
    for (int i = 0; i < n; i++) v[i] = __VERIFIER_nondet_int();
#ifdef ORDER
    v[0] = 3, v[1] = 1, v[2] = 2, v[3] = 0;
    swap(v, v + 2);
#endif
    sort(v, v + n);
#ifdef ORDER
    swap(v, v + n - 1);
#endif
    for (int i = 0; i < n; i++) {
        assert(i == 0 || v[i - 1] <= v[i]); // @order
        printf("%d ", v[i]);
    }
    printf("\n");
    free(v);
    return 0;
}
