// expect: unsafe null-dereference 15
// Seeded: the end of the list is not expected
// Zeros and ones are inserted in order; after the first one no zero follows.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static void insert(struct node **list, int key) {
    while ((*list)->key < key) list = &(*list)->next;
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = *list;
    *list = n;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) insert(&list, __VERIFIER_nondet_int() > 0);
    int seen = 0;
    while (list) {
        struct node *n = list;
        assert(n->key >= seen);
        seen = n->key;
        list = n->next;
        free(n);
    }
    return 0;
}
