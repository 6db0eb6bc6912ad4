// expect: safe
// A singly linked list is built at its end and freed from its front.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *x = calloc(1, sizeof *x), *y = x;
    while (__VERIFIER_nondet_int()) {
        y->next = calloc(1, sizeof *y);
        y = y->next;
    }
    do {
        struct node *z = x;
        x = x->next;
        free(z);
    } while (x);
    return 0;
}
