// expect: unsafe use-after-free 13
// The callee moves a block that the caller has two pointers to.
#include "node.h"

static void grow(int **p, int n) {
    *p = realloc(*p, n * sizeof(int));
}

int main(void) {
    int *p = malloc(4);
    int *q = p;
    grow(&p, 8);
    q[0] = 1;
    free(p);
    return 0;
}
