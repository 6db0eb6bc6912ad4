// expect: unsafe memory-leak 38
// Lindstrom's scanning of a tree without stack and without marks (after Deutsch, Schorr and Waite): pointers are turned on the way and turned back; then the tree is freed
// by rotation.  Here the way back is not kept.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *grow(struct tree *root) {
    struct tree *new = calloc(1, sizeof *new), *at = root;
    if (!root) return new;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            if (!at->left) {
                at->left = new;
                return root;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = new;
                return root;
            }
            at = at->right;
        }
    }
}

static void scan(struct tree *root, struct tree *end) {
    struct tree *before = end, *at = root;
    while (at != end) {
        struct tree *next = at->left;
        at->left = at->right;
        at->right = NULL;
        before = at;
        at = next;
        if (!at) {
            at = before;
            before = NULL;
        }
    }
}

int main(void) {
    struct tree *root = NULL, end = {NULL, NULL};
    while (__VERIFIER_nondet_int()) root = grow(root);
    if (root) scan(root, &end);
    while (root) {
        struct tree *t = root->left;
        if (t) {
            root->left = t->right;
            t->right = root;
        } else {
            t = root->right;
            free(root);
        }
        root = t;
    }
    return 0;
}
