// expect: unsafe out-of-bounds 10
// The number of elements changes after the allocation.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 1) return 0;
    int *a = malloc(n * sizeof *a);
    n++;
    for (i = 0; i < n; i++) a[i] = 0;
    free(a);
    return 0;
}
