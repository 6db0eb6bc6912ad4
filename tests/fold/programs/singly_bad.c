// expect: unsafe use-after-free 20
// A singly linked list is built at its end and freed from its front, before its link is read.
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
        free(z);
        x = x->next;
    } while (x);
    return 0;
}
