// expect: safe
// The smallest creation program: one list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *d = malloc(sizeof(struct node));
        d->next = x;
        x = d;
    }
    while (x) {
        struct node *d = x;
        x = x->next;
        free(d);
    }
    return 0;
}
