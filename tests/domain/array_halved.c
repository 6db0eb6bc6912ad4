// expect: safe
// An array of any size, turned round from both ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    a[n / 2] = 1;
    for (int i = 0; i < n; i++) a[i] = i;
    for (int i = 0; i < n / 2; i++) {
        int t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
    free(a);
    return 0;
}
