// expect: unsafe double-free 42
// Seeded: the segment includes the node it ends at
// A part of a cyclic list, chosen by chance, is taken out and freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *ring(void) {
    struct node *x = malloc(sizeof *x);
    x->next = x;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = x->next;
        x->next = n;
    }
    return x;
}

// What lies between from and to, both excluded, goes.
static void remove_segment(struct node *from, struct node *to) {
    struct node *n = from->next;
    from->next = to;
    while (n != to) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    if (from == to) free(n);
}

int main(void) {
    struct node *x = ring();
    struct node *from = x, *to;
    while (from->next != x && __VERIFIER_nondet_int()) from = from->next;
    to = from->next;
    while (to != x && __VERIFIER_nondet_int()) to = to->next;
    remove_segment(x, x);
    free(x);
    return 0;
}
