// expect: safe
// Every node of a list holds a one, and the walk finds nothing else.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef struct node {
    int h;
    struct node *n;
} *List;

int main(void) {
    List a = malloc(sizeof(struct node));
    List p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = 1;
        p->n = malloc(sizeof(struct node));
        p = p->n;
    }
    p->h = 1;
    p->n = NULL;

    for (p = a; p != NULL; p = p->n)
        if (p->h != 1) reach_error();
    while (a) {
        p = a->n;
        free(a);
        a = p;
    }
    return 0;
}
