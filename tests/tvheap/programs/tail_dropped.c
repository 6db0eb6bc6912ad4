// expect: safe
// What follows the first node is freed by recursion; the first node forgets it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    n->value = 0;
    n->next = list;
    return n;
}

static void drop(struct node *list) {
    if (!list) return;
    drop(list->next);
    free(list);
}

int main(void) {
    struct node *list = NULL, *first;
    while (__VERIFIER_nondet_int()) list = push(list);
    first = list = push(list);
    while (__VERIFIER_nondet_int()) list = push(list);
    drop(first->next);
    first->next = NULL;
    int sum = 0;
    for (const struct node *n = list; n; n = n->next) sum += n->value;
    drop(list);
    return sum;
}
