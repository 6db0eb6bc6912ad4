// expect: unsafe double-free 39
// Seeded: the old head is freed on its own
// A list is reversed in place; a pointer to its first element then shows the last one.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

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
    struct node *list = NULL, *first;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof(struct node));
        n->next = list;
        list = n;
    }
    first = list;
    list = reverse(list);
    if (first) assert(first->next == NULL);
    while (list) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
    free(first);
    return 0;
}
