// expect: unsafe uninitialised-pointer 16
// Whether the callee set the pointer is not asked.
#include "node.h"

static int get(struct node *n, int **o) {
    if (!n) return 0;
    static int k;
    *o = &k;
    return 1;
}

int main(void) {
    struct node *x = some(NULL);
    int *o;
    get(x, &o);
    *o = 1;
    free_all(x);
    return 0;
}
