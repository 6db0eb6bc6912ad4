// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @set by size-overflow
// The test of the product comes after it wrapped.
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
#define MOST 65536

struct point {
    int x, y, z;
};

int main(void) {
    size_t n = __VERIFIER_nondet_ulong();
#ifdef WRAPS
    size_t bytes = n * sizeof(struct point);
    if (bytes > MOST * sizeof(struct point)) return 1;
#else
    if (n > MOST) return 1;
    size_t bytes = n * sizeof(struct point);
#endif
    struct point *points = malloc(bytes);
    if (!points) return 1;
    for (size_t i = 0; i < n; i++) {
        points[i].x = 0; // @set
        points[i].y = 0;
        points[i].z = 0;
    }
    free(points);
    return 0;
}
