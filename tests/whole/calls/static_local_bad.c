// expect: unsafe use-after-free 17
// A variable of the callee outlives its calls.
#include "node.h"

static struct node *keep(struct node *n) {
    static struct node *k;
    struct node *o = k;
    k = n;
    return o;
}

int main(void) {
    struct node *x = push(NULL, 1);
    keep(x);
    free(x);
    struct node *y = keep(NULL);
    return y->value;
}
