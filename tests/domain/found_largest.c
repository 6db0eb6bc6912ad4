// expect: safe
// The largest key is that of a node: a search for it needs no other end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *push(struct node *next, int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = next;
    return n;
}

int main(void) {
    struct node *list = push(NULL, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) list = push(list, __VERIFIER_nondet_int());
    int largest = list->key;
    for (struct node *n = list->next; n; n = n->next)
        if (n->key > largest) largest = n->key;
    const struct node *found = list;
    while (found->key != largest) found = found->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
