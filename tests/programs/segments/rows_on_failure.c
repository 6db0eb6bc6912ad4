// expect: safe
// expect -DONE_MORE: unsafe invalid-free @undo
// expect -DLOST: unsafe memory-leak @lost
// Rows of a matrix: where one cannot be had, those before are freed, one too many, and one too few.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static void *try_to_have(size_t n) {
    return __VERIFIER_nondet_int() ? malloc(n) : NULL;
}

static double **new_matrix(size_t h, size_t w) {
    double **rows = malloc(h * sizeof *rows);
    if (!rows) return NULL;
    for (size_t i = 0; i < h; i++) {
        rows[i] = try_to_have(w * sizeof **rows);
        if (rows[i]) continue;
#ifdef ONE_MORE
        for (size_t k = 0; k <= i + 1 && k < h; k++) free(rows[k]); // @undo
#elif defined LOST
        for (size_t k = 0; k + 1 < i; k++) free(rows[k]);
#else
        while (i--) free(rows[i]);
#endif
        free(rows); // @lost
        return NULL;
    }
    return rows;
}

int main(void) {
    size_t h = __VERIFIER_nondet_uint(), w = __VERIFIER_nondet_uint();
    double **m = new_matrix(h, w);
    if (!m) return 1;
    for (size_t i = 0; i < h; i++)
        for (size_t k = 0; k < w; k++) m[i][k] = 0;
    while (h) free(m[--h]);
    free(m);
    return 0;
}
