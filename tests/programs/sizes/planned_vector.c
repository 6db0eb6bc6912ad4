// expect: safe
// expect -DLESS: unsafe out-of-bounds @element
// expect -DLATER: unsafe out-of-bounds @element
// How many bytes a vector takes is written down before it has them: for one element less, and the number of elements changed since.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct vector {
    size_t n, bytes;
    int *at;
};

static size_t bytes_of(size_t n) {
    return n * sizeof(int);
}

static void plan(struct vector *v, size_t n) {
    v->n = n;
#ifdef LESS
    v->bytes = bytes_of(n ? n - 1 : 0);
#else
    v->bytes = bytes_of(n);
#endif
#ifdef LATER
    if (__VERIFIER_nondet_uint()) v->n++;
#endif
}

static int take(struct vector *v) {
    v->at = malloc(v->bytes);
    return v->at != NULL;
}

int main(void) {
    struct vector v;
    plan(&v, __VERIFIER_nondet_uint());
    if (!take(&v)) return 1;
    for (size_t i = 0; i < v.n; i++) v.at[i] = 0; // @element
    free(v.at);
    return 0;
}
