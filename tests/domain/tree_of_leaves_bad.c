// expect: unsafe use-after-free @again
// A tree that grows at its leaves, and is freed from its leaves up; the link to a leaf stays.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *leaf(void) {
    struct tree *t = malloc(sizeof *t);
    t->left = t->right = NULL;
    return t;
}

int main(void) {
    struct tree *root = leaf();
    while (__VERIFIER_nondet_int()) {
        struct tree *t = root;
        while (t->left && t->right)
            t = __VERIFIER_nondet_int() ? t->left : t->right;
        if (t->left)
            t->right = leaf();
        else
            t->left = leaf();
    }
    while (root->left || root->right) {
        struct tree **at = &root;
        while ((*at)->left || (*at)->right)  // @again
            at = (*at)->left ? &(*at)->left : &(*at)->right;
        free(*at);
    }
    free(root);
    return 0;
}
