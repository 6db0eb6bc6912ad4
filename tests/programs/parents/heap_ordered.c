// expect: safe
// expect -DBAD_TOP: unsafe null-dereference @top
// expect -DBAD_FREE: unsafe double-free @free
// A heap of nodes: the value of a new leaf is moved up along its parents; the greatest is taken away at the root, where a leaf's value goes.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *up, *child[2];
};
struct heap {
    struct node *top;
    unsigned n;
};

static void push(struct heap *h, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) return;
    n->value = value;
    n->up = n->child[0] = n->child[1] = NULL;
    struct node *at = h->top;
    if (!at) {
        h->top = n;
        return;
    }
    int side = __VERIFIER_nondet_int() & 1;
    while (at->child[0] && at->child[1]) at = at->child[__VERIFIER_nondet_int() ? 1 : 0];
    side = at->child[0] != NULL;
    if (side)
        at->child[1] = n;
    else
        at->child[0] = n;
    n->up = at;
#ifdef BAD_TOP
    for (; n->value > n->up->value; n = n->up) {  // @top
#else
    for (; n->up && n->value > n->up->value; n = n->up) {
#endif
        int v = n->value;
        n->value = n->up->value;
        n->up->value = v;
    }
}

static int pop(struct heap *h) {
    struct node *n = h->top;
    int greatest = n->value;
    while (n->child[0] || n->child[1]) n = n->child[0] ? n->child[0] : n->child[1];
    h->top->value = n->value;
    if (!n->up)
        h->top = NULL;
    else if (n->up->child[0] == n)
        n->up->child[0] = NULL;
    else
        n->up->child[1] = NULL;
    free(n);
#ifdef BAD_FREE
    if (!h->top) free(n);  // @free
#endif
    return greatest;
}

int main(void) {
    struct heap h = {NULL, 0};
    while (__VERIFIER_nondet_int()) {
        push(&h, __VERIFIER_nondet_int());
        if (h.top && __VERIFIER_nondet_int()) pop(&h);
    }
    while (h.top) pop(&h);
    return 0;
}
