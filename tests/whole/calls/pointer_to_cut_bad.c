// expect: unsafe null-dereference 24
// The callee cuts the list behind a node that the caller knows.
#include "node.h"

static void cut(struct node *n) {
    if (n->next)
        cut(n->next);
    else
        return;
    n->next->value = 0;
}

static void trunc(struct node *n) {
    if (!n) return;
    struct node *r = n->next;
    n->next = NULL;
    trunc(r);
}

int main(void) {
    struct node *y = push(some(push(NULL, 0)), 1), *x = push(y, 2);
    trunc(x);
    free(x);
    return y->next->value;
}
