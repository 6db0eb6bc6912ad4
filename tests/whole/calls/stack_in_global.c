// expect: safe
// A stack in a global.
#include "node.h"

static struct node *head;

static void put(void) {
    head = push(head, 1);
}

static void take(void) {
    struct node *n = head;
    if (!n) return;
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
