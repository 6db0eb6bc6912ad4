// expect: safe
// expect -DBAD_PARENT: unsafe null-dereference @parent
// expect -DBAD_LEAK: unsafe memory-leak @leak
// A search tree whose root sits in a structure: nodes are put below leaves, and know their parents; freed by recursion.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right, *parent;
    int key;
};
struct tree {
    struct node *root;
};

static void insert(struct tree *t, int key) {
    struct node *parent = NULL, **link = &t->root;
    while (*link) {
        parent = *link;
        link = key < parent->key ? &parent->left : &parent->right;
    }
    struct node *n = malloc(sizeof *n);
    if (!n) return;
    n->left = n->right = NULL;
    n->key = key;
#ifdef BAD_PARENT
    n->parent = NULL;
#else
    n->parent = parent;
#endif
    *link = n;
}

// How deep it is below a root that may be found by parents.
static int depth_of_least(const struct tree *t) {
    int depth = 0;
    const struct node *n = t->root;
    if (!n) return 0;
    while (n->left) n = n->left;
    while (n != t->root) {
        n = n->parent;
        depth += n->key > 0;  // @parent
    }
    return depth;
}

static void drop(struct node *n) {
    if (!n) return;
    drop(n->left);
#ifndef BAD_LEAK
    drop(n->right);
#endif
    free(n);  // @leak
}

int main(void) {
    struct tree t = {NULL};
    while (__VERIFIER_nondet_int()) insert(&t, __VERIFIER_nondet_int());
    int depth = depth_of_least(&t);
    drop(t.root);
    return depth < 0;
}
