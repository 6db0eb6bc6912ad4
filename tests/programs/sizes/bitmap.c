// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @clear by size-overflow
// As many bytes as there are groups of eight bits, rounded up.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t bits = __VERIFIER_nondet_uint();
#ifndef WRAPS
    if (bits > UINT32_MAX - 7) return 1;
#endif
    uint32_t bytes = (bits + 7) / 8;
    uint8_t *map = malloc(bytes);
    if (!map) return 1;
    if (bits > 0) map[0] = 0; // @clear
    free(map);
    return 0;
}
