// expect: unsafe use-after-free 20
// The callee removes a node through the address of a link; the caller knew it.
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
    struct node *x = push(some(NULL), 1), *o = x;
    rm(&x);
    int v = o->value;
    free_all(x);
    return v;
}
