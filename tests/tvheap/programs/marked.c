// expect: safe
// expect -DBAD: unsafe null-dereference @left
// Marking: nodes whose two pointers lead anywhere are marked from the root on, with a list of those that are still to be looked at; another list joins all of them, by which they are freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *all, *left, *right, *pending;
    int marked;
};

static struct node *any_of(struct node *all) {
    while (all && __VERIFIER_nondet_int()) all = all->all;
    return all;
}

static struct node *look_at(struct node *n, struct node *pending) {
    if (!n || n->marked) return pending;
    n->marked = 1;
    n->pending = pending;
    return n;
}

static void mark(struct node *root) {
    struct node *pending = look_at(root, NULL);
    while (pending) {
        struct node *n = pending;
        pending = n->pending;
#ifdef BAD
        if (!n->left->marked)  // @left
            pending = look_at(n->left, pending);
#else
        pending = look_at(n->left, pending);
#endif
        pending = look_at(n->right, pending);
    }
}

int main(void) {
    struct node *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->all = all;
        n->left = any_of(all);
        n->right = any_of(all);
        n->pending = NULL;
        n->marked = 0;
        all = n;
    }
    mark(any_of(all));
    while (all) {
        struct node *next = all->all;
        free(all);
        all = next;
    }
    return 0;
}
