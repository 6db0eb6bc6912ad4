// expect: unsafe assertion-failure @large
// A list is split by the size of its numbers; one number lies in the wrong part.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int size;
    struct node *next;
};

static struct node *link(struct node *n, struct node *list) {
    n->next = list;
    return n;
}

int main(void) {
    struct node *all = NULL, *small = NULL, *large = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->size = __VERIFIER_nondet_int();
        all = link(n, all);
    }
    while (all) {
        struct node *n = all;
        all = n->next;
        if (n->size < 99)
            small = link(n, small);
        else
            large = link(n, large);
    }
    while (small) {
        struct node *n = small;
        small = n->next;
        assert(n->size <= 99);
        free(n);
    }
    while (large) {
        struct node *n = large;
        large = n->next;
        assert(n->size > 99);  // @large
        free(n);
    }
    return 0;
}
