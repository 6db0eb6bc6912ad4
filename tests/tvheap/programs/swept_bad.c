// expect: unsafe use-after-free 33
// Sweeping: nodes with room for a tree are in a list; those that are not marked are freed, but stay linked.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;  // of the tree
    struct node *all;           // the next of all nodes
    int marked;
};

int main(void) {
    struct node *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->left = n->right = NULL;
        n->marked = 0;
        n->all = all;
        all = n;
    }
    for (struct node *n = all; n; n = n->all) n->marked = __VERIFIER_nondet_int() ? 1 : 0;
    struct node *kept = NULL;
    while (all) {
        struct node *n = all;
        all = n->all;
        n->all = kept;
        kept = n;
        if (n->marked != 1) free(n);
    }
    while (kept) {
        struct node *n = kept;
        kept = n->all;
        free(n);
    }
    return 0;
}
