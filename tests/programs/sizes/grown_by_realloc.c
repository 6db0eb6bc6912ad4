// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @put by size-overflow
// A vector that is extended by as many elements as a message says.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct vector {
    uint16_t *at;
    uint32_t n;
};

static int extend(struct vector *v, uint32_t more) {
#ifndef WRAPS
    if (more > 1000 || v->n > 1000) return 0;
#endif
    uint32_t all = v->n + more;
    uint16_t *at = realloc(v->at, all * sizeof *at);
    if (!at) return 0;
    v->at = at;
    for (uint32_t i = 0; i < more; i++)
        v->at[v->n + i] = 0; // @put
    v->n = all;
    return 1;
}

int main(void) {
    struct vector v = {0};
    if (extend(&v, 4)) extend(&v, __VERIFIER_nondet_uint());
    free(v.at);
    return 0;
}
