// expect: unsafe memory-leak 43
// Seeded: what was left is lost
// A search tree is mirrored, recursively.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node *new_node(int key) {
    struct node *n = malloc(sizeof *n);
    n->left = n->right = NULL;
    n->key = key;
    return n;
}

static struct node *insert(struct node *t, int key) {
    if (!t) return new_node(key);
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

static void drop(struct node *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

static void mirror(struct node *t) {
    if (!t) return;
    struct node *x = t->left;
    t->left = t->right;
    t->right = NULL;
    mirror(t->left);
    mirror(t->right);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    mirror(root);
    drop(root);
    return 0;
}
