// expect: safe
// expect -DBAD_LEAF: unsafe null-dereference @leaf
// expect -DBAD_TWICE: unsafe use-after-free @update
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_KEPT: unsafe use-after-free @insert
// expect -DBAD_HEIGHT: unsafe uninitialised-value @greater
// An AVL tree, by recursion: each node keeps the height of the tree below it.  Keys are put in and taken out in any order.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    int height;
    struct node *left;
    struct node *right;
};

static int height(const struct node *n) {
    return n ? n->height : 0;
}

static void update(struct node *n) {
    int l = height(n->left), r = height(n->right);  // @update
    n->height = (l > r ? l : r) + 1;  // @greater
}

static int balance(const struct node *n) {
    return n ? height(n->left) - height(n->right) : 0;
}

static struct node *make(int key) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = key;
#ifndef BAD_HEIGHT
    n->height = 1;
#endif
    n->left = n->right = NULL;
    return n;
}

// The left child becomes the root.
static struct node *rotate_right(struct node *y) {
    struct node *x = y->left;
#ifndef BAD_LEAF
    if (!x) return y;  // only heights guarantee that it is there
#endif
    y->left = x->right;  // @leaf
    x->right = y;
    update(y);
    update(x);
    return x;
}

static struct node *rotate_left(struct node *x) {
    struct node *y = x->right;
    if (!y) return x;
    x->right = y->left;
    y->left = x;
    update(x);
    update(y);
    return y;
}

static struct node *rebalance(struct node *n) {
    update(n);
    int b = balance(n);
#ifdef BAD_LEAF
    if (b > 0) {
#else
    if (b > 1) {
#endif
        if (balance(n->left) < 0) n->left = rotate_left(n->left);
#ifdef BAD_LEAF
        n->left = rotate_right(n->left);
#endif
        return rotate_right(n);
    }
    if (b < -1) {
        if (balance(n->right) > 0) n->right = rotate_right(n->right);
        return rotate_left(n);
    }
    return n;
}

static struct node *insert(struct node *n, int key) {
    if (!n) return make(key);
    if (key < n->key)  // @insert
        n->left = insert(n->left, key);
    else if (key > n->key)
        n->right = insert(n->right, key);
    else
        return n;
    return rebalance(n);
}

static const struct node *least(const struct node *n) {
    while (n->left) n = n->left;
    return n;
}

static struct node *delete(struct node *n, int key) {
    if (!n) return NULL;
    if (key < n->key) {
        n->left = delete(n->left, key);
    } else if (key > n->key) {
        n->right = delete(n->right, key);
    } else if (!n->left || !n->right) {
        struct node *child = n->left ? n->left : n->right;
        free(n);
#ifdef BAD_KEPT
        return child ? child : n;
#elif defined BAD_TWICE
        if (child) update(n);
        return child;
#else
        return child;
#endif
    } else {
        n->key = least(n->right)->key;
        n->right = delete(n->right, n->key);
    }
    return rebalance(n);
}

static int contains(const struct node *n, int key) {
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n != NULL;
}

static int count(const struct node *n) {
    return n ? count(n->left) + 1 + count(n->right) : 0;
}

static void destroy(struct node *n) {
    if (!n) return;
    destroy(n->left);
#ifndef BAD_LOST
    destroy(n->right);
#endif
    free(n);  // @lost
}

int main(void) {
    struct node *root = NULL;
    int met = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 0) break;
        int key = __VERIFIER_nondet_int();
        if (command == 1)
            root = insert(root, key);
        else if (command == 2)
            root = delete(root, key);
        else
            met += contains(root, key);
    }
    int n = count(root);
    destroy(root);
    return met > n;
}
