// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @last by size-overflow
// reallocarray says no where realloc is given what is left of the product.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

struct item {
    uint64_t id, weight;
};

int main(void) {
    size_t n = __VERIFIER_nondet_ulong();
    struct item *items = NULL, *grown;
    if (n == 0) return 1;
#ifdef WRAPS
    grown = realloc(items, n * sizeof *items);
#else
    grown = reallocarray(items, n, sizeof *items);
#endif
    if (!grown) return 1;
    items = grown;
    items[0].id = 1; // @last
    items[n - 1].weight = 7;
    free(items);
    return 0;
}
