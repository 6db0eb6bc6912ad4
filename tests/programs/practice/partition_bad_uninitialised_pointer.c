// expect: unsafe uninitialised-pointer 27
// Seeded: the parts of an empty list are never set
// A list is split into negative and other numbers, keeping their order.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static void partition(struct node *list, struct node **negative, struct node **other) {
    if (!list) return;
    for (; list; list = list->next) {
        struct node ***end = list->value < 0 ? &negative : &other;
        **end = list;
        *end = &list->next;
    }
    *negative = *other = NULL;
}

static void destroy(struct node *list, int negative) {
    while (list) {
        struct node *n = list;
        assert((n->value < 0) == negative);
        list = list->next;
        free(n);
    }
}

int main(void) {
    struct node *list = NULL, *negative, *other;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    partition(list, &negative, &other);
    destroy(negative, 1);
    destroy(other, 0);
    return 0;
}
