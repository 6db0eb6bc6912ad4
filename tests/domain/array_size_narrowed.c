// expect: safe
// The number of elements is cut to 16 bits, which hold it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 0 || n > 65535) return 0;
    unsigned short k = n;
    int *a = malloc((n + 1) * sizeof *a);
    for (i = 0; i <= k; i++) a[i] = 0;
    free(a);
    return 0;
}
