// expect: unsafe null-dereference 13
// A stack in a global; nobody asks if it is empty.
#include "node.h"

static struct node *head;

static void put(void) {
    head = push(head, 1);
}

static void take(void) {
    struct node *n = head;
    head = n->next;
    free(n);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put();
        else
            take();
    }
    free_all(head);
    return 0;
}
