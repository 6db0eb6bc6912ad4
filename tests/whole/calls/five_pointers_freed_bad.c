// expect: unsafe use-after-free 8
// The caller knows five nodes of what is freed, and uses one.
#include "node.h"

int main(void) {
    struct node *e = push(some(NULL), 5), *d = push(some(e), 4), *c = push(some(d), 3), *b = push(some(c), 2), *a = push(some(b), 1);
    free_recursively(a);
    return e->value + 0 * (b == c) + (d == c);
}
