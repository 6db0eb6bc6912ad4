// SPDX-License-Identifier: MIT
// A library of trees, without main: each function is right, or has one fault.
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int key;
};

// assume: 't' is null or the address of the root of a tree of 'struct node', linked by 'left' and 'right'
// contract: requires t == null or tree(t, left, right) of struct node
// contract: frees t
void drop(struct node *t) {  // expect: safe
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

void drop_early(struct node *t) {  // expect: unsafe use-after-free
    if (!t) return;
    drop_early(t->left);
    free(t);
    drop_early(t->right);  // fault
}

// contract: requires t == null or tree(t, left, right) of struct node
// contract: ensures t == null or tree(t, left, right) of struct node
// contract: frees nothing
int depth(const struct node *t) {  // expect: safe
    if (!t) return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}

int depth_of_left(const struct node *t) {  // expect: null-dereference
    return t->key ? 1 + depth_of_left(t->left) : 0;  // fault
}

// assume: 't' is the address of the root of a tree of 'struct node', linked by 'left' and 'right'
int least(const struct node *t) {  // expect: safe
    while (t->left) t = t->left;
    return t->key;
}

int least_off_the_end(const struct node *t) {  // expect: null-dereference
    while (t->left) t = t->left->right;  // fault
    return t->key;
}

int *find(struct node *t, int key) {  // expect: safe
    while (t && t->key != key) t = key < t->key ? t->left : t->right;
    return t ? &t->key : NULL;
}

int *find_at_least(struct node *t, int key) {  // expect: null-dereference
    while (t->key < key) t = t->right;  // fault
    return &t->key;
}

// assume: 'a' is null or the address of the root of a tree of 'struct node', linked by 'left' and 'right'
// assume: 'b' is null or the address of the root of a tree of 'struct node', linked by 'left' and 'right'
// assume: 'a', 'b': both may lead into one tree, one below the other
int same_keys(const struct node *a, const struct node *b) {  // expect: safe
    while (a && b && a->key == b->key) a = a->left, b = b->left;
    return !a && !b;
}

int drop_both(struct node *a, struct node *b) {  // expect: double-free
    if (a && b) {
        a->left = a->right = b->left = b->right = NULL;
        free(a);
        free(b);  // fault
    }
    return 0;
}

struct node *insert(struct node *t, int key) {  // expect: safe
    struct node **at = &t;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
    return t;
}

struct node *insert_nowhere(struct node *t, int key) {  // expect: unsafe memory-leak
    struct node **at = &t;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct node *n = calloc(1, sizeof *n);
    n->key = key;
    if (key) *at = n;
    return t;
}  // fault

struct quad {
    struct quad *part[4];
    int colour;
};

// assume: 'q' is null or the address of the root of a tree of 'struct quad', linked by 'part[0]', 'part[1]', 'part[2]' and 'part[3]'
int count(const struct quad *q) {  // expect: safe
    int n = 0;
    for (int i = 0; q && i < 4; i++) n += count(q->part[i]);
    return n + 1;
}

int second_colour(const struct quad *q) {  // expect: null-dereference
    return q->part[1]->colour;  // fault
}
