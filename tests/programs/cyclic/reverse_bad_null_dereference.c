// expect: unsafe null-dereference 38
// Seeded: the reversed cycle is left open
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
    return y;
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
    x = reverse(x);
    assert(second != NULL);
    struct node *n = x->next;
    while (n != x) {
        struct node *t = n->next;
        free(n);
        n = t;
    }
    free(x);
    return 0;
}
