// expect: safe
// expect -DBAD_JUMP: unsafe use-after-free @jump
// expect -DBAD_BOTH: unsafe double-free @both
// Nodes are taken out of both levels of a list between a head and a tail.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *jump;
};

static struct node *head, *tail;

static void insert(int tall) {
    struct node *high = head;
    while (high->jump != tail && __VERIFIER_nondet_int()) high = high->jump;
    struct node *low = high;
    while (low->next != high->jump && __VERIFIER_nondet_int()) low = low->next;
    struct node *n = malloc(sizeof *n);
    n->next = low->next;
    n->jump = NULL;
    low->next = n;
    if (!tall) return;
    n->jump = high->jump;
    high->jump = n;
}

static void take_out(void) {
    struct node *high = head;
    while (high->jump != tail && __VERIFIER_nondet_int()) high = high->jump;
    struct node *low = high;
    while (low->next != high->jump && __VERIFIER_nondet_int()) low = low->next;
    struct node *n = low->next;
    if (n == tail) return;
#ifndef BAD_JUMP
    if (n == high->jump) high->jump = n->jump;
#endif
    low->next = n->next;
    free(n);
#ifdef BAD_BOTH
    if (__VERIFIER_nondet_int()) free(n);  // @both
#endif
}

int main(void) {
    head = malloc(sizeof *head);
    tail = malloc(sizeof *tail);
    head->next = head->jump = tail;
    tail->next = tail->jump = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            insert(__VERIFIER_nondet_int());
        else
            take_out();
    }
    for (struct node *n = head; n != tail; n = n->jump) continue;  // @jump
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
