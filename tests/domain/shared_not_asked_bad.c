// expect: unsafe error-call 33
// property: reachability
// What all nodes share may be lost, which is not asked for; where there is a node it is still there.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
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
    s->number = 1;
    for (int i = 0; i < 100; i++)
        if (__VERIFIER_nondet_int()) list = push(list, s);
    s = NULL;
    if (list)
        if (list->box->shared->number == 1)
            __VERIFIER_error();
    return 0;
}
