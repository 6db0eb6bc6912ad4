// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @corner by size-overflow
// calloc tests its own product, but not one that it is given.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
    if (rows == 0 || columns == 0) return 1;
#ifdef WRAPS
    int *cells = calloc(rows * columns, sizeof *cells);
#else
    int *cells = calloc((size_t)rows * columns, sizeof *cells);
#endif
    if (!cells) return 1;
    cells[0] = 1; // @corner
    free(cells);
    return 0;
}
