// expect: safe
// First ones, then twos, then a three: the walk finds them in this order.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

static List next_of(List p, int h) {
    p->h = h;
    p->n = malloc(sizeof(struct node));
    return p->n;
}

int main(void) {
    List a = malloc(sizeof(struct node)), p = a;
    while (__VERIFIER_nondet_int()) p = next_of(p, 1);
    while (__VERIFIER_nondet_int()) p = next_of(p, 2);
    p->h = 3;
    p->n = NULL;

    p = a;
    while (p->h == 1) p = p->n;
    while (p->h == 2) p = p->n;
    assert(p->h == 3);
    assert(p->n == NULL);
    while (a) {
        p = a->n;
        free(a);
        a = p;
    }
    return 0;
}
