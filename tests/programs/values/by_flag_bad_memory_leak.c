// expect: unsafe memory-leak 37
// Seeded: with the flag set the first node is not freed
// A flag decides whether the list begins with ones or with twos; it ends with a three.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

int main(void) {
    int flag = __VERIFIER_nondet_int();
    List a = malloc(sizeof(struct node)), p = a;
    while (__VERIFIER_nondet_int()) {
        if (flag)
            p->h = 1;
        else
            p->h = 2;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;

    p = a;
    if (flag)
        while (p->h == 1) p = p->n;
    else
        while (p->h == 2) p = p->n;
    assert(p->h == 3);
    while (a) {
        p = a->n;
        if (!flag || a->h == 3) free(a);
        a = p;
    }
    return 0;
}
