// expect: unsafe null-dereference 29
// Seeded: the last node is asked for the back link of its successor
// Forwards and backwards: in each neighbourhood the two links agree.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
    struct node *prev;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->prev = NULL;
    n->next = list;
    if (list) list->prev = n;
    return n;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; __VERIFIER_nondet_int(); i++) list = push(list, i);
    struct node *at = list;
    while (at) {
        if (at->next->prev != at) break;
        at = at->next;
    }
    while (at && at->prev) {
        assert(at->prev->next == at);
        at = at->prev;
    }
    assert(at == list);
    while (list) {
        at = list->next;
        if (at) at->prev = NULL;
        free(list);
        list = at;
    }
    return 0;
}
