// expect: unsafe memory-leak 34
// Seeded: what is right of the left child is lost
// A search tree is freed without recursion or stack: right rotations make a list of it on the way.
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
    while (t) {
        if (t->left) {
            struct node *l = t->left;
            t->left = NULL;
            l->right = t;
            t = l;
        } else {
            struct node *r = t->right;
            free(t);
            t = r;
        }
    }
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
