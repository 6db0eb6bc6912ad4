// expect: unsafe use-after-free 38
// A binary tree with pointers to the parents is built by insertion and freed leaf by leaf; a right one stays known to its parent.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right, *parent;
};

static struct tree *insert(struct tree *root) {
    struct tree *n = calloc(1, sizeof *n), *at = root;
    if (!root) return n;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            if (!at->left) {
                at->left = n;
                n->parent = at;
                return root;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = n;
                n->parent = at;
                return root;
            }
            at = at->right;
        }
    }
}

int main(void) {
    struct tree *a = NULL;
    while (__VERIFIER_nondet_int()) a = insert(a);
    while (a) {
        struct tree *x = a, *parent;
        while (x->left || x->right) x = x->left ? x->left : x->right;
        parent = x->parent;
        if (!parent)
            a = NULL;
        else if (parent->left == x)
            parent->left = NULL;
        free(x);
    }
    return 0;
}
