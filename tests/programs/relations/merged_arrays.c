// expect: safe
// expect -DEITHER: unsafe out-of-bounds @compare
// expect -DSHORT: unsafe out-of-bounds @rest
// Two sorted arrays become one: compared though one of them has come to its end, and room for too little.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void merge(const int *a, size_t n, const int *b, size_t m, int *out) {
    size_t i = 0, k = 0, to = 0;
#ifdef EITHER
    while (i < n || k < m)
#else
    while (i < n && k < m)
#endif
        out[to++] = a[i] <= b[k] ? a[i++] : b[k++]; // @compare
    while (i < n) out[to++] = a[i++];
    while (k < m) out[to++] = b[k++]; // @rest
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    int *a = calloc(n + 1, sizeof *a), *b = calloc(m + 1, sizeof *b);
#ifdef SHORT
    int *out = calloc(n + m / 2, sizeof *out);
#else
    int *out = calloc(n + m, sizeof *out);
#endif
    if (a && b && out) merge(a, n, b, m, out);
    free(a);
    free(b);
    free(out);
    return 0;
}
