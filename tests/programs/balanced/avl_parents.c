// expect: safe
// expect -DBAD_PARENT: unsafe null-dereference @parent
// expect -DBAD_STALE: unsafe use-after-free @up
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_ROOT: unsafe use-after-free @equal
// expect -DBAD_CHILD: unsafe null-dereference @child
// An AVL tree without recursion: nodes know their parents and the height below them, and what was changed is mended on the way up.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right, *parent;
    int key, height;
};

struct tree {
    struct node *root;
    unsigned size;
};

static int height(const struct node *n) {
    return n ? n->height : 0;
}

static void update(struct node *n) {
    int l = height(n->left), r = height(n->right);
    n->height = 1 + (l > r ? l : r);
}

// n takes the place of old below its parent.
static void replace(struct tree *t, struct node *old, struct node *n) {
    struct node *parent = old->parent;
    if (n) n->parent = parent;
    if (!parent) {
#ifndef BAD_ROOT
        t->root = n;
#endif
    } else if (parent->left == old) {
        parent->left = n;
    } else {
        parent->right = n;
    }
}

static struct node *rotate_left(struct tree *t, struct node *x) {
    struct node *y = x->right;
    replace(t, x, y);
    x->right = y->left;  // @child
    if (x->right) x->right->parent = x;
    y->left = x;
    x->parent = y;
    update(x);
    update(y);
    return y;
}

static struct node *rotate_right(struct tree *t, struct node *x) {
    struct node *y = x->left;
    replace(t, x, y);
    x->left = y->right;
#ifdef BAD_PARENT
    x->left->parent = x;  // @parent
#else
    if (x->left) x->left->parent = x;
#endif
    y->right = x;
    x->parent = y;
    update(x);
    update(y);
    return y;
}

// What only heights guarantee is tested.
static void mend(struct tree *t, struct node *n) {
    while (n) {
        int l = height(n->left), r = height(n->right);  // @up
        if (l > r + 1 && n->left) {
            struct node *c = n->left;
            if (height(c->right) > height(c->left) && c->right) rotate_left(t, c);
            n = rotate_right(t, n);
#ifdef BAD_CHILD
        } else if (r > l + 1) {
            rotate_left(t, n->right);
            n = rotate_left(t, n);
#else
        } else if (r > l + 1 && n->right) {
            struct node *c = n->right;
            if (height(c->left) > height(c->right) && c->left) rotate_right(t, c);
            n = rotate_left(t, n);
#endif
        } else {
            update(n);
        }
        n = n->parent;
    }
}

static int insert(struct tree *t, int key) {
    struct node *parent = NULL, **link = &t->root;
    while (*link) {
        parent = *link;
        if (key == parent->key) return 0;  // @equal
        link = key < parent->key ? &parent->left : &parent->right;
    }
    struct node *n = malloc(sizeof *n);
    if (!n) return -1;
    n->left = n->right = NULL;
    n->parent = parent;
    n->key = key;
    n->height = 1;
    *link = n;
    t->size++;
    mend(t, parent);
    return 1;
}

static struct node *find(const struct tree *t, int key) {
    struct node *n = t->root;
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n;
}

// The successor is taken out of its place, and put into that of n.
static struct node *unlink_inner(struct tree *t, struct node *n) {
    struct node *s = n->right, *from;
    while (s->left) s = s->left;
    from = s->parent;
    if (from != n) {
        replace(t, s, s->right);
        s->right = n->right;
        s->right->parent = s;
    } else {
        from = s;
    }
    replace(t, n, s);
    s->left = n->left;
    s->left->parent = s;
    return from;
}

static void erase(struct tree *t, struct node *n) {
    struct node *from;
    if (n->left && n->right) {
        from = unlink_inner(t, n);
    } else {
        from = n->parent;
#ifdef BAD_LOST
        replace(t, n, n->left);
#else
        replace(t, n, n->left ? n->left : n->right);
#endif
    }
    free(n);  // @lost
    t->size--;
#ifdef BAD_STALE
    mend(t, from ? from : n);
#else
    mend(t, from);
#endif
}

static struct node *first(const struct tree *t) {
    struct node *n = t->root;
    while (n && n->left) n = n->left;
    return n;
}

static struct node *next(struct node *n) {
    if (n->right) {
        n = n->right;
        while (n->left) n = n->left;
        return n;
    }
    while (n->parent && n->parent->right == n) n = n->parent;
    return n->parent;
}

static void clear(struct tree *t) {
    struct node *n = t->root;
    while (n) {
        if (n->left) {
            n = n->left;
        } else if (n->right) {
            n = n->right;
        } else {
            struct node *parent = n->parent;
            if (parent && parent->left == n)
                parent->left = NULL;
            else if (parent)
                parent->right = NULL;
            free(n);
            n = parent;
        }
    }
    t->root = NULL;
    t->size = 0;
}

int main(void) {
    struct tree t = {NULL, 0};
    unsigned sum = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
        if (command == 0) break;
        if (command > 0) {
            if (insert(&t, key) < 0) break;
        } else {
            struct node *n = find(&t, key);
            if (n) erase(&t, n);
        }
    }
    for (struct node *n = first(&t); n; n = next(n)) sum += (unsigned)n->key;
    clear(&t);
    return sum == 42;
}
