// expect: unsafe out-of-bounds 10
// One byte more than the greatest number is none.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    char *a = malloc(n + 1);
    if (!a) return 0;
    if (n > 0)
        a[n] = 0;
    free(a);
    return 0;
}
