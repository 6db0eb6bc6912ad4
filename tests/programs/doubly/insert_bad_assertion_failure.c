// expect: unsafe assertion-failure 39
// Seeded: a node in front gets a back link to the last one
// Nodes are inserted before, behind and between others.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *prev, *next;
};

struct list {
    struct node *first, *last;
};

static void insert_after(struct list *l, struct node *at, struct node *n) {
    struct node *next = at ? at->next : l->first;
    n->prev = at ? at : l->last;
    n->next = next;
    if (at)
        at->next = n;
    else
        l->first = n;
    if (next)
        next->prev = n;
    else
        l->last = n;
}

int main(void) {
    struct list l = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        struct node *at = l.first;
        while (at && __VERIFIER_nondet_int()) at = at->next;
        insert_after(&l, at, malloc(sizeof(struct node)));
    }
    assert(!l.first == !l.last);
    if (l.first) assert(!l.first->prev && !l.last->next);
    struct node *n = l.last;
    while (n) {
        struct node *prev = n->prev;
        free(n);
        n = prev;
    }
    return 0;
}
