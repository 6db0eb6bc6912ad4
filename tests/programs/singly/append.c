// expect: safe
// Two lists become one.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int from;
    struct node *next;
};

static struct node *create(int from) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->from = from;
        n->next = list;
        list = n;
    }
    return list;
}

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    struct node *last = a;
    while (last->next) last = last->next;
    last->next = b;
    return a;
}

int main(void) {
    struct node *a = create(1);
    struct node *b = create(2);
    struct node *list = append(a, b);
    while (list && list->from == 1) {
        struct node *n = list->next;
        free(list);
        list = n;
    }
    assert(list == b);
    while (list) {
        struct node *n = list->next;
        assert(list->from == 2);
        free(list);
        list = n;
    }
    return 0;
}
