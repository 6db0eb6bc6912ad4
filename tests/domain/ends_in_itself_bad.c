// expect: unsafe memory-leak 28
// A doubly linked list whose first node is its own predecessor and whose last node is its own successor; one is left.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next, *prev;
};
static struct node *append(struct node *last) {
    struct node *n = malloc(sizeof *n);
    n->next = n;
    n->prev = last ? last : n;
    if (last) last->next = n;
    return n;
}
int main(void) {
    struct node *first = append(NULL), *last = first;
    while (__VERIFIER_nondet_int()) last = append(last);
    struct node *at = last;
    while (at->prev != at) at = at->prev;
    if (at != first) at->next->next->next = NULL;
    while (first->next != first) {
        struct node *next = first->next;
        free(first);
        first = next;
        first->prev = first;
    }
    return 0;
}
