// expect: safe
// The same on graphs: two nodes below a path of any length share a child, which one of them gives up before.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *new_node(struct tree *left, struct tree *right) {
    struct tree *n = calloc(1, sizeof *n);
    n->left = left;
    n->right = right;
    return n;
}

static struct tree *diamond(void) {
    struct tree *shared = new_node(NULL, NULL);
    return new_node(new_node(shared, NULL), new_node(shared, NULL));
}

int main(void) {
    struct tree *a = diamond();
    a->right->left = NULL;
    while (__VERIFIER_nondet_int()) a = new_node(a, NULL);
    while (a) {
        struct tree *t = a->left;
        if (t) {
            a->left = t->right;
            t->right = a;
        } else {
            t = a->right;
            free(a);
        }
        a = t;
    }
    return 0;
}
