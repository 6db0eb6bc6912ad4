// expect: safe
// expect -DBAD: unsafe uninitialised-value @read
// SPDX-License-Identifier: MIT
// Nodes own blocks of two sizes: some are cleared, others given a number; the bad ones are not given anything.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *data;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        if (__VERIFIER_nondet_int()) {
            x->data = malloc(sizeof(int));
#ifndef BAD
            *x->data = 1;
#endif
        } else {
            x->data = calloc(2, sizeof(int));
        }
        x->next = list;
        list = x;
    }
    int n = 0;
    for (struct node *p = list; p; p = p->next)
        if (*p->data) n++;  // @read
    while (list) {
        struct node *x = list;
        list = x->next;
        free(x->data);
        free(x);
    }
    return n > 0;
}
