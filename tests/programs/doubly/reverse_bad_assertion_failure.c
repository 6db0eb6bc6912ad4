// expect: unsafe assertion-failure 41
// Seeded: the back links are left as they were
// Next and prev change their roles in every node.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *prev;
    struct node *next;
};

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = NULL;
        n->next = list;
        if (list) list->prev = n;
        list = n;
    }
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *last = NULL;
    while (list) {
        struct node *t = list->next;
        list->next = list->prev;
        last = list;
        list = t;
    }
    return last;
}

int main(void) {
    struct node *old = create();
    struct node *list = reverse(old);
    assert(!list == !old);
    if (list) assert(list->prev == NULL && old->next == NULL);
    while (list) {
        struct node *t = list->next;
        if (t) assert(t->prev == list);
        free(list);
        list = t;
    }
    return 0;
}
