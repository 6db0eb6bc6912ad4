// expect: unsafe memory-leak 20
// Seeded: nothing is freed
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
    return 0;
}
