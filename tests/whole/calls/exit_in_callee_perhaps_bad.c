// expect: unsafe null-dereference 17
// Some calls return.
#include "node.h"

static void rec(struct node *n) {
    if (!n) {
        if (__VERIFIER_nondet_int()) exit(0);
        return;
    }
    rec(n->next);
}

int main(void) {
    struct node *x = some(NULL);
    rec(x);
    free_all(x);
    *(int *)0 = 1;
    return 0;
}
