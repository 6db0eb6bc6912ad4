// expect: safe
// expect -DBAD_TARGET: unsafe null-dereference @jump
// expect -DBAD_AGAIN: unsafe use-after-free @again
// A skip list of three levels: a search along each level finds where a node of a random height belongs.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *jump, *leap;
};

struct list {
    struct node *head, *tail;
};

static void insert(struct list *l) {
    struct node *top = l->head;
    while (top->leap != l->tail && __VERIFIER_nondet_int()) top = top->leap;
    struct node *middle = top;
    while (middle->jump != top->leap && __VERIFIER_nondet_int()) middle = middle->jump;
    struct node *low = middle;
    while (low->next != middle->jump && __VERIFIER_nondet_int()) low = low->next;
    struct node *n = calloc(1, sizeof *n);
    n->next = low->next;
    low->next = n;
    if (__VERIFIER_nondet_int()) return;
#ifndef BAD_TARGET
    n->jump = middle->jump;
#endif
    middle->jump = n;
    if (__VERIFIER_nondet_int()) return;
    n->leap = top->leap;
    top->leap = n;
}

int main(void) {
    struct list l = {calloc(1, sizeof *l.head), calloc(1, sizeof *l.tail)};
    l.head->next = l.head->jump = l.head->leap = l.tail;
    while (__VERIFIER_nondet_int()) insert(&l);
    for (struct node *n = l.head; n != l.tail; n = n->leap) continue;
    for (struct node *n = l.head; n != l.tail; n = n->jump) continue;  // @jump
    for (struct node *n = l.head; n;) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
#ifdef BAD_AGAIN
    if (l.head->leap == l.tail) return 1;  // @again
#endif
    return 0;
}
