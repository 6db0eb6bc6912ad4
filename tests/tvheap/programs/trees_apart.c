// expect: safe
// expect -DTWO: safe
// expect -DTHREE: safe
// expect -DFOUR: safe
// expect -DTWO -DBAD: unsafe use-after-free @left
// Some trees at once: each of them grows at a place of its own, then they are freed one after the other, from the leaves on.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#if defined TWO
enum { TREES = 2 };
#elif defined THREE
enum { TREES = 3 };
#elif defined FOUR
enum { TREES = 4 };
#else
enum { TREES = 1 };
#endif

struct tree {
    struct tree *left, *right;
};

static struct tree *grown(struct tree *root) {
    struct tree **at = &root;
    while (*at) at = __VERIFIER_nondet_int() ? &(*at)->left : &(*at)->right;
    *at = malloc(sizeof **at);
    (*at)->left = (*at)->right = NULL;
    return root;
}

static void freed(struct tree *t) {
    if (!t) return;
    freed(t->left);  // @left
    freed(t->right);
    free(t);
}

int main(void) {
    struct tree *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    while (__VERIFIER_nondet_int()) a = grown(a);
    while (TREES > 1 && __VERIFIER_nondet_int()) b = grown(b);
    while (TREES > 2 && __VERIFIER_nondet_int()) c = grown(c);
    while (TREES > 3 && __VERIFIER_nondet_int()) d = grown(d);
#ifdef BAD
    if (a && b && !a->left) a->left = b;
#endif
    freed(a);
    freed(b);
    freed(c);
    freed(d);
    return 0;
}
