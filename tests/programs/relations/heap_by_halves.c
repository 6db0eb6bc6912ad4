// expect: safe
// expect -DBAD_CHILD: unsafe out-of-bounds @child
// expect -DBAD_PARENT: unsafe out-of-bounds @up
// A binary heap in an array: parents at (i - 1) / 2, children at 2 * i + 1 and 2 * i + 2.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static void up(int *h, size_t i) {
#ifdef BAD_PARENT
    for (; h[i] < h[i / 2 - 1]; i = (i - 1) / 2) { // @up
        int x = h[i];
        h[i] = h[i / 2 - 1];
        h[i / 2 - 1] = x;
    }
#else
    for (; i > 0 && h[i] < h[(i - 1) / 2]; i = (i - 1) / 2) {
        int x = h[i];
        h[i] = h[(i - 1) / 2];
        h[(i - 1) / 2] = x;
    }
#endif
}

static void down(int *h, size_t n, size_t i) {
    while (i < n / 2) {
        size_t k = 2 * i + 1;
#ifdef BAD_CHILD
        if (k < n && h[k + 1] < h[k]) k++; // @child
#else
        if (k + 1 < n && h[k + 1] < h[k]) k++;
#endif
        if (h[i] <= h[k]) return;
        int x = h[i];
        h[i] = h[k];
        h[k] = x;
        i = k;
    }
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint() % 1000 + 1;
    int *h = calloc(n, sizeof *h);
    if (!h) return 1;
    for (size_t i = 0; i < n; i++) h[i] = __VERIFIER_nondet_int();
    for (size_t i = 0; i < n; i++) up(h, i);
    for (size_t i = n / 2; i-- > 0;) down(h, n, i);
    free(h);
    return 0;
}
