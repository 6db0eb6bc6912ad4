// expect: safe
// The first two elements change places.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *swap(struct node *x) {
    if (x && x->next) {
        struct node *y = x->next;
        x->next = y->next;
        y->next = x;
        x = y;
    }
    return x;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    struct node *first = list;
    list = swap(list);
    if (list && list != first) assert(list->next == first);
    list = swap(list);
    assert(list == first);
    for (; list; list = first) {
        first = list->next;
        free(list);
    }
    return 0;
}
