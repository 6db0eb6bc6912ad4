// expect: safe
// A search tree is freed with a stack of what is left to do.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node *new_node(int key) {
    struct node *n = malloc(sizeof *n);
    n->left = n->right = NULL;
    n->key = key;
    return n;
}

static struct node *insert(struct node *t, int key) {
    if (!t) return new_node(key);
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

struct cell {
    struct cell *next;
    struct node *tree;
};

static struct cell *push(struct cell *s, struct node *t) {
    if (!t) return s;
    struct cell *c = malloc(sizeof *c);
    c->tree = t;
    c->next = s;
    return c;
}

static void drop(struct node *t) {
    struct cell *stack = push(NULL, t);
    while (stack) {
        struct cell *c = stack;
        struct node *n = c->tree;
        stack = c->next;
        free(c);
        stack = push(stack, n->left);
        stack = push(stack, n->right);
        free(n);
    }
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
