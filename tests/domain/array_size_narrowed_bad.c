// expect: unsafe out-of-bounds 10
// The number of elements is cut to 16 bits.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    unsigned short k = n;
    if (n < 0) return 0;
    int *a = malloc((k + 1) * sizeof *a);
    for (i = 0; i <= n; i++) a[i] = 0;
    free(a);
    return 0;
}
