// expect: unsafe use-after-free 17
// The callee leaves a global that points to a node it freed.
#include "node.h"

static struct node *g;

static void rec(struct node *n) {
    if (!n) return;
    g = n;
    rec(n->next);
    free(n);
}

int main(void) {
    struct node *x = push(some(NULL), 1);
    rec(x);
    return g->value;
}
