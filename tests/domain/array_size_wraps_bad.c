// expect: unsafe out-of-bounds 9 by size-overflow
// The size is computed in 32 bits: a multiple of 2^30 elements need no byte.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i;
    int *a = malloc(n * 4u);
    if (!a) return 0;
    for (i = 0; i < n; i++) a[i] = 0;
    free(a);
    return 0;
}
