// expect: safe
// property: null-dereference,use-after-free,use-out-of-scope,out-of-bounds,uninitialised-pointer,double-free,invalid-free
// The leftmost node of a binary tree that is not empty.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

int main(void) {
    struct tree *root = calloc(1, sizeof *root);
    while (__VERIFIER_nondet_int()) {
        struct tree *n = calloc(1, sizeof *n), *at = root;
        while (at->left && at->right) at = __VERIFIER_nondet_int() ? at->left : at->right;
        if (!at->left)
            at->left = n;
        else
            at->right = n;
    }
    struct tree *x = root;
    while (x->left) x = x->left;
    x->right = NULL;
    return 0;
}
