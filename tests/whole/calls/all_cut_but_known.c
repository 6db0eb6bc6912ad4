// expect: safe
// Every link is cut; the caller knows all nodes.
#include "node.h"

static void cut(struct node *n) {
    if (!n) return;
    cut(n->next);
    n->next = NULL;
}

int main(void) {
    struct node *z = push(NULL, 3), *y = push(z, 1), *x = push(y, 2);
    cut(x);
    free(x);
    free(y);
    free(z);
    return 0;
}
