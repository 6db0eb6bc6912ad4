// expect: safe
// The deepest call writes to a variable of the caller.
#include "node.h"

static void rec(struct node *n, int *c) {
    if (!n) {
        *c = 1;
        return;
    }
    rec(n->next, c);
}

int main(void) {
    int c = 0;
    struct node *x = some(NULL);
    rec(x, &c);
    free_all(x);
    assert(c == 1);
    return 0;
}
