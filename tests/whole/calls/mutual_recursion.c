// expect: safe
// Two functions call each other; the length of the list decides.
#include "node.h"

static int odd(struct node *n);

static int even(struct node *n) {
    return n ? odd(n->next) : 1;
}

static int odd(struct node *n) {
    return n ? even(n->next) : 0;
}

int main(void) {
    struct node *x = some(NULL);
    int e = even(x);
    free_all(x);
    assert(e == 0 || e == 1);
    return 0;
}
