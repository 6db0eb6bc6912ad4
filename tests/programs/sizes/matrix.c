// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @diagonal by size-overflow
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

struct matrix {
    size_t n;
    double *at;
};

static int matrix_init(struct matrix *m, size_t n) {
    m->n = n;
#ifndef WRAPS
    if (n > 1000) return 0;
#endif
    m->at = malloc(n * n * sizeof *m->at);
    return m->at != NULL;
}

int main(void) {
    struct matrix m;
    size_t n = __VERIFIER_nondet_ulong();
    if (n == 0 || !matrix_init(&m, n)) return 1;
    m.at[0] = 1.0; // @diagonal
    free(m.at);
    return 0;
}
