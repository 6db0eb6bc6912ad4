// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @first by size-overflow
// Rows of pixels of four bytes: the stride is a product of ints.
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static unsigned char *row_new(int width) {
#ifndef WRAPS
    if (width > INT_MAX / 4) return NULL;
#endif
    int stride = width * 4;
    return malloc(stride);
}

int main(void) {
    int width = __VERIFIER_nondet_int();
    if (width <= 0) return 1;
    unsigned char *row = row_new(width);
    if (!row) return 1;
    row[0] = 1; // @first
    row[width - 1] = 2;
    free(row);
    return 0;
}
