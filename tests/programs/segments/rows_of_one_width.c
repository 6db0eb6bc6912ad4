// expect: safe
// expect -DWIDE: unsafe out-of-bounds @read
// expect -DHIGH: unsafe out-of-bounds @read
// property: out-of-bounds,null-dereference,use-after-free,invalid-free,double-free,memory-leak
// A matrix as an array of rows that are all as wide as a number of the program says, whatever it is; read with its neighbours.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#if defined WIDE
#define ROW y
#define COLUMN (x + 1)
#elif defined HIGH
#define ROW (y + 1)
#define COLUMN x
#else
#define ROW y
#define COLUMN (x - 1)
#endif

static long sum(int **a, int w, int h) {
    long s = 0;
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++) s += a[ROW][x] - a[y - 1][COLUMN]; // @read
    return s;
}

int main(void) {
    int w = __VERIFIER_nondet_int(), h = __VERIFIER_nondet_int();
    if (w < 1 || h < 1 || w > 10000 || h > 10000) return 1;
    int **a = malloc(h * sizeof *a);
    if (!a) return 1;
    for (int y = 0; y < h; y++) {
        a[y] = malloc(w * sizeof **a);
        if (!a[y]) abort();
        for (int x = 0; x < w; x++) a[y][x] = x ^ y;
    }
    printf("%ld\n", sum(a, w, h));
    for (int y = 0; y < h; y++) free(a[y]);
    free(a);
    return 0;
}
