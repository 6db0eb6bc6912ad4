// expect: safe
// expect -DBAD_ROOT: unsafe null-dereference @root
// expect -DBAD_INNER: unsafe null-dereference @inner
// expect -DBAD_STALE: unsafe use-after-free @insert
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_TWICE: unsafe double-free @twice
// A splay tree from the bottom up: what is looked for is rotated above its parents until it is the root.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right, *parent;
    int key;
};

struct tree {
    struct node *root;
};

// x is a child; it takes the place of its parent.
static void rotate(struct tree *t, struct node *x) {
    struct node *p = x->parent, *inner;
    if (p->left == x) {
        inner = x->right;
        x->right = p;
        p->left = inner;
    } else {
        inner = x->left;
        x->left = p;
        p->right = inner;
    }
#ifdef BAD_INNER
    inner->parent = p;  // @inner
#else
    if (inner) inner->parent = p;
#endif
    x->parent = p->parent;
    p->parent = x;
    if (!x->parent)
        t->root = x;
    else if (x->parent->left == p)
        x->parent->left = x;
    else
        x->parent->right = x;
}

static void splay(struct tree *t, struct node *x) {
    while (x->parent) {
        struct node *p = x->parent, *g = p->parent;
        if (!g) {
            rotate(t, x);
        } else if ((g->left == p) == (p->left == x)) {
            rotate(t, p);
            rotate(t, x);
        } else {
            rotate(t, x);
            rotate(t, x);
        }
    }
}

static struct node *find(struct tree *t, int key) {
    struct node *n = t->root, *above = NULL;
    while (n && n->key != key) {
        above = n;
        n = key < n->key ? n->left : n->right;
    }
    if (n)
        splay(t, n);
    else if (above)
        splay(t, above);
    return n;
}

static int insert(struct tree *t, int key) {
    struct node *above = NULL, *n = t->root;
    while (n) {
        above = n;
        if (n->key == key) {  // @insert
            splay(t, n);
            return 0;
        }
        n = key < n->key ? n->left : n->right;
    }
    n = malloc(sizeof *n);
    if (!n) return 0;
    n->key = key;
    n->left = n->right = NULL;
    n->parent = above;
#ifdef BAD_ROOT
    if (key < above->key)  // @root
#else
    if (!above)
        t->root = n;
    else if (key < above->key)
#endif
        above->left = n;
    else
        above->right = n;
    splay(t, n);
    return 1;
}

// All of the left tree is less than all of the right one.
static struct node *join(struct node *left, struct node *right) {
    if (left) left->parent = NULL;
    if (right) right->parent = NULL;
    if (!left) return right;
    struct node *last = left;
    while (last->right) last = last->right;
    last->right = right;
    if (right) right->parent = last;
    return left;
}

static int erase(struct tree *t, int key) {
    struct node *n = find(t, key);
    if (!n) return 0;
#ifdef BAD_LOST
    t->root = n->left;
    if (t->root) t->root->parent = NULL;
    free(n);  // @lost
#else
    t->root = join(n->left, n->right);
    free(n);
#endif
#ifdef BAD_STALE
    if (!t->root) t->root = n;
#endif
    return 1;
}

static int height(const struct node *n) {
    int l = n ? height(n->left) : 0, r = n ? height(n->right) : 0;
    return n ? 1 + (l > r ? l : r) : 0;
}

// From the leaves up.
static void clear(struct tree *t) {
    struct node *n = t->root;
    while (n) {
        struct node *down = n->left ? n->left : n->right, *up = n->parent;
        if (down) {
            n = down;
            continue;
        }
        if (up && up->left == n)
            up->left = NULL;
        else if (up)
            up->right = NULL;
        free(n);
        n = up;
    }
#ifdef BAD_TWICE
    free(t->root);  // @twice
#endif
    t->root = NULL;
}

int main(void) {
    struct tree t = {NULL};
    int size = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
        if (!command) break;
        if (command == 1)
            size += insert(&t, key);
        else if (command == 2)
            size -= erase(&t, key);
        else
            size += find(&t, key) ? 0 : 1;
    }
    int h = height(t.root);
    clear(&t);
    return size < h;
}
