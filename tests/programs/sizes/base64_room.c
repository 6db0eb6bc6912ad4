// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @quad by size-overflow
// Four characters for every three bytes, and a terminator.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t n = __VERIFIER_nondet_uint();
#ifndef WRAPS
    if (n > 3000000) return 1;
#endif
    uint32_t groups = n / 3 + 1;
    char *out = malloc(groups * 4 + 1);
    if (!out) return 1;
    out[0] = '=';
    out[1] = '='; // @quad
    out[4] = 0;
    free(out);
    return 0;
}
