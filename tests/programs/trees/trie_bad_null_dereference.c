// expect: unsafe null-dereference 16
// Seeded: a child that is not there is gone to
// A trie: the children of a node are an array of four.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *child[4];
    int ends;
};

static void add(struct node *t, int word) {
    while (word) {
        struct node **next = &t->child[word & 3];
        if (!*next && word != 5) *next = calloc(1, sizeof **next);
        t = *next;
        word = (int)((unsigned)word >> 2);
    }
    t->ends = 1;
}

static void drop(struct node *t) {
    for (int i = 0; i < 4; i++)
        if (t->child[i]) drop(t->child[i]);
    free(t);
}

int main(void) {
    struct node *root = calloc(1, sizeof *root);
    while (__VERIFIER_nondet_int()) add(root, __VERIFIER_nondet_int());
    drop(root);
    return 0;
}
