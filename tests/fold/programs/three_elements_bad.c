// expect: unsafe null-dereference 18
// A list of at most three elements, perhaps of none.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *x = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->next = x;
        x = n;
    }
    struct node *second = x->next;
    free(x);
    while (second) {
        x = second->next;
        free(second);
        second = x;
    }
    return 0;
}
