// expect: unsafe double-free 15
// A callback that frees is called twice.
#include "node.h"

typedef void f(void *);

static void run(f *g, void *a, int n) {
    if (n > 0) {
        g(a);
        run(g, a, n - 1);
    }
}

static void k(void *p) {
    free(p);
}

int main(void) {
    void *p = malloc(3);
    run(k, p, 2);
    return 0;
}
