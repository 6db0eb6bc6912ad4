// SPDX-License-Identifier: MIT
// Trees whose nodes know their parents: search trees, and what AVL and red-black trees are made of.
#include <stdlib.h>

// ---- any -------------------------------------------------------------------------------------------------------------------------------

struct node {
    struct node *left, *right, *parent;
    int key;
};
struct tree {
    struct node *root;
};

// contract: requires object(t) of struct tree
// contract: requires t->root == null or tree(t->root, left, right) of struct node
// contract: ensures t->root == null or tree(t->root, left, right) of struct node
// contract: ensures result == null or tree(result, left, right) of struct node
// contract: frees nothing
struct node *tree_find(const struct tree *t, int key) {  // expect: safe
    struct node *n = t->root;
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n;
}

struct node *node_least(struct node *n) {  // expect: safe
    while (n->left) n = n->left;
    return n;
}

struct node *tree_first(const struct tree *t) {  // expect: safe
    return t->root ? node_least(t->root) : NULL;
}

// contract: requires ptree(n, left, right, parent) of struct node
// contract: ensures object(n) of struct node or ptree(n, left, right, parent) of struct node
// contract: ensures result == null or object(result) of struct node
// contract: frees nothing
struct node *node_next(struct node *n) {  // expect: safe
    if (n->right) return node_least(n->right);
    struct node *up = n->parent;
    while (up && n == up->right) {
        n = up;
        up = up->parent;
    }
    return up;
}

struct node *node_next_below(struct node *n) {  // expect: null-dereference
    while (n->parent->right == n) n = n->parent;  // fault
    return n->parent;
}

int node_depth(const struct node *n) {  // expect: safe
    int depth = 0;
    while ((n = n->parent)) depth++;
    return depth;
}

struct node *node_root(struct node *n) {  // expect: safe
    while (n->parent) n = n->parent;
    return n;
}

void tree_add(struct tree *t, struct node *n) {  // expect: safe
    struct node **at = &t->root, *parent = NULL;
    while (*at) {
        parent = *at;
        at = n->key < parent->key ? &parent->left : &parent->right;
    }
    n->left = n->right = NULL;
    n->parent = parent;
    *at = n;
}

int tree_insert(struct tree *t, int key) {  // expect: safe
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->key = key;
    tree_add(t, n);
    return 1;
}

int tree_insert_lost(struct tree *t, int key) {  // expect: unsafe memory-leak
    struct node *n = malloc(sizeof *n), *parent = t->root;
    if (!n) return 0;
    n->key = key;
    n->left = n->right = NULL;
    n->parent = parent;
    return 1;
}  // fault

void nodes_free(struct node *n) {  // expect: safe
    if (!n) return;
    nodes_free(n->left);
    nodes_free(n->right);
    free(n);
}

void tree_clear(struct tree *t) {  // expect: safe
    nodes_free(t->root);
    t->root = NULL;
}

// ---- rotations -------------------------------------------------------------------------------------------------------------------------

static void replace(struct tree *t, struct node *old, struct node *by) {
    if (!old->parent)
        t->root = by;
    else if (old->parent->left == old)
        old->parent->left = by;
    else
        old->parent->right = by;
    if (by) by->parent = old->parent;
}

void rotate_left(struct tree *t, struct node *n) {  // expect: safe
    struct node *r = n->right;
    if (!r) return;
    replace(t, n, r);
    n->right = r->left;
    if (n->right) n->right->parent = n;
    r->left = n;
    n->parent = r;
}

void rotate_right(struct tree *t, struct node *n) {  // expect: safe
    struct node *l = n->left;
    if (!l) return;
    replace(t, n, l);
    n->left = l->right;
    if (n->left) n->left->parent = n;
    l->right = n;
    n->parent = l;
}

void rotate_unasked(struct tree *t, struct node *n) {  // expect: null-dereference
    struct node *r = n->right;
    n->right = r->left;  // fault
    if (n->right) n->right->parent = n;
    replace(t, n, r);
    r->left = n;
    n->parent = r;
}

void node_remove(struct tree *t, struct node *n) {  // expect: safe
    if (!n->left) {
        replace(t, n, n->right);
    } else if (!n->right) {
        replace(t, n, n->left);
    } else {
        struct node *next = node_least(n->right);
        if (next->parent != n) {
            replace(t, next, next->right);
            next->right = n->right;
            next->right->parent = next;
        }
        replace(t, n, next);
        next->left = n->left;
        next->left->parent = next;
    }
}

void node_drop_leaf(struct tree *t, struct node *n) {  // expect: safe
    if (n->left || n->right) return;
    replace(t, n, NULL);
    free(n);
}

int node_drop_and_look(struct tree *t, struct node *n) {  // expect: unsafe use-after-free
    if (n->left || n->right) return 0;
    replace(t, n, NULL);
    free(n);
    return n->key;  // fault
}
