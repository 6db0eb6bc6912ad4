// expect: unsafe use-after-free 25
// The first node is asked for the one before it after it was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = NULL;
        n->next = first;
        if (first)
            first->prev = n;
        else
            last = n;
        first = n;
    }
    while (last) {
        free(last);
        struct node *n = last->prev;
        last = n;
    }
    return 0;
}
