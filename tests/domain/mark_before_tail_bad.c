// expect: not safe
// The mark may have been taken away already.
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

static int digit(void) { return (int)((unsigned)__VERIFIER_nondet_int() % 10); }

int main(void) {
    struct node *tail = push(NULL, digit());
    while (__VERIFIER_nondet_int()) tail = push(tail, digit());
    struct node *list = push(tail, digit());
    while (__VERIFIER_nondet_int()) list = push(list, digit());
    list = push(list, 10);
    while (__VERIFIER_nondet_int()) list = push(list, digit());
    if (list->key == 10) list->key = 0;
    const struct node *found = list;
    while (found->key != 10) found = found->next;
    for (found = found->next; found != tail; found = found->next)
        if (found->key == 10) __VERIFIER_error();
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
