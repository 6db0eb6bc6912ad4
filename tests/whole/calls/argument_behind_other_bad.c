// expect: unsafe use-after-free 8
// One argument is the node behind the other.
#include "node.h"

static void two(struct node *a, struct node *b) {
    if (!a) return;
    free(a);
    if (b) b->value = 1;
}

int main(void) {
    struct node *x = push(some(NULL), 1);
    struct node *y = x->next;
    two(x, y);
    two(y, y);
    return 0;
}
