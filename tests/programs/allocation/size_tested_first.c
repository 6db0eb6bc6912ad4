// expect: safe
// expect -DTESTED_LATE: unsafe out-of-bounds @put by size-overflow
// expect -DBYTES: unsafe out-of-bounds @put
// The size is computed, tested, and then used; where the test comes after the product has wrapped, and where elements are taken for bytes.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { MOST = 1 << 20 };

int main(void) {
    uint32_t n = __VERIFIER_nondet_uint();
#ifdef TESTED_LATE
    uint32_t bytes = n * (uint32_t)sizeof(uint64_t);
#elif defined BYTES
    uint32_t bytes = n;
#else
    uint64_t bytes = (uint64_t)n * sizeof(uint64_t);
#endif
    if (bytes > MOST) return 1;
    uint64_t *at = malloc(bytes);
    if (!at) return 1;
    for (uint32_t i = 0; i < n; i++) at[i] = i; // @put
    free(at);
    return 0;
}
