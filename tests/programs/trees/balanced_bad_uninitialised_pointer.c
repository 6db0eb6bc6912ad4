// expect: unsafe uninitialised-pointer 18
// Seeded: leaves have no right child, nor null
// A complete tree of some depth, built, summed up and freed, recursively.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *left, *right; int key; };
static struct node *make(int depth) {
    if (depth == 0) return NULL;
    struct node *t = malloc(sizeof *t);
    t->key = depth;
    t->left = make(depth - 1);
    if (depth > 1) t->right = make(depth - 1);
    return t;
}

static int sum(const struct node *t) { return t ? t->key + sum(t->left) + sum(t->right) : 0; }
static void drop(struct node *t) {
    if (t) {
        drop(t->left);
        drop(t->right);
        free(t);
    }
}

int main(void) {
    struct node *root = make(__VERIFIER_nondet_int() & 15);
    int s = sum(root);
    drop(root);
    return s != 0;
}
