// expect: unsafe null-dereference 36
// Seeded: the other child is asked for its rank
// A treap: insertion rotates nodes up by their ranks.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key, rank;
};

static struct node *rotate_right(struct node *t) {
    struct node *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}

static struct node *rotate_left(struct node *t) {
    struct node *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

static struct node *insert(struct node *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->rank = __VERIFIER_nondet_int();
        return t;
    }
    if (key < t->key) {
        t->left = insert(t->left, key);
        if (t->right->rank < t->rank) t = rotate_right(t);
    } else {
        t->right = insert(t->right, key);
        if (t->right->rank < t->rank) t = rotate_left(t);
    }
    return t;
}

static void drop(struct node *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
