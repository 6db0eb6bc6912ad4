// expect: safe
// What all nodes share is reached through what each has for itself; it is let go only where there is a node.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct shared {
    int number;
};
struct box {
    struct shared *shared;
};
struct node {
    struct node *next;
    struct box *box;
};
static struct node *push(struct node *list, struct shared *s) {
    struct node *n = malloc(sizeof *n);
    n->box = malloc(sizeof *n->box);
    n->box->shared = s;
    n->next = list;
    return n;
}
int main(void) {
    struct shared *s = malloc(sizeof *s);
    struct node *list = NULL;
    for (int i = 0; i < 100; i++)
        if (__VERIFIER_nondet_int()) list = push(list, s);
    if (!list) free(s);
    s = NULL;
    if (list) free(list->box->shared);
    while (list) {
        struct node *next = list->next;
        free(list->box);
        free(list);
        list = next;
    }
    return 0;
}
