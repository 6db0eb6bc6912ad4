// expect: safe
// expect -DBAD_END: unsafe null-dereference @end
// A doubly linked list is turned around by recursion from node to node.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *left, *right;
};

static struct link *turn(struct link *n) {
    struct link *left = n->left;  // @end
    n->left = n->right;
    n->right = left;
#ifdef BAD_END
    return turn(n->left);
#else
    return n->left ? turn(n->left) : n;
#endif
}

int main(void) {
    struct link *first = NULL;
    do {
        struct link *n = malloc(sizeof *n);
        n->left = NULL;
        n->right = first;
        if (first) first->left = n;
        first = n;
    } while (__VERIFIER_nondet_int());
    first = turn(first);
    while (first) {
        struct link *next = first->right;
        free(first);
        first = next;
    }
    return 0;
}
