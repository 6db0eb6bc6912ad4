// expect: unsafe use-after-free 31
// Seeded: the copy shares what is right of the key 4
// A search tree is copied, recursively; both are freed.
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

static struct node *copy(const struct node *t) {
    if (!t) return NULL;
    struct node *n = new_node(t->key);
    n->left = copy(t->left);
    n->right = t->key == 4 ? t->right : copy(t->right);
    return n;
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    struct node *other = copy(root);
    drop(other);
    drop(root);
    return 0;
}
