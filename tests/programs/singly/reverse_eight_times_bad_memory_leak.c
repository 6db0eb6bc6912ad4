// expect: unsafe memory-leak 20
// Seeded: the result is stored only if the list had one element
// Eight reversals one after the other: the states must not multiply.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void reverse(struct node **list) {
    struct node *done = NULL, *rest;
    for (struct node *at = *list; at; at = rest) {
        rest = at->next;
        at->next = done;
        done = at;
    }
    if (done == *list) *list = done;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    reverse(&list);
    reverse(&list);
    reverse(&list);
    reverse(&list);
    reverse(&list);
    reverse(&list);
    reverse(&list);
    reverse(&list);
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
