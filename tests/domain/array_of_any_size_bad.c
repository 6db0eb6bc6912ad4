// expect: unsafe out-of-bounds 8
// An array with as many elements as a number says; a negative one is no block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), *a = malloc(n * sizeof *a), i;
    if (!a) return 0;
    for (i = 0; i <= n; i++) a[i] = i;
    for (i = n - 1; i >= 0; i--) a[i]++;
    free(a);
    return 0;
}
