// expect: unsafe memory-leak 35
// Seeded: the part is taken out and forgotten
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
    from->next = to;
    (void)to;
}

int main(void) {
    struct node *x = ring();
    struct node *from = x, *to;
    while (from->next != x && __VERIFIER_nondet_int()) from = from->next;
    to = from->next;
    while (to != x && __VERIFIER_nondet_int()) to = to->next;
    if (to == x) from->next = to = x;
    while (x->next != x) {
        to = x->next;
        x->next = to->next;
        free(to);
    }
    free(x);
    return 0;
}
