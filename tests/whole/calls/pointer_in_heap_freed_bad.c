// expect: unsafe use-after-free 14
// The callee frees a node that a block of the caller points to.
#include "node.h"

struct box {
    struct node *n;
};

int main(void) {
    struct box *b = malloc(sizeof *b);
    struct node *x = push(some(NULL), 1);
    b->n = x;
    free_recursively(x);
    int v = b->n->value;
    free(b);
    return v;
}
