// expect: safe
// expect -DDOWN: unsafe out-of-bounds @put
// expect -DWRAPS: unsafe out-of-bounds @put by size-overflow
// A size that is rounded up to a multiple of 16.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char *room_for(uint32_t n) {
#ifdef DOWN
    uint32_t rounded = n & ~(uint32_t)15;
#elif defined WRAPS
    uint32_t rounded = (n + 15) & ~(uint32_t)15;
#else
    size_t rounded = ((size_t)n + 15) & ~(size_t)15;
#endif
    return malloc(rounded);
}

int main(void) {
    uint32_t n = __VERIFIER_nondet_uint();
    char *at = room_for(n);
    if (!at) return 1;
    for (uint32_t i = 0; i < n; i++) at[i] = 0; // @put
    free(at);
    return 0;
}
