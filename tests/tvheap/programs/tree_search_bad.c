// expect: unsafe memory-leak 52
// A search tree: insertion, search, and freeing by taking out the least key, whose right subtree is lost.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *root, int key) {
    struct tree *new = malloc(sizeof *new);
    new->key = key;
    new->left = new->right = NULL;
    if (!root) return new;
    struct tree *at = root;
    while (at) {
        if (key < at->key) {
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
    return root;
}

static int contains(const struct tree *at, int key) {
    while (at && at->key != key) at = key < at->key ? at->left : at->right;
    return at != NULL;
}

// The least key of a tree that is not empty is taken out.
static struct tree *take_least(struct tree *root) {
    struct tree *above = NULL, *at = root;
    while (at->left) {
        above = at;
        at = at->left;
    }
    if (above)
        above->left = NULL;
    else
        root = at->right;
    free(at);
    return root;
}

int main(void) {
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    int found = contains(root, __VERIFIER_nondet_int());
    while (root) root = take_least(root);
    return found;
}
