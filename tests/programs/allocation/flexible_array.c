// expect: safe
// expect -DHEADER: unsafe out-of-bounds @put
// expect -DLAST: unsafe out-of-bounds @put
// expect -DFIRST: unsafe out-of-bounds @sum
// Numbers behind their count: without room for the count, one too many, one before the first.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct numbers {
    size_t count;
    int at[];
};

static struct numbers *numbers_new(size_t n) {
#ifdef HEADER
    struct numbers *x = malloc(sizeof(size_t) / 2 + n * sizeof x->at[0]);
#else
    struct numbers *x = malloc(sizeof *x + n * sizeof x->at[0]);
#endif
    if (!x) return NULL;
    x->count = n;
    return x;
}

static void fill(struct numbers *x) {
#ifdef LAST
    for (size_t i = 0; i <= x->count; i++)
#else
    for (size_t i = 0; i < x->count; i++)
#endif
        x->at[i] = (int)i; // @put
}

static long sum(const struct numbers *x) {
    long all = 0;
#ifdef FIRST
    for (size_t i = x->count; i != (size_t)-3; i--) all += x->at[i - 1]; // @sum
#else
    for (size_t i = x->count; i > 0; i--) all += x->at[i - 1];
#endif
    return all;
}

int main(void) {
    struct numbers *x = numbers_new(__VERIFIER_nondet_uint());
    if (!x) return 1;
    fill(x);
    long all = sum(x);
    free(x);
    return all != 0;
}
