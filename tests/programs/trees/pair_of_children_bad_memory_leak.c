// expect: unsafe memory-leak 22
// Seeded: the last child is not freed
// The children of a node are an array of two.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *child[2];
};

static void insert(struct node **root, int key) {
    while (*root) root = &(*root)->child[key > (*root)->key];
    *root = calloc(1, sizeof **root);
    (*root)->key = key;
}

static void drop(struct node *t) {
    if (!t) return;
    for (int i = 0; i < 1; i++) drop(t->child[i]);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
