// expect: safe
// The callee changes a node that the caller knows.
#include "node.h"

static void set(struct node *n) {
    if (n) {
        n->value = 7;
        set(n->next);
    }
}

int main(void) {
    struct node *y = push(some(NULL), 1), *x = push(some(y), 2);
    set(x);
    assert(y->value == 7);
    free_all(x);
    return 0;
}
