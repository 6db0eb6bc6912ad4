// expect: safe
// expect -DBAD_GRANDPARENT: unsafe null-dereference @grandparent
// expect -DBAD_UNCLE: unsafe null-dereference @uncle
// expect -DBAD_COLOUR: unsafe use-after-free @colour
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_FREED: unsafe use-after-free @mend
// A red-black tree with links to the parents; leaves are null.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum colour { RED, BLACK };

struct node {
    struct node *parent;
    struct node *left;
    struct node *right;
    enum colour colour;
    int key;
};

static struct node *root;

static int is_red(const struct node *n) {
    return n && n->colour == RED;
}

static void put_below(struct node *parent, struct node *old, struct node *n) {
    if (!parent)
        root = n;
    else if (parent->left == old)
        parent->left = n;
    else
        parent->right = n;
}

static void rotate_left(struct node *x) {
    struct node *y = x->right;
    if (!y) return;
    x->right = y->left;
    if (y->left) y->left->parent = x;
    y->parent = x->parent;
    put_below(x->parent, x, y);
    y->left = x;
    x->parent = y;
}

static void rotate_right(struct node *x) {
    struct node *y = x->left;
    if (!y) return;
    x->left = y->right;
    if (y->right) y->right->parent = x;
    y->parent = x->parent;
    put_below(x->parent, x, y);
    y->right = x;
    x->parent = y;
}

static void insert_fixup(struct node *n) {
    struct node *parent;
    while ((parent = n->parent) && parent->colour == RED) {
        struct node *grand = parent->parent;
#ifndef BAD_GRANDPARENT
        if (!grand) break;  // only colours guarantee that the root is black
#endif
        if (parent == grand->left) {  // @grandparent
            struct node *uncle = grand->right;
#ifdef BAD_UNCLE
            if (uncle->colour == RED) {  // @uncle
#else
            if (is_red(uncle)) {
#endif
                uncle->colour = parent->colour = BLACK;
                grand->colour = RED;
                n = grand;
                continue;
            }
            if (n == parent->right) {
                rotate_left(parent);
                struct node *swap = parent;
                parent = n;
                n = swap;
            }
            parent->colour = BLACK;
            grand->colour = RED;
            rotate_right(grand);
        } else {
            struct node *uncle = grand->left;
            if (is_red(uncle)) {
                uncle->colour = parent->colour = BLACK;
                grand->colour = RED;
                n = grand;
                continue;
            }
            if (n == parent->left) {
                rotate_right(parent);
                struct node *swap = parent;
                parent = n;
                n = swap;
            }
            parent->colour = BLACK;
            grand->colour = RED;
            rotate_left(grand);
        }
    }
#ifndef BAD_GRANDPARENT
    root->colour = BLACK;
#endif
}

static int insert(int key) {
    struct node *parent = NULL, *n = root;
    while (n) {
        parent = n;
        if (key == n->key) return 0;
        n = key < n->key ? n->left : n->right;
    }
    n = malloc(sizeof *n);
    if (!n) return 0;
    n->parent = parent;
    n->left = n->right = NULL;
    n->key = key;
    n->colour = RED;
    if (!parent)
        root = n;
    else if (key < parent->key)
        parent->left = n;
    else
        parent->right = n;
    insert_fixup(n);
    return 1;
}

static struct node *search(int key) {
    struct node *n = root;
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n;
}

// One black node too few is below parent, where n is (or nothing).
static void erase_fixup(struct node *n, struct node *parent) {
    struct node *other;
    while (n != root && !is_red(n)) {
        if (!parent) break;
        if (parent->left == n) {  // @mend
            other = parent->right;
            if (is_red(other)) {
                other->colour = BLACK;
                parent->colour = RED;
                rotate_left(parent);
                other = parent->right;
            }
            if (!other) break;  // only colours guarantee that it is there
            if (!is_red(other->left) && !is_red(other->right)) {
                other->colour = RED;
                n = parent;
                parent = n->parent;
                continue;
            }
            if (!is_red(other->right)) {
                if (other->left) other->left->colour = BLACK;
                other->colour = RED;
                rotate_right(other);
                other = parent->right;
            }
            other->colour = parent->colour;
            parent->colour = BLACK;
            if (other->right) other->right->colour = BLACK;
            rotate_left(parent);
        } else {
            other = parent->left;
            if (is_red(other)) {
                other->colour = BLACK;
                parent->colour = RED;
                rotate_right(parent);
                other = parent->left;
            }
            if (!other) break;
            if (!is_red(other->left) && !is_red(other->right)) {
                other->colour = RED;
                n = parent;
                parent = n->parent;
                continue;
            }
            if (!is_red(other->left)) {
                if (other->right) other->right->colour = BLACK;
                other->colour = RED;
                rotate_left(other);
                other = parent->left;
            }
            other->colour = parent->colour;
            parent->colour = BLACK;
            if (other->left) other->left->colour = BLACK;
            rotate_right(parent);
        }
        n = root;
        break;
    }
    if (n) n->colour = BLACK;
}

static void erase(struct node *n) {
    struct node *child, *parent;
    enum colour colour;
    if (n->left && n->right) {
        struct node *next = n->right;
        while (next->left) next = next->left;
        child = next->right;
        parent = next->parent;
        colour = next->colour;
        if (child) child->parent = parent;
        if (parent == n) {
            parent = next;
            n->right = child;
        } else {
            put_below(parent, next, child);
        }
        next->parent = n->parent;
        next->colour = n->colour;
        next->left = n->left;
        next->right = n->right;
        put_below(n->parent, n, next);
        next->left->parent = next;
        if (next->right) next->right->parent = next;
    } else {
        child = n->left ? n->left : n->right;
        parent = n->parent;
        colour = n->colour;
        if (child) child->parent = parent;
        put_below(parent, n, child);
    }
    free(n);
#ifdef BAD_COLOUR
    colour = n->colour;  // @colour
#endif
#ifdef BAD_FREED
    if (!parent) parent = n;
    if (!child && root) child = parent;
    if (colour == BLACK) erase_fixup(NULL, parent);
#else
    if (colour == BLACK) erase_fixup(child, parent);
#endif
}

static void clear(void) {
    struct node *n = root;
    while (n) {
        struct node *parent = n->parent;
        if (n->left) {
            n = n->left;
#ifndef BAD_LOST
        } else if (n->right) {
            n = n->right;
#endif
        } else {
            put_below(parent, n, NULL);
            free(n);  // @lost
            n = parent;
        }
    }
}

int main(void) {
    int command, size = 0;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        int key = __VERIFIER_nondet_int();
        if (command > 0) {
            size += insert(key);
        } else {
            struct node *n = search(key);
            if (n) {
                erase(n);
                size--;
            }
        }
    }
    clear();
    return size < 0;
}
