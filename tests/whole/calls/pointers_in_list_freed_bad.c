// expect: unsafe use-after-free 27
// The callee frees a node that all nodes of a list of the caller point to.
#include "node.h"

struct box {
    struct node *n;
    struct box *next;
};

static struct box *bs(struct node *x) {
    struct box *l = NULL;
    while (__VERIFIER_nondet_int()) {
        struct box *b = malloc(sizeof *b);
        b->n = x;
        b->next = l;
        l = b;
    }
    return l;
}

int main(void) {
    struct node *x = push(some(NULL), 1);
    struct box *l = bs(x);
    free_recursively(x);
    while (l) {
        struct box *m = l->next;
        l->n->value = 3;
        free(l);
        l = m;
    }
    return 0;
}
