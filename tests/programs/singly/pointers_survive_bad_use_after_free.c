// expect: unsafe use-after-free 56
// Seeded: a pointer into the list is used after the list was freed
// A caller's pointers into the list are still in the list after it was reversed, in the other order.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *cons(struct node *rest) {
    struct node *n = malloc(sizeof *n);
    n->next = rest;
    return n;
}

static struct node *reverse(struct node *x) {
    struct node *y = NULL;
    while (x) {
        struct node *t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    return y;
}

int main(void) {
    struct node *list = cons(NULL);
    while (__VERIFIER_nondet_int()) list = cons(list);
    struct node *second = list;
    while (__VERIFIER_nondet_int()) list = cons(list);
    struct node *first = list = cons(list);
    while (__VERIFIER_nondet_int()) list = cons(list);

    list = reverse(list);
    int seen = 0;
    for (struct node *n = list; n; n = n->next) {
        if (n == second) {
            assert(seen == 0);
            seen = 1;
        }
        if (n == first) {
            assert(seen == 1);
            seen = 2;
        }
    }
    assert(seen == 2);
    while (list) {
        struct node *n = list->next;
        free(list);
        list = n;
    }
    return first->next == second;
}
