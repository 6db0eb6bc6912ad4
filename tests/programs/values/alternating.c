// expect: safe
// Ones and twos alternate, a three ends the list.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

int main(void) {
    int flag = 1;
    List a = malloc(sizeof(struct node)), p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = flag ? 1 : 2;
        flag = !flag;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;

    flag = 1;
    for (p = a; p->h != 3; p = p->n) {
        assert(p->h == (flag ? 1 : 2));
        flag = !flag;
    }
    assert(p->n == NULL);
    while (a) {
        p = a->n;
        free(a);
        a = p;
    }
    return 0;
}
