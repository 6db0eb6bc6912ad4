// expect: unsafe use-after-free 39
// Seeded: the cycle is not cut before it is freed
// The reversal for acyclic lists, applied to a cyclic one: it ends at the first element, with the cycle turned round.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *reverse(struct node *x) {
    struct node *y = NULL, *t;
    struct node *first = x;
    do {
        t = x->next;
        x->next = y;
        y = x;
        x = t;
    } while (x != first);
    first->next = y;
    return first;
}

int main(void) {
    struct node *x = malloc(sizeof *x);
    x->next = x;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = x->next;
        x->next = n;
    }
    struct node *second = x->next;
    assert(reverse(x) == x);
    assert(second->next == x);
    struct node *n = x->next;
    while (n) {
        struct node *t = n->next;
        free(n);
        n = t;
    }
    return 0;
}
