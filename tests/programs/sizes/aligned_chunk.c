// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @fill by size-overflow
// A size that is rounded up to a multiple of 16.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void *chunk_new(uint32_t bytes) {
#ifndef WRAPS
    if (bytes > 1u << 20) return NULL;
#endif
    uint32_t rounded = (bytes + 15) & ~(uint32_t)15;
    return malloc(rounded);
}

int main(void) {
    uint32_t n = __VERIFIER_nondet_uint();
    char *chunk = chunk_new(n);
    if (!chunk) return 1;
    memset(chunk, 0, n); // @fill
    free(chunk);
    return 0;
}
