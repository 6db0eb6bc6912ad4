// expect: unsafe use-after-free node.h@deep
// Both arguments may be the same list, and both are freed.
#include "node.h"

static void two(struct node *a, struct node *b) {
    free_recursively(a);
    free_recursively(b);
}

int main(void) {
    struct node *x = some(NULL);
    two(x, __VERIFIER_nondet_int() ? x : NULL);
    return 0;
}
