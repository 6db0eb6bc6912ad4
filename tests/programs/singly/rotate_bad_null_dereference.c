// expect: unsafe null-dereference 14
// Seeded: the list may be empty
// The first element becomes the last one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int first;
};

static struct node *rotate(struct node *first, struct node *last) {
    if (first == last && last->first == 0) return first;
    struct node *head = first->next;
    last->next = first;
    first->next = NULL;
    return head;
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
