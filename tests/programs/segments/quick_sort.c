// expect: safe
// expect -DPIVOT: unsafe out-of-bounds @pivot
// expect -DSCAN: unsafe out-of-bounds @scan
// Quick sort by recursion: the pivot of nothing, and a scan that nothing stops.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static void sort(int *a, int low, int high) {
#ifndef PIVOT
    if (low >= high) return;
#endif
    int pivot = a[high], at = low; // @pivot
#ifdef PIVOT
    if (low >= high) return;
#endif
#ifdef SCAN
    for (int i = low; i <= high + 1; i++) // until
#else
    for (int i = low; i < high; i++)
#endif
        if (a[i] < pivot) { // @scan
            int x = a[i];
            a[i] = a[at];
            a[at++] = x;
        }
    a[high] = a[at];
    a[at] = pivot;
    sort(a, low, at - 1);
    sort(a, at + 1, high);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1 << 20) return 1;
    int *a = calloc(n, sizeof *a);
    if (!a) return 1;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    sort(a, 0, n - 1);
    free(a);
    return 0;
}
