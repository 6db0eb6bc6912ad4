// expect: safe
// expect -DSQUARE: unsafe out-of-bounds @to
// expect -DROUND: unsafe out-of-bounds @from
// A matrix in one array, transposed into another: as if it were a square, and with a column too many.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    size_t h = __VERIFIER_nondet_uint(), w = __VERIFIER_nondet_uint();
    if (h > 4096 || w > 4096) return 1;
    int *a = calloc(h * w, sizeof *a), *b = calloc(h * w, sizeof *b);
    if (a && b)
        for (size_t i = 0; i < h; i++)
#ifdef ROUND
            for (size_t k = 0; k <= w; k++)
#else
            for (size_t k = 0; k < w; k++)
#endif
#ifdef SQUARE
                b[k * w + i] = a[i * w + k]; // @to
#else
                b[k * h + i] = a[i * w + k]; // @from
#endif
    free(a);
    free(b);
    return 0;
}
