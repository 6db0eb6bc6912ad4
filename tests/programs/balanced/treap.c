// expect: safe
// expect -DBAD_CHILD: unsafe null-dereference @child
// expect -DBAD_FREED: unsafe use-after-free @freed
// expect -DBAD_LOST: unsafe memory-leak @root
// expect -DBAD_TWICE: unsafe use-after-free @twice
// expect -DBAD_STALE: unsafe use-after-free @insert
// A treap: a search tree by keys and a heap by priorities that the input gives.  What is taken out is rotated down until it is a leaf.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    int priority;
    struct node *left;
    struct node *right;
};

static struct node *rotate_right(struct node *n) {
    struct node *l = n->left;
    n->left = l->right;  // @child
#ifndef BAD_LOST
    l->right = n;
#endif
    return l;
}

static struct node *rotate_left(struct node *n) {
    struct node *r = n->right;
    n->right = r->left;
    r->left = n;
    return r;
}

static struct node *make(int key) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->key = key;
    n->priority = __VERIFIER_nondet_int();
    n->left = NULL;
    n->right = NULL;
    return n;
}

static struct node *insert(struct node *n, int key) {
    if (!n) return make(key);
    if (key < n->key) {  // @insert
        n->left = insert(n->left, key);
        if (n->left->priority > n->priority) n = rotate_right(n);
    } else if (key > n->key) {
        n->right = insert(n->right, key);
#ifdef BAD_CHILD
        if (n->right->priority > n->priority) n = rotate_right(n);
#else
        if (n->right->priority > n->priority) n = rotate_left(n);
#endif
    }
    return n;
}

static struct node *remove_root(struct node *n) {
    if (!n->left && !n->right) {
        free(n);
#ifdef BAD_STALE
        return n;
#else
        return NULL;
#endif
    }
    if (!n->right || (n->left && n->left->priority > n->right->priority)) {
        n = rotate_right(n);
        n->right = remove_root(n->right);
    } else {
        n = rotate_left(n);
        n->left = remove_root(n->left);
    }
    return n;
}

static struct node *erase(struct node *n, int key) {
    if (!n) return NULL;
    if (key < n->key)
        n->left = erase(n->left, key);
    else if (key > n->key)
        n->right = erase(n->right, key);
    else
        n = remove_root(n);
    return n;
}

// All keys below this one, and the others.
static void split(struct node *n, int key, struct node **low, struct node **high) {
    if (!n) {
        *low = *high = NULL;
    } else if (n->key < key) {
        split(n->right, key, &n->right, high);
        *low = n;
    } else {
        split(n->left, key, low, &n->left);
        *high = n;
    }
}

static struct node *merge(struct node *low, struct node *high) {
    if (!low) return high;
    if (!high) return low;
    if (low->priority > high->priority) {
        low->right = merge(low->right, high);
        return low;
    }
    high->left = merge(low, high->left);
    return high;
}

static int find(const struct node *n, int key) {
    while (n) {
        if (key == n->key) return 1;
        n = key < n->key ? n->left : n->right;
    }
    return 0;
}

static void release(struct node *n) {
    if (!n) return;
    release(n->left);  // @twice
#ifdef BAD_FREED
    free(n);
    release(n->right);  // @freed
#else
    release(n->right);
    free(n);
#endif
}

int main(void) {
    struct node *root = NULL;
    int hits = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
        if (command == 0) break;
        if (command == 1) {
            root = insert(root, key);  // @root
        } else if (command == 2) {
            root = erase(root, key);
        } else if (command == 3) {
            struct node *low, *high;
            split(root, key, &low, &high);
            release(low);
#ifdef BAD_TWICE
            root = merge(low, high);
#else
            root = high;
#endif
        } else if (command == 4) {
            struct node *low, *high;
            split(root, key, &low, &high);
            root = merge(low, high);
        } else {
            hits += find(root, key);
        }
    }
    release(root);
    return hits == 3;
}
