// expect: safe
// An index that begins at one, and the element before it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 1) return 0;
    int *a = calloc(n, sizeof *a);
    for (i = 1; i < n; i++) a[i] = a[i - 1] + 1;
    free(a);
    return 0;
}
