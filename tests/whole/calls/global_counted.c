// expect: safe
// A global is set by every call.
#include "node.h"

static unsigned g;

static void rec(struct node *n) {
    if (!n) return;
    g = 1;
    rec(n->next);
    free(n);
}

int main(void) {
    struct node *x = some(NULL);
    rec(x);
    assert(g <= 1);
    return 0;
}
