// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @name by size-overflow
// The product is made by the caller of a wrapper around malloc.
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

static void *checked_malloc(size_t bytes) {
    void *block = malloc(bytes);
    if (!block) exit(1);
    return block;
}

static void *checked_array(size_t n, size_t size) {
#ifndef WRAPS
    if (size && n > SIZE_MAX / size) exit(1);
#endif
    return checked_malloc(n * size);
}

int main(void) {
    size_t n = __VERIFIER_nondet_ulong();
    if (n == 0) return 0;
    char **names = checked_array(n, sizeof *names);
    names[0] = NULL; // @name
    free(names);
    return 0;
}
