// expect: unsafe double-free 28
// Two lists, each of whose nodes may own something: what two single nodes own is shared.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct inner {
    int number;
};
struct part {
    struct inner *inner;
};
struct node {
    struct node *next;
    struct part *part;
};
static struct node *push(struct node *list, struct inner *inner) {
    struct node *n = malloc(sizeof *n);
    n->part = NULL;
    if (inner) {
        n->part = malloc(sizeof *n->part);
        n->part->inner = inner;
    }
    n->next = list;
    return n;
}
static void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        if (list->part) free(list->part->inner);
        free(list->part);
        free(list);
        list = next;
    }
}
int main(void) {
    struct node *x = NULL, *y = NULL;
    if (__VERIFIER_nondet_int()) {
        do {
            x = push(x, NULL);
            y = push(y, NULL);
        } while (__VERIFIER_nondet_int());
        while (__VERIFIER_nondet_int()) continue;
    } else {
        struct inner *inner = malloc(sizeof *inner);
        x = push(x, inner);
        y = push(y, inner);
    }
    drop(x);
    drop(y);
    return 0;
}
