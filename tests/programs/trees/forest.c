// expect: safe
// A list whose nodes own trees.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
};

struct item {
    struct item *next;
    struct node *tree;
};

static struct node *grow(int depth) {
    if (!depth) return NULL;
    struct node *n = malloc(sizeof *n);
    n->left = grow(depth - 1);
    n->right = grow(depth - 1);
    return n;
}

static void drop(struct node *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->tree = grow(__VERIFIER_nondet_int() & 3);
        i->next = list;
        list = i;
    }
    while (list) {
        struct item *next = list->next;
        drop(list->tree);
        free(list);
        list = next;
    }
    return 0;
}
