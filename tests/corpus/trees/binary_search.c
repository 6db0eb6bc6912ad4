// SPDX-License-Identifier: MIT
// A binary search tree: insert, find, delete with two children.
// run: inputs=7,50,30,70,20,40,60,80,30 -> ok
// run: inputs=3,1,2,3,1 -> ok
// run: inputs=1,5,9 -> ok
// run: CHILD inputs=7,50,30,70,20,40,60,80,50 -> memory-leak @child
// run: AGAIN inputs=3,2,1,3,2 -> use-after-free @again
// run: ABSENT inputs=2,4,6,5 -> null-dereference @absent
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree **find(struct tree **t, int key) {
    while (*t != NULL && (*t)->key != key) t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    return t;
}

static void insert(struct tree **t, int key) {
    t = find(t, key);
    if (*t) return;
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
}

static void delete(struct tree **t) {
    struct tree *gone = *t;
    if (gone->left == NULL) { // @absent
        *t = gone->right;
    } else if (gone->right == NULL) {
        *t = gone->left;
    } else {
        struct tree **next = &gone->right;
        while ((*next)->left) next = &(*next)->left;
        struct tree *up = *next;
#ifndef CHILD
        *next = up->right;
        up->right = gone->right;
#endif
        up->left = gone->left;
        *t = up;
    }
    free(gone); // @child
}

static void print(const struct tree *t) {
    if (t == NULL) return;
    printf("(");
    print(t->left);
    printf("%d", t->key);
    print(t->right);
    printf(")");
}

static void release(struct tree *t) {
    if (t == NULL) return;
    release(t->left);
#ifdef AGAIN
    free(t);
    release(t->right); // @again
#else
    release(t->right);
    free(t);
#endif
}

int main(void) {
    struct tree *root = NULL;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) insert(&root, __VERIFIER_nondet_int());
    print(root);
    printf("\n");
    struct tree **t = find(&root, __VERIFIER_nondet_int());
#ifdef ABSENT
    delete (t);
#else
    if (*t) delete (t);
#endif
    print(root);
    printf("\n");
    release(root);
    return 0;
}
