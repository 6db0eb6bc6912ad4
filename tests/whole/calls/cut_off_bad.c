// expect: unsafe memory-leak 6
// The callee cuts off nodes that nobody else knows.
#include "node.h"

static void cut(struct node *n) {
    if (n) n->next = NULL;
}

int main(void) {
    struct node *x = push(push(some(NULL), 1), 2);
    cut(x);
    free(x);
    return 0;
}
