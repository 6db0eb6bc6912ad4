// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @first by size-overflow
// Pages of 4096 bytes, by a shift.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t pages = __VERIFIER_nondet_uint();
    if (pages == 0) return 1;
#ifndef WRAPS
    if (pages > 16) return 1;
#endif
    uint32_t bytes = pages << 12;
    char *arena = malloc(bytes);
    if (!arena) return 1;
    arena[0] = 0; // @first
    arena[4095] = 0;
    free(arena);
    return 0;
}
