// SPDX-License-Identifier: MIT
// Nodes, lists of any length, and two ways to free them.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *n, int value) {
    struct node *x = malloc(sizeof *x);
    x->next = n;
    x->value = value;
    return x;
}

static struct node *some(struct node *n) {
    while (__VERIFIER_nondet_int()) n = push(n, 0);
    return n;
}

static void free_all(struct node *n) {
    while (n) {
        struct node *m = n->next;  // @next
        free(n);
        n = m;
    }
}

static void free_recursively(struct node *n) {
    if (n) {
        free_recursively(n->next);  // @deep
        free(n);
    }
}
