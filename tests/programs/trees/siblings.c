// expect: safe
// A tree of any degree: nodes hold their first child and their next sibling.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *child, *sibling;
    int size;
};

static struct node *grow(int depth) {
    struct node *n = malloc(sizeof *n);
    n->child = n->sibling = NULL;
    n->size = depth;
    while (depth > 0 && __VERIFIER_nondet_int()) {
        struct node *c = grow(depth - 1);
        c->sibling = n->child;
        n->child = c;
    }
    return n;
}

static int total(const struct node *n) {
    int sum = n->size;
    for (const struct node *c = n->child; c; c = c->sibling) sum += total(c);
    return sum;
}

static void drop(struct node *n) {
    while (n->child) {
        struct node *c = n->child;
        n->child = c->sibling;
        drop(c);
    }
    free(n);
}

int main(void) {
    struct node *root = grow(__VERIFIER_nondet_int() & 3);
    int sum = total(root);
    drop(root);
    return sum == 1;
}
