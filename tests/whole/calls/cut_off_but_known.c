// expect: safe
// The callee cuts off nodes that the caller knows.
#include "node.h"

static void cut(struct node *n) {
    if (n) n->next = NULL;
}

int main(void) {
    struct node *y = push(some(NULL), 1), *x = push(y, 2);
    cut(x);
    free(x);
    free_all(y);
    return 0;
}
