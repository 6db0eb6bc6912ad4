// expect: safe
// expect -DBEHIND: unsafe out-of-bounds @element
// expect -DWRAPS: unsafe out-of-bounds @element by size-overflow
// A wrapper of malloc that is handed a product: one element too many, and a product that wraps.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void *need(size_t bytes) {
    void *p = malloc(bytes);
    if (!p) abort();
    return p;
}

int main(void) {
    uint32_t n = __VERIFIER_nondet_uint();
#ifdef WRAPS
    uint32_t bytes = n * (uint32_t)sizeof(long);
    long *a = need(bytes);
#else
    long *a = need(n * sizeof *a);
#endif
#ifdef BEHIND
    for (uint32_t i = 0; i <= n; i++)
#else
    for (uint32_t i = 0; i < n; i++)
#endif
        a[i] = 0; // @element
    free(a);
    return 0;
}
