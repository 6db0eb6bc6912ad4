// expect: unsafe null-dereference 25
// Seeded: the first node has no predecessor
// A doubly linked list is built at its end, and freed from its front.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

static struct node *alloc_node(void) {
    struct node *n = malloc(sizeof *n);
    n->next = n->prev = NULL;
    return n;
}

int main(void) {
    struct node *first = alloc_node(), *last = first;
    while (__VERIFIER_nondet_int()) {
        last->next = alloc_node();
        last->next->prev = last;
        last = last->next;
    }
    first->prev->next = first;
    do {
        struct node *n = first;
        first = first->next;
        free(n);
    } while (first);
    return 0;
}
