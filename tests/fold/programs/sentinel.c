// expect: safe
// A list that ends in a sentinel instead of null.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node sentinel;

int main(void) {
    struct node *x = &sentinel;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = x;
        x = n;
    }
    while (x != &sentinel) {
        struct node *n = x->next;
        free(x);
        x = n;
    }
    return 0;
}
