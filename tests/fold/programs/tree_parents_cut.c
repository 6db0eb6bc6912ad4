// expect: safe
// A binary tree with pointers to the parents is built by insertion; children are cut off on the way down, and the way back is by those pointers.
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
        if (a->left) {
            struct tree *t = a->left;
            a->left = NULL;
            a = t;
        } else if (a->right) {
            struct tree *t = a->right;
            a->right = NULL;
            a = t;
        } else {
            struct tree *t = a->parent;
            free(a);
            a = t;
        }
    }
    return 0;
}
