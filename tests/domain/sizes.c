// expect: safe
// Blocks of a size that is not one number: what lies below the least size is there.
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 8 + 4;
    int *a = calloc(n, sizeof *a), *b = alloca(n * sizeof *b), c[n], *d = aligned_alloc(32, 64);
    void *e;
    if (posix_memalign(&e, 64, n) != 0) return free(a), free(d), 0;
    if (a[3] != 0) return 1;
    b[3] = 1;
    c[2] = 2;
    d[15] = 3;
    ((char *)e)[3] = 4;
    memset(a, 0, 4 * sizeof *a);
    memset(b, 1, 16);
    free(a);
    free(d);
    free(e);
    return 0;
}
