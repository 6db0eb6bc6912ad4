// expect: safe
// expect -DFIRST: unsafe out-of-bounds @leaves
// expect -DRESULTS: unsafe out-of-bounds @result
// Sums of so many neighbours: the first of a window that is not full yet, and a result for each element though there are fewer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), window = __VERIFIER_nondet_int();
    if (window < 1 || window > n) return 1;
    int *a = calloc(n, sizeof *a), *sums = calloc(n - window + 1, sizeof *sums);
    if (!a || !sums) {
        free(a);
        free(sums);
        return 1;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i];
#ifdef FIRST
        if (i) sum -= a[i - window]; // @leaves
#else
        if (i >= window) sum -= a[i - window];
#endif
#ifdef RESULTS
        sums[i] = sum; // @result
#else
        if (i >= window - 1) sums[i - window + 1] = sum;
#endif
    }
    free(a);
    free(sums);
    return 0;
}
