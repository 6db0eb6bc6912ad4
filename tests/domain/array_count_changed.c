// expect: safe
// The number of elements changes after the allocation.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1) return 0;
    int *a = malloc(n * sizeof *a);
    while (n-- > 0) a[n] = 0;
    free(a);
    return 0;
}
