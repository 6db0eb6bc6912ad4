// expect: unsafe memory-leak 13
// The last call returns early and loses a block.
#include "node.h"

static void rec(struct node *n) {
    if (!n) return;
    struct node *t = push(NULL, 1);
    if (n->next)
        rec(n->next);
    else
        return;
    free(t);
}

int main(void) {
    struct node *x = some(NULL);
    rec(x);
    free_all(x);
    return 0;
}
