// expect: safe
// expect -DBAD_LEVEL: unsafe uninitialised-pointer @level
// expect -DBAD_FIRST: unsafe memory-leak @first
// A list of two levels whose links are an array in each node; each node is put in front of all others, on as many levels as it has.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { LEVELS = 2 };
struct node {
    int data;
    struct node *next[LEVELS];
};

int main(void) {
    struct node *first[LEVELS] = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = __VERIFIER_nondet_int();
        n->next[0] = first[0];
#ifdef BAD_FIRST
        if (!n->data) continue;
#endif
        first[0] = n;
        if (__VERIFIER_nondet_int()) {
#ifndef BAD_LEVEL
            n->next[1] = first[1];
#endif
            first[1] = n;
        }
    }  // @first
    int sum = 0;
    for (struct node *n = first[1]; n; n = n->next[1]) sum ^= n->data;  // @level
    for (struct node *n = first[0]; n;) {
        struct node *next = n->next[0];
        free(n);
        n = next;
    }
    return sum;
}
