// expect: unsafe assertion-failure 10
// Both arguments are the same list.
#include "node.h"

static void two(struct node *a, struct node *b) {
    if (!a || !b) return;
    two(a->next, b->next);
    a->value = 1;
    b->value = 2;
    assert(a->value == 1);
}

int main(void) {
    struct node *x = some(NULL);
    two(x, x);
    free_all(x);
    return 0;
}
