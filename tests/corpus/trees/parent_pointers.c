// SPDX-License-Identifier: MIT
// A tree with parent pointers walked in order without recursion.
// run: inputs=5,3,1,4,2,5 -> ok
// run: inputs=0 -> ok
// run: ROOT inputs=2,1,2 -> uninitialised-pointer @root
// run: UP inputs=3,2,1,3 -> use-after-free @up
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct t {
    struct t *child[2];
    struct t *parent;
    int key;
};

static struct t *root;

static void insert(int key) {
    struct t **at = &root, *parent = NULL;
    while (*at) {
        parent = *at;
        at = &(*at)->child[key > parent->key];
    }
    struct t *x = malloc(sizeof *x);
    x->child[0] = x->child[1] = NULL;
    x->key = key;
#ifdef ROOT
    if (parent != NULL)
#endif
        x->parent = parent;
    *at = x;
}

static struct t *first(struct t *x) {
    while (x && x->child[0]) x = x->child[0];
    return x;
}

static struct t *next(struct t *x) {
    if (x->child[1]) return first(x->child[1]);
    while (x->parent && x == x->parent->child[1]) x = x->parent;
    return x->parent; // @up2
}

static void release(struct t *x) {
    while (x) {
        if (x->child[0]) {
            x = x->child[0];
        } else if (x->child[1]) {
            x = x->child[1];
        } else {
            struct t *parent = x->parent;
            if (parent) parent->child[x == parent->child[1]] = NULL;
            free(x);
#ifdef UP
            x = x->parent; // @up
#else
            x = parent;
#endif
        }
    }
}

int main(void) {
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) insert(__VERIFIER_nondet_int());
#ifdef ROOT
    printf("%d\n", root->parent->key); // @root
#endif
    for (struct t *x = first(root); x; x = next(x)) printf("%d ", x->key);
    printf("\n");
    release(root);
    return 0;
}
