// expect: unsafe use-after-free @fell
// An empty branch gets a copy of the other one, and both are freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *grow(void) {
    if (!__VERIFIER_nondet_int()) return NULL;
    struct tree *t = malloc(sizeof *t);
    t->left = grow();
    t->right = grow();
    return t;
}

static void mirror(struct tree *t) {
    if (!t) return;
    struct tree *left = t->left;
    t->left = t->right;
    t->right = left ? left : t->left;
    mirror(t->left);
    mirror(t->right);
}

static unsigned count(const struct tree *t) { return t ? count(t->left) + count(t->right) + 1 : 0; }

static void fell(struct tree *t) {
    if (!t) return;
    fell(t->left);  // @fell
    fell(t->right);
    free(t);
}

int main(void) {
    struct tree *t = grow();
    mirror(t);
    unsigned n = count(t);
    fell(t);
    return n > 9;
}
