// expect: safe
// Two doubly linked lists are zipped into one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next, *prev;
};

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->prev = NULL;
        n->next = list;
        if (list) list->prev = n;
        list = n;
    }
    return list;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node *first = NULL, *last = NULL;
    while (a || b) {
        struct node *n;
        if (a && (!b || a->key <= b->key)) {
            n = a;
            a = a->next;
        } else {
            n = b;
            b = b->next;
        }
        n->prev = last;
        n->next = NULL;
        if (last)
            last->next = n;
        else
            first = n;
        last = n;
    }
    return first;
}

int main(void) {
    struct node *list = merge(create(), create());
    while (list) {
        struct node *next = list->next;
        if (next) next->prev = NULL;
        free(list);
        list = next;
    }
    return 0;
}
