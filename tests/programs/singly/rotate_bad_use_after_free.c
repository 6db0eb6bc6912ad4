// expect: unsafe use-after-free 33
// Seeded: a list of one element becomes a cycle
// The first element becomes the last one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int first;
};

static struct node *rotate(struct node *first, struct node *last) {
    if (!first) return first;
    struct node *head = first->next;
    last->next = first;
    if (first != last) first->next = NULL;
    return head ? head : first;
}

int main(void) {
    struct node *list = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->first = 0;
        if (!list) last = n;
        list = n;
    }
    list = rotate(list, last);
    while (list) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
    return 0;
}
