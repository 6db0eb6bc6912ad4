// expect: safe
// A search tree, built and freed by recursive functions.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *left, *right; int key; };
static struct node *insert(struct node *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        t->left = t->right = NULL;
        t->key = key;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}

static void drop(struct node *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
