// expect: safe
// The caller knows five nodes of what is freed, and uses none.
#include "node.h"

int main(void) {
    struct node *e = push(some(NULL), 5), *d = push(some(e), 4), *c = push(some(d), 3), *b = push(some(c), 2), *a = push(some(b), 1);
    int s = e->value + d->value + c->value + b->value;
    free_recursively(a);
    return s;
}
