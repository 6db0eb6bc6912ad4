// expect: unsafe memory-leak 33
// Seeded: the smaller elements behind the taken one go with it
// Tail sort: the largest element that remains is moved to the front of the result.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static struct node *take_largest(struct node **list) {
    struct node **largest = list;
    for (struct node **at = list; *at; at = &(*at)->next)
        if ((*at)->key > (*largest)->key) largest = at;
    struct node *taken = *largest;
    *largest = NULL;
    return taken;
}

int main(void) {
    struct node *list = NULL, *sorted = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = take_largest(&list);
        n->next = sorted;
        sorted = n;
    }
    assert(!list);
    while (sorted) {
        struct node *n = sorted->next;
        free(sorted);
        sorted = n;
    }
    return 0;
}
