// expect: safe
// A search tree is built and searched in loops, and freed by a recursive function.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *left, *right; int key; };
static void insert(struct node **root, int key) {
    struct node **at = root;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
}

static int has(const struct node *t, int key) {
    while (t && t->key != key) t = key < t->key ? t->left : t->right;
    return t != NULL;
}

static void drop(struct node *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
    int found = has(root, 5);
    drop(root);
    return found;
}
