// expect: unsafe null-dereference 13
// A fault after a recursion of one certain depth.
#include "node.h"

static int depth(struct node *n) {
    return n ? 1 + depth(n->next) : 0;
}

int main(void) {
    struct node *x = some(NULL);
    int d = depth(x);
    free_all(x);
    if (d == 4) return *(int *)0;
    return 0;
}
