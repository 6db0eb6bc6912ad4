// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @put by size-overflow
// A signed count passes the test of its product, which is taken as unsigned.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count <= 0) return 1;
#ifndef WRAPS
    if (count > 0x100000) return 1;
#endif
    unsigned bytes = (unsigned)count * 16u;
    if (bytes > 0x1000000) return 1;
    char *cells = malloc(bytes);
    if (!cells) return 1;
    for (int i = 0; i < count; i++)
        cells[16 * (size_t)i] = 0; // @put
    free(cells);
    return 0;
}
