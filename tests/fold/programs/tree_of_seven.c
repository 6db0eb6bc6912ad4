// expect: safe
// A binary tree of seven nodes is built in a loop; any path from its root is followed; then it is freed by rotation.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *insert(struct tree *root) {
    struct tree *n = calloc(1, sizeof *n), *at = root;
    if (!root) return n;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            if (!at->left) {
                at->left = n;
                return root;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = n;
                return root;
            }
            at = at->right;
        }
    }
}

int main(void) {
    struct tree *a = NULL, *x;
    for (int i = 0; i < 7; i++) a = insert(a);
    for (x = a; x->left || x->right;) x = x->left ? x->left : x->right;
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
