// expect: unsafe use-after-free @walk
// A list is turned by recursion, but its last node keeps its link: the list is a ring at its end.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    return n;
}

static struct node *turn(struct node *list) {
    if (!list->next) return list;
    struct node *first = turn(list->next);
    list->next->next = list;
    return first;
}

int main(void) {
    struct node *list = push(NULL);
    while (__VERIFIER_nondet_int()) list = push(list);
    struct node *held = list = push(list);
    while (__VERIFIER_nondet_int()) list = push(list);
    list = turn(list);
    assert(held != list);
    while (list != held) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
    while (held) {
        struct node *n = held;
        held = held->next;  // @walk
        free(n);
    }
    return 0;
}
