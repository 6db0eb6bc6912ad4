// expect: unsafe null-dereference 24
// Behind the last node there is none.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *prev;
    char name[8];
    struct node *next;
};

int main(void) {
    struct node *first = calloc(1, sizeof *first), *last = first;
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof *n);
        n->prev = last;
        last->next = n;
        last = n;
    }
    while (first) {
        struct node *n = first->next;
        n->prev = NULL;
        free(first);
        first = n;
    }
    return 0;
}
