// expect: unsafe use-after-free 50
// Seeded: the node is used after it was freed
// Nodes of a search tree are found and taken out in loops; one with two children takes the key of the next.
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

static void erase(struct node **root, int key) {
    struct node **at = root;
    while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct node *t = *at;
    if (!t) return;
    if (t->left && t->right) {
        struct node **least = &t->right;
        while ((*least)->left) least = &(*least)->left;
        struct node *next = *least;
        t->key = next->key;
        *least = next->right;
        free(next);
    } else {
        free(t);
        *at = t->left ? t->left : t->right;
    }
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) erase(&root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
