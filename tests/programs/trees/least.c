// expect: safe
// The least key of a search tree, by a loop.
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

static int least(const struct node *t) {
    while (t->left) t = t->left;
    return t->key;
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    int k = root ? least(root) : 0;
    if (k == 5) k = 6;
    drop(root);
    return 0;
}
