// expect: safe
// The result is the last node of what was passed.
#include "node.h"

static struct node *last(struct node *n) {
    return n->next ? last(n->next) : n;
}

int main(void) {
    struct node *x = push(some(NULL), 1);
    struct node *l = last(x);
    assert(!l->next);
    l->next = push(NULL, 4);
    free_recursively(x);
    return 0;
}
