// expect: safe
// The nodes of a search tree own a block each.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char *name;
    struct node *left, *right;
    int key;
};

static struct node *insert(struct node *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        t->name = malloc(16);
        t->name[0] = 'a';
        t->left = t->right = NULL;
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else {
        t->right = insert(t->right, key);
    }
    return t;
}

static void drop(struct node *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t->name);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
