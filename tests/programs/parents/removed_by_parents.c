// expect: safe
// expect -DBAD_CHILD: unsafe use-after-free @up
// expect -DBAD_ROOT: unsafe null-dereference @root
// A leaf, or a node with one child, is taken out: its child takes its place below its parent.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *parent;
    struct node *left, *right;
};

static struct node *root;

static void insert(void) {
    struct node *n = calloc(1, sizeof *n), **link = &root;
    if (!n) return;
    while (*link) {
        n->parent = *link;
        link = __VERIFIER_nondet_int() ? &(*link)->left : &(*link)->right;
    }
    *link = n;
}

static struct node *find(void) {
    struct node *n = root;
    while (n && __VERIFIER_nondet_int()) n = __VERIFIER_nondet_int() ? n->left : n->right;
    return n;
}

static void take_out(struct node *n) {
    if (n->left && n->right) return;
    struct node *child = n->left ? n->left : n->right, *parent = n->parent;
#ifndef BAD_CHILD
    if (child) child->parent = parent;
#endif
#ifdef BAD_ROOT
    if (parent->left == n)  // @root
#else
    if (!parent)
        root = child;
    else if (parent->left == n)
#endif
        parent->left = child;
    else
        parent->right = child;
    free(n);
}

static int is_below(struct node *n) {
    int k = 0;
    for (; n; n = n->parent) k ^= n->left != NULL;  // @up
    return k;
}

// Leaves first: they are cut off, and then it goes up.
static void drop_all(void) {
    struct node *n = root;
    while (n) {
        if (n->left || n->right) {
            n = n->left ? n->left : n->right;
            continue;
        }
        struct node *parent = n->parent;
        if (parent && parent->left == n)
            parent->left = NULL;
        else if (parent)
            parent->right = NULL;
        free(n);
        n = parent;
    }
}

int main(void) {
    int k = 0;
    while (__VERIFIER_nondet_int()) {
        insert();
        struct node *n = find();
        if (n && __VERIFIER_nondet_int()) take_out(n);
        k ^= is_below(find());
    }
    drop_all();
    return k == 7;
}
