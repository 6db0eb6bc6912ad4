// expect: unsafe use-after-free node.h@deep
// Two lists with a common tail are freed by recursion.
#include "node.h"

int main(void) {
    struct node *t = some(NULL), *a = push(some(t), 1), *b = push(some(t), 2);
    free_recursively(a);
    free_recursively(b);
    return 0;
}
