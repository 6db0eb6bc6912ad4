// expect: safe
// The callee removes a node through the address of a link.
#include "node.h"

static void rm(struct node **p) {
    while (*p) {
        if (__VERIFIER_nondet_int()) {
            struct node *d = *p;
            *p = d->next;
            free(d);
            return;
        }
        p = &(*p)->next;
    }
}

int main(void) {
    struct node *x = push(some(NULL), 1);
    rm(&x);
    rm(&x);
    free_all(x);
    return 0;
}
