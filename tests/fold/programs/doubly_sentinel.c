// expect: safe
// A doubly linked ring around a sentinel on the stack.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node ring = {&ring, &ring};
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = &ring;
        n->next = ring.next;
        ring.next->prev = n;
        ring.next = n;
    }
    while (ring.next != &ring) {
        struct node *n = ring.next;
        n->prev->next = n->next;
        n->next->prev = n->prev;
        free(n);
    }
    return 0;
}
