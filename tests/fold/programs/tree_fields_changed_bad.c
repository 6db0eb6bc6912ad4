// expect: unsafe use-after-free 44
// A node is used after it was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    char name[8];
    struct tree *right;
    int key;
    struct tree *left;
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
    struct tree *a = NULL;
    while (__VERIFIER_nondet_int()) a = insert(a);
    while (a) {
        struct tree *t = a->left;
        if (t) {
            a->left = t->right;
            t->right = a;
        } else {
            free(a);
            t = a->right;
        }
        a = t;
    }
    return 0;
}
