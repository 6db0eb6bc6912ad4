// expect: not safe
// The search starts behind the only node that surely has the key.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

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
    struct node *tail = NULL;
    while (__VERIFIER_nondet_int()) tail = push(tail, __VERIFIER_nondet_int());
    tail = push(tail, __VERIFIER_nondet_int());
    struct node *list = tail;
    while (__VERIFIER_nondet_int()) list = push(list, __VERIFIER_nondet_int());
    int key = tail->key;
    const struct node *found = tail->next;
    while (found->key != key) found = found->next;
    while (found != tail) found = found->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
