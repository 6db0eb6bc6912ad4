// expect: safe
// A doubly linked list is built at its front, walked to its end and back, and freed from the end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    struct item *previous;
    int key;
};

int main(void) {
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *new = malloc(sizeof *new);
        new->key = __VERIFIER_nondet_int();
        new->previous = NULL;
        new->next = head;
        if (head) head->previous = new;
        head = new;
    }
    if (!head) return 0;
    struct item *at = head;
    while (at->next) at = at->next;
    while (at) {
        struct item *before = at->previous;
        free(at);
        at = before;
    }
    return 0;
}
