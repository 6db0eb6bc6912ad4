// expect: safe
// The list is built from its end; all nodes hold a one except the last, which holds a zero.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

static List node(int h, List n) {
    List l = malloc(sizeof(struct node));
    l->h = h;
    l->n = n;
    return l;
}

int main(void) {
    List p = node(0, NULL);
    while (__VERIFIER_nondet_int()) p = node(1, p);
    while (p->h == 1) {
        List next = p->n;
        free(p);
        p = next;
    }
    if (p->h != 0 || p->n != NULL) reach_error();
    free(p);
    return 0;
}
