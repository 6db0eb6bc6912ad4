// expect: unsafe null-dereference 21
// A doubly linked list is built at its end and freed from its front: the last element has no next one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *first = calloc(1, sizeof *first), *last = first;
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof *n);
        n->prev = last;
        last->next = n;
        last = n;
    }
    while (first) {
        struct node *n = first->next;
        n->prev = NULL;
        free(first);
        first = n;
    }
    return 0;
}
