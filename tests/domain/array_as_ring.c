// expect: safe
// Places in a ring: a remainder is below what it was divided by.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_int(), at = 0;
    if (n < 1 || n > 100000) return 0;
    long *a = malloc(n * sizeof *a);
    while (__VERIFIER_nondet_int()) {
        a[at] = 1;
        at = (at + 1) % n;
    }
    free(a);
    return 0;
}
