// expect: unsafe use-after-free 8
// The callee frees a node that the caller knows.
#include "node.h"

int main(void) {
    struct node *y = push(some(NULL), 1), *x = push(y, 2);
    free_recursively(x);
    return y->value;
}
