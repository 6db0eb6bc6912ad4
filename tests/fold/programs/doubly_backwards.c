// expect: safe
// A doubly linked list is built at its front and freed from its end, by the pointers back.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = NULL;
        n->next = first;
        if (first)
            first->prev = n;
        else
            last = n;
        first = n;
    }
    while (last) {
        struct node *n = last->prev;
        free(last);
        last = n;
    }
    return 0;
}
