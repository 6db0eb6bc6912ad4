// expect: unsafe assertion-failure 17
// A global counts the calls.
#include "node.h"

static int g;

static void rec(struct node *n) {
    if (!n) return;
    g++;
    rec(n->next);
    free(n);
}

int main(void) {
    struct node *x = some(NULL);
    rec(x);
    assert(g < 3);
    return 0;
}
