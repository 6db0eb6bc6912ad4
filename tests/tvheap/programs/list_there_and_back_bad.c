// expect: unsafe memory-leak 30
// A doubly linked list is built at its front, walked to its end; only the end is freed.
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
    struct item *at = head ? head->next : NULL;
    while (at && at->next) at = at->next;
    while (at) {
        struct item *before = at->next;
        free(at);
        at = before;
    }
    return 0;
}
