// expect: unsafe use-after-free 22
// A node is used after it was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    char name[12];
    struct node *next;
};

int main(void) {
    struct node *x = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = x;
        x = n;
    }
    while (x) {
        free(x);
        struct node *n = x->next;
        x = n;
    }
    return 0;
}
