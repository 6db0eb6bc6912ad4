// expect: unsafe use-after-free 19
// The left half of a tree is freed twice.
#include "node.h"

struct t {
    struct t *l, *r;
};

static struct t *mkt(int d) {
    if (d == 0 || !__VERIFIER_nondet_int()) return NULL;
    struct t *x = malloc(sizeof *x);
    x->l = mkt(d - 1);
    x->r = mkt(d - 1);
    return x;
}

static void frt(struct t *x) {
    if (!x) return;
    frt(x->l);
    frt(x->l);
    free(x);
}

int main(void) {
    frt(mkt(3));
    return 0;
}
