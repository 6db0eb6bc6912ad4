// expect: safe
// One byte more for the end.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), i;
    if (n == -1ul) return 0;
    char *a = malloc(n + 1);
    if (!a) return 0;
    for (i = 0; i != n; i++) a[i] = 'x';
    a[n] = 0;
    free(a);
    return 0;
}
