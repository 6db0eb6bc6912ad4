// expect: unsafe memory-leak 34
// Seeded: the first element is freed before the others can be reached
// The last element of a cyclic list is the one before the first.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *create(void) {
    struct node *first = malloc(sizeof *first);
    first->data = 0;
    first->next = first;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = first->next;
        first->next = n;
    }
    return first;
}

static struct node *get_last(struct node *first) {
    struct node *y = first;
    while (y->next != first) y = y->next;
    return y;
}

static void destroy(struct node *first) {
    free(first);
}

int main(void) {
    struct node *list = create();
    assert(get_last(list)->next == list);
    destroy(list);
    return 0;
}
