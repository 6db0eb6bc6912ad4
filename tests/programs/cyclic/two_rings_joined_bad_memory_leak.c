// expect: unsafe memory-leak 50
// Seeded: the second ring is forgotten after it was separated
// Two rings become one by exchanging two links, and two again by exchanging them back.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *ring(void) {
    struct node *r = malloc(sizeof *r);
    r->next = r;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = r->next;
        r->next = n;
    }
    return r;
}

static void exchange(struct node *a, struct node *b) {
    struct node *t = a->next;
    a->next = b->next;
    b->next = t;
}

static void destroy(struct node *r) {
    struct node *n = r->next;
    while (n != r) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(r);
}

int main(void) {
    struct node *a = ring(), *b = ring();
    exchange(a, b);
    if (__VERIFIER_nondet_int()) {
        exchange(a, b);
    } else {
        assert(a != b);
    }
    destroy(a);
    return 0;
}
