// expect: unsafe use-out-of-scope 20
// The address of a variable of the callee gets out.
#include "node.h"

static void rec(struct node *n, int ***out, int d) {
    int *loc = malloc(4);
    *loc = d;
    if (n && d < 3) {
        rec(n->next, out, d + 1);
    } else
        *out = &loc;
    free(loc);
}

int main(void) {
    struct node *x = some(NULL);
    int **o;
    rec(x, &o, 0);
    free_all(x);
    return **o;
}
