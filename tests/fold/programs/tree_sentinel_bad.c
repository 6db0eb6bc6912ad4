// expect: unsafe invalid-free 44
// The sentinel itself is freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree leaf;

static struct tree *insert(struct tree *root) {
    struct tree *n = malloc(sizeof *n), *at = root;
    n->left = n->right = &leaf;
    if (root == &leaf) return n;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            if (at->left == &leaf) {
                at->left = n;
                return root;
            }
            at = at->left;
        } else {
            if (at->right == &leaf) {
                at->right = n;
                return root;
            }
            at = at->right;
        }
    }
}

int main(void) {
    struct tree *a = &leaf;
    while (__VERIFIER_nondet_int()) a = insert(a);
    while (a) {
        struct tree *t = a->left;
        if (t && t != &leaf) {
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
