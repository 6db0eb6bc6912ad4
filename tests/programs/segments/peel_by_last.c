// expect: safe
// expect -DEARLY: unsafe out-of-bounds @last
// expect -DBEHIND: unsafe out-of-bounds @place
// Those below the last one go to the front, again and again for those behind: the last one of nothing, and a place behind the last.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void peel(int *a, int low, int high) {
#ifndef EARLY
    if (low > high) return;
#endif
    int last = a[high], at = low; // @last
#ifdef EARLY
    if (low > high) return;
#endif
    for (int i = low; i < high; i++)
        if (a[i] < last) {
            int x = a[i];
            a[i] = a[at];
            a[at++] = x;
        }
#ifdef BEHIND
    at++;
#endif
    a[high] = a[at]; // @place
    a[at] = last;
    peel(a, at + 1, high);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1 << 16) return 1;
    int *a = calloc(n, sizeof *a);
    if (!a) return 1;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    peel(a, 0, n - 1);
    free(a);
    return 0;
}
