// expect: safe
// expect -DBAD_KEPT: unsafe use-after-free @kept
// expect -DBAD_NULL: unsafe null-dereference @null
// A splay tree's way up: the node that was put in is rotated above its parents, as often as the input says.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right, *parent;
};

static struct node *root;

static void replace(struct node *parent, struct node *old, struct node *n) {
    if (n) n->parent = parent;
    if (!parent)
        root = n;
    else if (parent->left == old)
        parent->left = n;
    else
        parent->right = n;
}

// x is a child of its parent; now it is the other way round.
static void rotate(struct node *x) {
    struct node *y = x->parent, *inner;
#ifndef BAD_NULL
    if (!y) return;
#endif
    replace(y->parent, y, x);  // @null
    if (y->left == x) {
        inner = x->right;
        x->right = y;
        y->left = inner;
    } else {
        inner = x->left;
        x->left = y;
        y->right = inner;
    }
    if (inner) inner->parent = y;
    y->parent = x;
}

static struct node *insert(void) {
    struct node *parent = NULL, **link = &root, *n = malloc(sizeof *n);
    if (!n) return NULL;
    while (*link) {
        parent = *link;
        link = __VERIFIER_nondet_int() ? &parent->left : &parent->right;
    }
    n->left = n->right = NULL;
    n->parent = parent;
    *link = n;
    return n;
}

static void drop_all(void) {
    struct node *n = root;
    while (n) {
        struct node *child = n->left ? n->left : n->right, *parent = n->parent;  // @kept
        if (!child) {
#ifndef BAD_KEPT
            replace(parent, n, NULL);
#endif
            free(n);
        }
        n = child ? child : parent;
    }
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *n = insert();
        while (n && __VERIFIER_nondet_int()) rotate(n);
    }
    drop_all();
    return 0;
}
