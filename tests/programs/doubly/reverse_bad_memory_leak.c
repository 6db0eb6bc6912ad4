// expect: unsafe memory-leak 44
// Seeded: the walk starts at the old first node, which is now the last
// Next and prev change their roles in every node.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *prev;
    struct node *next;
};

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = NULL;
        n->next = list;
        if (list) list->prev = n;
        list = n;
    }
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *last = NULL;
    while (list) {
        struct node *t = list->next;
        list->next = list->prev;
        list->prev = t;
        last = list;
        list = t;
    }
    return last;
}

int main(void) {
    struct node *old = create();
    reverse(old);
    struct node *list = old;
    while (list) {
        struct node *t = list->next;
        free(list);
        list = t;
    }
    return 0;
}
