// expect: unsafe use-after-free 44
// Seeded: the element that was first is freed before the others
// Quicksort on lists: what is smaller goes left of the first element, the rest right of it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *quick(struct node *list, struct node *tail) {
    if (!list) return tail;
    struct node *pivot = list, *rest = list->next, *small = NULL, *large = NULL, *next;
    pivot->next = NULL;
    for (struct node *n = rest; n; n = next) {
        next = n->next;
        if (n->key < pivot->key) {
            n->next = small;
            small = n;
        } else {
            n->next = large;
            large = n;
        }
    }
    pivot->next = quick(large, tail);
    return quick(small, pivot);
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    struct node *first = list;
    list = quick(list, NULL);
    free(first);
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
