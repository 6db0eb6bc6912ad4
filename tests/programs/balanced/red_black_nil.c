// expect: safe
// expect -DBAD_NULL: unsafe null-dereference @null
// expect -DBAD_PARENT: unsafe uninitialised-pointer @parent
// expect -DBAD_NIL: unsafe invalid-free @free
// expect -DBAD_FREED: unsafe use-after-free @freed
// expect -DBAD_LOST: unsafe memory-leak @lost
// A red-black tree with a sentinel: all leaves, and the parent of the root, are one black node, whose parent is written to when a leaf is put into a place.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum colour { RED, BLACK };

struct node {
    enum colour colour;
    int key;
    struct node *left, *right, *parent;
};

struct tree {
    struct node *root;
    struct node *nil;
};

static void left_rotate(struct tree *t, struct node *x) {
    struct node *y = x->right;
    if (y == t->nil) return;
    x->right = y->left;
    if (y->left != t->nil) y->left->parent = x;
    y->parent = x->parent;
    if (x->parent == t->nil)
        t->root = y;
    else if (x == x->parent->left)
        x->parent->left = y;
    else
        x->parent->right = y;
    y->left = x;
    x->parent = y;
}

static void right_rotate(struct tree *t, struct node *x) {
    struct node *y = x->left;
    if (y == t->nil) return;
    x->left = y->right;
    if (y->right != t->nil) y->right->parent = x;
    y->parent = x->parent;
    if (x->parent == t->nil)
        t->root = y;
    else if (x == x->parent->right)
        x->parent->right = y;
    else
        x->parent->left = y;
    y->right = x;
    x->parent = y;
}

static void insert_fixup(struct tree *t, struct node *z) {
    while (z->parent->colour == RED) {  // @parent
        struct node *grand = z->parent->parent, *y;
        if (grand == t->nil) break;  // only colours guarantee that there is one
        if (z->parent == grand->left) {
            y = grand->right;
            if (y->colour == RED) {
                z->parent->colour = BLACK;
                y->colour = BLACK;
                grand->colour = RED;
                z = grand;
            } else {
                if (z == z->parent->right) {
                    z = z->parent;
                    left_rotate(t, z);
                }
                z->parent->colour = BLACK;
                grand->colour = RED;
                right_rotate(t, grand);
            }
        } else {
            y = grand->left;
            if (y->colour == RED) {
                z->parent->colour = BLACK;
                y->colour = BLACK;
                grand->colour = RED;
                z = grand;
            } else {
                if (z == z->parent->left) {
                    z = z->parent;
                    right_rotate(t, z);
                }
                z->parent->colour = BLACK;
                grand->colour = RED;
                left_rotate(t, grand);
            }
        }
    }
    t->root->colour = BLACK;
}

static void insert(struct tree *t, int key) {
    struct node *y = t->nil, *x = t->root;
    while (x != t->nil) {
        y = x;
        if (key == x->key) return;
        x = key < x->key ? x->left : x->right;
    }
    struct node *z = malloc(sizeof *z);
    if (!z) return;
    z->key = key;
#ifndef BAD_PARENT
    z->parent = y;
#endif
    if (y == t->nil)
        t->root = z;
    else if (key < y->key)
        y->left = z;
    else
        y->right = z;
#ifdef BAD_NULL
    z->left = z->right = NULL;
#else
    z->left = z->right = t->nil;
#endif
    z->colour = RED;
    insert_fixup(t, z);
}

// v takes the place of u; it may be nil.
static void transplant(struct tree *t, struct node *u, struct node *v) {
    if (u->parent == t->nil)
        t->root = v;
    else if (u == u->parent->left)
        u->parent->left = v;
    else
        u->parent->right = v;
    v->parent = u->parent;
}

static void delete_fixup(struct tree *t, struct node *x) {
    while (x != t->root && x->colour == BLACK) {
        struct node *p = x->parent, *w;
        if (p == t->nil) break;
        if (x == p->left) {
            w = p->right;
            if (w->colour == RED) {
                w->colour = BLACK;
                p->colour = RED;
                left_rotate(t, p);
                w = p->right;
            }
            if (w == t->nil) break;
            if (w->left->colour == BLACK && w->right->colour == BLACK) {
                w->colour = RED;
                x = p;
            } else {
                if (w->right->colour == BLACK) {
                    w->left->colour = BLACK;
                    w->colour = RED;
                    right_rotate(t, w);
                    w = p->right;
                }
                w->colour = p->colour;
                p->colour = BLACK;
                w->right->colour = BLACK;
                left_rotate(t, p);
                x = t->root;
            }
        } else {
            w = p->left;
            if (w->colour == RED) {
                w->colour = BLACK;
                p->colour = RED;
                right_rotate(t, p);
                w = p->left;
            }
            if (w == t->nil) break;
            if (w->right->colour == BLACK && w->left->colour == BLACK) {
                w->colour = RED;
                x = p;
            } else {
                if (w->left->colour == BLACK) {
                    w->right->colour = BLACK;
                    w->colour = RED;
                    left_rotate(t, w);
                    w = p->left;
                }
                w->colour = p->colour;
                p->colour = BLACK;
                w->left->colour = BLACK;
                right_rotate(t, p);
                x = t->root;
            }
        }
    }
    x->colour = BLACK;
}

static struct node *minimum(struct tree *t, struct node *x) {
    while (x->left != t->nil) x = x->left;
    return x;
}

static void delete(struct tree *t, struct node *z) {
    struct node *x, *y = z;
    enum colour was = y->colour;
    if (z->left == t->nil) {
        x = z->right;
        transplant(t, z, z->right);
    } else if (z->right == t->nil) {
        x = z->left;
        transplant(t, z, z->left);
    } else {
        y = minimum(t, z->right);
        was = y->colour;
        x = y->right;
        if (y->parent == z) {
            x->parent = y;
        } else {
            transplant(t, y, y->right);
            y->right = z->right;
            y->right->parent = y;
        }
        transplant(t, z, y);
        y->left = z->left;
        y->left->parent = y;
        y->colour = z->colour;
    }
    free(z);
#ifdef BAD_FREED
    if (z->colour == BLACK) was = BLACK;  // @freed
#endif
    if (was == BLACK) delete_fixup(t, x);
}

static struct node *search(struct tree *t, int key) {
    struct node *x = t->root;
    while (x != t->nil && key != x->key) x = key < x->key ? x->left : x->right;
    return x;
}

static void destroy(struct tree *t, struct node *x) {
    if (x == t->nil) return;
    destroy(t, x->left);  // @null
#ifndef BAD_LOST
    destroy(t, x->right);
#endif
    free(x);  // @lost
}

int main(void) {
    static struct node sentinel;
    struct tree t = {&sentinel, &sentinel};
    sentinel.colour = BLACK;
    sentinel.left = sentinel.right = sentinel.parent = &sentinel;
    for (;;) {
        int command = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
        if (!command) break;
        if (command > 0) {
            insert(&t, key);
        } else {
            struct node *z = search(&t, key);
            if (z != t.nil) delete(&t, z);
        }
    }
    destroy(&t, t.root);
#ifdef BAD_NIL
    free(t.nil);  // @free
#endif
    return 0;
}
