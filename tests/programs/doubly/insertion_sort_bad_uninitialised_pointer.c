// expect: unsafe uninitialised-pointer 17
// Seeded: the first node never gets its links
// Insertion sort in place, by unlinking and linking again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int key;
};

static void link_before(struct node **first, struct node *at, struct node *n) {
    n->next = at;
    n->prev = at->prev;
    if (at->prev)
        at->prev->next = n;
    else
        *first = n;
    at->prev = n;
}

static void sort(struct node **first) {
    struct node *n = *first ? (*first)->next : NULL;
    while (n) {
        struct node *next = n->next, *at = *first;
        while (at != n && at->key <= n->key) at = at->next;
        if (at != n) {
            n->prev->next = next;
            if (next) next->prev = n->prev;
            link_before(first, at, n);
        }
        n = next;
    }
}

int main(void) {
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = NULL;
        if (first)
            link_before(&first, first, n);
        else
            first = n;
    }
    sort(&first);
    while (first) {
        struct node *n = first;
        first = n->next;
        free(n);
    }
    return 0;
}
