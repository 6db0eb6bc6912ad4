// expect: safe
// The same computed in 64 bits.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i;
    int *a = malloc(n * (unsigned long)4);
    if (!a) return 0;
    for (i = 0; i < n; i++) a[i] = 0;
    free(a);
    return 0;
}
