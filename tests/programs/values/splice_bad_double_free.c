// expect: unsafe double-free 17
// Seeded: the three belongs to neither part, and is freed with the even one
// An alternating list is split into its odd and its even positions; each part holds one number only.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

static void check(List l, int h) {
    while (l) {
        List next = h == 2 ? NULL : l->n;
        free(l);
        l = next;
    }
}

int main(void) {
    int flag = 1;
    List a = malloc(sizeof(struct node)), p = a, odd = NULL, even = NULL;
    while (__VERIFIER_nondet_int()) {
        p->h = flag ? 1 : 2;
        flag = !flag;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;

    flag = 1;
    for (p = a; p->h != 3;) {
        List next = p->n;
        if (flag) {
            p->n = odd;
            odd = p;
        } else {
            p->n = even;
            even = p;
        }
        flag = !flag;
        p = next;
    }
    if (even) {
        p->n = even->n;
        even->n = p;
        p->h = 2;
    }
    free(p);
    check(odd, 1);
    if (even) check(p, 2);
    check(even, 2);
    return 0;
}
