// expect: safe
// No call returns.
#include "node.h"

static void rec(struct node *n) {
    if (!n) exit(0);
    rec(n->next);
}

int main(void) {
    struct node *x = some(NULL);
    rec(x);
    *(int *)0 = 1;
    return 0;
}
