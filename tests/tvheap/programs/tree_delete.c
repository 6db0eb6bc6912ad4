// expect: safe
// A search tree from which keys are deleted: a node with two children is replaced by the least of its right subtree.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static void insert(struct tree **root, int key) {
    struct tree **link = root;
    while (*link) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *new = malloc(sizeof *new);
    new->key = key;
    new->left = new->right = NULL;
    *link = new;
}

// Takes the least node out of a tree that is not empty.
static struct tree *take_least(struct tree **link) {
    while ((*link)->left) link = &(*link)->left;
    struct tree *least = *link;
    *link = least->right;
    return least;
}

static void delete(struct tree **root, int key) {
    struct tree **link = root;
    while (*link && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *old = *link;
    if (!old) return;
    if (!old->left) {
        *link = old->right;
    } else if (!old->right) {
        *link = old->left;
    } else {
        struct tree *least = take_least(&old->right);
        least->left = old->left;
        least->right = old->right;
        *link = least;
    }
    free(old);
}

int main(void) {
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) delete(&root, __VERIFIER_nondet_int());
    while (root) delete(&root, root->key);
    return 0;
}
